"""The store tables use: one SQLite file, write-ahead log, every commit synced."""

import os
import shutil
import sqlite3
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, closing, contextmanager, suppress
from pathlib import Path
from threading import Event, RLock
from time import monotonic, sleep, time_ns
from typing import TYPE_CHECKING, Any

from events.stores.integrity import text
from events.stores.places import share_of
from events.stores.protocol import (
    PRESENCE_SECONDS,
    Closing,
    DamagedStoreError,
    FullError,
    LockedError,
    NewerStoreError,
    NotAStoreError,
    ReadOnlyError,
    ReplacedError,
    StoreError,
    UnreachableError,
)
from events.stores.sql import SqlStore
from events.stores.sqlite_schema import APPLICATION_ID, FIRST_LINES, SCHEMA_VERSION, lay_out, rows_of

_Identity = tuple[int, int] | None
"""A file by its device and number; None where there is none."""

_SETTLED_NS = 2_000_000_000
"""How long ago a folder changed for its time to tell the next change: some disks count in steps as long."""


class Whereabouts:
    """Finds out whether a database file and its write-ahead log still lie where they were opened.

    Usually only the folder's times are read: nothing in a folder is removed, renamed or replaced without a
    new time of the folder. Reading the times of a file that is being written makes its next write store a new
    time, which for the write-ahead log costs a third of every commit.
    """

    def __init__(self, file: Path, wal: Path) -> None:
        """Note device and inode of both files; a link as `file` is followed anew at every check."""
        self._path, file, wal = str(file), file.absolute(), wal.absolute()
        self._file, self._wal, self._folder = str(file), str(wal), str(file.parent)
        self._may_settle = not file.is_symlink()
        self._known = _identity_of(self._file), _identity_of(self._wal)
        self._settled: tuple[int, int, int] | None = None

    def check(self) -> None:
        """Raise ReplacedError where either file was removed or replaced: what is written then is lost.

        A write-ahead log may be new where there was none.
        """
        try:
            folder = os.stat(self._folder)  # noqa: PTH116 - asked at every commit, and three times as fast
        except OSError as error:
            raise ReplacedError(path=self._path) from error
        found = folder.st_mtime_ns, folder.st_ino, folder.st_dev
        if found != self._settled:
            self._look(found)

    def _look(self, folder: tuple[int, int, int]) -> None:
        """Look at the files themselves; raise ReplacedError as `check`.

        `folder` is the time, inode and device of the folder; it is remembered where the time is old enough to
        show the next change, so that `check` need not come here until it differs.
        """
        file, wal = self._known
        now = _identity_of(self._file), _identity_of(self._wal)
        self._settled = None
        if now[0] != file or wal not in {None, now[1]}:
            raise ReplacedError(path=self._path)
        self._known = now
        if self._may_settle and _now_ns() - folder[0] > _SETTLED_NS:
            self._settled = folder


def _now_ns() -> int:
    """Return the time in nanoseconds; after 2262, which 64 bits cannot express, the last moment they can."""
    try:
        return time_ns()
    except OverflowError:
        return (1 << 63) - 1


def _identity_of(path: str) -> _Identity:
    """Return device and inode of a file, which differ for another file in its place; None: no file."""
    try:
        found = os.stat(path)  # noqa: PTH116 - as above
    except OSError:
        return None
    return found.st_dev, found.st_ino


if TYPE_CHECKING:
    from tempfile import TemporaryDirectory  # a cold start without it: 5 ms

PAUSE_SECONDS = 0.02
"""Between two tries to lay a file out while another process does."""

BUSY_SECONDS = 1.5
"""How long to wait for another program before saying that the store is locked: told within two seconds."""

_POLL_SECONDS = 0.1
"""How often a watch asks whether anybody wrote."""

_QUIET_SECONDS = 0.3
"""How long nobody wrote when what was written is copied back from the write-ahead log: nobody waits then."""

