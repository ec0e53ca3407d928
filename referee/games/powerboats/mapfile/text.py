"""The lines of a plain-text map and the words in them, every failure with its row and column."""

import re
from typing import Any, Final, NamedTuple, TypeVar

from referee.games.powerboats.lakes.hexes import Cell, cell_text
from referee.games.powerboats.lakes.lake import LAND, WATER, LakeError

REMARK: Final = "#"
"""Begins what only people read, from there to the end of a line; in the rows of hexes it is land."""

_TOKEN = re.compile(r"\S+")
_REMARK_ON_TEXT = re.compile(rf"\s\s+{REMARK}.*$")
"""A name may hold the sign, after one blank."""

W = TypeVar("W", bound=str)


class MapError(LakeError):
    """A map that cannot be read: `row` and `column` count the text's lines and characters from 1."""

    def __init__(self, reason: str, *rules: str, row: int, column: int = 1, **args: Any) -> None:
        super().__init__(reason, *rules, row=row, column=column, **args)
        self.row, self.column = row, column
        self.place = f":{row}:{column}"

    def __str__(self) -> str:
        """Say what is wrong, and where."""
        return f"{self.reason} at row {self.row}, column {self.column}"


class Word(NamedTuple):
    """A word of a text, and the row and column where it begins."""

    text: str
    row: int
    column: int

    def fault(self, reason: str, *rules: str, **args: Any) -> MapError:
        """Make an error about this word."""
        return MapError(reason, *rules, row=self.row, column=self.column, **args)

    def wrong(self, expected: str) -> MapError:
        """Make the error that something else is to stand here."""
        return self.fault("map_word", "POW-MAP-01", found=self.text, expected=expected)

    def one_of(self, *known: W) -> W:
        """Read a word that has to be one of those that are known."""
        for word in known:
            if word == self.text:
                return word
        raise self.wrong(", ".join(known))


class Reader:
    """The lines of a text and how far they are read; lives while it is read.

    `first` is the text's row of the first row of hexes.
    """

    def __init__(self, text: str) -> None:
        self.lines = text.removeprefix("\ufeff").replace("\r\n", "\n").split("\n")
        self.at = 0
        self.first = 0

    @property
    def row(self) -> int:
        """Number the line that is next, from 1."""
        return self.at + 1

    @property
    def line(self) -> str:
        """Look at the next line; empty after the last."""
        return self.lines[self.at] if self.at < len(self.lines) else ""

    @property
    def key(self) -> str:
        """Look at the first word of the next line that says anything to the referee; empty: there is none."""
        while self.at < len(self.lines) and not self.tokens():
            self.at += 1
        return self.tokens()[0].text if self.at < len(self.lines) else ""

    def tokens(self) -> list[Word]:
        """Look at the words of the next line up to a remark."""
        words = [Word(found.group(), self.row, found.start() + 1) for found in _TOKEN.finditer(self.line)]
        end = next((i for i, word in enumerate(words) if word.text.startswith(REMARK)), None)
        return words[:end]

    def fail(self, reason: str, rule: str, column: int = 1, **args: Any) -> MapError:
        """Make an error about the next line."""
        return MapError(reason, rule, row=self.row, column=column, **args)

    def fail_at(self, cell: Cell, reason: str, rule: str) -> MapError:
        """Make an error about a hex of the map, with its place in the text."""
        row = self.first + cell[1]
        columns = [n for n, mark in enumerate(self.lines[row - 1], 1) if mark in (LAND, WATER)]
        return MapError(reason, rule, row=row, column=columns[cell[0]], hex=cell_text(cell))

    def expect(self, key: str) -> None:
        """Go to the next line that says anything; it has to begin with this key."""
        if self.key != key:
            raise self.fail("map_key_expected", "POW-MAP-01", expected=key, found=self.key)

    def words(self, key: str, least: int, most: int | None = None) -> list[Word]:
        """Take the next line: its words after the key, as many as there may be."""
        self.expect(key)
        most = least if most is None else most
        first, *words = self.tokens()
        if not least <= len(words) <= most:
            takes = least if least == most else f"{least}–{most}"
            last = words[-1] if words else first
            column = words[most].column if len(words) > most else last.column + len(last.text)
            raise self.fail("map_words", "POW-MAP-01", column, key=key, takes=takes, n=len(words))
        self.at += 1
        return words

    def rest(self, key: str) -> str:
        """Take the next line: its text after the key."""
        self.expect(key)
        text = self.line.strip()[len(key) :]
        self.at += 1
        return _REMARK_ON_TEXT.sub("", text).strip()
