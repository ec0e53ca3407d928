"""What could stand where a line stops making sense: what is possible now, as one types it."""

import re
from collections.abc import Collection, Iterable
from typing import Any

from events.base import Event
from referee.kernel.fields.folding import fold, lower
from referee.kernel.game import Game, NotationError
from referee.l10n.wording import typed_line
from referee.languages import LANGUAGES

FEW = 6
"""Up to so many ways to go on with a line are given whole."""

SHORT = 4
"""More of them are given whole where they begin alike and none has more words."""


def expected_at(
    game: Game, state: Any, line: str, error: NotationError, possible: Collection[Event], lang: str
) -> tuple[str, ...]:
    """Say what could stand where a line stops making sense, in the reader's language where that has some."""
    langs = sorted(LANGUAGES, key=lambda each: each != lang)
    lines = (typed_lines(state, possible, each) for each in langs)
    found = (could_stand(game, state, line, error, each) for each in lines)
    return next(filter(None, found), ())


def could_stand(
    game: Game, state: Any, line: str, error: NotationError, possible: Collection[str]
) -> tuple[str, ...]:
    """Say what could stand where a line stops making sense, so that it is one of the `possible` lines."""
    begun = by_seat(state, lower(fold("".join(line.split())[: error.at or 0])))
    next_words = ways_on(begun, possible)
    needless = {*state.seats, *state.names.values()} if next_words and not begun else ()
    known = (word for word in of_possible(game, state, error, possible) if not begins_any(word, next_words))
    found = (*(word for word in known if word not in needless), *next_words)
    return found or ways_on("", possible)


def by_seat(state: Any, begun: str) -> str:
    """Write the beginning of a line with the seat's id where it begins with the seat's name."""
    named: list[tuple[str, str]] = sorted(state.names.items(), key=lambda each: -len(each[1]))
    for seat, name in named:
        called = lower(fold("".join(name.split())))
        if begun.startswith(called):
            return lower(fold(seat)) + begun.removeprefix(called).removeprefix(":")
    return begun


def typed_lines(state: Any, events: Collection[Event], *langs: str) -> tuple[str, ...]:
    """Write acts as one types them in some languages."""
    lines = (typed_line(state, event, lang) for lang in langs for event in events)
    return tuple(dict.fromkeys(line for line in lines if not line.startswith("{")))


def of_possible(game: Game, state: Any, error: NotationError, possible: Iterable[str]) -> tuple[str, ...]:
    """Keep the expected words that a possible line begins with or holds; seats go by their names."""
    whole = "\n".join(possible)
    acting, names = game.acting(state), state.names if {*state.seats} <= {*error.expected} else {}
    known = {*acting} | {state.names.get(seat, seat) for seat in acting}
    expected = (each for each in error.expected if each in known or stands_in(each, whole))
    return tuple(dict.fromkeys(names.get(each, each) for each in expected))


def stands_in(word: str, text: str) -> bool:
    """Whether a word stands in a text as a word of its own: Latin letters and digits need no blanks then."""
    ends = r"(?![A-Za-z0-9])" if word.isascii() else r"(?![^\s,])"
    begins = r"(?<![A-Za-z0-9+-])" if word.isascii() else r"(?<![^\s,])"
    return re.search(f"{begins}{re.escape(word)}{ends}", text) is not None


def ways_on(begun: str, possible: Iterable[str]) -> tuple[str, ...]:
    """List how possible lines go on after a beginning: whole where they are few; of none, those few alone."""
    rests = tuple(dict.fromkeys(filter(None, (after(begun, each) for each in possible))))
    if not begun:
        return rests if len(rests) <= FEW else ()
    words = tuple(dict.fromkeys(rest.split()[0] for rest in rests))
    are_short = len(words) == 1 and all(len(rest.split()) <= SHORT for rest in rests)
    return rests if len(rests) <= FEW or are_short else words


def after(begun: str, line: str) -> str:
    """Give the rest of a line after its beginning (told without blanks); nothing where it has another."""
    words = line.split()
    for n, word in enumerate(words):
        if not begun:
            return " ".join(words[n:])
        if word.casefold().startswith(begun) and word[len(begun) :].isdecimal():  # a canoe of a seat: A1
            return " ".join((word[len(begun) :], *words[n + 1 :]))
        if not begun.startswith(word.casefold()):
            return ""
        begun = begun[len(word) :]
    return ""


def begins_any(word: str, lines: Iterable[str]) -> bool:
    """Whether one of some lines begins with a word."""
    return any(line == word or line.startswith(f"{word} ") for line in lines)