_WRITE_BACK_SECONDS = 2.0
"""How long it may lie there alone while everybody writes and somebody watches.

SQLite itself writes it back after 1,000 pages: whoever copies the file alone would lack the evening.
"""

_ERRORS: dict[int, type[StoreError]] = {
    sqlite3.SQLITE_BUSY: LockedError,
    sqlite3.SQLITE_LOCKED: LockedError,
    sqlite3.SQLITE_READONLY: ReadOnlyError,
    sqlite3.SQLITE_FULL: FullError,
    sqlite3.SQLITE_NOTADB: NotAStoreError,
    sqlite3.SQLITE_CORRUPT: DamagedStoreError,
    sqlite3.SQLITE_ERROR: DamagedStoreError,
    sqlite3.SQLITE_CONSTRAINT: DamagedStoreError,
}
"""What SQLite's codes mean where a statement of ours fails.

A plain error: a table or a column is gone. A constraint: a row lies where none was written.
"""

_ROOM_BYTES = 1 << 16
"""What a disk has to have left: less is full."""

_NO_PLACE = {sqlite3.SQLITE_READONLY, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_FULL, sqlite3.SQLITE_CANTOPEN}
"""What SQLite says where it cannot write what it needs beside a file, even to read it."""

_LIVE, _FROZEN = "?mode=ro", "?mode=ro&immutable=1"
"""How to open a file that cannot be written: with what another program shows of it, or as it lies there."""


