"""The header of a text record: the opening, line by line, and what only people want to know."""

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from events.codec import MalformedError, read_json
from events.table import COLOURS, Remarked, TableOpened
from referee.kernel.folding import UNSEEN, look
from referee.kernel.game import NotationError
from referee.kernel.notation import same_word
from referee.kernel.registry import all_games, find_game
from referee.kernel.table import judge_people
from referee.kernel.verdict import Refused
from referee.kernel.vocabulary import explain_unreadable
from referee.l10n import LANGUAGES, noun
from referee.l10n.catalogs import catalog, edition_words, game_called
from referee.languages import words_for
from referee.service.tables.opening import names_by_letter, seats_and_names

_HEADER_LINE = re.compile(r"\s*([^:：=＝{}\"]{1,40}?)\s*[:：=＝]\s*(.*?)\s*$")
_JSON = json.JSONDecoder(strict=True)
_BLANKS = re.compile(rf"[\s{UNSEEN}]*")
_PART = re.compile(r"[^,，、=＝]*")
_SEPARATORS = " ,，、\u3000"
_BETWEEN = re.compile(f"[{_SEPARATORS}]*")

_REMARKED = ("place", "date", "result")
"""Headers that are no part of the opening; they are kept as remarks."""

KEY_OF_TROUBLE = {
    "table.unknown_game": "game",
    "table.unknown_edition": "book",
    "table.unknown_option": "options",
    "table.unknown_value": "options",
    "table.seed_differs": "seed",
    "table.unknown_colour": "colours",
    "table.colour_taken": "colours",
}
"""Which header line makes an opening impossible; where it is none of these, the seats."""

_WRONG = ("value", "option", "colour", "name", "seat", "text")
"""What is said of a header line calls the word that is wrong, the narrowest first."""


class HeaderError(Exception):
    """A header line that means nothing, or (without a `key`) one that is missing."""

    def __init__(self, key: str | None, problem: NotationError) -> None:
        super().__init__(problem)
        self.key, self.problem = key, problem


class HeaderLine(msgspec.Struct, frozen=True):
    """One line of a header: its key, what stands after it, where that begins (from 0), and its language."""

    key: str
    value: str
    at: int
    lang: str


def header_line(text: str) -> HeaderLine | None:
    """Return a line as one of a header; None where it begins with no key known in any language."""
    found = _HEADER_LINE.match(text)
    known = _keys().get(same_word(found[1])) if found else None
    return HeaderLine(known[0], found[2], found.start(2), known[1]) if found and known else None


def unknown_key(text: str) -> str | None:
    """Return the word before the colon of a line that looks like one of a header but is none, else None."""
    found = _HEADER_LINE.match(text)
    return found[1] if found and found[2] and header_line(text) is None else None


def offset_of_trouble(line: HeaderLine, args: Mapping[str, Any]) -> int:
    """Return where in a header line the word stands that `args` say is wrong; else where its value begins."""
    if "other" in args:  # the second of two that are alike
        return line.at + max(0, line.value.rfind(str(args["other"])))
    words = (str(args[each]) for each in _WRONG if each in args)
    found = (line.value.find(word) for word in words)
    return line.at + max(0, next(found, 0))


def suggest_known(opened: TableOpened, refused: Refused, lang: str) -> tuple[str, ...]:
    """Return the words that would be known where an opening is impossible; () where they cannot be listed."""
    if refused.reason == "table.unknown_game":
        return tuple(catalog(lang, game).get(f"{game}.name", game) for game in all_games())
    known = refused.args.get("known", ())
    if refused.reason == "table.unknown_edition":
        return tuple(edition_words(opened.game, each, lang) for each in known)
    return tuple(known.split(", ")) if isinstance(known, str) else ()


def as_remark(line: HeaderLine) -> Remarked:
    """Return what a header line tells people as a remark."""
    return Remarked(f"{key_word(line.key, LANGUAGES[0])}: {line.value}")


def _keys() -> dict[str, tuple[str, str]]:
    """Return (key, language) by each word that a header line may begin with."""
    found: dict[str, tuple[str, str]] = {}
    for lang in LANGUAGES:
        for id, words in catalog(lang, "record").items():
            if id.startswith("record.key."):
                for word in words.split("|"):
                    found.setdefault(same_word(word), (id.removeprefix("record.key."), lang))
    return found


