"""What could stand where a line stops making sense: what is possible now, as one types it."""

import re
from collections.abc import Collection, Iterable
from typing import Any

from events.base import Event
from referee.kernel.folding import fold, lower
from referee.kernel.game import Game, NotationError
from referee.l10n.patterns import Line, seats_at
from referee.l10n.saying import words_of
from referee.l10n.wording import typed_line

FEW = 6
"""Up to so many ways to go on with a line are given whole."""

SHORT = 4
"""More of them are given whole where they begin alike and none has more words."""


def expected_at(
    game: Game, state: Any, line: str, error: NotationError, possible: Collection[Event], lang: str
) -> tuple[str, ...]:
    """Return in a language what could stand where a line stops making sense; () where nothing has words."""
    return expected_words(game, state, line, error, typed_lines(state, possible, lang), lang)


def expected_words(
    game: Game, state: Any, line: str, error: NotationError, possible: Collection[str], lang: str
) -> tuple[str, ...]:
    """Return what could stand where a line stops making sense, so that it is one of the `possible` lines."""
    begun = beginning(state, line, error.at or 0, lang)
    next_words = ways_on(begun, possible)
    needless = {*state.seats, *state.names.values()} if next_words and not begun else ()
    known = (word for word in of_possible(game, state, error, possible) if not begins_any(word, next_words))
    found = (*(word for word in known if word not in needless), *next_words)
    return found or ways_on("", possible)


def beginning(state: Any, line: str, at: int, lang: str) -> str:
    """Write what made sense of a line without blanks; who begins it by the seat's id, whatever it is called.

    `at` counts the characters that made sense, blanks left out.
    """
    end = next((n for n in range(len(line) + 1) if len("".join(line[:n].split())) >= at), len(line))
    begun = Line(line[:end], state, words_of(state.game, lang))
    after, seat = max(seats_at(begun, 0), default=(0, ""))
    return lower(fold(seat)) + "".join(begun.low[after:].split())


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
