"""Consequences: what the referee derives from the rest, but for the score."""

from typing import Annotated

from msgspec import Meta, field

from events.base import Event, Seat
from referee.games.lifeboat.events.cards import Cause, Provision, Side


class Wounded(Event, frozen=True, gc=False):
    """A seat took wounds."""

    seat: Seat
    amount: Annotated[int, Meta(ge=1)] = 1
    cause: Cause | None = None


class Healed(Event, frozen=True, gc=False):
    """A seat lost wounds."""

    seat: Seat
    amount: Annotated[int, Meta(ge=1)] = 1
    cause: Cause | None = None


class BirdSighted(Event, frozen=True, gc=False):
    """A bird marker was added."""


class BirdLost(Event, frozen=True, gc=False):
    """A bird marker was removed."""


class FellOverboard(Event, frozen=True, gc=False):
    """A seat fell into the water; one that is `doomed` will not come back."""

    seat: Seat
    doomed: bool = False


class CardDiscarded(Event, frozen=True, gc=False):
    """A face-up card went to the discard pile."""

    seat: Seat
    card: Provision


class KnockedOut(Event, frozen=True, gc=False):
    """A seat became unconscious."""

    seat: Seat


class Died(Event, frozen=True, gc=False):
    """A seat died."""

    seat: Seat


class LostAtSea(Event, frozen=True, gc=False):
    """A seat left the game with everything it had."""

    seat: Seat


class CorpseEaten(Event, frozen=True, gc=False):
    """A corpse was eaten; it `stays` aboard with its goods, or leaves the game with them."""

    seat: Seat
    stays: bool = False


class DemandLapsed(Event, frozen=True, gc=False):
    """What `seat` had demanded of another was there no more: nothing is taken, the action is spent."""

    seat: Seat
    from_seat: Seat = field(name="from")


class FightWon(Event, frozen=True, gc=False):
    """A fight was decided: the sums of both sides, and who lost."""

    side: Side
    attack: int
    defence: int
    losers: tuple[Seat, ...] = ()


class SeatsChanged(Event, frozen=True, gc=False):
    """Two seats changed places; `boat` is the order from bow to stern.

    `next` has its slot at once, before the order of the day.
    """

    boat: tuple[Seat, ...]
    next: Seat | None = None


class CardMoved(Event, frozen=True, gc=False):
    """A face-up card went from one seat to another."""

    card: Provision
    from_seat: Seat = field(name="from")
    to: Seat


class DayEnded(Event, frozen=True, gc=False):
    """A day was over."""

    day: int
