"""What the board would show had an act been allowed: the facts that do not follow from the act itself."""

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from events.base import Event
from referee.games.powerboats.events import BoatMoved, BoatPlaced, DiceThrown
from referee.kernel.parts import AnywayFacts


def _facts_for(event: Event | None, _: Any) -> Mapping[str, Any]:
    """Return the facts that the act would have changed: where the boat is put, the dice as thrown."""
    match event:
        case BoatPlaced(seat, at, heading):
            return {f"boats.{seat}.at": [*at], f"boats.{seat}.heading": heading}
        case DiceThrown(seat, held, _, rolled) if rolled is not None:
            return {"turn": seat, f"boats.{seat}.dice": [*held, *rolled], "thrown": True}
    return {}


ANYWAY = AnywayFacts(
    # A throw that shows no dice yet comes on its turn.
    room_for=lambda event, _: (
        {"turn": event.seat, "thrown": False}
        if isinstance(event, DiceThrown) and event.rolled is None
        else {}
    ),
    facts_for=_facts_for,
    # The boat that moves runs as far as its dice say.
    at_its_turn=lambda state, event: (
        replace(state, turn=state.index[event.seat]) if isinstance(event, BoatMoved) else state
    ),
    forgotten=("wake",),
)
