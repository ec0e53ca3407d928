"""The reducer: one event applied to a state. It moves cards and markers and judges nothing.

Each room below holds the events of one phase of play; here they are one table.
"""

from collections.abc import Callable
from typing import Any

from events.base import Event
from events.table import TableOpened
from referee.games.lifeboat.evolve import days, dealing, demands, harm, navigation, playing, rowing, table
from referee.games.lifeboat.state import State, open_state

EVOLVERS: dict[type, Callable[[State, Any], State]] = {
    **dealing.EVOLVERS,
    **days.EVOLVERS,
    **rowing.EVOLVERS,
    **demands.EVOLVERS,
    **playing.EVOLVERS,
    **navigation.EVOLVERS,
    **harm.EVOLVERS,
    **table.EVOLVERS,
}


def evolve(state: State | None, event: Event) -> State:
    """Apply one event that was accepted."""
    if state is None:
        assert isinstance(event, TableOpened)  # noqa: S101 - a log begins with its opening
        return open_state(event)
    return EVOLVERS[type(event)](state, event)
