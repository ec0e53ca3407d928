"""The lines of a plain-text map and the words in them, every failure with its row and column."""

import re
from typing import Any, Final

from events.powerboats import Heading
from referee.games.powerboats.hexes import HEADING_INDEX, HEADINGS, Cell
from referee.games.powerboats.lake import (
    LAND,
    WATER,
    Lake,
    is_on,
)

TITLE: Final = "powerboats-map 1"
ROW = re.compile(r"\s*([0-9]+)?([\s#.]*)$")
_CELL = re.compile(r"([0-9]{1,3}),([0-9]{1,3})$")
_TOKEN = re.compile(r"\S+")


class MapError(Exception):
    """A map that cannot be read: a message id, the rule, and where.

    `row` and `column` count the text's lines and characters from 1; `args_` has the rest.
    """

    def __init__(self, reason: str, rule: str, row: int, column: int = 1, **args: Any) -> None:
        super().__init__(f"{reason} at row {row}, column {column}")
        self.reason, self.rule = reason, rule
        self.row, self.column = row, column
        self.args_: dict[str, Any] = {"row": row, "column": column, **args}


class Reader:
    """The lines of a map and how far they are read; lives inside one call of `read_map`."""

    def __init__(self, text: str) -> None:
        self.lines = text.split("\n")
        self.at = 0
        self.rows: dict[int, int] = {}
        self.courses: list[int] = []

    @property
    def row(self) -> int:
        """Number the line that is next, from 1."""
        return self.at + 1

    def peek(self) -> str | None:
        """Look at the next line; None after the last."""
        return self.lines[self.at] if self.at < len(self.lines) else None

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
        line = self.peek()
        words = [(m.group(), m.start() + 1) for m in _TOKEN.finditer(line or "")]
        if not words or words[0][0] != key:
            found = words[0][0] if words else ""
            raise self.fail("map_key_expected", "POW-MAP-01", expected=key, found=found)
        if not least <= len(words) - 1 <= most:
            raise self.fail(
                "map_words",
                "POW-MAP-01",
                len(line or "") + 1,
                key=key,
                least=least,
                most=most,
            )
        self.at += 1
        return words[1:]

    def rest(self, key: str) -> str:
        """Take the next line if it has this key: its text after the key."""
        line = self.peek() or ""
        if line != key and not line.startswith(f"{key} "):
            raise self.fail(
                "map_key_expected",
                "POW-MAP-01",
                expected=key,
                found=line.split(" ", 1)[0],
            )
        self.at += 1
        return line[len(key) + 1 :]

    def wrong(self, word: str, column: int, expected: str, *, back: int = 1) -> MapError:
        """Make an error about a word of the line just taken."""
        args = {"found": word, "expected": expected}
        return MapError("powerboats.map_word", "POW-MAP-01", self.row - back, column, **args)


def next_key(reader: Reader) -> str:
    """Look at the key of the next line; empty where there is none."""
    words = (reader.peek() or "").split(maxsplit=1)
    return words[0] if words else ""


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
