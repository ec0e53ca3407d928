"""The action phase: rowing, demands, fights, special cards, and cards traded or laid at any time."""

from typing import Literal

from msgspec import field

from events.base import Event
from referee.games.lifeboat.events.cards import Cards, NavigationCards, Provision, Side, Special


class CardsTraded(Event, frozen=True, gc=False):
    """Two seats exchanged cards: `gives` lists what the first gives, then the second."""

    seats: tuple[str, str]
    gives: tuple[Cards, Cards]


class NavigationDrawn(Event, frozen=True, gc=False):
    """A rower who announced the stroke drew these cards: how a referee who deals shows them.

    `openly`: to everybody, as those of a flare.
    """

    seat: str
    cards: NavigationCards
    openly: bool = False


class Rowed(Event, frozen=True, gc=False):
    """A seat rowed: what it drew, what it put in the row stack, what under the deck (in order).

    All three empty announces the stroke; the cards follow in `navigation_drawn`.
    """

    seat: str
    drawn: NavigationCards = ()
    stacked: NavigationCards = ()
    buried: NavigationCards = ()

    def __post_init__(self) -> None:
        """Refuse piles that do not add up to what was drawn."""
        if len(self.stacked) + len(self.buried) != len(self.drawn):
            raise ValueError("`stacked` and `buried` must together hold as many cards as `drawn`")


class SeatDemanded(Event, frozen=True, gc=False):
    """A seat demanded to change places."""

    seat: str
    with_seat: str = field(name="with")


class MugDemanded(Event, frozen=True, gc=False):
    """A seat demanded a face-up card, or one at random from the hand."""

    seat: str
    from_seat: str = field(name="from")
    card: Provision | Literal["hand"]


class DemandGranted(Event, frozen=True, gc=False):
    """The seat asked gave way."""

    seat: str


class DemandRefused(Event, frozen=True, gc=False):
    """The seat asked refused: a fight."""

    seat: str


class FightJoined(Event, frozen=True, gc=False):
    """A seat took a side in the fight."""

    seat: str
    side: Side


class CardPlayed(Event, frozen=True, gc=False):
    """A seat laid a card face up, before itself or (a preserver) before `on`."""

    seat: str
    card: Provision
    on: str | None = None


class FightClosed(Event, frozen=True, gc=False):
    """Nobody joined or played any more."""


class CardTaken(Event, frozen=True, gc=False):
    """A blind draw from the hand of `from` gave this card."""

    seat: str
    from_seat: str = field(name="from")
    card: Provision | None = None


class SpecialUsed(Event, frozen=True, gc=False):
    """A seat used a card as its action: flare `drawn`, medkit `on`, cannibalism `corpse`, parasol."""

    seat: str
    card: Special
    on: str | None = None
    drawn: NavigationCards = ()
    corpse: str | None = None


class Objected(Event, frozen=True, gc=False):
    """A seat refused the cannibal meal."""

    seat: str


class Passed(Event, frozen=True, gc=False):
    """A seat did nothing with its action."""

    seat: str