class SqliteStore(SqlStore):
    """Logs in one SQLite file; safe between threads and processes.

    One connection writes and one reads, each for one thread at a time: whoever looks does not wait
    for whoever writes, and never sees what is not committed.
    """

    def __init__(self, path: str | Path, *, create: bool = True, busy_seconds: float = BUSY_SECONDS) -> None:
        """Open the file, or lay a new one out (`create`); wait `busy_seconds` for a lock.

        Raises UnreachableError, NotAStoreError, NewerStoreError, LockedError, ReadOnlyError.
        """
        super().__init__()
        self.path = Path(path)
        self.where = str(self.path)
        self.secret = self.path.with_name(self.path.name + ".secret")
        self.unseen = 0
        self._busy_seconds = busy_seconds
        self._reads = RLock()
        self._refused: StoreError | None = None
        self._apart: TemporaryDirectory[str] | None = None
        if not create and not self.path.is_file():
            raise UnreachableError(path=self.where, why="no such file")
        try:
            self._open(self.path.absolute().as_uri())
        except StoreError as error:
            if not _is_for_want_of_a_place(error):
                raise
            if not self.path.is_file():
                folder = self.path.absolute().parent
                is_read_only = folder.is_dir() and not os.access(folder, os.W_OK)
                raise ReadOnlyError(path=self.where) if is_read_only else error from error.__cause__
            self._look_only(self._why_not_written(error))
        self._whereabouts = Whereabouts(self.path, self._wal)
        self.share = share_of(self.path)
        self._transaction = _Writing(self)

    @property
    def _wal(self) -> Path:
        return self.path.with_name(self.path.name + "-wal")

    def _open(self, uri: str) -> None:
        self._uri = uri
        self._db = self._connect(uri)
        try:
            with self._errors():
                self._prepare_patiently(monotonic() + self._busy_seconds)
            self._reader = self._connect(uri)
        except BaseException:
            self._db.close()
            raise

    def _why_not_written(self, error: StoreError) -> StoreError:
        """Return the error that every write is refused with, for the `error` of opening the file to write.

        FullError where the disk is full or nearly so, else ReadOnlyError.
        """
        is_full = isinstance(error, FullError) or shutil.disk_usage(self.path).free < _ROOM_BYTES
        return (FullError if is_full else ReadOnlyError)(path=self.where)

    def _look_only(self, refused: StoreError) -> None:
        """Open a file that cannot be written (`refused` says why): reading needs neither a lock nor space.

        Other programs' writes are seen where SQLite can share the file. Else it is read as it lies there,
        with the write-ahead log where a copy of both files fits anywhere; if not, `unseen` counts the log's
        bytes.
        """
        self._refused = refused
        with suppress(StoreError):
            return self._open_as_is(self.path.absolute().as_uri() + _LIVE)
        unread = self._wal.stat().st_size if self._wal.exists() else 0
        if unread and (copied := _copy_apart(self.path, self._wal)) is not None:
            with ExitStack() as undone:
                undone.callback(copied.cleanup)
                self._open_as_is((Path(copied.name) / self.path.name).as_uri())
                undone.pop_all()
            self._apart = copied
            return None
        self.unseen = unread
        return self._open_as_is(self.path.absolute().as_uri() + _FROZEN)

    def _open_as_is(self, uri: str) -> None:
        """Open a file to be read; one of an older layout is brought up to date in memory."""
        self._uri = uri
        self._db = self._connect(uri)
        try:
            with self._errors():
                if self._layout() < SCHEMA_VERSION:
                    self._db = _migrated(self._db)
                self._db.execute("SELECT count(*) FROM sqlite_master").fetchone()
        except BaseException:
            self._db.close()
            raise
        self._reader = self._db

    def _connect(self, uri: str) -> sqlite3.Connection:
        with self._errors():
            db = sqlite3.connect(
                uri, timeout=self._busy_seconds, isolation_level=None, check_same_thread=False, uri=True
            )
        db.text_factory = bytes
        return db

    def _prepare_patiently(self, until: float) -> None:
        """Prepare the file; SQLite itself does not wait for the lock that a new journal mode needs.

        Tries until the time `until` (monotonic seconds).
        """
        while True:
            try:
                return self._prepare()
            except (sqlite3.OperationalError, LockedError) as error:
                if "locked" not in str(error.args) or monotonic() >= until:
                    raise
                sleep(PAUSE_SECONDS)

    def _prepare(self) -> None:
        found = self._layout()
        self._db.execute("PRAGMA synchronous = FULL")
        if found < SCHEMA_VERSION:
            self._lay_out()
            self._layout()  # holds the write-ahead log: whoever else lays the file out removes it no more

    def _layout(self) -> int:
        """Return which layout the file has, 0 where it has none. Raises NotAStoreError, NewerStoreError."""
        found = self._pragma("user_version")
        if found and self._pragma("application_id") != APPLICATION_ID:
            raise NotAStoreError(path=self.where)
        if found > SCHEMA_VERSION:
            raise NewerStoreError(path=self.where, found=found, ours=SCHEMA_VERSION)
        return found

    def _lay_out(self) -> None:
        with self._errors(), closing(sqlite3.connect(self.path, isolation_level=None)) as db:
            tables = db.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
            if tables and self._pragma("application_id") != APPLICATION_ID:
                raise NotAStoreError(path=self.where)
            db.execute("PRAGMA journal_mode = WAL")
            lay_out(db)

    def _pragma(self, name: str) -> int:
        return int(self._db.execute(f"PRAGMA {name}").fetchone()[0])

    @contextmanager
    def _errors(self) -> Iterator[None]:
        """Raise what SQLite raises as a StoreError."""
        try:
            yield
        except sqlite3.Error as error:
            raise self._store_error(error) from error

    def _store_error(self, error: sqlite3.Error) -> StoreError:
        """Return the StoreError that an error of SQLite means; UnreachableError for any other."""
        code = getattr(error, "sqlite_errorcode", 0) & 0xFF
        return _ERRORS.get(code, UnreachableError)(path=self.where, why=str(error))

    def _check_files(self) -> None:
        """Raise ReplacedError where the file was removed or replaced; what can only be read is read on."""
        if self._refused is None:
            self._whereabouts.check()

    def _writing(self, *tables: str) -> "_Writing":  # noqa: ARG002 - one writes at a time anyway
        return self._transaction

    @contextmanager
    def _reading(self) -> Iterator[sqlite3.Connection]:
        with self._reads:
            self._check_files()
            try:
                yield self._reader
            except sqlite3.Error as error:
                raise self._store_error(error) from error

    @contextmanager
    def _at_one_moment(self) -> Iterator[sqlite3.Connection]:
        with self._reading() as db:
            db.execute("BEGIN")
            try:
                yield db
            finally:
                db.execute("ROLLBACK")

    def _firsts(self) -> list[tuple[str, str | None, int, bytes | None]]:
        with self._reading() as db:
            rows = db.execute(FIRST_LINES).fetchall()
        return [(text(name), text(kept_as), revision, line) for name, kept_as, revision, line in rows]

    def is_writable(self) -> bool:
        return self._refused is None and os.access(self.path, os.W_OK)

    def rows(self, view: str) -> list[dict[str, Any]]:
        # A connection of its own: the library needs text as `str`, replay wants it as bytes.
        with self._errors(), closing(sqlite3.connect(self._uri, uri=True)) as db:
            return rows_of(db, view)

    def tell_presence(self, process: str, table: str, seats: Mapping[str, int]) -> None:
        """Do nothing: a file is served by one process, which knows itself."""

    def end_presence(self, process: str) -> None:
        """Do nothing, as nothing is kept."""

    def limit_silence(self, seconds: float) -> None:
        """Do nothing: a file answers or fails."""

    def write_back(self) -> None:
        if self._refused is None:
            with suppress(StoreError), self._reading() as db:
                _copy_back(db)

    def may_lose_on_failover(self) -> bool:
        """Return False: a file has no replicas."""
        return False

    def presence(self, table: str, besides: str, within: float = PRESENCE_SECONDS) -> Counter[str]:  # noqa: ARG002 - as the protocol has it
        """Return no streams: a file is served by one process."""
        return Counter()

    def watch(self, until: Event | None = None) -> "_SqliteWatch":
        return _SqliteWatch(self, until or Event())

    def close(self) -> None:
        self._transaction.close()
        self._reader.close()
        self._db.close()
        if self._apart is not None:
            self._apart.cleanup()


