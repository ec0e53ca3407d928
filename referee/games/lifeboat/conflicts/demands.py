"""Demands for a place or for a card: who asks, who answers, what is given, drawn, or there no more."""

from functools import lru_cache
from typing import Any

from msgspec.structs import replace

from referee.games.lifeboat.conflicts.meals import after_meal, begin_fight, serve
from referee.games.lifeboat.events import (
    CardMoved,
    CardTaken,
    DemandGranted,
    DemandLapsed,
    DemandRefused,
    MugDemanded,
    SeatDemanded,
    SeatsChanged,
)
from referee.games.lifeboat.hidden_cards.hands import hand_over, kinds_in
from referee.games.lifeboat.hidden_cards.possible import judge_provisions
from referee.games.lifeboat.hidden_cards.secrecy import SECRETS
from referee.games.lifeboat.state import (
    Demand,
    State,
    is_conscious,
    is_taking,
    less,
    may_hold,
    may_refuse,
    must_name,
)
from referee.games.lifeboat.turns.slots import end_slot, judge_slot
from referee.kernel.acts import LISTS_KEPT, Act, Consequence, Draft
from referee.kernel.facts import put
from referee.kernel.verdict import Refused, refuse


def judge_seat_demand(state: State, event: SeatDemanded) -> Refused | None:
    """Judge a demand to change places. Rules: LIF-SEAT-01, LIF-SEAT-02."""
    return judge_target(state, event.seat, event.with_seat, "LIF-SEAT-01")


def judge_target(state: State, seat: str, other: str, rule: str) -> Refused | None:
    """Refuse a demand on oneself, by the rule of the demand, or on somebody who is not aboard.

    Rules: LIF-SEAT-01, LIF-MUG-01, LIF-STAT-05
    """
    if seat == other:
        return refuse("lifeboat.demand_of_oneself", rule, seat=seat)
    if state.index[other] in state.boat:
        return None
    return refuse("lifeboat.not_aboard", "LIF-STAT-05", seat=other)


def seat_demands(state: State, seat: str) -> tuple[SeatDemanded, ...]:
    """List the demands for each place."""
    return places_asked(seat, state.seats, state.boat)


@lru_cache(maxsize=LISTS_KEPT)
def places_asked(seat: str, seats: tuple[str, ...], boat: tuple[int, ...]) -> tuple[SeatDemanded, ...]:
    """Demand the place of each of the others aboard."""
    return tuple(SeatDemanded(seat, seats[j]) for j in boat if seats[j] != seat)


def seat_demanded(state: State, event: SeatDemanded) -> State:
    """Ask for somebody's place."""
    demand = Demand(state.index[event.seat], "seat", state.index[event.with_seat])
    return replace(state, demand=demand, spare=0)


def judge_mug_demand(state: State, event: MugDemanded) -> Refused | None:
    """Judge a demand for a card. Rules: LIF-MUG-01, LIF-MUG-02, LIF-MUG-04, LIF-FIGHT-01."""
    refused = judge_target(state, event.seat, event.from_seat, "LIF-MUG-01")
    return refused or judge_wanted(state, event.from_seat, event.card)


def judge_wanted(state: State, victim: str, card: str) -> Refused | None:
    """Refuse to demand what is not there. Rules: LIF-MUG-01, LIF-FIGHT-01."""
    i = state.index[victim]
    found = to_be_had(state.hands[i] != (), state.table[i])
    if card in found:
        return None
    if card == "hand":
        return refuse("lifeboat.nothing_to_demand", "LIF-FIGHT-01", "LIF-MUG-01", victim=victim)
    pretext = () if found else ("LIF-FIGHT-01",)
    return refuse("lifeboat.not_face_up", "LIF-MUG-01", *pretext, victim=victim, card=card)


def mug_demands(state: State, seat: str) -> tuple[MugDemanded, ...]:
    """List the demands for a hand card and for each face-up card, seat by seat."""
    i, found = state.index[seat], []
    for j in state.boat:
        if j != i:
            found += cards_asked(seat, state.seats[j], state.hands[j] != (), state.table[j])
    return tuple(found)


