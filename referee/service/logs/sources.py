"""Where a log is read from: a table of a store, or an exported file."""

import re
from collections.abc import Iterable, Iterator
from io import BytesIO
from pathlib import Path
from typing import Protocol

import msgspec

from events.stores.protocol import Head, Store
from referee.kernel.game import NotationError
from referee.service.logs.chain import DamagedLogError, canonical, verified
from referee.service.logs.encodings import read_otherwise

MAX_LINE = 1 << 20
"""The longest line read of a file, in bytes; a longer one is no event."""

_BOM = b"\xef\xbb\xbf"


class Placed(bytes):
    """A line of a text record: its event as JSON, and the `column` (from 1) where it stands.

    `expected` is what could stand there, if the referee refuses the line.
    """

    column: int = 1
    expected: tuple[str, ...] = ()


class Unread(Placed):
    """A line of a text record that means nothing, as it is written; `problem` says why."""

    problem: NotationError


def unread(text: str, column: int, problem: NotationError) -> Unread:
    """Keep a line that means nothing with what is wrong with it."""
    line = Unread(text.encode())
    line.problem, line.column, line.expected = problem, column, problem.expected
    return line


def placed(line: bytes, column: int, expected: tuple[str, ...] = ()) -> Placed:
    """Say where a line stands, and what could stand there."""
    found = Placed(line)
    found.column, found.expected = column, expected
    return found


class Log(Protocol):
    """A log that can be read from the start as often as wanted.

    `table` is whose log it should be; None where only the lines can tell.
    """

    @property
    def table(self) -> str | None:
        """Name the table it should be of."""

    def lines(self, first: int = 1, last: int | None = None) -> Iterator[bytes]:
        """Stream entries `first` to `last`, one line each."""

    def head(self) -> Head | None:
        """Give the head acknowledged; None where only the lines can tell."""

    def faults(self) -> Iterator[DamagedLogError]:
        """Tell what around the entries is not as it was written."""


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

    def faults(self) -> Iterator[DamagedLogError]:
        """Tell what the store keeps beside the entries that is not as it was written."""
        for fault in self.store.faults(self.table):
            yield DamagedLogError(1, fault.reason, **fault.args)


class FileLog(msgspec.Struct, frozen=True):
    """An exported log in a file, one entry a line.

    It is read whatever became of its line ends on the way, and says so when asked for its faults.
    """

    path: Path
    table: str | None = None

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

    def faults(self) -> Iterator[DamagedLogError]:
        """Tell what between the entries is not as it was exported."""
        return faults_between(raw_lines(self.path))


class LinesLog(msgspec.Struct, frozen=True):
    """An exported log in memory."""

    all: tuple[bytes, ...]
    table: str | None = None

    def lines(self, first: int = 1, last: int | None = None) -> Iterator[bytes]:
        """Stream entries `first` to `last`, one line each."""
        return iter(self.all[first - 1 : last])

    def head(self) -> Head | None:
        """Give None: lines have no second witness."""
        return None

    def faults(self) -> Iterator[DamagedLogError]:
        """Give none: there are only the lines."""
        return iter(())


def proved(log: Log) -> Iterator[bytes]:
    """Give the lines of a log, each whole and canonical, up to where it ends now, whoever writes to it.

    Raises DamagedLogError at the first that is not.
    """
    head = log.head()
    return canonical(verified(log.lines(1, None if head is None else head.revision), head, table=log.table))


def faults_between(lines: Iterable[bytes]) -> Iterator[DamagedLogError]:
    """Tell what of a file's lines, line ends included, is not as it was exported: each kind once.

    What a file has besides its entries says nothing, but it was not there when it was written.
    """
    seq, told = 0, set()
    for number, line in enumerate(lines, 1):
        text = line.strip()
        seq += bool(text)
        for kind in kinds_of_blanks(line, text, is_first=number == 1):
            if kind not in told:
                told.add(kind)
                fault = DamagedLogError(max(seq, 1), kind)
                fault.line = number
                yield fault


def kinds_of_blanks(line: bytes, text: bytes, *, is_first: bool) -> Iterator[str]:
    """Name what a line has beside its text and one newline."""
    if is_first and line.startswith(_BOM):
        yield "log.byte_order_mark"
    if not text:
        yield "log.blank_line"
    elif line.endswith(b"\r\n"):
        yield "log.carriage_return"
    elif not line.endswith(b"\n"):
        yield "log.no_line_end"
    if text and line.rstrip(b"\r\n") != text:
        yield "log.blanks"


def numbered_lines(path: Path) -> Iterator[tuple[int, bytes]]:
    """Stream the lines of a file that are not blank, each with its number from 1; no line ends, no BOM."""
    return numbered(raw_lines(path))


def numbered(lines: Iterable[bytes]) -> Iterator[tuple[int, bytes]]:
    """Number lines from 1, without their ends, the blank ones left out."""
    for number, line in enumerate(lines, 1):
        if text := (line.removeprefix(_BOM) if number == 1 else line).strip():
            yield number, text


def raw_lines(path: Path) -> Iterator[bytes]:
    """Stream the lines of a file as they are, line ends included; a carriage return ends a line, too.

    What is in another encoding than UTF-8, where only one makes sense, is given in UTF-8. A line longer than
    `MAX_LINE` is cut there, and the file not read further.
    """
    reading = read_otherwise(path)
    is_other = reading is not None and reading.encoding is not None
    with BytesIO(reading.text) if reading is not None and is_other else path.open("rb") as file:
        while line := file.readline(MAX_LINE + 1):
            yield from filter(None, _ENDS.split(line)) if b"\r" in line else (line,)
            if len(line) > MAX_LINE:
                return


_ENDS = re.compile(rb"(?<=\r)(?!\n)")
"""Where a line ends with a carriage return and no newline."""
