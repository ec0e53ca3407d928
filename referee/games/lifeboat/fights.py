"""Demands, refusals, fights, blind draws, and the cannibal meal."""

from referee.games.lifeboat.common import judge_awake, judge_seat, write
from referee.games.lifeboat.draft import Draft, refuse
from referee.games.lifeboat.events import (
    CardDiscarded,
    CardMoved,
    CardTaken,
    CorpseEaten,
    DemandGranted,
    DemandLapsed,
    DemandRefused,
    FightClosed,
    FightJoined,
    FightWon,
    Objected,
    SeatsChanged,
)
from referee.games.lifeboat.evolve.demands import can_be_given
from referee.games.lifeboat.harm import heal, wound
from referee.games.lifeboat.possible import judge_provisions
from referee.games.lifeboat.state import (
    Demand,
    State,
    is_conscious,
    is_dead,
    is_taking,
    may_hold,
    may_refuse,
    must_name,
    strength,
)
from referee.kernel.verdict import Refused, Verdict


def has_open_meal(state: State) -> bool:
    """Tell whether a meal waits for objections."""
    return state.demand is not None and state.demand.kind == "meal" and state.fight is None


def settled(state: State) -> State:
    """Give the state as the next slot finds it: a meal nobody objected to has happened.

    Rules: LIF-CAN-02
    """
    if state.demand is None or not has_open_meal(state):
        return state
    draft = Draft(state)
    eat(draft, state.demand.by, state.demand.target)
    return draft.state


def serve_meal(draft: Draft, before: State) -> None:
    """Derive a meal that the action just written let happen.

    Rules: LIF-CAN-02
    """
    if before.demand is not None and has_open_meal(before):
        eat(draft, before.demand.by, before.demand.target)


def eat(draft: Draft, eater: int, corpse: int) -> None:
    """Eat a corpse: it leaves the game, the others heal, the card is spent.

    Rules: LIF-CAN-01, LIF-STAT-04
    """
    seats = draft.state.seats
    draft.derive(CorpseEaten(seats[corpse]), "LIF-CAN-01")
    state = draft.state
    for i in state.boat:
        helped = is_conscious(state, i) or state.switches.cannibal_heals == "all_aboard"
        if i != corpse and helped and state.wounds[i] and not is_dead(state, i):
            heal(draft, i, "cannibalism", "LIF-CAN-01")
    if "cannibalism" in draft.state.table[eater]:
        draft.derive(CardDiscarded(seats[eater], "cannibalism"), "LIF-PLAY-03")


def change_seats(draft: Draft, i: int, j: int, rule: str) -> None:
    """Swap two places.

    Rules: LIF-SEAT-01, LIF-TURN-02
    """
    state = draft.state
    swap = {i: j, j: i}
    boat = tuple(state.seats[swap.get(k, k)] for k in state.boat)
    draft.derive(SeatsChanged(boat), *dict.fromkeys((rule, "LIF-SEAT-01")))


def move_card(draft: Draft, card: str, i: int, j: int, rule: str) -> None:
    """Move a demanded face-up card; it stays face up.

    Rules: LIF-MUG-01, LIF-PLAY-02
    """
    seats = draft.state.seats
    draft.derive(CardMoved(card, seats[i], seats[j]), rule, "LIF-PLAY-02")  # type: ignore[arg-type]


def give_what_was_asked(draft: Draft, rule: str) -> None:
    """Give the attacker the place or the face-up card; a blind draw is for the table to tell.

    Rules: LIF-FIGHT-09, LIF-CAN-01
    """
    demand = draft.state.demand
    if demand is None:
        return
    if demand.kind == "seat":
        change_seats(draft, demand.by, demand.target, rule)
    elif demand.kind == "meal":
        eat(draft, demand.by, demand.target)
    elif demand.card != "hand":
        move_card(draft, demand.card, demand.target, demand.by, rule)