@lru_cache(maxsize=LISTS_KEPT)
def cards_asked(seat: str, other: str, has_hand: bool, table: tuple[str, ...]) -> list[MugDemanded]:
    """Demand each card of somebody."""
    return [MugDemanded(seat, other, card) for card in to_be_had(has_hand, table)]


@lru_cache(maxsize=LISTS_KEPT)
def to_be_had(has_hand: bool, table: tuple[str, ...]) -> tuple[Any, ...]:
    """List what may be demanded of somebody: a hand card, and each card face up. Rules: LIF-MUG-01."""
    return ("hand", *kinds_in(table)) if has_hand else kinds_in(table)


def mug_demanded(state: State, event: MugDemanded) -> State:
    """Ask for somebody's card."""
    demand = Demand(state.index[event.seat], "mug", state.index[event.from_seat], event.card)
    return replace(state, demand=demand, spare=0)


def take_at_once(draft: Draft[State], _: SeatDemanded | MugDemanded) -> None:
    """Take the place or the face-up card of one who cannot refuse. Rules: LIF-SEAT-02, LIF-MUG-04."""
    demand = draft.state.demand
    if demand is not None and not is_conscious(draft.state, demand.target):
        give_what_was_asked(draft, "LIF-SEAT-02" if demand.kind == "seat" else "LIF-MUG-04")


def judge_answer(state: State, seat: str) -> Refused | None:
    """Refuse an answer to no demand, or by somebody else, or by one who has no choice.

    Rules: LIF-FIGHT-01, LIF-FIGHT-04, LIF-MUG-02, LIF-MUG-04, LIF-SEAT-02
    """
    demand, fight = state.demand, state.fight
    if demand is None or demand.kind in {"meal", "signal"} or demand.is_granted or fight is not None:
        is_in = fight is not None and fight.has(state.index[seat])
        rules = ("LIF-FIGHT-04",) if is_in else why_taken(state)
        return refuse("lifeboat.no_demand", "LIF-FIGHT-01", *rules, seat=seat)
    if state.index[seat] != demand.target:
        target = state.seats[demand.target]
        return refuse("lifeboat.not_your_demand", "LIF-FIGHT-01", "LIF-MUG-04", seat=seat, target=target)
    if may_refuse(state, demand):
        return None
    return refuse("lifeboat.no_choice", *why_unrefusable(state, demand), "LIF-FIGHT-01", seat=seat)


def why_unrefusable(state: State, demand: Demand) -> tuple[str, ...]:
    """Name the rules by which a demand cannot be refused: the Kid picks, or somebody is helpless.

    Rules: LIF-MUG-02, LIF-MUG-04, LIF-SEAT-02
    """
    if demand.kind == "seat":
        return ("LIF-SEAT-02", "LIF-MUG-04")
    return ("LIF-MUG-02",) if is_conscious(state, demand.target) else ("LIF-MUG-04",)


def why_taken(state: State) -> tuple[str, ...]:
    """Name the rules by which what was asked for was taken at once, if it was."""
    return why_unrefusable(state, state.taken) if state.taken and state.demand is None else ()


UNANSWERED: dict[str, tuple[str, ...]] = {
    "seat": ("LIF-MUG-04",),
    "mug": ("LIF-MUG-04",),
    "meal": ("LIF-CAN-02",),
    "signal": (),
}
"""By what waits for an answer: the rules by which nobody else begins a fight over it."""


def why_no_fight(state: State) -> tuple[str, ...]:
    """Name the rules by which there is no fight: nobody may refuse, nobody has, or it is over.

    Rules: LIF-FIGHT-01, LIF-FIGHT-07, LIF-MUG-02, LIF-MUG-04, LIF-SEAT-02, LIF-CAN-02
    """
    demand = state.demand
    if demand is None or demand.is_granted:
        return ("LIF-FIGHT-01", *why_taken(state), *(("LIF-FIGHT-07",) if state.fought else ()))
    if demand.kind == "mug" and not may_refuse(state, demand):
        return (*why_unrefusable(state, demand), "LIF-FIGHT-01")
    return ("LIF-FIGHT-01", *UNANSWERED[demand.kind])


def rule_of(state: State) -> str:
    """Name the rule of what is demanded."""
    return "LIF-SEAT-01" if state.demand and state.demand.kind == "seat" else "LIF-MUG-01"


