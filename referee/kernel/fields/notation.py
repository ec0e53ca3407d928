"""What the notation of every game shares: any event as JSON, words that name a seat."""

import re

from events.base import Event
from events.codec import MalformedError
from referee.kernel.game import NotationError
from referee.kernel.registry import codec_for
from referee.kernel.table import TableState

LONGEST_LINE = 2000
LARGE_NUMBER = re.compile(r"\d{9}")
"""Characters of a line, and digits in a row, that no notation has."""


WIDE = {0xFF01 + n: 0x21 + n for n in range(94)} | {0x2212: ord("-")}
"""The letters, digits and signs that an input method for Chinese or Japanese writes wide; the minus sign."""


def plain(state: TableState, text: str) -> str:
    """Write a line with single blanks, and what an input method made wide as it is meant; seats stay."""
    return " ".join(word if word in state.seats else word.translate(WIDE) for word in text.split())


def parse_json(game: str, text: str) -> Event:
    """Read an event written as JSON."""
    try:
        return codec_for(game).event(text.encode())
    except MalformedError as error:
        from referee.kernel.fields.vocabulary import explained  # reads what a game is made of

        detail = explained(game, text.encode(), error)
        raise NotationError("notation.bad_json", detail=detail) from None


def find_seat(
    state: TableState, word: str, also: tuple[str, ...] = (), reason: str = "notation.unknown_seat"
) -> str:
    """Find the seat a word names, by its id or else its name, whatever the case where that is unambiguous.

    `also` are the words that could stand in a seat's place.
    """
    if word in state.seats:
        return word
    for called in ({seat: seat for seat in state.seats}, state.names):
        alike = [seat for seat, name in called.items() if same(name, word)]
        if len(alike) == 1:
            return alike[0]
    raise NotationError(reason, expected=(*state.seats, *also), text=word)


def same(name: str, word: str) -> bool:
    """Tell whether a word is a name, whatever the case and the width of its letters."""
    return name.translate(WIDE).lower() == word.translate(WIDE).lower()


def same_word(text: str) -> str:
    """Write a word so that case, width and blanks make no difference."""
    return "".join(text.translate(WIDE).lower().split())