def lapse(draft: Draft, demand: Demand | None) -> bool:
    """End a demand for a card that is there no more, nothing taken; tell whether it was so.

    Rules: LIF-MUG-06
    """
    if demand is None or demand.kind != "mug" or can_be_given(draft.state, demand):
        return False
    seats = draft.state.seats
    draft.derive(DemandLapsed(seats[demand.by], seats[demand.target]), "LIF-MUG-06")
    return True


def lapse_unanswered(draft: Draft, demand: Demand | None) -> None:
    """End a demand that waits for an answer where its card is gone; a fight over it goes on.

    Rules: LIF-MUG-06
    """
    if draft.state.fight is None:
        lapse(draft, demand)


def granted(state: State, event: DemandGranted) -> Verdict:
    """Give way to a demand.

    Rules: LIF-SEAT-01, LIF-MUG-01
    """
    if refused := judge_answer(state, event.seat):
        return refused
    rule = "LIF-SEAT-01" if state.demand and state.demand.kind == "seat" else "LIF-MUG-01"
    draft = write(state, event, "action", rule)
    if not lapse(draft, state.demand):
        give_what_was_asked(draft, rule)
    return draft.accept()


def refused_demand(state: State, event: DemandRefused) -> Verdict:
    """Refuse a demand: a fight begins, and nobody can call it off.

    Rules: LIF-FIGHT-01, LIF-MUG-02, LIF-SEAT-02
    """
    if refused := judge_answer(state, event.seat):
        return refused
    return write(state, event, "action", "LIF-FIGHT-01").accept()


def judge_answer(state: State, seat: str) -> Refused | None:
    """Refuse an answer to no demand, or by somebody else, or by one who has no choice.

    Rules: LIF-FIGHT-01, LIF-MUG-02, LIF-MUG-04, LIF-SEAT-02
    """
    if refused := judge_seat(state, seat):
        return refused
    demand = state.demand
    if demand is None or demand.kind in {"meal", "signal"} or demand.is_granted or state.fight is not None:
        return refuse("lifeboat.no_demand", "LIF-FIGHT-01", seat=seat)
    if state.index[seat] != demand.target:
        target = state.seats[demand.target]
        return refuse("lifeboat.not_your_demand", "LIF-FIGHT-01", "LIF-MUG-04", seat=seat, target=target)
    if not may_refuse(state, demand):
        return refuse("lifeboat.no_choice", why_unrefusable(state), seat=seat)
    return None


def why_unrefusable(state: State) -> str:
    """Name the rule by which there is no fight: the Kid picks, somebody is helpless, or nobody refused.

    Rules: LIF-MUG-02, LIF-MUG-04, LIF-FIGHT-01
    """
    demand = state.demand
    if demand is None or demand.kind != "mug" or may_refuse(state, demand):
        return "LIF-FIGHT-01"
    return "LIF-MUG-02" if is_conscious(state, demand.target) else "LIF-MUG-04"


def joined(state: State, event: FightJoined) -> Verdict:
    """Take a side in the fight.

    Rules: LIF-FIGHT-02, LIF-FIGHT-03, LIF-FIGHT-04, LIF-FIGHT-12
    """
    if refused := judge_seat(state, event.seat):
        return refused
    i, fight = state.index[event.seat], state.fight
    if fight is None:
        return refuse("lifeboat.no_fight", why_unrefusable(state), seat=event.seat)
    if refused := judge_awake(state, i):
        return Refused(refused.reason, ("LIF-FIGHT-02", *refused.rules), refused.args)
    if i in (*fight.attack, *fight.defence):
        return refuse("lifeboat.already_fighting", "LIF-FIGHT-04", seat=event.seat)
    return write(state, event, "action", "LIF-FIGHT-03").accept()


def objected(state: State, event: Objected) -> Verdict:
    """Object to a meal: a fight begins, the eater attacking.

    Rules: LIF-CAN-02, LIF-FIGHT-02
    """
    if refused := judge_seat(state, event.seat):
        return refused
    if state.demand is None or not has_open_meal(state):
        return refuse("lifeboat.no_meal", "LIF-CAN-02", seat=event.seat)
    i = state.index[event.seat]
    if refused := judge_awake(state, i):
        return refused
    if i == state.demand.by:
        return refuse("lifeboat.own_meal", "LIF-CAN-02", seat=event.seat)
    return write(state, event, "action", "LIF-CAN-02").accept()