class _Writing:
    """One transaction of a file at a time: all that is written in it, or nothing.

    No generator, and one cursor for all its statements: a processor that comes back from waiting for
    the disk takes three times as long for everything that is made anew.
    """

    def __init__(self, store: SqliteStore) -> None:
        self._db, self._refused = store._db.cursor(), store._refused  # noqa: SLF001 - one of its own kind
        self._store_error, self._check_files = store._store_error, store._whereabouts.check  # noqa: SLF001 - the same
        self._where = store.where
        self._lock = RLock()

    def _check_layout(self) -> None:
        """Raise NewerStoreError where a newer program has laid the file out meanwhile."""
        found = int(self._db.execute("PRAGMA user_version").fetchone()[0])
        if found > SCHEMA_VERSION:
            raise NewerStoreError(path=self._where, found=found, ours=SCHEMA_VERSION)

    def __enter__(self) -> sqlite3.Cursor:
        self._lock.acquire()
        try:
            if self._refused is None:
                self._db.execute("BEGIN IMMEDIATE")
                self._check_layout()
                return self._db
        except sqlite3.Error as error:
            self._lock.release()
            raise self._store_error(error) from error
        except NewerStoreError:
            self._db.execute("ROLLBACK")
            self._lock.release()
            raise
        self._lock.release()
        raise self._refused

    def __exit__(self, _: object, error: BaseException | None, __: object) -> None:
        try:
            if error is None:
                self._db.execute("COMMIT")
                self._check_files()
            elif isinstance(error, sqlite3.Error):
                raise self._store_error(error) from error
        except sqlite3.Error as wrong:
            raise self._store_error(wrong) from wrong
        finally:
            if self._db.connection.in_transaction:
                self._db.execute("ROLLBACK")
            self._lock.release()

    def close(self) -> None:
        """Close the last statement, which would keep the file open; a second call does nothing."""
        with suppress(sqlite3.ProgrammingError):
            self._db.close()


