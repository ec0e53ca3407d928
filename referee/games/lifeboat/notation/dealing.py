"""Lines about what is dealt, drawn, kept and turned up."""

from typing import Any

from events.base import Event
from referee.games.lifeboat.events import (
    CharactersDealt,
    HandRevealed,
    NavigationDrawn,
    ProvisionDealt,
    ProvisionKept,
    ProvisionsDrawn,
    SecretsDealt,
)
from referee.games.lifeboat.notation.words import (
    NONE,
    UNSEEN,
    Reader,
    Writer,
    cards_of,
    clauses,
    find_card,
    find_character,
    find_navigation,
    last_word,
    listed,
    need,
    unseen_or,
)
from referee.games.lifeboat.state import State
from referee.games.lifeboat.tables import CANNIBAL_PROVISIONS, PROVISION_NAMES


def notate_characters(event: CharactersDealt) -> str:
    """Write who got which character."""
    return "characters " + " ".join(f"{seat}={card}" for seat, card in event.characters.items())


def notate_secrets(event: SecretsDealt | HandRevealed) -> str:
    """Write a love and a hate."""
    return f"love={event.love or UNSEEN} hate={event.hate or UNSEEN}"


def gets(_: State, seat: str, words: list[str]) -> Event:
    """Read a dealt provision, or love and hate."""
    told = clauses(words)
    if "love" in told or "hate" in told:
        return SecretsDealt(seat, *find_secrets(told))
    return ProvisionDealt(seat, unseen_or(find_card, need(told, "", UNSEEN, *PROVISION_NAMES)))


def draws(_: State, seat: str, words: list[str]) -> Event:
    """Read the provisions drawn; a bare number is so many unseen cards."""
    told = need(clauses(words), "", "5", *PROVISION_NAMES)
    if told.isdecimal() and int(told) <= sum(CANNIBAL_PROVISIONS.values()):
        return ProvisionsDrawn(seat, (None,) * int(told))
    return ProvisionsDrawn(seat, cards_of(told, find_card))


def reveals(_: State, seat: str, words: list[str]) -> Event:
    """Read a hand turned up."""
    told = clauses(words)
    return HandRevealed(seat, cards_of(told.get("", NONE), find_card), *find_secrets(told))


def find_secrets(told: dict[str, str]) -> tuple[Any, Any]:
    """Find a love and a hate; None for one nobody here has seen."""
    love, hate = (unseen_or(find_character, told.get(key, UNSEEN)) for key in ("love", "hate"))
    return love, hate


WRITERS: dict[type, Writer] = {
    CharactersDealt: notate_characters,
    SecretsDealt: lambda it: f"{it.seat} gets {notate_secrets(it)}",
    ProvisionDealt: lambda it: f"{it.seat} gets {it.card or UNSEEN}",
    ProvisionsDrawn: lambda it: f"{it.seat} draws {listed(it.cards)}",
    ProvisionKept: lambda it: f"{it.seat} keeps {it.card or UNSEEN}",
    NavigationDrawn: lambda it: f"{it.seat} {'shows' if it.openly else 'sees'} {listed(it.cards)}",
    HandRevealed: lambda it: f"{it.seat} reveals {listed(it.hand)} {notate_secrets(it)}",
}

VERBS: dict[str, Reader] = {
    "gets": gets,
    "draws": draws,
    "keeps": lambda _, seat, words: ProvisionKept(seat, unseen_or(find_card, last_word(words) or UNSEEN)),
    "sees": lambda _, seat, words: NavigationDrawn(seat, cards_of(last_word(words), find_navigation)),
    "shows": lambda _, seat, words: NavigationDrawn(seat, cards_of(last_word(words), find_navigation), True),
    "reveals": reveals,
}