def key_word(key: str, lang: str) -> str:
    """Return the word a header line begins with."""
    return catalog(lang, "record")[f"record.key.{key}"].partition("|")[0]


def read_game(value: str, _: dict[str, Any]) -> dict[str, Any]:
    """Return which game it is; an unknown one stays as it is."""
    return {"game": game_called(value) or value}


def _read_book(value: str, so_far: dict[str, Any]) -> dict[str, Any]:
    game = so_far.get("game", "")
    editions = find_game(game).ruleset.editions if game in all_games() else ()
    named = {each: [edition_words(game, each, lang) for lang in LANGUAGES] for each in editions}
    return {"edition": _find_meant(value, named) or value}


def _find_meant(value: str, named: dict[str, list[str]]) -> str | None:
    """Return the id that a word means: the id itself, or one of its names; None of a stranger."""
    word = same_word(value)
    return next((id for id, names in named.items() if word in map(same_word, (id, *names))), None)


def _read_seats(value: str, _: dict[str, Any]) -> dict[str, Any]:
    """Return the seats in turn order, each perhaps with a name; people who are only named get letters.

    What stands in quotes is a seat's id: then it is sure who is meant, whatever people are called.
    """
    if '"' not in value:
        seats, names = seats_and_names(value)
        if unclear := next((name for name in names.values() if set("=＝") & set(name)), None):
            raise NotationError("notation.misplaced", (",",), text=unclear)
        return {"seats": list(seats), "names": names}
    pairs = list(_pairs_of(value))
    return {"seats": [seat for seat, _ in pairs], "names": {seat: name for seat, name in pairs if name}}


def _read_colours(value: str, so_far: dict[str, Any]) -> dict[str, Any]:
    colours, words = {}, words_for("colours")
    sits = {look(name): seat for seat, name in so_far.get("names", {}).items()}
    called = {id: [word for word in words if words[word] == id] for id in COLOURS}
    for seat, colour in _pairs_of(value):
        if colour is None:
            raise NotationError("notation.misplaced", ("=",), text=seat)
        colours[sits.get(look(seat), seat)] = _find_meant(colour, called) or colour
    return {"colours": colours}


def _read_options(value: str, _: dict[str, Any]) -> dict[str, Any]:
    options = {}
    for option, setting in _pairs_of(value):
        if setting is None:
            raise NotationError("notation.house_rule", ("option=value",), text=option)
        options[option] = read_value(setting)
    return {"options": options}


def _read_chance(value: str, _: dict[str, Any]) -> dict[str, Any]:
    named = {each: [noun("chance", each, lang, "record") for lang in LANGUAGES] for each in _CHANCES}
    found = _find_meant(value, named)
    if found is None:
        raise NotationError("notation.misplaced", _CHANCES, text=value)
    return {"chance": found}


_CHANCES = ("table", "referee")


def _read_version(value: str, _: dict[str, Any]) -> dict[str, Any]:
    """Read which version of the vocabulary lines of JSON are written in."""
    if not value.isdecimal() or len(value) > 4:
        raise NotationError("notation.misplaced", text=value)
    return {"rules_version": int(value)}


def _plain_text(name: str) -> Any:
    return lambda value, _: {name: _unquote(value)}


_READERS: dict[str, Any] = {
    "game": read_game,
    "book": _read_book,
    "seats": _read_seats,
    "colours": _read_colours,
    "chance": _read_chance,
    "options": _read_options,
    "seed": _plain_text("seed"),
    "seed_hash": _plain_text("seed_hash"),
    "rules_version": _read_version,
}
"""How each header line of the opening is read, in the order they are written."""


KEYS = (*_READERS, *_REMARKED)
"""Every header line there is."""

NEEDED = ("game", "seats")
"""Without these there is no game."""


