"""The store tables use: one SQLite file, write-ahead log, every commit synced.

Layout, migrations, views and listings go through sqlite-utils (`sqlite_schema`). Appending and
replaying use `sqlite3` itself, measured on one machine: three lines and a commit take
`table.insert_all()` 46 µs where `executemany` takes 20 (without the sync, which is the same),
`atomic()` begins deferred where an append condition needs `BEGIN IMMEDIATE`, a row of `query()`
takes 1.1 µs where one of a cursor takes 0.75, and importing the library costs more (80 ms and
up) than all the rest of a cold command.
"""

import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from itertools import islice
from operator import itemgetter
from pathlib import Path
from threading import RLock
from time import monotonic, sleep
from typing import Any

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
    NewerStoreError,
    NotAStoreError,
    ReadOnlyError,
    Refusal,
    Repeated,
    StoreError,
    TableRow,
    UnreachableError,
    hash_in,
    row_of,
)
from events.stores.sqlite_faults import answer_hash, faults_beside
from events.stores.sqlite_refusals import keep_refusal, refusals_of
from events.stores.sqlite_schema import APPLICATION_ID, SCHEMA_VERSION, first_lines, lay_out, rows_of

PAUSE_SECONDS = 0.02
"""Between two tries to lay a file out while another process does."""

BUSY_SECONDS = 5.0
"""How long to wait for another program before saying that the store is locked."""

_CHUNK = 4096
"""Lines read, or written by `create`, at a time."""

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
"""What SQLite's codes mean: of a statement of ours a plain error says that a table or a column is
gone, a constraint that a row lies where none was written."""

_MOVE_HEAD = "UPDATE table_heads SET revision = ?, head = ? WHERE id = ? AND revision = ? AND head = ?"
_MOVE_HEAD_AND_ANSWERS = (
    "UPDATE table_heads SET revision = ?, head = ?, answers = ?, answers_hash = ?"
    " WHERE id = ? AND revision = ? AND head = ? AND answers = ? AND answers_hash = ?"
)
_ANSWERED = "SELECT answers, answers_hash FROM table_heads WHERE id = ?"
_NEW_HEAD = "INSERT INTO table_heads (name, revision, head) VALUES (?, ?, ?) RETURNING id"
_HEAD = "SELECT revision, head FROM table_heads WHERE name = ?"
_KEEP_LINE = "INSERT INTO log (table_id, seq, line) VALUES (?, ?, ?)"
_KEEP_ANSWER = (
    "INSERT INTO submissions (table_id, key, revision, answer, place, hash) VALUES (?, ?, ?, ?, ?, ?)"
)
_FIND_ID = "SELECT id FROM table_heads WHERE name = ?"
_ID = "(SELECT id FROM table_heads WHERE name = ?)"
_READ = (
    f"SELECT line, seq FROM log WHERE table_id = {_ID} AND seq BETWEEN ? AND ?"  # noqa: S608 - constants
    f" ORDER BY seq LIMIT {_CHUNK}"
)
_ANSWER = f"SELECT answer FROM submissions WHERE table_id = {_ID} AND key = ?"  # noqa: S608 - constants
_FOREVER = 2**62
_FROZEN = "?mode=ro&immutable=1"
"""How a file is opened that nobody can write: read as it is, whatever its layout."""

_LINE = itemgetter(0)


