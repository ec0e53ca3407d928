"""What the notation of every game shares: house rules, any event as JSON, words that name a seat."""

import re

import msgspec

from events.base import Event
from events.codec import MalformedError
from events.table import HouseRuled
from referee.kernel.game import NotationError
from referee.kernel.registry import codec_for
from referee.kernel.table import TableState

LONGEST_LINE = 2000
LARGE_NUMBER = re.compile(r"\d{9}")
"""Characters of a line, and digits in a row, that no notation has."""


def notate_shared(event: Event) -> str:
    """Write an event a game has no words for: a house rule in its own, any other as JSON."""
    match event:
        case HouseRuled(option, value, reason, ()):
            return f"house rule {option}={value}" + (f": {reason}" if reason else "")
    return msgspec.json.encode(event).decode()


def parse_shared(state: TableState, text: str) -> Event | None:
    """Read a line that no game has to itself; None for one that is the game's.

    Raises NotationError for an empty one, too, and for one that is longer than anything said at a table.
    """
    if not text:
        raise NotationError("notation.empty", expected=state.seats)
    if text.startswith("{"):
        return parse_json(state.game, text)
    if len(text) > LONGEST_LINE or LARGE_NUMBER.search(text):
        raise NotationError("notation.too_long")
    if text.startswith("house rule "):
        return parse_house_rule(text.removeprefix("house rule "))
    return None


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
        raise NotationError("notation.bad_json", detail=str(error)) from None


def parse_house_rule(text: str) -> HouseRuled:
    """Read `option=value: reason`."""
    setting, _, reason = text.partition(":")
    option, equals, value = setting.partition("=")
    if not equals:
        raise NotationError("notation.house_rule", expected=("option=value",), text=text)
    return HouseRuled(option.strip(), value.strip(), reason.strip())


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
