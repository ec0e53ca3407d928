"""Set-up and supply: what is dealt, drawn and kept."""

from events.base import Event, Seat
from referee.games.lifeboat.events.cards import Cards, Character, Provision


class CharactersDealt(Event, frozen=True, gc=False):
    """Everybody got a character, face up."""

    characters: dict[Seat, Character]


class SecretsDealt(Event, frozen=True, gc=False):
    """A seat got its love and its hate; null where the cards stay physical."""

    seat: Seat
    love: Character | None = None
    hate: Character | None = None


class ProvisionDealt(Event, frozen=True, gc=False):
    """A seat got its first provision."""

    seat: Seat
    card: Provision | None = None


class ProvisionsDrawn(Event, frozen=True, gc=False):
    """The quartermaster drew the day's provisions."""

    seat: Seat
    cards: Cards


class ProvisionKept(Event, frozen=True, gc=False):
    """A seat kept one card of the packet and passed the rest on."""

    seat: Seat
    card: Provision | None = None
