"""What was under way when the table set by hand who is conscious, or aboard: taken up where it can be."""

from msgspec.structs import replace

from events.base import Event
from events.lifeboat import Position
from referee.games.lifeboat.evolve.days import begin_day, end_slot
from referee.games.lifeboat.evolve.demands import can_be_given
from referee.games.lifeboat.position import put_back
from referee.games.lifeboat.state import State, current, is_conscious, is_taking


def resume(before: State, state: State, event: Event) -> State:
    """Go on with those who still can: an answer nobody can give, a stroke nobody rows, lapse."""
    if state.phase == "supply" and state.packet is None:
        return begin_day(state, event)
    if before.wounds == state.wounds and before.sizes == state.sizes and before.boat == state.boat:
        return state
    return without_rower(before, without_answer(without_keepers(state)), event)


def is_able(state: State, i: int) -> bool:
    """Tell whether a seat is aboard and conscious."""
    return i in state.boat and is_conscious(state, i)


def without_keepers(state: State) -> State:
    """Pass a packet on only to those who can keep a card; what nobody keeps lies aside."""
    if state.packet is None:
        return state
    keepers = tuple([i for i in state.keepers if is_able(state, i)])
    if keepers:
        return replace(state, keepers=keepers)
    return replace(state, packet=None, keepers=(), aside=state.aside + len(state.packet), phase="action")


def without_answer(state: State) -> State:
    """Drop a demand that waits for somebody who cannot answer, or that nobody makes any more."""
    demand = state.demand
    if demand is None or demand.kind not in {"seat", "mug"} or state.fight is not None:
        return state
    if is_taking(state):
        return state if can_be_given(state, demand) else end_slot(state, demand.by)
    if demand.is_granted or (is_able(state, demand.by) and is_able(state, demand.target)):
        return state
    return replace(state, demand=None)


def without_rower(before: State, state: State, event: Event) -> State:
    """Put the cards of a stroke back where it is somebody else's slot now."""
    if state.stroke is None or current(before) == current(state):
        return state
    return replace(put_back(state, Position(), event), stroke=None)
