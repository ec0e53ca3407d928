"""The vocabulary of Caves: cards turned, choices to stay or leave, gems carried out."""

from typing import Literal

from events.base import Event, Seat, SeatEvent

Card = Literal["pebble", "crystal", "nugget", "rockfall", "flood"]
Choice = Literal["stay", "leave"]


class CardTurned(Event, frozen=True):
    """The next card of the deck was turned up."""

    card: Card


class ChoiceMade(SeatEvent, frozen=True):
    """A seat laid its choice face down; null where nobody told it."""

    choice: Choice | None = None


class ChoiceShown(SeatEvent, frozen=True):
    """A seat showed its choice."""

    choice: Choice


class PathShared(Event, frozen=True):
    """Those who left took as many gems each from the path; nobody where all stayed."""

    seats: tuple[Seat, ...]
    each: int


class CaveCollapsed(Event, frozen=True):
    """The second card of a danger: the path is lost to all who are inside."""


class RoundBegan(SeatEvent, frozen=True):
    """All go in again; the cards are shuffled."""


class GameEnded(Event, frozen=True):
    """The last round is over, and the stores are opened."""

    winners: tuple[Seat, ...]
    stores: dict[Seat, int | None]
