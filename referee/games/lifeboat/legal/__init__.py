"""What a seat may do now, listed: a room for each phase of play, and here the way to it."""

from events.base import TABLE
from referee.games.lifeboat.events import ChumUsed
from referee.games.lifeboat.legal.hands import Events, Kinds, free_acts, hand_kinds, is_usable
from referee.games.lifeboat.legal.navigation import ghost_calls, navigator_acts, waters
from referee.games.lifeboat.legal.slots import action_acts
from referee.games.lifeboat.legal.supply import keeps
from referee.games.lifeboat.observing import observations
from referee.games.lifeboat.state import State, is_taking, phase_of


def legal(state: State, seat: str) -> Events:
    """List the events `decide` would accept of a seat, or what the table may say.

    Of trades only gifts of one card are listed, of cards the referee does not see only that one
    is kept, given, or put here or there; what a flare will draw at a physical table is not listed.
    """
    if state.closed:
        return ()
    if seat == TABLE:
        return observations(state)
    if state.phase in {"ended", "setup"}:
        return ()
    i = state.index.get(seat, -1)
    if i in state.boat and state.wounds[i] < state.sizes[i]:
        if state.demand is not None and is_taking(state):
            return ()
        phase, kinds = phase_of(state), hand_kinds(state, i)
        return free_acts(state, i, phase, kinds) + due_acts(state, i, phase, kinds)
    return ghost_calls(state, i)


def due_acts(state: State, i: int, phase: str, kinds: Kinds) -> Events:
    """List what the phase asks of a seat."""
    match phase:
        case "supply":
            return keeps(state, i)
        case "action":
            return action_acts(state, i, kinds)
        case "navigation":
            return navigator_acts(state, i, kinds)
        case "overboard":
            return (ChumUsed(state.seats[i]),) if is_usable(state, i, "chum", kinds) else ()
        case "thirst":
            return waters(state, i) if is_usable(state, i, "water", kinds) else ()
    return ()
