"""Which entries of a log still lie face down, and what may be shown of them, or of what is possible."""

from typing import TYPE_CHECKING

from events.base import TABLE, Event, type_of
from referee.kernel.game import Game
from referee.kernel.hidden.secrets import covered

if TYPE_CHECKING:
    from referee.kernel.table import TableState


def open_to_all(game: Game, state: "TableState", seat: str) -> tuple[Event, ...]:
    """List the acts of a seat that everybody may read, because its hidden cards do not decide them."""
    events = game.legal(state, seat)
    if seat == TABLE or not game.handled or game.winners(state) is not None:
        return events
    return tuple(event for event in events if type_of(event) not in game.handled)


__all__ = ["covered", "open_to_all"]
