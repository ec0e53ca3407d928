"""Where a log is read from: a table of a store, or lines in memory."""

from collections.abc import Iterator
from typing import Protocol

import msgspec

from events.stores.protocol import Head, Store
from referee.service.logs.chain import DamagedLogError, canonical, verified


class Log(Protocol):
    """A log that can be read from the start as often as wanted.

    `table` is whose log it should be; None where only the lines can tell.
    """

    @property
    def table(self) -> str | None:
        """The table it should be of."""

    def lines(self, first: int = 1, last: int | None = None) -> Iterator[bytes]:
        """Yield entries `first` to `last` (None: the last there is), one line each."""

    def head(self) -> Head | None:
        """Return the head acknowledged; None where only the lines can tell."""

    def faults(self) -> Iterator[DamagedLogError]:
        """Yield what around the entries is not as it was written."""


class StoredLog(msgspec.Struct, frozen=True):
    """A table of a store."""

    store: Store
    table: str

    def lines(self, first: int = 1, last: int | None = None) -> Iterator[bytes]:
        """Yield entries `first` to `last` (None: the last there is), one line each."""
        return self.store.read(self.table, first, last)

    def head(self) -> Head | None:
        """Return the head acknowledged."""
        return self.store.head(self.table)

    def faults(self) -> Iterator[DamagedLogError]:
        """Yield what the store keeps beside the entries that is not as it was written."""
        for fault in self.store.faults(self.table):
            yield DamagedLogError(1, fault.reason, **fault.args)


class LinesLog(msgspec.Struct, frozen=True):
    """An exported log in memory."""

    all: tuple[bytes, ...]
    table: str | None = None

    def lines(self, first: int = 1, last: int | None = None) -> Iterator[bytes]:
        """Yield entries `first` to `last` (None: the last there is), one line each."""
        return iter(self.all[first - 1 : last])

    def head(self) -> Head | None:
        """Return None: only the lines tell."""
        return None

    def faults(self) -> Iterator[DamagedLogError]:
        """Yield nothing: there are only the lines."""
        return iter(())


def proved(log: Log) -> Iterator[bytes]:
    """Yield the lines of a log, each whole and canonical, up to where it ends now, whoever writes on.

    Raises DamagedLogError at the first that is not.
    """
    head = log.head()
    return canonical(verified(log.lines(1, None if head is None else head.revision), head, table=log.table))