def give_way(draft: Draft[State], _: DemandGranted) -> None:
    """Give what was asked for, where it is still there. Rules: LIF-SEAT-01, LIF-MUG-01, LIF-MUG-06."""
    if not lapse(draft, draft.before.demand):
        give_what_was_asked(draft, rule_of(draft.before))


def give_what_was_asked(draft: Draft[State], rule: str) -> None:
    """Give the place, the meal or the face-up card; a blind draw is for the table to tell.

    Rules: LIF-FIGHT-09, LIF-CAN-01
    """
    demand = draft.state.demand
    if demand is None:
        return
    if demand.kind == "seat":
        change_seats(draft, rule)
    elif demand.kind == "meal":
        serve(draft)
    elif demand.card != "hand":
        move_card(draft, rule)


def change_seats(draft: Draft[State], rule: str) -> None:
    """Swap the places of who asks and who was asked; the latter may be next.

    Rules: LIF-SEAT-01, LIF-TURN-02
    """
    state, demand = draft.state, draft.state.demand
    if demand is None:
        return
    i, j = demand.by, demand.target
    swap = {i: j, j: i}
    boat = tuple(state.seats[swap.get(k, k)] for k in state.boat)
    is_next = state.options.seat_change_go_now == "yes" and j in end_slot(state, i).slots
    event = SeatsChanged(boat, state.seats[j] if is_next else None)
    draft.derive(event, *dict.fromkeys((rule, "LIF-SEAT-01")))


def move_card(draft: Draft[State], rule: str) -> None:
    """Move the face-up card that was demanded; it stays face up. Rules: LIF-MUG-01, LIF-PLAY-02."""
    demand, seats = draft.state.demand, draft.state.seats
    if demand is not None:
        event = CardMoved(demand.card, seats[demand.target], seats[demand.by])  # type: ignore[arg-type]
        draft.derive(event, rule, "LIF-PLAY-02")


def lapse(draft: Draft[State], demand: Demand | None) -> bool:
    """End a demand for a card that is gone, nothing taken; tell whether it was so. Rules: LIF-MUG-06."""
    if demand is None or demand.kind != "mug" or can_be_given(draft.state, demand):
        return False
    seats = draft.state.seats
    draft.derive(DemandLapsed(seats[demand.by], seats[demand.target]), "LIF-MUG-06")
    return True


def lapse_unanswered(draft: Draft[State], demand: Demand | None) -> None:
    """End a demand that waits for an answer where its card is gone; a fight goes on. Rules: LIF-MUG-06."""
    if draft.state.fight is None:
        lapse(draft, demand)


def can_be_given(state: State, demand: Demand) -> bool:
    """Tell whether what was asked for is still there."""
    return demand.card in to_be_had(state.hands[demand.target] != (), state.table[demand.target])


def satisfy(state: State, **facts: Any) -> State:
    """Mark a demand as won, other facts set with it; end the slot where nothing is left to take.

    Logs from before `demand_lapsed` say so nowhere else.
    """
    demand = state.demand
    if demand is None:
        return replace(state, **facts)
    if demand.kind == "mug" and not can_be_given(state, demand):
        return end_slot(state, demand.by, **facts)
    return replace(state, demand=demand._replace(is_granted=True), fight=None, **facts)


def seats_changed(state: State, event: SeatsChanged) -> State:
    """Put the places in their new order, and who has its slot at once before the order of the day."""
    boat = tuple([state.index[seat] for seat in event.boat])
    if state.demand is None:
        return replace(state, boat=boat)
    state = end_slot(state, state.demand.by, boat=boat)
    if event.next is None:
        return state
    i = state.index[event.next]
    return replace(state, slots=(i, *less(state.slots, i)))


def card_moved(state: State, event: CardMoved) -> State:
    """Move a face-up card; one that was demanded ends the slot."""
    i, j = state.index[event.from_seat], state.index[event.to]
    table = put(state.table, i, less(state.table[i], event.card))
    parasols = state.parasols & ~(1 << i) if event.card == "parasol" else state.parasols
    state = replace(state, table=put(table, j, (*table[j], event.card)), parasols=parasols)
    demand = state.demand
    if demand is None or demand.kind != "mug" or demand.card == "hand":
        return state
    is_over = demand.is_granted or not can_be_given(state, demand) or not is_conscious(state, demand.target)
    return end_slot(state, demand.by) if is_over else state


