"""What was under way when the table set by hand who is conscious, or aboard: taken up where it can be."""

from msgspec.structs import replace

from events.base import Event
from referee.games.lifeboat.by_hand.position import put_back
from referee.games.lifeboat.conflicts.demands import can_be_given
from referee.games.lifeboat.events import Position
from referee.games.lifeboat.phases.overboard import is_doomed
from referee.games.lifeboat.state import Fight, State, current, is_conscious, is_dead, is_taking
from referee.games.lifeboat.turns.days import begin_day
from referee.games.lifeboat.turns.slots import end_slot

ABLE = ("wounds", "sizes", "boat", "eaten", "hands", "table")
"""The fields that say who is conscious and aboard, and what there is to be taken."""


def resume(before: State, state: State, event: Event) -> State:
    """Go on with those who still can: an answer nobody can give, a stroke nobody rows, lapse."""
    if state.phase == "supply" and state.packet is None:
        return begin_day(state, event)
    if all(getattr(before, name) == getattr(state, name) for name in ABLE):
        return state
    state = without_meal(without_fighters(without_keepers(with_doom(before, state))))
    return without_rower(before, without_answer(state), event)


def is_able(state: State, i: int) -> bool:
    """Tell whether a seat is aboard and conscious."""
    return i in state.boat and is_conscious(state, i)


def with_doom(before: State, state: State) -> State:
    """Tell anew whom the water gives back, where it was set by hand how they fell."""
    told = [
        i for i in state.fallen if (before.wounds[i], before.table[i]) != (state.wounds[i], state.table[i])
    ]
    doomed = [i for i in state.fallen if (is_doomed(state, i) if i in told else i in state.doomed)]
    return replace(state, doomed=tuple(doomed))


def without_keepers(state: State) -> State:
    """Pass a packet on only to those who can keep a card; what nobody keeps lies aside."""
    if state.packet is None:
        return state
    keepers = tuple([i for i in state.keepers if is_able(state, i)])
    if keepers:
        return replace(state, keepers=keepers)
    return replace(state, packet=None, keepers=(), aside=state.aside + len(state.packet), phase="action")


def without_fighters(state: State) -> State:
    """Take those who are not aboard out of a fight; it is over where a side, or what it is about, is gone."""
    fight, demand = state.fight, state.demand
    if fight is None or demand is None:
        return state
    attack, defence = (tuple([i for i in side if i in state.boat]) for side in fight[:2])
    if attack and defence and demand.by in attack and demand.target in state.boat:
        return replace(state, fight=Fight(attack, defence))
    return end_slot(replace(state, fight=None), demand.by)


def without_meal(state: State) -> State:
    """End the slot of a meal whose corpse is none any more, or whose eater is gone."""
    demand = state.demand
    if demand is None or demand.kind != "meal":
        return state
    is_served = demand.target in state.boat and is_dead(state, demand.target)
    if is_served and demand.target not in state.eaten and demand.by in state.boat:
        return state
    return end_slot(replace(state, fight=None), demand.by)


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
