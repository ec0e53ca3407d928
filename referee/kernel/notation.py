"""What the notation of every game shares: any event as JSON, words that name a seat."""

import re
from collections.abc import Iterable
from functools import partial

from events.base import Event
from events.codec import MalformedError
from referee.kernel.folding import look
from referee.kernel.game import NotationError
from referee.kernel.registry import codec_for
from referee.kernel.table import TableState

LONGEST_LINE = 2000
LARGE_NUMBER = re.compile(r"\d{9}")
"""Characters of a line, and digits in a row, that no notation has."""


def parse_json(game: str, text: str) -> Event:
    """Return the event that a line of JSON is.

    Raises NotationError with what is wrong in words of the vocabulary.
    """
    try:
        return codec_for(game).event(text.encode())
    except MalformedError as error:
        from referee.kernel.vocabulary import explain  # a cold start without it: 4 ms

        detail = explain(codec_for(game), text.encode(), error)
        raise NotationError("notation.bad_json", detail=detail) from None


def find_seat(
    state: TableState, word: str, also: tuple[str, ...] = (), reason: str = "notation.unknown_seat"
) -> str:
    """Return the seat a word names: by names before ids, by equal text before text that looks alike.

    `also` are words that could stand in a seat's place, for the message. Raises NotationError: `reason` where
    nobody is meant, `notation.which_of` where two people could be.
    """
    ids = {seat: seat for seat in state.seats}
    for called in (state.names, ids):
        for is_meant in (word.__eq__, partial(same, word)):
            found = [seat for seat, name in called.items() if is_meant(name)]
            if len(found) == 1:
                return found[0]
            if found:
                raise which_of(state, word, found)
    raise NotationError(reason, expected=(*state.seats, *also), text=word)


def which_of(state: TableState, word: str, seats: Iterable[str]) -> NotationError:
    """Return the error that asks which of several seats a word means."""
    known = tuple(
        seat if (name := state.names.get(seat, seat)) == seat else {**_SEAT_OF, "seat": seat, "name": name}
        for seat in seats
    )
    return NotationError("notation.which_of", text=word, seats=known)


_SEAT_OF = {"id": "notation.seat_of"}


def same(name: str, word: str) -> bool:
    """Return whether a word and a name look alike, see `folding.look`."""
    return look(name) == look(word)


def same_word(text: str) -> str:
    """Return a key that is equal for words that look alike, blanks in them ignored."""
    return "".join(look(text).split())
