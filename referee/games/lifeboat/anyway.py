"""What the board would show had an act been allowed: the facts that make room for it."""

from collections.abc import Mapping
from typing import Any

from events.base import Event
from referee.games.lifeboat.events import MugDemanded, NavigationChosen, Passed, Rowed, SeatDemanded
from referee.kernel.registry import AnywayFacts


def room_for(event: Event | None, _: Any) -> Mapping[str, Any]:
    """Give the action to who wants it, or put the row stack away before a card is turned over."""
    match event:
        case Rowed(seat) | Passed(seat) | SeatDemanded(seat) | MugDemanded(seat):
            return {"acting": seat}
        case NavigationChosen(_, None):
            return {"row_stack": []}
    return {}


ANYWAY = AnywayFacts(
    room_for=room_for,
)
