"""The words of a line: cards and characters by name, unseen, or as a navigation card reads; clauses."""

from collections.abc import Callable
from typing import Any

from events.base import Event
from referee.games.lifeboat.events import NavigationContent
from referee.games.lifeboat.state import State
from referee.games.lifeboat.tables import CHARACTERS, NAVIGATION_IDS, PROVISION_NAMES
from referee.kernel.game import NotationError

Writer = Callable[[Any], str]
Reader = Callable[[State, str, list[str]], Event]

UNSEEN, NONE = "?", "-"


def listed(cards: tuple[Any, ...]) -> str:
    """Write cards with commas; a dash for none."""
    return ",".join(map(notate_card, cards)) or NONE


def notate_card(card: Any) -> str:
    """Write a card: its name, `?`, or what a navigation card says, between parentheses."""
    if not isinstance(card, NavigationContent):
        return card or UNSEEN
    icons = [name for name in ("fight", "row") if getattr(card, name)]
    parts = [f"bird{card.bird:+d}"] if card.bird else []
    parts += [
        f"{word}={'+'.join(who)}" for word, who in (("over", card.overboard), ("dry", card.thirst)) if who
    ]
    return f"({';'.join([*parts, *icons])})"


def find(word: str, known: tuple[str, ...], reason: str) -> Any:
    """Find a word among those known, by its beginning where that is unambiguous."""
    alike = [name for name in known if name == word.lower()]
    alike = alike or [name for name in known if name.startswith(word.lower()) and word]
    if len(alike) != 1:
        raise NotationError(reason, expected=known, text=word)
    return alike[0]


def find_character(word: str) -> Any:
    """Find the character a word names or begins."""
    return find(word, tuple(CHARACTERS), "notation.character")


def find_card(word: str) -> Any:
    """Find the provision a word names or begins."""
    return find(word, PROVISION_NAMES, "notation.provision")


def find_navigation(word: str) -> Any:
    """Find the navigation card a word names, or read what it says between parentheses."""
    if word.startswith("("):
        return read_content(word)
    name = word.upper() if word.upper().startswith("N") else f"N{word:0>2}"
    if name in NAVIGATION_IDS:
        return name
    raise NotationError(
        "notation.navigation", expected=(*NAVIGATION_IDS, "(bird+1;over=kid;dry=kid;row)"), text=word
    )


def unseen_or(find: Callable[[str], Any], word: str) -> Any:
    """Find what a word names; None for `?`, which nobody here has seen."""
    return None if word == UNSEEN else find(word)


def read_content(word: str) -> NavigationContent:
    """Read what a navigation card says."""
    facts: dict[str, Any] = {}
    for part in filter(None, word.strip("()").split(";")):
        key, _, value = part.partition("=")
        if key in {"over", "dry"}:
            who = tuple(find_character(name) for name in value.split("+"))
            facts["overboard" if key == "over" else "thirst"] = who
        elif key in {"bird+1", "bird-1"}:
            facts["bird"] = int(key[-2:])
        elif key in {"fight", "row"}:
            facts[key] = True
        else:
            raise NotationError(
                "notation.navigation", expected=("bird+1", "over=", "dry=", "fight", "row"), text=part
            )
    return NavigationContent(**facts)


def cards_of(word: str, find: Callable[[str], Any]) -> tuple[Any, ...]:
    """Read cards with commas, seen or not; a dash is none."""
    return () if word == NONE else tuple(unseen_or(find, part) for part in word.split(","))


def clauses(words: list[str], *keys: str) -> dict[str, str]:
    """Part words into clauses, each led by a key word; the first clause needs none."""
    told: dict[str, str] = {}
    key = ""
    for word in words:
        if word.lower() in keys:
            key = word.lower()
        elif "=" in word and "(" not in word:
            name, _, value = word.partition("=")
            told[name.lower()] = value
        else:
            told[key] = f"{told[key]} {word}" if key in told else word
    return told


def need(told: dict[str, str], key: str, *expected: str) -> str:
    """Get a clause that must be there."""
    if key not in told:
        raise NotationError("notation.incomplete", expected=expected or (key,), text=" ".join(told.values()))
    return told[key]


def last_word(words: list[str]) -> str:
    """Get the last word, nothing where there is none."""
    return words[-1] if words else ""
