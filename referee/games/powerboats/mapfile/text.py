"""The lines of a plain-text map and the words in them, every failure with its row and column."""

import re
from typing import Any, Final

from referee.games.powerboats.events import Heading
from referee.games.powerboats.lakes.hexes import HEADING_INDEX, HEADINGS, Cell
from referee.games.powerboats.lakes.lake import (
    LAND,
    WATER,
    Lake,
    is_on,
)

TITLE: Final = "powerboats-map 1"
REMARK: Final = "#"
"""Begins what only people read, from there to the end of a line; in the rows of hexes it is land."""

ROW = re.compile(r"\s*([0-9]+)?([\s#.]*)$")
_CELL = re.compile(r"([0-9]{1,3}),([0-9]{1,3})$")
_TOKEN = re.compile(r"\S+")
_REMARK_ON_TEXT = re.compile(rf"\s\s+{REMARK}.*$")
"""A name may hold the sign, after one blank."""

Place = tuple[int, int]
"""Row and column of a text, from 1."""


class MapError(ValueError):
    """A map that cannot be read: a message id, the rule, and where.

    `row` and `column` count the text's lines and characters from 1; `args_` has the rest.
    """

    def __init__(self, reason: str, rule: str, row: int, column: int = 1, **args: Any) -> None:
        super().__init__(f"{reason} at row {row}, column {column}")
        self.reason, self.rule = reason, rule
        self.row, self.column = row, column
        self.args_: dict[str, Any] = {"row": row, "column": column, **args}


class Reader:
    """The lines of a map and how far they are read; lives inside one call of `read_map`.

    `rows` are the text rows of the rows of hexes; `courses` tell of each course where what stands.
    """

    def __init__(self, text: str) -> None:
        self.lines = text.removeprefix("\ufeff").replace("\r\n", "\n").split("\n")
        self.at = 0
        self.rows: dict[int, int] = {}
        self.courses: list[dict[str, Place]] = []

    @property
    def row(self) -> int:
        """Number the line that is next, from 1."""
        return self.at + 1

    def peek(self) -> str | None:
        """Look at the next line; None after the last."""
        return self.lines[self.at] if self.at < len(self.lines) else None

    def tokens(self) -> list[tuple[str, int]]:
        """Look at the words of the next line up to a remark, each with its column."""
        words = [(m.group(), m.start() + 1) for m in _TOKEN.finditer(self.peek() or "")]
        end = next((i for i, (word, _) in enumerate(words) if word.startswith(REMARK)), None)
        return words[:end]

    def skip(self) -> None:
        """Pass over lines that say nothing, or say it to people only."""
        while self.peek() is not None and not self.tokens():
            self.at += 1

    def note(self, part: str, column: int) -> None:
        """Remember where a part of the course being read stands, on the line just taken."""
        self.courses[-1][part] = self.at, column

    def fail(self, reason: str, rule: str, column: int = 1, **args: Any) -> MapError:
        """Make an error about the next line."""
        return MapError(f"powerboats.{reason}", rule, self.row, column, **args)

    def fail_at(self, cell: Cell, reason: str, rule: str, **args: Any) -> MapError:
        """Make an error about a hex of the map, with its place in the text."""
        row = self.rows[cell[1]]
        body = ROW.match(self.lines[row - 1])
        start = body.start(2) if body else 0
        places = [i for i, mark in enumerate(self.lines[row - 1]) if i >= start and mark in (LAND, WATER)]
        return MapError(
            f"powerboats.{reason}",
            rule,
            row,
            places[cell[0]] + 1,
            hex=cell_text(cell),
            **args,
        )

    def words(self, key: str, least: int, most: int) -> list[tuple[str, int]]:
        """Take the next line if it has this key: its words after the key, each with its column."""
        self.skip()
        (found, _), *words = self.tokens() or [("", 1)]
        if found != key:
            raise self.fail("map_key_expected", "POW-MAP-01", expected=key, found=found)
        if not least <= len(words) <= most:
            takes = least if least == most else f"{least}–{most}"
            told = {"key": key, "takes": takes, "n": len(words)}
            raise self.fail("map_words", "POW-MAP-01", self.end_of(most), **told)
        self.at += 1
        return words

    def end_of(self, most: int) -> int:
        """Give the column of the first word too many after a key; else the one behind the last word."""
        words = self.tokens()
        return words[most + 1][1] if len(words) > most + 1 else words[-1][1] + len(words[-1][0])

    def rest(self, key: str) -> str:
        """Take the next line if it has this key: its text after the key."""
        self.skip()
        line = self.peek() or ""
        if line.split(maxsplit=1)[:1] != [key]:
            found = line.split(" ", 1)[0]
            raise self.fail("map_key_expected", "POW-MAP-01", expected=key, found=found)
        self.at += 1
        return _REMARK_ON_TEXT.sub("", line.strip()[len(key) :]).strip()

    def wrong(self, word: str, column: int, expected: str, *, back: int = 1) -> MapError:
        """Make an error about a word of the line just taken."""
        args = {"found": word, "expected": expected}
        return MapError("powerboats.map_word", "POW-MAP-01", self.row - back, column, **args)


def next_key(reader: Reader) -> str:
    """Look at the key of the next line that says anything; empty where there is none."""
    reader.skip()
    return reader.tokens()[0][0] if reader.tokens() else ""


def read_hex(reader: Reader, lake: Lake, word: str, column: int) -> Cell:
    """Read a hex, which must be on the map.

    Rules: POW-MAP-04
    """
    match = _CELL.match(word)
    if match is None:
        raise reader.wrong(word, column, "c,r")
    cell = int(match[1]), int(match[2])
    if not is_on(lake, cell):
        raise MapError(
            "powerboats.map_off",
            "POW-MAP-04",
            reader.row - 1,
            column,
            hex=cell_text(cell),
        )
    return cell


def read_heading(reader: Reader, word: str, column: int) -> Heading:
    """Read one of the six headings."""
    if word not in HEADING_INDEX:
        raise reader.wrong(word, column, ", ".join(HEADINGS))
    return HEADINGS[HEADING_INDEX[word]]


def cell_text(cell: Cell) -> str:
    """Write a hex as column,row."""
    return f"{cell[0]},{cell[1]}"
