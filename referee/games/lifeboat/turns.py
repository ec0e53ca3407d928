"""Whose slot it is, how a slot ends, and how one day follows another."""

from typing import Any

from msgspec.structs import replace

from referee.games.lifeboat.cards import restart_navigation, restart_provisions
from referee.games.lifeboat.events import DayEnded
from referee.games.lifeboat.ledger import CHOSEN, DECK, NAVIGATION_DECK, PUBLIC, add_line
from referee.games.lifeboat.state import (
    Demand,
    State,
    awake,
    current,
    is_taking,
    may_refuse,
    phase_of,
)
from referee.games.lifeboat.tables import MOST_EXPANSION_CARDS, PROVISIONS
from referee.kernel.parts import Consequence, Event, Refused, refuse


def judge_phase(state: State, needed: str, *also: str) -> Refused | None:
    """Refuse what belongs to the phase `needed` in any other, citing the rules `also` too."""
    phase = phase_of(state)
    if phase == needed:
        return None
    return refuse("lifeboat.wrong_phase", "LIF-TURN-01", *also, phase=phase, needed=needed)


def also_citing(refused: Refused | None, *rules: str) -> Refused | None:
    """Return a refusal that cites `rules` after its own, each once; None stays None."""
    if refused is None or not rules:
        return refused
    return Refused(refused.reason, tuple(dict.fromkeys((*refused.rules, *rules))), refused.args)


def judge_awake(state: State, i: int) -> Refused | None:
    """Refuse what the unconscious, dead and lost would do."""
    if i not in state.boat:
        return refuse("lifeboat.not_aboard", "LIF-STAT-05", seat=state.seats[i])
    if state.wounds[i] < state.sizes[i]:
        return None
    rule = "LIF-STAT-04" if state.wounds[i] > state.sizes[i] else "LIF-STAT-02"
    return refuse("lifeboat.not_conscious", rule, seat=state.seats[i])


def judge_alive(state: State, i: int) -> Refused | None:
    """Refuse what would be done to the lost and the dead."""
    if i not in state.boat:
        return refuse("lifeboat.not_aboard", "LIF-STAT-05", seat=state.seats[i])
    if state.wounds[i] > state.sizes[i]:
        return refuse("lifeboat.dead", "LIF-STAT-04", seat=state.seats[i])
    return None


def judge_no_draw(state: State) -> Refused | None:
    """Refuse anything else while a blind draw is due."""
    demand = state.demand
    if demand is None or not is_taking(state):
        return None
    rule = "LIF-MUG-03" if state.character[demand.by] == "kid" else "LIF-MUG-05"
    seat, victim = state.seats[demand.by], state.seats[demand.target]
    return refuse("lifeboat.draw_due", rule, seat=seat, victim=victim)


def judge_slot(state: State, seat: str) -> Refused | None:
    """Refuse an action outside the seat's own slot, citing all that explains why it is not."""
    is_free = state.phase == "action" and state.demand is None and state.stroke is None
    if is_free and state.index[seat] == current(state):
        return None
    i = state.index[seat]
    missed = ("LIF-ACT-03",) if _is_passed_over(state, i) else ()
    if refused := judge_phase(state, "action", *missed):
        return refused
    if state.fight is not None:
        stays = ("LIF-FIGHT-04",) if state.fight.has(i) else ()
        return refuse("lifeboat.fight_is_on", "LIF-FIGHT-07", *stays, seat=seat)
    if refused := judge_awake(state, i):
        return also_citing(refused, "LIF-ACT-03") if i in state.boat else refused
    if refused := judge_no_draw(state):
        return refused
    actor = state.seats[current(state)]
    if actor != seat:
        rules = ("LIF-TURN-02", "LIF-ACT-01", *missed)
        return refuse("lifeboat.not_your_slot", *rules, seat=seat, actor=actor)
    if state.demand is not None or state.stroke is not None:
        stays = ("LIF-SEAT-01",) if state.demand is not None and state.demand.kind == "seat" else ()
        return refuse("lifeboat.one_action", "LIF-ACT-01", *stays, seat=seat)
    return None


