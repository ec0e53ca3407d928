"""Where a log is read from, and what its lines say before a game reads them."""

from collections.abc import Callable, Iterable, Iterator
from typing import Protocol

import msgspec

from events.codec import FirstLine
from events.stores.protocol import Head, Store
from referee.kernel.seed import commitment
from referee.service.logs.chain import DamagedLogError, canonical, verified


class Log(Protocol):
    """A log that can be read from the start as often as wanted.

    `table` is the table it should be of; None where only the lines say that.
    """

    @property
    def table(self) -> str | None:
        """Return the table it should be of; None where only the lines say that."""

    def lines(self, first: int = 1, last: int | None = None) -> Iterator[bytes]:
        """Yield entries `first` to `last` (None: the last there is), one line each."""

    def head(self) -> Head | None:
        """Return the head the store acknowledged; None for a log that has no store."""

    def faults(self) -> Iterator[DamagedLogError]:
        """Yield what around the entries is not as it was written."""


class StoredLog(msgspec.Struct, frozen=True):
    """A table of a store. Its faults are in what the store keeps beside the entries."""

    store: Store
    table: str

    def lines(self, first: int = 1, last: int | None = None) -> Iterator[bytes]:
        return self.store.read(self.table, first, last)

    def head(self) -> Head | None:
        return self.store.head(self.table)

    def faults(self) -> Iterator[DamagedLogError]:
        for fault in self.store.faults(self.table):
            yield DamagedLogError(1, fault.reason, **fault.args)


class LinesLog(msgspec.Struct, frozen=True):
    """An exported log in memory: no store knows its head, and nothing is stored beside it.

    `table` is the table it should be of; None: any.
    """

    all: tuple[bytes, ...]
    table: str | None = None

    def lines(self, first: int = 1, last: int | None = None) -> Iterator[bytes]:
        return iter(self.all[first - 1 : last])

    def head(self) -> Head | None:
        return None

    def faults(self) -> Iterator[DamagedLogError]:
        return iter(())


def proved(log: Log) -> Iterator[bytes]:
    """Yield the lines of a log, each whole and canonical, up to where it ends now, even if others write on.

    Raises DamagedLogError at the first that is not.
    """
    head = log.head()
    return canonical(verified(log.lines(1, None if head is None else head.revision), head, table=log.table))


class _Event(msgspec.Struct, frozen=True):
    type: str | None = None
    to: int | None = None
    chance: str | None = None
    seed: str | None = None
    seed_hash: str | None = None
    event: "_Event | None" = None


_EVENT = msgspec.json.Decoder(_Event)


def _read_event(line: bytes) -> _Event:
    """Return the event of an entry or of a line of a record, empty where the line cannot be read."""
    try:
        found = _EVENT.decode(line)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return _Event()
    return found.event or found


_FIRST_LINE = msgspec.json.Decoder(FirstLine)


def read_first_line(line: bytes) -> FirstLine:
    """Return what tells a log from a record; all None where the line cannot be read."""
    try:
        return _FIRST_LINE.decode(line)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return FirstLine()


def is_log(first_line: bytes) -> bool:
    """Return whether a file's first line is an entry, not a bare event."""
    return read_first_line(first_line).event is not None


def take_backs(lines: Iterable[bytes]) -> list[tuple[int, int]]:
    """Return (seq, to) of every take-back among the lines from the first on.

    Lines that cannot be read are passed over: whoever applies them reports what is wrong.
    """
    events = ((n, _read_event(line)) for n, line in enumerate(lines, 1) if b"taken_back" in line)
    return [(n, event.to) for n, event in events if event.type == "taken_back" and event.to is not None]


def gone_back_to(lines: Iterable[bytes]) -> frozenset[int]:
    """Return the entries (of a record: the lines) that its take-backs go back to."""
    return frozenset(to for _, to in take_backs(lines))


def seed_in(lines: Callable[[], Iterator[bytes]]) -> str | None:
    """Return the seed that the opening holds or the closing shows; None where it is not the one committed to.

    None, too, where the table throws and deals. Only a log whose referee deals from a seed it does not
    hold is read to its end.
    """
    opened = _read_event(next(lines(), b""))
    if opened.chance != "referee":
        return None
    seed = opened.seed
    if seed is None:
        closings = (_read_event(line) for line in lines() if b"table_closed" in line)
        seed = next((closing.seed for closing in closings if closing.type == "table_closed"), None)
    is_other = seed is not None and opened.seed_hash not in {None, commitment(seed)}
    return None if is_other else seed
