"""A store of plain files: one JSON Lines file a table, and beside it a ledger of what was acknowledged.

`<table>.jsonl` is the exported form itself. `<table>.ledger` has one line a batch: the head and
the length of the log once the batch was synced, and the answer given. A batch counts from the
moment its note in the ledger is on disk: what a crash left after it is cut off by the next
append, and a log shorter than its ledger says is damage. A log without a ledger is taken as it
is, but for a torn last line.
"""

import errno
import fcntl
import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic, sleep
from typing import BinaryIO
from urllib.parse import quote, unquote

from events.stores.ledger import Ledger, Mark, Note
from events.stores.protocol import (
    NO_HEAD,
    Appended,
    Batch,
    Closing,
    Conflict,
    DamagedStoreError,
    Fault,
    FullError,
    Head,
    LockedError,
    ReadOnlyError,
    Refusal,
    Repeated,
    StoreError,
    TableRow,
    UnreachableError,
    hash_in,
    row_of,
)

BUSY_SECONDS = 5.0
"""How long to wait for another program before saying that the store is locked."""

_EMPTY = Mark(NO_HEAD, 0, 0)
_ERRORS: dict[int | None, type[StoreError]] = {
    errno.EACCES: ReadOnlyError,
    errno.EPERM: ReadOnlyError,
    errno.EROFS: ReadOnlyError,
    errno.ENOSPC: FullError,
    errno.EDQUOT: FullError,
    errno.EFBIG: FullError,
}


class JsonlStore(Closing):
    """Logs as files in one folder; safe between processes of one machine."""

    def __init__(self, path: str | Path, *, create: bool = True, busy_seconds: float = BUSY_SECONDS) -> None:
        """Open a folder, or make it (`create`); wait `busy_seconds` for a lock.

        Raises UnreachableError, ReadOnlyError.
        """
        self.path = Path(path)
        self._busy_seconds = busy_seconds
        self._ledgers: dict[str, Ledger] = {}
        with naming_errors(self.path):
            if create:
                self.path.mkdir(parents=True, exist_ok=True)
            if not self.path.is_dir():
                raise UnreachableError(path=str(self.path), why="no such folder")

    def append(self, batch: Batch) -> Appended | Conflict | Repeated:
        """Write a batch if its key is new and its expected head is the log's; synced when it returns."""
        with self._writing(batch.table) as mark:
            ledger = self._ledger(batch.table)
            if batch.key is not None and (kept := ledger.answer(batch.key)) is not None:
                return Repeated(kept.encode())
            if mark.head != batch.expected:
                return Conflict(batch.expected.revision, mark.head.revision)
            head = batch.head
            size = self._write_lines(batch.table, mark.size, batch.lines)
            ledger.write(note_of(batch, size), mark.ledger_size)
            return Appended(head)

    def create(self, table: str, lines: Iterable[bytes]) -> Appended | Conflict:
        """Write a whole new log, streamed; nothing at all where `lines` raises or the table exists."""
        with self._writing(table) as mark:
            if mark.head != NO_HEAD:
                return Conflict(0, mark.head.revision)
            counter = _Counter(lines)
            size = self._write_lines(table, 0, counter)
            self._ledger(table).write(Note(counter.head.revision, counter.head.hash, size), mark.ledger_size)
            return Appended(counter.head)

    def head(self, table: str) -> Head:
        """Give the head acknowledged last."""
        with naming_errors(self.path):
            return self._mark(table).head

    def read(self, table: str, first: int = 1, last: int | None = None) -> Iterator[bytes]:
        """Stream the stored lines, no newlines; nothing beyond what was acknowledged."""
        with naming_errors(self.path):
            mark = self._mark(table)
            try:
                file = self._log(table).open("rb")
            except FileNotFoundError:
                return
            with file:
                for seq, line in enumerate(_lines(file, mark.size), 1):
                    if last is not None and seq > last:
                        return
                    if seq >= first:
                        yield line

    def answer(self, table: str, key: str) -> bytes | None:
        """Find the answer kept with a key."""
        with naming_errors(self.path):
            kept = self._ledger(table).answer(key)
            return None if kept is None else kept.encode()

    def refusals(self, table: str) -> tuple[Refusal, ...]:
        """Give what was refused last, by reader."""
        with naming_errors(self.path):
            return self._ledger(table).refusals()

    def tables(self) -> tuple[TableRow, ...]:
        """List the tables by name."""
        with naming_errors(self.path):
            names = sorted(unquote(path.stem) for path in self.path.glob("*.jsonl"))
            heads = [(name, self._mark(name).head) for name in names]
        return tuple(
            row_of(name, head.revision, next(self.read(name, 1, 1), None))
            for name, head in heads
            if head.revision
        )

    def faults(self, table: str) -> Iterator[Fault]:  # noqa: ARG002 - as the protocol has it
        """Give none: the answers of a ledger stand for themselves."""
        return iter(())

    def _log(self, table: str) -> Path:
        return self.path / f"{quote(table, safe='')}.jsonl"

    def _ledger(self, table: str) -> Ledger:
        if table not in self._ledgers:
            self._ledgers[table] = Ledger(self._log(table).with_suffix(".ledger"))
        return self._ledgers[table]

    def _mark(self, table: str) -> Mark:
        return self._ledger(table).mark() or adopt(self._log(table))

    @contextmanager
    def _writing(self, table: str) -> Iterator[Mark]:
        """Hold the table's lock; give how far its log is acknowledged, the file checked against it."""
        with naming_errors(self.path):
            descriptor = os.open(self._log(table).with_suffix(".lock"), os.O_RDWR | os.O_CREAT, 0o644)
            try:
                self._wait_for(descriptor)
                yield self._checked_mark(table)
            finally:
                os.close(descriptor)

    def _wait_for(self, descriptor: int) -> None:
        deadline = monotonic() + self._busy_seconds
        while True:
            try:
                return fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                if monotonic() > deadline:
                    raise LockedError(path=str(self.path)) from None
                sleep(0.002)

    def _checked_mark(self, table: str) -> Mark:
        """Read how far a log is acknowledged; a new one is so from the start, lest a crash leave a part."""
        path, ledger = self._log(table), self._ledger(table)
        if not path.exists() and not ledger.path.exists():
            ledger.write(Note(0, NO_HEAD.hash, 0), 0)
        mark = self._mark(table)
        found = path.stat().st_size if path.exists() else 0
        if found < mark.size:
            why = f"{found} bytes where {mark.size} were acknowledged"
            raise DamagedStoreError(path=str(path), why=why)
        return mark

    def _write_lines(self, table: str, start: int, lines: Iterable[bytes]) -> int:
        """Write lines from byte `start` on, dropping what a crash left there; give the new length."""
        path = self._log(table)
        is_new = not path.exists()
        try:
            size = write_synced(path, start, lines)
        except BaseException:
            _undo(path, start)
            raise
        if is_new:
            sync_folder(self.path)
        return size


