"""Demands and the fights over them: who asks, who fights, what the winner gets."""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from referee.games.lifeboat.events import (
    CardMoved,
    CardTaken,
    DemandGranted,
    DemandLapsed,
    DemandRefused,
    FightJoined,
    FightWon,
    MugDemanded,
    Objected,
    SeatDemanded,
    SeatsChanged,
)
from referee.games.lifeboat.evolve.days import end_meal, end_slot
from referee.games.lifeboat.hands import hand_over
from referee.games.lifeboat.state import (
    Demand,
    Fight,
    State,
    is_conscious,
    less,
    put,
)


def seat_demanded(state: State, event: SeatDemanded) -> State:
    """Ask for somebody's place."""
    state = end_meal(state)
    demand = Demand(state.index[event.seat], "seat", state.index[event.with_seat])
    return replace(state, demand=demand, spare=0)


def mug_demanded(state: State, event: MugDemanded) -> State:
    """Ask for somebody's card."""
    state = end_meal(state)
    demand = Demand(state.index[event.seat], "mug", state.index[event.from_seat], event.card)
    return replace(state, demand=demand, spare=0)


def demand_granted(state: State, _: DemandGranted) -> State:
    """Give way; where there is nothing left to give, the slot ends."""
    return satisfy(state)


def satisfy(state: State) -> State:
    """Mark a demand as won; end the slot where nothing is left to take.

    Logs from before `demand_lapsed` say so nowhere else.
    """
    demand = state.demand
    if demand is None:
        return state
    if demand.kind == "mug" and not can_be_given(state, demand):
        return end_slot(state, demand.by)
    return replace(state, demand=demand._replace(is_granted=True), fight=None)


def can_be_given(state: State, demand: Demand) -> bool:
    """Tell whether what was asked for is still there."""
    if demand.card == "hand":
        return state.hands[demand.target] != ()
    return demand.card in state.table[demand.target]


def demand_refused(state: State, event: DemandRefused) -> State:
    """Begin a fight over a demand."""
    by = state.demand.by if state.demand else -1
    return replace(state, fight=Fight((by,), (state.index[event.seat],)))


def objected(state: State, event: Objected) -> State:
    """Begin a fight over a meal."""
    by = state.demand.by if state.demand else -1
    return replace(state, fight=Fight((by,), (state.index[event.seat],)))


def fight_joined(state: State, event: FightJoined) -> State:
    """Add a fighter to a side."""
    i, fight = state.index[event.seat], state.fight or Fight((), ())
    if event.side == "attack":
        return replace(state, fight=Fight((*fight.attack, i), fight.defence))
    return replace(state, fight=Fight(fight.attack, (*fight.defence, i)))


def fight_won(state: State, event: FightWon) -> State:
    """Give fight markers; give the attacker what was asked for, or end the slot."""
    fought = state.fought
    for i in (*state.fight.attack, *state.fight.defence) if state.fight else ():
        fought |= 1 << i
    state = replace(state, fought=fought)
    if event.side == "attack":
        return satisfy(state)
    return end_slot(state, state.demand.by) if state.demand else state


def seats_changed(state: State, event: SeatsChanged) -> State:
    """Put the places in their new order; with `seat_change_go_now` the one moved may be next."""
    state = replace(state, boat=tuple([state.index[seat] for seat in event.boat]))
    demand = state.demand
    if demand is None:
        return state
    state = end_slot(state, demand.by)
    if state.switches.seat_change_go_now == "yes" and demand.target in state.slots:
        return replace(state, slots=(demand.target, *less(state.slots, demand.target)))
    return state


def card_moved(state: State, event: CardMoved) -> State:
    """Move a face-up card; one that was demanded ends the slot."""
    i, j = state.index[event.from_seat], state.index[event.to]
    table = put(state.table, i, less(state.table[i], event.card))
    state = replace(state, table=put(table, j, (*table[j], event.card)))
    if event.card == "parasol":
        state = replace(state, parasols=state.parasols & ~(1 << i))
    demand = state.demand
    if demand is None or demand.kind != "mug" or demand.card == "hand":
        return state
    is_over = demand.is_granted or not can_be_given(state, demand) or not is_conscious(state, demand.target)
    return end_slot(state, demand.by) if is_over else state


def card_taken(state: State, event: CardTaken) -> State:
    """Move a card from hand to hand, and end the slot."""
    i, j = state.index[event.from_seat], state.index[event.seat]
    state = hand_over(state, i, j, (event.card,), event)
    return end_slot(state, j)


def demand_lapsed(state: State, event: DemandLapsed) -> State:
    """End the slot, nothing taken."""
    return end_slot(state, state.index[event.seat])


EVOLVERS: dict[type, Callable[[State, Any], State]] = {
    SeatDemanded: seat_demanded,
    MugDemanded: mug_demanded,
    DemandGranted: demand_granted,
    DemandRefused: demand_refused,
    DemandLapsed: demand_lapsed,
    FightJoined: fight_joined,
    CardTaken: card_taken,
    Objected: objected,
    FightWon: fight_won,
    SeatsChanged: seats_changed,
    CardMoved: card_moved,
}