class SqliteStore(Closing):
    """Logs in one SQLite file; safe between threads and processes.

    One connection serves every thread, one at a time: a reader beside a writer would see what is not
    committed, and wait inside SQLite for the disk with the interpreter's lock in its hands.
    """

    def __init__(self, path: str | Path, *, create: bool = True, busy_seconds: float = BUSY_SECONDS) -> None:
        """Open the file, or lay a new one out (`create`); wait `busy_seconds` for a lock.

        Raises UnreachableError, NotAStoreError, NewerStoreError, LockedError, ReadOnlyError.
        """
        self.path = Path(path)
        self._lock = RLock()
        self._ids: dict[str, int] = {}
        self._answered: dict[int, tuple[int, str]] = {}
        if not create and not self.path.is_file():
            raise UnreachableError(path=str(self.path), why="no such file")
        try:
            self._open(self.path.absolute().as_uri(), busy_seconds)
        except ReadOnlyError:
            # A write-ahead log needs a place to write even to be read; without one nobody else writes either.
            if self._wal.exists():
                raise
            self._open(self.path.absolute().as_uri() + _FROZEN, busy_seconds)

    @property
    def _wal(self) -> Path:
        return self.path.with_name(self.path.name + "-wal")

    def _open(self, uri: str, busy_seconds: float) -> None:
        self._uri = uri
        with self._errors():
            self._db = sqlite3.connect(
                uri, timeout=busy_seconds, isolation_level=None, check_same_thread=False, uri=True
            )
            self._db.text_factory = bytes
            try:
                self._prepare_patiently(monotonic() + busy_seconds)
            except BaseException:
                self._db.close()
                raise

    def _prepare_patiently(self, until: float) -> None:
        """Prepare the file; SQLite itself does not wait for the lock that switches the journal's mode."""
        while True:
            try:
                return self._prepare()
            except (sqlite3.OperationalError, LockedError) as error:
                if "locked" not in str(error.args) or monotonic() >= until:
                    raise
                sleep(PAUSE_SECONDS)

    def _prepare(self) -> None:
        found = self._pragma("user_version")
        if found and self._pragma("application_id") != APPLICATION_ID:
            raise NotAStoreError(path=str(self.path))
        if found > SCHEMA_VERSION:
            raise NewerStoreError(path=str(self.path), found=found, ours=SCHEMA_VERSION)
        self._db.execute("PRAGMA synchronous = FULL")
        if found < SCHEMA_VERSION and not (found and self._uri.endswith(_FROZEN)):
            self._lay_out()

    def _lay_out(self) -> None:
        with self._errors(), closing(sqlite3.connect(self.path, isolation_level=None)) as db:
            tables = db.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
            if tables and self._pragma("application_id") != APPLICATION_ID:
                raise NotAStoreError(path=str(self.path))
            db.execute("PRAGMA journal_mode = WAL")
            lay_out(db)

    def _pragma(self, name: str) -> int:
        return int(self._db.execute(f"PRAGMA {name}").fetchone()[0])

    @contextmanager
    def _errors(self) -> Iterator[None]:
        """Turn what SQLite raises into what a store raises."""
        try:
            yield
        except sqlite3.Error as error:
            raise self._named(error) from error

    def _named(self, error: sqlite3.Error) -> StoreError:
        code = getattr(error, "sqlite_errorcode", 0) & 0xFF
        return _ERRORS.get(code, UnreachableError)(path=str(self.path), why=str(error))

    def append(self, batch: Batch) -> Appended | Conflict | Repeated:
        """Write a batch if its key is new and its expected head is the log's; synced when it returns."""
        with self._lock:
            try:
                return self._append(batch)
            except sqlite3.Error as error:
                raise self._named(error) from error
            finally:
                if self._db.in_transaction:
                    self._db.execute("ROLLBACK")

    def _append(self, batch: Batch) -> Appended | Conflict | Repeated:
        db, expected, head = self._db, batch.expected, batch.head
        db.execute("BEGIN IMMEDIATE")
        table_id: Any = self._ids.get(batch.table) or self._find_id(batch.table)
        if (place := self._move_head(table_id, batch)) is None:
            table_id = self._begin(batch)
            if isinstance(table_id, Conflict | Repeated):
                return table_id
            place = self._move_head(table_id, batch)
        if batch.key is not None:
            try:
                db.execute(_KEEP_ANSWER, (table_id, batch.key, head.revision, batch.answer.decode(), *place))
            except sqlite3.IntegrityError:
                return Repeated(self._answer(batch.table, batch.key) or b"")
        seqs = range(expected.revision + 1, head.revision + 1)
        lines = zip(seqs, batch.lines, strict=True)
        db.executemany(_KEEP_LINE, [(table_id, seq, line.decode()) for seq, line in lines])
        if batch.refusal is not None:
            keep_refusal(db, table_id, batch.table, batch.refusal)
        db.execute("COMMIT")
        if place:
            self._answered[table_id] = place
        return Appended(head)

    def _move_head(self, table_id: int | None, batch: Batch) -> Any:
        """Move a head on; give where the answer stands among the others, None where the log has gone on."""
        db, expected, head, key = self._db, batch.expected, batch.head, batch.key
        now, was = (head.revision, head.hash), (table_id, expected.revision, expected.hash)
        if key is None:
            return () if db.execute(_MOVE_HEAD, (*now, *was)).rowcount else None
        # Where somebody else answered meanwhile, what is remembered is wrong, and looked up.
        for remembered in (True, False):
            last = self._answered.get(table_id or 0) if remembered else self._last_answer(table_id)
            if last is None:
                continue
            place = (last[0] + 1, answer_hash(last[1], key, head.revision, batch.answer.decode()))
            if db.execute(_MOVE_HEAD_AND_ANSWERS, (*now, *place, *was, *last)).rowcount:
                return place
        return None

    def _last_answer(self, table_id: int | None) -> tuple[int, str] | None:
        """Look up how many answers a table keeps, and the hash of the last."""
        row = self._db.execute(_ANSWERED, (table_id,)).fetchone()
        return (row[0], row[1].decode()) if row else None

    def _find_id(self, table: str) -> int | None:
        """Look a table's id up, and remember it: heads are committed once and for all."""
        if row := self._db.execute(_FIND_ID, (table,)).fetchone():
            self._ids[table] = row[0]
        return self._ids.get(table)

    def _begin(self, batch: Batch) -> int | Conflict | Repeated:
        """Give a new table its head; say why not where the batch expected another one."""
        if batch.key is not None and (kept := self._answer(batch.table, batch.key)) is not None:
            return Repeated(kept)
        head = self._head(batch.table)
        if head is not None or batch.expected != NO_HEAD:
            return Conflict(batch.expected.revision, (head or NO_HEAD).revision)
        new = (batch.table, NO_HEAD.revision, NO_HEAD.hash)
        return int(self._db.execute(_NEW_HEAD, new).fetchall()[0][0])

    def create(self, table: str, lines: Iterable[bytes]) -> Appended | Conflict:
        """Write a whole new log, streamed; nothing at all where `lines` raises or the table exists."""
        with self._lock, self._errors():
            try:
                self._db.execute("BEGIN IMMEDIATE")
                head = self._head(table) or NO_HEAD
                if head != NO_HEAD:
                    return Conflict(0, head.revision)
                return self._create(table, iter(lines))
            finally:
                if self._db.in_transaction:
                    self._db.execute("ROLLBACK")

    def _create(self, table: str, lines: Iterator[bytes]) -> Appended:
        begun = Batch(table=table, expected=NO_HEAD)
        table_id = self._find_id(table) or self._begin(begun)
        head = NO_HEAD
        while chunk := list(islice(lines, _CHUNK)):
            rows = [(table_id, seq, line.decode()) for seq, line in enumerate(chunk, head.revision + 1)]
            self._db.executemany(_KEEP_LINE, rows)
            head = Head(head.revision + len(chunk), hash_in(chunk[-1]))
        self._db.execute(_MOVE_HEAD, (head.revision, head.hash, table_id, 0, NO_HEAD.hash))
        self._db.execute("COMMIT")
        return Appended(head)

    def head(self, table: str) -> Head:
        """Give the head acknowledged last."""
        with self._lock, self._errors():
            return self._head(table) or NO_HEAD

    def _head(self, table: str) -> Head | None:
        row = self._db.execute(_HEAD, (table,)).fetchone()
        return Head(row[0], row[1].decode()) if row else None

    def read(self, table: str, first: int = 1, last: int | None = None) -> Iterator[bytes]:
        """Stream the stored lines, no newlines.

        Read in chunks: a transaction left open by a slow reader would keep the write-ahead log growing.
        """
        end = _FOREVER if last is None else last
        while rows := self._chunk(table, first, end):
            if rows[-1][1] != first + len(rows) - 1:
                rows = in_their_place(rows)
            if not rows:
                return
            yield from map(_LINE, rows)
            first = rows[-1][1] + 1

    def _chunk(self, table: str, first: int, last: int) -> list[tuple[bytes, int]]:
        with self._lock, self._errors():
            return self._db.execute(_READ, (table, first, last)).fetchall()

    def answer(self, table: str, key: str) -> bytes | None:
        """Find the answer kept with a key."""
        with self._lock, self._errors():
            return self._answer(table, key)

    def _answer(self, table: str, key: str) -> bytes | None:
        row = self._db.execute(_ANSWER, (table, key)).fetchone()
        return row[0] if row else None

    def refusals(self, table: str) -> tuple[Refusal, ...]:
        """Give what was refused last, by reader."""
        with self._lock, self._errors():
            return refusals_of(self._db, table)

    def tables(self) -> tuple[TableRow, ...]:
        """List the tables by name."""
        with self._reader() as db:
            rows = first_lines(db)
        return tuple(row_of(row["name"] or "?", row["revision"], str(row["line"]).encode()) for row in rows)

    def rows(self, view: str) -> list[dict[str, Any]]:
        """Read one of the views made for people: `tables`, `entries`, `games`, `results`."""
        with self._reader() as db:
            return rows_of(db, view)

    @contextmanager
    def _reader(self) -> Iterator[sqlite3.Connection]:
        # A connection of its own: the library needs text as `str`, replay wants it as bytes.
        with self._errors(), closing(sqlite3.connect(self._uri, uri=True)) as db:
            yield db

    def faults(self, table: str) -> Iterator[Fault]:
        """Tell what is kept of a table, its entries apart, and is not as it was written."""
        with self._lock, self._errors():
            self._db.execute("BEGIN")  # one moment for all that is read, whoever writes meanwhile
            try:
                found = list(faults_beside(self._db, table))
            finally:
                self._db.execute("ROLLBACK")
        return iter(found)

    def close(self) -> None:
        """Let go of the file; once more does nothing."""
        self._db.close()


def in_their_place(rows: list[tuple[bytes, int]]) -> list[tuple[bytes, int]]:
    """Give the rows before the first whose line says another seq than the row: it was moved there."""
    moved = (i for i, (line, seq) in enumerate(rows) if not line.startswith(b'{"seq":%d,' % seq))
    return rows[: next(moved, len(rows))]
