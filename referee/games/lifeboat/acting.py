"""Who may act now, by what everybody can see; and the act of passing."""

from msgspec.structs import replace

from referee.games.lifeboat.conflicts import end_fight
from referee.games.lifeboat.events import Passed
from referee.games.lifeboat.navigation import is_automatic, judge_ghost, thirsty
from referee.games.lifeboat.playing import may_throw
from referee.games.lifeboat.state import DECLINED, State, current, is_taking, navigator, phase_of
from referee.games.lifeboat.turns import actor, end_slot, judge_awake, judge_slot
from referee.kernel.parts import TABLE, Act, Draft, Listing, Refused, When, refuse


def seats_in_window(state: State) -> tuple[str, ...]:
    """Return the seats that may still do something in a window, or hold cards nobody can see.

    Who said to stay out of a fight is left out until somebody joins or plays.

    Rules: LIF-FIGHT-07
    """
    boat, wounds, sizes, phase, found = state.boat, state.wounds, state.sizes, phase_of(state), []
    has_ghosts = phase == "overboard" and state.options.ghost_sharks == "yes"
    for i, hand in enumerate(state.hands):
        if wounds[i] < sizes[i] and i in boat:
            if hand or hand is None or acts_in_window(state, i, phase):
                found.append(state.seats[i])
        elif has_ghosts and acts_in_window(state, i, phase):
            found.append(state.seats[i])
    if state.fight is None or not state.fight.out:
        return tuple(found)
    return tuple([seat for seat in found if state.index[seat] not in state.fight.out])


def acts_in_window(state: State, i: int, phase: str) -> tuple[str, ...]:
    """Return what seat `i` may still do in a window of `phase`: `play`, `join`, `object`, `throw` and so on.

    What a hidden hand holds makes no difference, only whether there is one.

    Rules: LIF-FIGHT-03, LIF-PLAY-01, LIF-THIRST-04
    """
    if i not in state.boat or state.wounds[i] >= state.sizes[i]:
        return () if phase != "overboard" or judge_ghost(state, state.seats[i]) else ("ghost",)
    has_hand, table, fight = state.hands[i] != (), state.table[i], state.fight
    acts = ("play",) if has_hand else ()
    if fight is not None:
        return acts if fight.has(i) else ("join", *acts)
    if phase == "action":
        is_asked = state.demand is not None and state.demand.by != i
        return ("object", *acts) if is_asked else acts
    if phase == "overboard":
        acts = (*acts, "throw") if "preserver" in table and may_throw(state, i) else acts
        return (*acts, "chum") if has_hand or "chum" in table else acts
    return (*acts, "water") if (has_hand or "water" in table) and thirsty(state) else acts


def acting(state: State) -> tuple[str, ...]:
    """Return who may act now, seats in turn order; `TABLE` where it must say what happened. Empty at the end.

    Nothing hidden decides who is listed: in a window everybody who might hold a card.
    """
    if state.closed:
        return ()
    phase, demand = state.phase, state.demand
    if phase == "action":
        if demand is None:
            i = current(state)
            if i < 0:
                return acting_navigator(state)
            return (TABLE,) if state.stroke == () else (state.seats[i],)
        if state.fight is None and demand.kind != "meal":
            is_shown = demand.kind == "signal" or is_taking(state)
            return (TABLE,) if is_shown else (state.seats[demand.target],)
        return (*seats_in_window(state), TABLE)
    match phase:
        case "setup":
            return (TABLE,)
        case "ended":
            return (TABLE,) if state.result is None else ()
        case "supply":
            return (TABLE,) if state.packet is None else (state.seats[state.keepers[0]],)
        case "navigation":
            return acting_navigator(state)
    return (*seats_in_window(state), TABLE)


def acting_navigator(state: State) -> tuple[str, ...]:
    """Return the navigator where it has a choice, `TABLE` where the top card is turned, or both."""
    i = navigator(state)
    if i < 0:
        return (TABLE,)
    if state.deals_navigation and any(isinstance(card, int) for card in state.stack):
        return (TABLE,)
    if state.stack or is_automatic(state):
        return (state.seats[i],)
    seats = _may_decline(state)
    return seats if state.deals_navigation and seats else (*seats, TABLE)


def _judge_passing(state: State, event: Passed) -> Refused | None:
    if event.out:
        return _judge_staying_out(state, event.seat)
    refused = judge_slot(state, event.seat)
    is_declined = refused and phase_of(state) == "navigation" and _declines(state, event.seat)
    return None if is_declined else refused


def _judge_staying_out(state: State, seat: str) -> Refused | None:
    if state.fight is None:
        return refuse("lifeboat.no_fight", "LIF-FIGHT-07", seat=seat)
    i = state.index[seat]
    if i not in state.fight.out and acts_in_window(state, i, "action"):
        return None
    refused = judge_awake(state, i)
    return refused or refuse("lifeboat.out_already", "LIF-FIGHT-07", seat=seat)


def _rules_of_passing(state: State, event: Passed) -> tuple[str, ...]:
    if event.out:
        is_fighting = state.fight is not None and state.fight.has(state.index[event.seat])
        return ("LIF-FIGHT-07",) if is_fighting else ("LIF-FIGHT-03", "LIF-FIGHT-07")
    return ("LIF-NAV-03", "LIF-NAV-02") if phase_of(state) == "navigation" else ("LIF-ACT-01",)


def _passes(state: State, seat: str) -> tuple[Passed, ...]:
    """Return the way a seat may pass now: leave its slot, decline to look, or stay out; () if it may not."""
    if state.fight is not None:
        return (Passed(seat, out=True),) if _judge_staying_out(state, seat) is None else ()
    due = actor(state)
    is_due = _declines(state, seat) if due is None else seat == due
    return (Passed(seat),) if is_due else ()


def _declines(state: State, seat: str) -> bool:
    """Return whether a seat may leave the top card to a deck dealt by the referee."""
    return state.deals_navigation and seat in _may_decline(state)


def _may_decline(state: State) -> tuple[str, ...]:
    """Return the navigator if it must say that it will not look before the referee turns the top card, or ().

    Rules: LIF-NAV-02, LIF-NAV-03
    """
    i = navigator(state)
    is_free = i >= 0 and not state.stack and state.looked == 0 and state.options.row_one == "no"
    has_cards = is_free and (state.hands[i] != () or "compass" in state.table[i])
    return (state.seats[i],) if has_cards else ()


def _apply_passed(state: State, event: Passed) -> State:
    fight = state.fight
    if event.out and fight is not None:
        return replace(state, fight=fight._replace(out=(*fight.out, state.index[event.seat])))
    if phase_of(state) == "navigation":
        return replace(state, looked=DECLINED)
    return end_slot(state, state.index[event.seat])


def _close_if_all_are_out(draft: Draft[State], event: Passed) -> None:
    if event.out and not seats_in_window(draft.state):
        end_fight(draft)


ACTS = (
    Act(
        event=Passed,
        rules=_rules_of_passing,
        when=When(phases=("slot", "fight", "navigation")),
        judge=_judge_passing,
        apply=_apply_passed,
        candidates=Listing(_passes),
        follow=_close_if_all_are_out,
    ),
)