def note_of(batch: Batch, size: int) -> Note:
    """Write down what a batch acknowledges, the log now `size` bytes long."""
    head, refusal = batch.head, batch.refusal
    reader, body = (None, b"") if refusal is None else (refusal.reader, refusal.body)
    return Note(head.revision, head.hash, size, batch.key, batch.answer.decode(), reader, body.decode())


def write_synced(path: Path, start: int, lines: Iterable[bytes]) -> int:
    """Replace what a file has from byte `start` on by lines, synced; give its new length."""
    with path.open("r+b" if path.exists() else "wb") as file:
        file.truncate(start)
        file.seek(start)
        for line in lines:
            file.write(line + b"\n")
        file.flush()
        os.fsync(file.fileno())
        return file.tell()


class _Counter:
    """Passes lines on, and knows the head they end with."""

    def __init__(self, lines: Iterable[bytes]) -> None:
        self._lines = lines
        self.head = NO_HEAD

    def __iter__(self) -> Iterator[bytes]:
        for seq, line in enumerate(self._lines, 1):
            yield line
            self.head = Head(seq, hash_in(line))


def adopt(path: Path) -> Mark:
    """Take a log that has no ledger as it is, but for a torn last line."""
    head, size = NO_HEAD, 0
    if not path.exists():
        return _EMPTY
    with path.open("rb") as file:
        for seq, line in enumerate(file, 1):
            if line.endswith(b"\n"):
                head, size = Head(seq, hash_in(line[:-1])), size + len(line)
    return Mark(head, size, 0)


def sync_folder(path: Path) -> None:
    """Put the names of new files on disk."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


@contextmanager
def naming_errors(path: Path) -> Iterator[None]:
    """Turn what the system raises into what a store raises."""
    try:
        yield
    except OSError as error:
        kind = _ERRORS.get(error.errno, UnreachableError)
        raise kind(path=error.filename or str(path), why=error.strerror or str(error)) from error


def _lines(file: BinaryIO, size: int) -> Iterator[bytes]:
    """Give the lines of the first `size` bytes, without newlines."""
    for line in file:
        if size <= 0:
            return
        size -= len(line)
        yield line.rstrip(b"\n")


def _undo(path: Path, size: int) -> None:
    """Cut a file back to a length, as far as a failing disk lets us; what is left was never acknowledged."""
    try:
        os.truncate(path, size)
    except OSError:
        return