def read_opening(lines: list[HeaderLine]) -> TableOpened:
    """Return the opening of header lines. Raises HeaderError, without a key where a line is missing."""
    fields: dict[str, Any] = {}
    for key, read in _READERS.items():
        for line in lines:
            if line.key == key:
                try:
                    fields |= read(line.value, fields)
                except NotationError as problem:
                    raise HeaderError(key, problem) from None
    if empty := next((line for line in lines if line.key in NEEDED and not fields.get(line.key)), None):
        text = f"{key_word(empty.key, empty.lang)}:"
        raise HeaderError(empty.key, NotationError("notation.incomplete", text=text))
    if missing := tuple(key for key in NEEDED if not fields.get(key)):
        raise HeaderError(None, NotationError("record.no_header", missing=missing))
    try:
        opened = msgspec.convert({"type": "table_opened", **fields}, TableOpened)
    except msgspec.ValidationError as error:
        raise HeaderError("seats", NotationError("log.malformed", why=explain_unreadable(error))) from None
    are_sure = any('"' in line.value for line in lines if line.key == "seats")
    if not are_sure and (refused := judge_people(opened)) is not None:
        raise HeaderError("seats", NotationError(refused.reason, **refused.args))
    return opened


def _pairs_of(text: str) -> Iterator[tuple[str, str | None]]:
    """Yield `word` (with None) and `word = more`, parted by commas; either may stand in quotes."""
    at = 0
    while at < len(text):
        word, at = _word_at(text, at)
        more = None
        if text[at : at + 1] in ("=", "＝") and text[at : at + 1]:
            more, at = _word_at(text, at + 1)
        if text[at : at + 1] and text[at] not in _SEPARATORS:
            raise NotationError("notation.misplaced", (",", "="), text=text[at:])
        at = _BETWEEN.match(text, at).end()  # type: ignore[union-attr]
        if not word:
            raise NotationError("notation.misplaced", text=text)
        yield word, more


def after_blanks(text: str, at: int) -> int:
    """Return where the blanks end that begin at a place; the place itself where there are none."""
    return _BLANKS.match(text, at).end()  # type: ignore[union-attr]


def _word_at(text: str, at: int) -> tuple[str, int]:
    """Return a word, in quotes or up to a comma or an equals sign, and where it ends."""
    start = after_blanks(text, at)
    if text.startswith('"', start):
        try:
            value, end = _JSON.raw_decode(text, start)
        except (ValueError, RecursionError):
            raise NotationError("notation.misplaced", ('"',), text=text[start:]) from None
        return str(value), after_blanks(text, end)
    found = _PART.match(text, start)
    return (found[0].strip(), found.end()) if found else ("", start)


def read_value(text: str) -> Any:
    """Return the value of an option: a whole number, true or false as JSON has them, else the text."""
    try:
        value = read_json(text)
    except MalformedError:
        return text
    return value if isinstance(value, bool | int) else text


def _unquote(text: str) -> str:
    return _word_at(text, 0)[0] if text.startswith('"') else text


def _quote(text: str, signs: str = "") -> str:
    """Return a text so that it reads back, in quotes where it needs them."""
    is_plain = text.isprintable() and text == text.strip() and text and not set('"#{' + signs) & set(text)
    return text if is_plain else json.dumps(text, ensure_ascii=False)


_SIGNS = ",，、=＝"


def write_header(opened: TableOpened, lang: str) -> Iterator[tuple[str, str]]:
    """Yield (key, value) of the header lines of an opening, in today's version."""
    game = opened.game
    yield "game", catalog(lang, game).get(f"{game}.name", game)
    if opened.edition is not None:
        yield "book", edition_words(game, opened.edition, lang)
    yield "seats", ", ".join(_format_seats(opened))
    if opened.colours:
        yield (
            "colours",
            ", ".join(f"{_quote(seat, _SIGNS)} = {each}" for seat, each in opened.colours.items()),
        )
    if opened.chance != _CHANCES[0]:
        yield "chance", noun("chance", opened.chance, lang, "record")
    if opened.options:
        yield (
            "options",
            ", ".join(f"{_quote(k, _SIGNS)}={_format_value(v)}" for k, v in opened.options.items()),
        )
    for key in ("seed", "seed_hash"):
        if (value := getattr(opened, key)) is not None:
            yield key, _quote(value)


def _format_seats(opened: TableOpened) -> Iterator[str]:
    """Yield the seats, each with the name of who sits there; ids that could be names stand in quotes."""
    is_unsure = judge_people(opened) is not None or (not opened.names and names_by_letter(opened.seats))
    for seat in opened.seats:
        id = json.dumps(seat, ensure_ascii=False) if is_unsure else _quote(seat, _SIGNS)
        yield f"{id} = {_quote(opened.names[seat], _SIGNS)}" if seat in opened.names else id


def _format_value(value: Any) -> str:
    return _quote(value, _SIGNS) if isinstance(value, str) else json.dumps(value)
