"""Where a log is read from: a table of a store, or an exported file."""

from collections.abc import Iterator
from pathlib import Path
from typing import Protocol

import msgspec

from events.stores.protocol import Head, Store

MAX_LINE = 1 << 20
"""The longest line read of a file, in bytes; a longer one is no event."""

_BOM = b"\xef\xbb\xbf"


class Log(Protocol):
    """A log that can be read from the start as often as wanted."""

    def lines(self, first: int = 1, last: int | None = None) -> Iterator[bytes]:
        """Stream entries `first` to `last`, one line each."""

    def head(self) -> Head | None:
        """Give the head acknowledged; None where only the lines can tell."""


class StoredLog(msgspec.Struct, frozen=True):
    """A table of a store."""

    store: Store
    table: str

    def lines(self, first: int = 1, last: int | None = None) -> Iterator[bytes]:
        """Stream entries `first` to `last`, one line each."""
        return self.store.read(self.table, first, last)

    def head(self) -> Head | None:
        """Give the head acknowledged."""
        return self.store.head(self.table)


class FileLog(msgspec.Struct, frozen=True):
    """An exported log in a file, one entry a line; blank lines are passed over."""

    path: Path

    def lines(self, first: int = 1, last: int | None = None) -> Iterator[bytes]:
        """Stream entries `first` to `last`, one line each."""
        for seq, (_, line) in enumerate(numbered_lines(self.path), 1):
            if last is not None and seq > last:
                return
            if seq >= first:
                yield line

    def head(self) -> Head | None:
        """Give None: a file has no second witness."""
        return None


class LinesLog(msgspec.Struct, frozen=True):
    """An exported log in memory."""

    all: tuple[bytes, ...]

    def lines(self, first: int = 1, last: int | None = None) -> Iterator[bytes]:
        """Stream entries `first` to `last`, one line each."""
        return iter(self.all[first - 1 : last])

    def head(self) -> Head | None:
        """Give None: lines have no second witness."""
        return None


def numbered_lines(path: Path) -> Iterator[tuple[int, bytes]]:
    """Stream the lines of a file that are not blank, each with its number from 1; no line ends, no BOM.

    A line longer than `MAX_LINE` is cut there, and the file not read further.
    """
    with path.open("rb") as file:
        number = 0
        while line := file.readline(MAX_LINE + 1):
            number += 1
            if number == 1:
                line = line.removeprefix(_BOM)
            if text := line.strip():
                yield number, text
            if len(line) > MAX_LINE:
                return
