"""Who speaks at a table: for which seats, as which viewer, and whether as the whole table."""

from typing import Any, Literal

import msgspec

from events.base import TABLE
from referee.kernel.verdict import Refused

Place = Literal["seat", "device", "middle"]
"""Where somebody speaks: a seat's own phone, a device handed round, the middle of the table."""

NOT_YOURS = Refused("web.not_your_seat", ("TAB-SEAT-01",))
"""What one actor cannot say for another."""


class Actor(msgspec.Struct, frozen=True, kw_only=True):
    """Who speaks.

    `seats` are those whose acts it may tell, `agrees_for` those whose word it gives where the table is
    asked. `viewer` is the seat whose secrets it may see; None: only what everybody may. `asks` are the
    seats whose people answer on phones of their own: it asks them before it speaks for the whole table.
    """

    seats: tuple[str, ...]
    agrees_for: tuple[str, ...]
    viewer: str | None = None
    place: Place = "seat"
    asks: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """Name who asks, as an entry does."""
        return self.viewer or TABLE

    @property
    def is_anybodys(self) -> bool:
        """Whether it speaks for anybody: the screen does, too, where every seat has a phone."""
        return bool(self.seats or self.agrees_for)

    def is_whole(self, state: Any) -> bool:
        """Whether it speaks for the table as a whole."""
        return {*self.agrees_for} >= {*state.present}

    def is_tables(self, state: Any) -> bool:
        """Whether it speaks as the table and as no seat of it."""
        return self.name == TABLE and self.place != "seat" and self.is_whole(state)

    def asks_of(self, state: Any) -> tuple[str, ...]:
        """List those of `asks` who are still here."""
        return tuple(seat for seat in state.present if seat in self.asks)


def of_all(state: Any) -> Actor:
    """Speak as all of us: everybody who is here sits round one screen."""
    return Actor(seats=tuple(state.seats), agrees_for=state.present, place="middle")


def in_place_of(seat: str) -> Actor:
    """Speak for a seat that went home: its acts, and its word nowhere."""
    return Actor(seats=(seat,), agrees_for=(), viewer=seat, place="device")


def of_seat(state: Any, seat: str) -> Actor:
    """Speak as one seat, for itself; who went home speaks no more: the others act for that seat."""
    if seat in state.absent:
        return Actor(seats=(), agrees_for=(), viewer=seat)
    return Actor(seats=(seat, *state.absent), agrees_for=(seat,), viewer=seat)
