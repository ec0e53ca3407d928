"""The vocabulary of Pebbles: every event a game is made of."""

from typing import Annotated

from msgspec import Meta

from referee.kernel.parts import Event, Seat, SeatEvent


class PebblesTaken(SeatEvent, frozen=True):
    """A seat took so many stones from the heap."""

    count: Annotated[int, Meta(ge=1, le=9)]


class GameEnded(Event, frozen=True):
    """The heap was empty."""

    winners: tuple[Seat, ...]
