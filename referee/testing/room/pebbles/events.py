"""The vocabulary of Pebbles: every event a game is made of."""

from typing import Annotated

from msgspec import Meta

from events.base import Event, Seat, Value
from events.table import Corrected, TableEvent

HEAP = 21
"""Pebbles in the heap at the beginning."""

Pebbles = Annotated[int, Meta(ge=0, le=HEAP)]


class PebblesTaken(Event, frozen=True):
    """A seat took so many pebbles from the heap."""

    seat: Seat
    count: Annotated[int, Meta(ge=1, le=9)]


class GameEnded(Event, frozen=True):
    """The heap was empty."""

    winners: tuple[Seat, ...]


class Position(Value, frozen=True):
    """Facts of a position; what is left out keeps its value."""

    heap: Pebbles | None = None
    turn: Seat | None = None


PebblesEvent = PebblesTaken | GameEnded | TableEvent | Corrected[Position]