class _SqliteWatch(Closing):
    """Asks the file, ten times a second, whether anybody wrote."""

    def __init__(self, store: SqliteStore, until: Event) -> None:
        """Open a connection of its own, as SQLite tells a connection only what other connections wrote."""
        self._store, self._until = store, until
        self._db = store._connect(store._uri)  # noqa: SLF001 - one of its own kind
        self._version: int | None = None
        self._is_written_back = store._refused is not None  # noqa: SLF001 - one of its own kind
        self._write_back_at, self._quiet_at = 0.0, 0.0
        self._heads: dict[str, tuple[int, str]] = {}

    def changed(self, seconds: float) -> frozenset[str]:
        until = monotonic() + seconds
        while True:
            found = self._moved_tables()
            if not self._is_written_back and monotonic() >= min(self._write_back_at, self._quiet_at):
                self._write_back()
            if found:
                return found
            if monotonic() >= until or self._until.wait(_POLL_SECONDS):
                return frozenset()

    def _moved_tables(self) -> frozenset[str]:
        """Return the tables whose heads moved since the last call."""
        self._store._check_files()  # noqa: SLF001 - one of its own kind
        with self._store._errors():  # noqa: SLF001 - one of its own kind
            version = self._db.execute("PRAGMA data_version").fetchone()[0]
            if version == self._version:
                return frozenset()
            self._is_written_back = self._store._refused is not None  # noqa: SLF001 - one of its own kind
            self._quiet_at = monotonic() + _QUIET_SECONDS
            rows = self._db.execute("SELECT name, revision, identity FROM table_heads").fetchall()
        heads = {text(name): (revision, text(hash)) for name, revision, hash in rows}
        before, self._heads, self._version = self._heads, heads, version
        return frozenset(name for name in {*heads, *before} if before.get(name) != heads.get(name))

    def _write_back(self) -> None:
        """Copy the write-ahead log into the file, as far as nobody reads what was there before.

        Nobody waits for it. Where the disk does not do it now the log goes on, and it is tried again.
        """
        self._write_back_at = self._quiet_at = monotonic() + _WRITE_BACK_SECONDS
        with suppress(sqlite3.Error):
            self._is_written_back = _copy_back(self._db)

    def close(self) -> None:
        self._db.close()


def _copy_back(db: sqlite3.Connection) -> bool:
    """Copy the write-ahead log into the file; return whether all of it is there, as while nobody reads."""
    _, pages, written = db.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()
    return bool(pages == written)


def _is_for_want_of_a_place(error: StoreError) -> bool:
    """Return whether a file could not be opened because nothing can be written beside it."""
    cause = error.__cause__
    return isinstance(cause, sqlite3.Error) and getattr(cause, "sqlite_errorcode", 0) & 0xFF in _NO_PLACE


def _copy_apart(*paths: Path) -> "TemporaryDirectory[str] | None":
    """Return a folder with copies of the files, wherever there is room for them; None where there is none."""
    from tempfile import TemporaryDirectory  # a cold start without it: 5 ms

    for place in (None, "/dev/shm"):  # noqa: S108 - a folder of our own in it, closed to others
        try:
            folder = TemporaryDirectory(prefix="referee-", dir=place)
        except OSError:
            continue
        try:
            for path in paths:
                shutil.copy(path, folder.name)
        except OSError:
            folder.cleanup()
        else:
            return folder
    return None


def _migrated(frozen: sqlite3.Connection) -> sqlite3.Connection:
    """Return a connection to a copy in memory of a file of an older layout, in today's."""
    copy = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
    with ExitStack() as undone:
        undone.callback(copy.close)
        with closing(frozen):
            frozen.backup(copy)
        lay_out(copy)
        copy.text_factory = bytes
        copy.execute("PRAGMA query_only = 1")
        undone.pop_all()
    return copy
