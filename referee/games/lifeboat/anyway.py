"""Facts to set so that a refused act can be recorded all the same."""

from collections.abc import Mapping
from typing import Any

from referee.games.lifeboat.events import MugDemanded, NavigationChosen, Passed, Rowed, SeatDemanded
from referee.kernel.parts import AnywayFacts, Event


def room_for(event: Event | None, _: Any) -> Mapping[str, Any]:
    """Return facts that, set by hand, make a refused `event` possible; empty where none do."""
    match event:
        case Rowed(seat) | Passed(seat) | SeatDemanded(seat) | MugDemanded(seat):
            return {"acting": seat}
        case NavigationChosen(_, None):
            return {"row_stack": []}
    return {}


ANYWAY = AnywayFacts(
    room_for=room_for,
)