def closed(state: State, event: FightClosed) -> Verdict:
    """Decide a fight, or let a meal happen that nobody objected to.

    Rules: LIF-FIGHT-07, LIF-FIGHT-08, LIF-FIGHT-09, LIF-FIGHT-10, LIF-FIGHT-11, LIF-CAN-02
    """
    demand = state.demand
    if state.fight is None:
        if demand is None or demand.kind != "meal":
            return refuse("lifeboat.no_fight_to_close", "LIF-FIGHT-07")
        draft = write(state, event, "observation", "LIF-CAN-02")
        eat(draft, demand.by, demand.target)
        return draft.accept()
    draft = write(state, event, "observation", "LIF-FIGHT-07")
    settle_fight(draft)
    return draft.accept()


def settle_fight(draft: Draft) -> None:
    """Compare the sums, wound the losers, give the winner what was asked for.

    Rules: LIF-FIGHT-07, LIF-FIGHT-08, LIF-FIGHT-09, LIF-FIGHT-10, LIF-FIGHT-11, LIF-MUG-06, LIF-PLAY-03,
    LIF-CARD-02
    """
    state = draft.state
    fight, demand = state.fight, state.demand
    if fight is None or demand is None:
        return
    attack, defence = strength(state, fight.attack), strength(state, fight.defence)
    has_won = attack > defence
    losers = fight.defence if has_won else fight.attack
    named = tuple(state.seats[i] for i in losers)
    side = "attack" if has_won else "defence"
    draft.derive(FightWon(side, attack, defence, named), "LIF-FIGHT-07", "LIF-FIGHT-11")  # type: ignore[arg-type]
    for i in losers:
        wound(draft, i, "fight", "LIF-FIGHT-08")
    if has_won and not lapse(draft, demand):
        give_what_was_asked(draft, "LIF-FIGHT-09")
    if not has_won and demand.kind == "meal":
        draft.derive(CardDiscarded(state.seats[demand.by], "cannibalism"), "LIF-CAN-02")
    if state.switches.flare_weapon_discard == "yes":
        discard_flares(draft, state)


def discard_flares(draft: Draft, before: State) -> None:
    """Discard the flare gun of a fighter, where the table plays it as a single shot.

    Rules: LIF-PLAY-03
    """
    fighters = (*before.fight.attack, *before.fight.defence) if before.fight else ()
    if any("flare" in before.table[i] for i in fighters):
        owner = next(i for i, cards in enumerate(draft.state.table) if "flare" in cards)
        draft.derive(CardDiscarded(before.seats[owner], "flare"), "LIF-PLAY-03")


def taken(state: State, event: CardTaken) -> Verdict:
    """Tell what a blind draw gave.

    Rules: LIF-MUG-01, LIF-MUG-02, LIF-MUG-04, LIF-FIGHT-09
    """
    if refused := judge_seat(state, event.seat, event.from_seat):
        return refused
    demand = state.demand
    if demand is None or not is_taking(state):
        return refuse("lifeboat.no_draw_due", "LIF-MUG-01", seat=event.seat)
    i, j = state.index[event.from_seat], state.index[event.seat]
    if (j, i) != (demand.by, demand.target):
        args = {"seat": state.seats[demand.by], "victim": state.seats[demand.target]}
        return refuse("lifeboat.other_draw_due", "LIF-MUG-01", **args)
    if event.card is None and must_name(state, "provisions") and len(set(state.hands[i] or ())) > 1:
        return refuse("lifeboat.name_the_card", "LIF-MUG-01", seat=event.seat)
    if event.card is not None and not may_hold(state, i, event.card):
        return refuse("lifeboat.no_such_card", "LIF-MUG-01", seat=event.from_seat, card=event.card)
    draft = write(state, event, "observation", "LIF-MUG-01")
    if event.card is None or event.card in (state.hands[i] or ()):
        return draft.accept()
    return judge_provisions(state, draft.state, (event.card,), 1 << j) or draft.accept()