def demand_lapsed(state: State, event: DemandLapsed) -> State:
    """End the slot, nothing taken."""
    return end_slot(state, state.index[event.seat])


def judge_taking(state: State, event: CardTaken) -> Refused | None:
    """Judge what a blind draw is said to give. Rules: LIF-MUG-01, LIF-MUG-02, LIF-MUG-04, LIF-FIGHT-09."""
    demand = state.demand
    if demand is None or not is_taking(state):
        return refuse("lifeboat.no_draw_due", "LIF-MUG-01", "LIF-FIGHT-09", seat=event.seat)
    i, j = state.index[event.from_seat], state.index[event.seat]
    if (j, i) != (demand.by, demand.target):
        args = {"seat": state.seats[demand.by], "victim": state.seats[demand.target]}
        return refuse("lifeboat.other_draw_due", "LIF-MUG-01", "LIF-FIGHT-09", **args)
    if event.card is None:
        is_secret = len(set(state.hands[i] or ())) > 1 and must_name(state, "provisions")
        return refuse("lifeboat.name_the_card", "LIF-MUG-01", seat=event.seat) if is_secret else None
    if not may_hold(state, i, event.card):
        return refuse("lifeboat.no_such_card", "LIF-MUG-01", seat=event.from_seat, card=event.card)
    if event.card in (state.hands[i] or ()):
        return None
    return judge_provisions(state, lambda: card_taken(state, event), (event.card,), 1 << j)


def unseen_draws(state: State, _: str) -> tuple[CardTaken, ...]:
    """Tell of a blind draw from a physical hand, the card unseen."""
    demand = state.demand
    if demand is None or state.deals_provisions:
        return ()
    return (CardTaken(state.seats[demand.by], state.seats[demand.target]),)


def card_taken(state: State, event: CardTaken) -> State:
    """Move a card from hand to hand, and end the slot."""
    i, j = state.index[event.from_seat], state.index[event.seat]
    state = hand_over(state, i, j, (event.card,), event)
    return end_slot(state, j)


ACTS = (
    after_meal(
        Act(
            event=SeatDemanded,
            rules=("LIF-SEAT-01",),
            may=judge_slot,
            judge=judge_seat_demand,
            apply=seat_demanded,
            follow=take_at_once,
            listed=seat_demands,
            phases=("slot",),
        )
    ),
    after_meal(
        Act(
            event=MugDemanded,
            rules=("LIF-MUG-01",),
            may=judge_slot,
            judge=judge_mug_demand,
            apply=mug_demanded,
            follow=take_at_once,
            listed=mug_demands,
            phases=("slot",),
        )
    ),
)
"""What a slot may be used for."""

ANSWERS = (
    Act(
        event=DemandGranted,
        rules=lambda state, _: (rule_of(state),),
        may=judge_answer,
        apply=lambda state, _: satisfy(state),
        follow=give_way,
        listed=lambda _, seat: (DemandGranted(seat),),
        phases=("answer",),
    ),
    Act(
        event=DemandRefused,
        rules=("LIF-FIGHT-01",),
        may=judge_answer,
        apply=begin_fight,
        listed=lambda _, seat: (DemandRefused(seat),),
        phases=("answer",),
    ),
    Act(
        event=CardTaken,
        secret=SECRETS[CardTaken],
        rules=("LIF-MUG-01",),
        judge=judge_taking,
        apply=card_taken,
        dealt=lambda state, _: state.deals_provisions,
        candidates=unseen_draws,
        phases=("answer",),
        by_table=True,
        reveals=True,
        depends_on_hidden=True,
    ),
)

CONSEQUENCES = (
    Consequence(event=DemandLapsed, rules=("LIF-MUG-06",), apply=demand_lapsed),
    Consequence(event=SeatsChanged, rules=("LIF-SEAT-01",), apply=seats_changed),
    Consequence(event=CardMoved, rules=("LIF-MUG-01", "LIF-FIGHT-09"), apply=card_moved),
)
