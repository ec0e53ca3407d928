"""Demands: for a place, or for a card."""

from referee.games.lifeboat.common import (
    judge_seat,
    judge_slot,
)
from referee.games.lifeboat.draft import refuse
from referee.games.lifeboat.events import (
    MugDemanded,
    SeatDemanded,
)
from referee.games.lifeboat.fights import change_seats, move_card, settled
from referee.games.lifeboat.slots import begin
from referee.games.lifeboat.state import (
    State,
    is_conscious,
)
from referee.kernel.verdict import Refused, Verdict


def seat_demanded(state: State, event: SeatDemanded) -> Verdict:
    """Demand to change places.

    Rules: LIF-SEAT-01, LIF-SEAT-02
    """
    before = settled(state)
    refused = judge_slot(before, event.seat) or judge_target(
        before, event.seat, event.with_seat, "LIF-SEAT-01"
    )
    if refused:
        return refused
    draft = begin(state, event, "LIF-SEAT-01")
    target = state.index[event.with_seat]
    if not is_conscious(draft.state, target):
        change_seats(draft, state.index[event.seat], target, "LIF-SEAT-02")
    return draft.accept()


def judge_target(state: State, seat: str, other: str, rule: str) -> Refused | None:
    """Refuse a demand on oneself, by the rule of the demand, or on somebody who is not aboard.

    Rules: LIF-SEAT-01, LIF-MUG-01, LIF-STAT-05
    """
    if refused := judge_seat(state, other):
        return refused
    if seat == other:
        return refuse("lifeboat.demand_of_oneself", rule, seat=seat)
    if state.index[other] not in state.boat:
        return refuse("lifeboat.not_aboard", "LIF-STAT-05", seat=other)
    return None


def mug_demanded(state: State, event: MugDemanded) -> Verdict:
    """Demand a card.

    Rules: LIF-MUG-01, LIF-MUG-02, LIF-MUG-04, LIF-FIGHT-01
    """
    before = settled(state)
    refused = judge_slot(before, event.seat) or judge_target(
        before, event.seat, event.from_seat, "LIF-MUG-01"
    )
    if refused:
        return refused
    target = state.index[event.from_seat]
    if event.card == "hand" and before.hands[target] == ():
        return refuse("lifeboat.nothing_to_demand", "LIF-FIGHT-01", "LIF-MUG-01", victim=event.from_seat)
    if event.card != "hand" and event.card not in before.table[target]:
        return refuse("lifeboat.not_face_up", "LIF-MUG-01", victim=event.from_seat, card=event.card)
    draft = begin(state, event, "LIF-MUG-01")
    if event.card != "hand" and not is_conscious(draft.state, target):
        move_card(draft, event.card, target, state.index[event.seat], "LIF-MUG-04")
    return draft.accept()
