"""The navigation phase: the day's card, the water, thirst."""

from events.base import Event, Seat
from referee.games.lifeboat.events.cards import NavigationCard


class CompassUsed(Event, frozen=True, gc=False):
    """The navigator added the deck's top card to the row stack.

    `given`: the look every navigator is given, with no compass; the referee writes that down.
    """

    seat: Seat
    card: NavigationCard | None = None
    given: bool = False


class NavigationChosen(Event, frozen=True, gc=False):
    """The day's navigation card: the navigator's choice, or (seat null) the top of the deck."""

    card: NavigationCard
    seat: Seat | None = None


class WaterUsed(Event, frozen=True, gc=False):
    """A seat spent a water on somebody's thirst."""

    seat: Seat
    on: Seat


class ChumUsed(Event, frozen=True, gc=False):
    """A seat threw chum to those in the water."""

    seat: Seat


class GhostCalled(Event, frozen=True, gc=False):
    """The ghost of a seat lost at sea called the sharks."""

    seat: Seat


class OverboardClosed(Event, frozen=True, gc=False):
    """Nobody plays any more for those in the water."""


class ThirstClosed(Event, frozen=True, gc=False):
    """Nobody plays any more for the thirsty."""
