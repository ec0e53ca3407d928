"""The action phase: rowing, demands, fights, special cards, and cards traded or laid at any time."""

from typing import Literal

from msgspec import field

from events.base import Event, Seat
from referee.games.lifeboat.events.cards import Cards, NavigationCards, Provision, Side, Special


class CardsTraded(Event, frozen=True, gc=False):
    """Two seats exchanged cards: `gives` lists what the first gives, then the second.

    `face_up` are those of them that lay face up; the referee writes them down.
    """

    seats: tuple[Seat, Seat]
    gives: tuple[Cards, Cards]
    face_up: tuple[Cards, Cards] = ((), ())


class NavigationDrawn(Event, frozen=True, gc=False):
    """A rower who announced the stroke drew these cards: how a referee who deals shows them.

    `openly`: to everybody, as those of a flare.
    """

    seat: Seat
    cards: NavigationCards
    openly: bool = False


class Rowed(Event, frozen=True, gc=False):
    """A seat rowed: what it drew, what it put in the row stack, what under the deck (in order).

    All three empty announces the stroke; the cards follow in `navigation_drawn`. `marked`: it got
    the row marker; the referee writes that down.
    """

    seat: Seat
    drawn: NavigationCards = ()
    stacked: NavigationCards = ()
    buried: NavigationCards = ()
    marked: bool = False

    def __post_init__(self) -> None:
        """Refuse piles that do not add up to what was drawn."""
        if len(self.stacked) + len(self.buried) != len(self.drawn):
            raise ValueError("`stacked` and `buried` must together hold as many cards as `drawn`")


class SeatDemanded(Event, frozen=True, gc=False):
    """A seat demanded to change places."""

    seat: Seat
    with_seat: Seat = field(name="with")


class MugDemanded(Event, frozen=True, gc=False):
    """A seat demanded a face-up card, or one at random from the hand."""

    seat: Seat
    from_seat: Seat = field(name="from")
    card: Provision | Literal["hand"]


class DemandGranted(Event, frozen=True, gc=False):
    """The seat asked gave way."""

    seat: Seat


class DemandRefused(Event, frozen=True, gc=False):
    """The seat asked refused: a fight."""

    seat: Seat


class FightJoined(Event, frozen=True, gc=False):
    """A seat took a side in the fight."""

    seat: Seat
    side: Side


class CardPlayed(Event, frozen=True, gc=False):
    """A seat laid a card face up, before itself or (a preserver) before `on`."""

    seat: Seat
    card: Provision
    on: Seat | None = None


class FightClosed(Event, frozen=True, gc=False):
    """Nobody joined or played any more."""


class CardTaken(Event, frozen=True, gc=False):
    """A blind draw from the hand of `from` gave this card."""

    seat: Seat
    from_seat: Seat = field(name="from")
    card: Provision | None = None


class SpecialUsed(Event, frozen=True, gc=False):
    """A seat used a card as its action: flare `drawn`, medkit `on`, cannibalism `corpse`, parasol.

    `kept`: the card is not spent; the referee writes that down.
    """

    seat: Seat
    card: Special
    on: Seat | None = None
    drawn: NavigationCards = ()
    corpse: Seat | None = None
    kept: bool = False


class Objected(Event, frozen=True, gc=False):
    """A seat refused the cannibal meal."""

    seat: Seat


class Passed(Event, frozen=True, gc=False):
    """A seat did nothing with its action."""

    seat: Seat
