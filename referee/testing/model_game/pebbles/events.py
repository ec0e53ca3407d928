"""The vocabulary of Pebbles: every event a game is made of."""

from typing import Annotated

from msgspec import Meta

from events.base import Event, Seat, SeatEvent

HEAP = 21
"""Pebbles in the heap at the beginning."""

Pebbles = Annotated[int, Meta(ge=0, le=HEAP)]


class PebblesTaken(SeatEvent, frozen=True):
    """A seat took so many pebbles from the heap."""

    count: Annotated[int, Meta(ge=1, le=9)]


class GameEnded(Event, frozen=True):
    """The heap was empty."""

    winners: tuple[Seat, ...]
