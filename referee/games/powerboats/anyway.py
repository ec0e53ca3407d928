"""What the board would show had an act been allowed: the facts that do not follow from the act itself."""

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from events.base import Event
from referee.games.powerboats.events import BoatMoved, BoatPlaced, DiceThrown
from referee.kernel.parts import AnywayFacts


def _at_its_turn(state: Any, event: Event) -> Any:
    """Return the state with the turn of the seat that moves: its boat runs as far as its dice say."""
    return replace(state, turn=state.index[event.seat]) if isinstance(event, BoatMoved) else state


def _facts_for(event: Event | None, _: Any) -> Mapping[str, Any]:
    """Return the facts that the act would have changed: where the boat is put, the dice as thrown."""
    match event:
        case BoatPlaced(seat, at, heading):
            return {f"boats.{seat}.at": [*at], f"boats.{seat}.heading": heading}
        case DiceThrown(seat, held, _, rolled) if rolled is not None:
            return {"turn": seat, f"boats.{seat}.dice": [*held, *rolled], "thrown": True}
    return {}


def _room_for(event: Event | None, _: Any) -> Mapping[str, Any]:
    """Return the facts with which a throw that shows no dice yet is possible; empty for all other acts."""
    match event:
        case DiceThrown(seat, _, _, None):
            return {"turn": seat, "thrown": False}
    return {}


ANYWAY = AnywayFacts(
    room_for=_room_for,
    facts_for=_facts_for,
    at_its_turn=_at_its_turn,
    forgotten=("wake",),
)
