"""What the board would show had an act been allowed: the facts to set by hand."""

from typing import Any

from events.base import Event
from referee.games.lifeboat.events import CardPlayed, MugDemanded, Passed, Rowed, SeatDemanded, WaterUsed


def facts_for(event: Event | None, state: Any) -> str:
    """Lay the card, heal the wound, or give the action to who wanted it."""
    match event:
        case CardPlayed(seat, card):
            return f"table.{seat}=[{','.join((*state.table[state.index[seat]], card))}]"
        case WaterUsed(_, on):
            return f"wounds.{on}={max(0, state.wounds[state.index[on]] - 1)}"
        case Rowed(seat) | Passed(seat) | SeatDemanded(seat) | MugDemanded(seat):
            return f"acting={seat}"
    return ""
