"""What the board would show had an act been allowed: the facts to set by hand."""

from typing import Any

from events.base import Event
from referee.games.powerboats.events import BoatMoved, BoatPlaced, BoatRetired, DiceThrown


def facts_for(event: Event | None, _: Any) -> str:
    """Put the boat, or the dice of its seat, where the act would have."""
    match event:
        case BoatPlaced(seat, at, heading):
            return f"boats.{seat}.at=[{at[0]},{at[1]}] boats.{seat}.heading={heading}"
        case BoatMoved(seat):
            return f"boats.{seat}.at=[COLUMN,ROW] boats.{seat}.heading=HEADING turn=SEAT"
        case BoatRetired(seat):
            return f"boats.{seat}.at=none"
        case DiceThrown(seat, held, _, rolled):
            dice = ",".join(map(str, (*held, *(rolled or ())))) or "DIE,DIE"
            return f"turn={seat} boats.{seat}.dice=[{dice}] thrown=true"
    return ""