def _is_passed_over(state: State, i: int) -> bool:
    """Return whether a seat's slot passed while it was unconscious."""
    is_last = i in state.slots and state.phase == "action" and phase_of(state) != "action"
    return is_last or bool(state.slept >> i & 1)


def actor(state: State) -> str | None:
    """Return the seat whose slot it is; None outside the action phase and where no slot is left."""
    i = current(state) if state.phase == "action" else -1
    return state.seats[i] if i >= 0 else None


def end_slot(state: State, i: int, **facts: Any) -> State:
    """Pass slot `i` and those before it in the day's order, drop its demand and fight, and set `facts`."""
    slots, slept = state.slots, state.slept
    n = slots.index(i) if i in slots else -1
    if n > 0:
        for j in slots[:n]:
            slept |= 1 << j
    taken = _taken_at_once(state)
    return replace(
        state, slots=slots[n + 1 :], slept=slept, taken=taken, demand=None, fight=None, spare=0, **facts
    )


def _taken_at_once(state: State) -> Demand | None:
    """Return the demand if it is carried out because the seat asked may not refuse, else None."""
    demand = state.demand
    if demand is None or demand.is_granted or demand.kind not in {"seat", "mug"} or state.fight is not None:
        return None
    return None if may_refuse(state, demand) else demand


SPARE_OVERBOARD, SPARE_THIRST, CLOSED = 1, 2, 4
"""Closing lines that may still come although the step closed by itself; or the line came."""


def begin_day(state: State, event: Event) -> State:
    """Fix the day's order and open the supply phase; the action phase where nothing can be supplied."""
    state = _refill(state, event)
    supply = state.deck > 0 and bool(awake(state))
    return replace(state, phase="supply" if supply else "action", slots=state.boat, slept=0, taken=None)


def _refill(state: State, event: Event) -> State:
    """Add the cards of Cannibalism where they were agreed on, and hand decks over to the table.

    Only at the start of a day is nothing on its way. What was once in the box stays in it, and a deck
    that lies on the table stays there.

    Rules: LIF-SET-11
    """
    terms = state.terms
    deals_provisions = state.deals_provisions and terms.deals_provisions
    deals_navigation = state.deals_navigation and terms.deals_navigation
    is_added = terms.expansion and not state.expansion
    is_same = (deals_provisions, deals_navigation) == (state.deals_provisions, state.deals_navigation)
    if is_same and not is_added:
        return state
    if is_added:
        more = 0 if deals_navigation else MOST_EXPANSION_CARDS
        state = replace(
            state,
            expansion=True,
            deck=state.deck + sum(PROVISIONS[True].values()) - sum(PROVISIONS[False].values()),
            navigation=state.navigation + more,
            queue=(*state.queue, *range(state.navigation, state.navigation + more)),
        )
    if state.deals_navigation and not deals_navigation:
        # The table shuffles a deck of its own: nothing the referee dealt says how it lies.
        state = replace(state, queue=tuple(range(len(state.queue))))
    state = replace(state, deals_provisions=deals_provisions, deals_navigation=deals_navigation)
    return restart_navigation(restart_provisions(state, event), event)


def _apply_day_ended(state: State, event: DayEnded) -> State:
    state = replace(
        state,
        day=event.day + 1,
        queue=(*state.queue, state.chosen),
        chosen=None,
        rowed=0,
        fought=0,
        looked=0,
        fallen=(),
        doomed=(),
        sharks=0,
        ghosts=0,
        paid=(0,) * len(state.seats),
        spare=(state.phase == "overboard") | (0 if state.spare == CLOSED else SPARE_THIRST),
        ledger=add_line(
            state.ledger, event, state.day, NAVIGATION_DECK, CHOSEN, DECK, (state.chosen,), PUBLIC
        ),
    )
    return begin_day(state, event)


CONSEQUENCES = (Consequence(event=DayEnded, rules=("LIF-TURN-03",), apply=_apply_day_ended, chapter=True),)
