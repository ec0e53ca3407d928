"""The store for more than one machine: PostgreSQL 16 or newer, one lock a table, every commit synced.

Needs the extra `referee[postgres]`; nothing of it is imported unless an address asks for it.
"""

import logging
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from threading import Event, Lock
from time import gmtime, monotonic, time
from typing import Any

import psycopg
from psycopg import errors
from psycopg.adapt import Loader
from psycopg.conninfo import conninfo_to_dict, make_conninfo
from psycopg.rows import dict_row
from psycopg_pool import ConnectionPool, PoolClosed, PoolTimeout

from events.digest import blake2b
from events.stores import place_of
from events.stores.marks import text
from events.stores.places import data_folder
from events.stores.postgres_schema import (
    FIRST_LINES,
    SCHEMA,
    SCHEMA_VERSION,
    lay_out,
    layout_of,
)
from events.stores.protocol import (
    PRESENCE_SECONDS,
    AwayError,
    ClockError,
    Closing,
    DamagedStoreError,
    FullError,
    LockedError,
    NewerStoreError,
    NoStoreError,
    OwnerOnlyError,
    ReadOnlyError,
    StoreError,
    UnreachableError,
)
from events.stores.sql import SqlStore

CONNECT_SECONDS = 5
"""How long a database may take to answer the first time."""

BUSY_SECONDS = 2.0
"""How long to wait for a lock, or for a connection, before saying that the store is busy."""

SILENCE_SECONDS = 60.0
"""How long the database may leave a statement without a byte of an answer; a service allows less."""

NETWORK = {
    "keepalives_idle": "10",
    "keepalives_interval": "5",
    "keepalives_count": "2",
    "tcp_user_timeout": "10000",
}
"""How soon the system notices that the other machine is gone, unless the address says otherwise."""

IDLE_SECONDS = 20.0
"""A connection that nobody used for longer is asked whether it is still there before it is used."""

ANSWER_SECONDS = 0.5
"""How long that may take."""

DAY_SECONDS = 86_400

MOST_CONNECTIONS = 16
"""At one time, for one process."""

CATCH_UP_SECONDS = 1.0
"""How often a watch compares heads, lest a notification was lost."""

CHANNEL = "referee"
"""Where whoever writes says at which table."""

MAX_PAYLOAD = 7999
"""What a notification holds, in bytes; a table with a longer name is found by its head."""

_LOCK = (
    "SELECT pg_advisory_xact_lock(hashtextextended(?, 0)), pg_notify(?, ?), (SELECT max(version) FROM layout)"
)
_NOTIFY = "SELECT pg_notify(?, ?)"
_GONE = "DELETE FROM presence WHERE process = ? AND table_name = ? RETURNING seat, streams"
_HERE = "INSERT INTO presence (process, table_name, seat, streams) VALUES (?, ?, ?, ?)"
_PRESENCE = (
    "SELECT seat, sum(streams)::bigint FROM presence WHERE table_name = ? AND process != ?"
    " AND told_at > now() - make_interval(secs => ?) GROUP BY seat"
)

_ERRORS: tuple[tuple[type[psycopg.Error], type[StoreError]], ...] = (
    (errors.LockNotAvailable, LockedError),
    (errors.QueryCanceled, LockedError),
    (errors.DeadlockDetected, LockedError),
    (PoolTimeout, AwayError),
    (PoolClosed, UnreachableError),
    (errors.ReadOnlySqlTransaction, ReadOnlyError),
    (errors.InsufficientPrivilege, ReadOnlyError),
    (errors.DiskFull, FullError),
    (errors.IntegrityError, DamagedStoreError),
    (errors.UndefinedTable, DamagedStoreError),
    (errors.UndefinedColumn, DamagedStoreError),
    (errors.DataCorrupted, DamagedStoreError),
    (errors.IndexCorrupted, DamagedStoreError),
    (errors.OperationalError, AwayError),
    (errors.InterfaceError, AwayError),
)
"""What the errors of the database mean, the narrower first."""

_SETTINGS = {
    "search_path": SCHEMA,
    "client_encoding": "UTF8",
    "default_transaction_isolation": "read committed",
    "standard_conforming_strings": "on",
    "lock_timeout": f"{int(BUSY_SECONDS * 1000)}",
    "statement_timeout": f"{int(SILENCE_SECONDS * 1000)}",
    "idle_in_transaction_session_timeout": f"{int(SILENCE_SECONDS * 1000)}",
    "idle_session_timeout": "0",
}
_SET_UP = (
    "SELECT "
    + ", ".join(f"set_config('{name}', '{value}', false)" for name, value in _SETTINGS.items())
    + ", CASE WHEN current_setting('synchronous_commit') NOT IN ('on', 'remote_apply')"
    " THEN set_config('synchronous_commit', 'on', false) END"
)
"""For every connection, whatever the role or the database is set to: where things stand, how text is
written, what a transaction sees, how long to wait, and that acknowledged means on disk."""

_REPLICAS = (
    "SELECT current_setting('synchronous_standby_names') = '' AND EXISTS ("
    "SELECT 1 FROM pg_stat_replication WHERE application_name != 'pg_basebackup')"
)


logging.getLogger("psycopg").addHandler(logging.NullHandler())
"""Errors of the library are raised and told to people; nothing is logged."""


class _Bytes(Loader):
    """Reads text as bytes, as replay wants it."""

    def load(self, data: Any) -> bytes:
        return bytes(data)


class Wire:
    """A connection that takes `?` for an argument."""

    def __init__(self, connection: "psycopg.Connection[Any]") -> None:
        self._connection = connection

    def execute(self, sql: str, args: Any = (), /) -> Any:
        """Carry out a statement; give a cursor."""
        return self._connection.execute(_translated(sql), args or None)

    def executemany(self, sql: str, rows: Any, /) -> Any:
        """Carry out a statement for each row of arguments."""
        with self._connection.cursor() as cursor:
            cursor.executemany(_translated(sql), rows)


@cache
def _translated(sql: str) -> Any:
    """Write a statement with `?` as the library takes it; remembered, for there are few statements."""
    return sql.replace("?", "%s")


class _SilentError(psycopg.OperationalError):
    """The database left a statement without an answer; its connection was closed."""


class _Connection(psycopg.Connection[Any]):
    """A connection that gives a statement up when nothing has come back for `silence` seconds."""

    silence = SILENCE_SECONDS
    used = 0.0
    """When it was last given back, in seconds of `monotonic`."""

    def wait(self, gen: Any, *args: Any, **kwargs: Any) -> Any:
        return super().wait(self._until_silent(gen), *args, **kwargs)

    def _until_silent(self, gen: Any) -> Any:
        """Drive the library's generator, which is sent what is ready: nothing, every tenth of a second."""
        heard = monotonic()
        try:
            step = next(gen)
            while True:
                ready = yield step
                if ready:
                    heard = monotonic()
                elif monotonic() - heard > self.silence:
                    self.pgconn.finish()
                    raise _SilentError("no answer")
                step = gen.send(ready)
        except StopIteration as end:
            return end.value


class PostgresStore(SqlStore):
    """Logs in a PostgreSQL database; safe between threads, processes and machines."""

    share: str | None = ""
    _also_removed = ("DELETE FROM presence WHERE table_name = ?",)

    def __init__(self, address: str, *, create: bool = True) -> None:
        """Connect to a database, and lay it out where it is empty (`create`) or older.

        Raises UnreachableError, NoStoreError, NewerStoreError, ReadOnlyError.
        """
        super().__init__()
        self.where = without_password(address)
        digest = blake2b(self.where.encode(), digest_size=8).hexdigest()
        self.secret = data_folder() / f"postgresql-{digest}.secret"
        self.unseen = 0
        self._address = make_conninfo(
            "", **{**NETWORK, **conninfo_to_dict(address), "client_encoding": "UTF8"}
        )
        self._silence = SILENCE_SECONDS
        self._is_away = False
        self._trying = Lock()
        with self._errors():
            self._prepare(create=create)
            self._pool = ConnectionPool(
                self._address, min_size=1, max_size=MOST_CONNECTIONS, timeout=BUSY_SECONDS, open=True,
                kwargs={"autocommit": True, "connect_timeout": CONNECT_SECONDS}, connection_class=_Connection,
                configure=self._set_up, check=still_there, name="referee",
            )  # fmt: skip

    def limit_silence(self, seconds: float) -> None:
        """Let the database leave a statement without an answer for so long at most."""
        self._silence = seconds

    def _set_up(self, connection: _Connection) -> None:
        connection.silence = self._silence
        set_up(connection)

    @contextmanager
    def _connection(self) -> Iterator[_Connection]:
        """Borrow a connection; while the database is away one caller at a time tries, and no other waits.

        Raises AwayError, and what else the errors of the database mean.
        """
        tries = self._is_away
        if tries and not self._trying.acquire(blocking=False):
            raise AwayError(path=self.where, why="no answer")
        try:
            with self._errors(), self._pool.connection() as connection:
                connection.silence = self._silence
                yield connection
                connection.used = monotonic()
        except AwayError:
            self._is_away = True
            raise
        except StoreError:
            self._is_away = False
            raise
        else:
            self._is_away = False
        finally:
            if tries:
                self._trying.release()

    def _prepare(self, *, create: bool) -> None:
        """Connect once and lay the database out: a pool would try for long before it said what is wrong."""
        with self._connect() as connection:
            db = Wire(connection)
            self._check_clock(db)
            found = layout_of(db)
            if found == 0 and not create:
                raise NoStoreError(path=self.where, why="nothing was laid out there yet")
            if found > SCHEMA_VERSION:
                raise NewerStoreError(path=self.where, found=found, ours=SCHEMA_VERSION)
            if found < SCHEMA_VERSION:
                with connection.transaction():
                    lay_out(db)

    def _check_clock(self, db: Wire) -> None:
        """Raise ClockError where the database and this machine are more than a day apart."""
        theirs = db.execute("SELECT extract(epoch FROM now())::float8").fetchone()[0]
        if abs(theirs - time()) > DAY_SECONDS:
            days = [gmtime(each) for each in (time(), theirs)]
            ours, other = (f"{day.tm_year}-{day.tm_mon:02}-{day.tm_mday:02}" for day in days)
            raise ClockError(path=self.where, ours=ours, theirs=other)

    def _connect(self) -> _Connection:
        try:
            connection = _Connection.connect(self._address, autocommit=True, connect_timeout=CONNECT_SECONDS)
        except (psycopg.OperationalError, psycopg.ProgrammingError) as error:
            raise UnreachableError(path=self.where, why=first_line(error)) from error
        try:
            self._set_up(connection)
        except BaseException:
            connection.close()
            raise
        return connection

    @contextmanager
    def _errors(self) -> Iterator[None]:
        """Turn what the database raises into what a store raises."""
        try:
            yield
        except psycopg.Error as error:
            kinds = (kind for raised, kind in _ERRORS if isinstance(error, raised))
            raise next(kinds, UnreachableError)(path=self.where, why=first_line(error)) from error

    @contextmanager
    def _writing(self, *tables: str) -> Iterator[Wire]:
        with self._connection() as connection, connection.transaction():
            db = Wire(connection)
            # Always in the same order, so that no two wait for each other. What is notified is told when
            # the transaction ends, and only if it ends well.
            for table in sorted(tables):
                found = db.execute(_LOCK, (table, CHANNEL, payload(table))).fetchone()[2]
                if found > SCHEMA_VERSION:
                    raise NewerStoreError(path=self.where, found=found, ours=SCHEMA_VERSION)
            yield db

    @contextmanager
    def _reading(self) -> Iterator[Wire]:
        with self._connection() as connection:
            yield Wire(connection)

    @contextmanager
    def _at_one_moment(self) -> Iterator[Wire]:
        with self._connection() as connection, connection.transaction():
            db = Wire(connection)
            db.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
            yield db

    def _firsts(self) -> list[tuple[str, str | None, int, bytes | None]]:
        with self._reading() as db:
            rows = db.execute(FIRST_LINES).fetchall()
        return [(text(name), text(kept_as), revision, line) for name, kept_as, revision, line in rows]

    def is_writable(self) -> bool:
        """Whether the role that is connected may add entries."""
        with self._reading() as db:
            row = db.execute("SELECT has_table_privilege('log', 'INSERT')").fetchone()
        return bool(row[0])

    def judge_owner(self) -> None:
        """Raise OwnerOnlyError for a role that may only serve, and so not remove or rewrite entries."""
        with self._reading() as db:
            row = db.execute("SELECT has_table_privilege('log', 'DELETE')").fetchone()
        if not row[0]:
            raise OwnerOnlyError(path=self.where)

    def rows(self, view: str) -> list[dict[str, Any]]:
        """Read one of the views made for people: `tables`, `entries`, `games`, `results`."""
        with self._connection() as connection:
            cursor = connection.cursor(row_factory=dict_row)
            rows = cursor.execute(psycopg.sql.SQL("SELECT * FROM {}").format(psycopg.sql.Identifier(view)))
            return [{name: text(value) for name, value in row.items()} for row in rows]

    def tell_presence(self, process: str, table: str, seats: Mapping[str, int]) -> None:
        """Say how many streams each seat of a table has open through a process."""
        with self._connection() as connection, connection.transaction():
            db = Wire(connection)
            rows = db.execute(_GONE, (process, table)).fetchall()
            db.executemany(_HERE, [(process, table, seat, streams) for seat, streams in seats.items()])
            if {text(seat): streams for seat, streams in rows} != seats:
                db.execute(_NOTIFY, (CHANNEL, payload(table)))

    def end_presence(self, process: str) -> None:
        """Forget all that a process told."""
        with self._connection() as connection:
            Wire(connection).execute("DELETE FROM presence WHERE process = ?", (process,))

    def may_lose_on_failover(self) -> bool:
        """Whether replicas follow, and none of them has to have an entry before it is acknowledged."""
        with self._reading() as db:
            return bool(db.execute(_REPLICAS).fetchone()[0])

    def presence(self, table: str, besides: str, within: float = PRESENCE_SECONDS) -> Counter[str]:
        """Count the streams of each seat of a table, as told by every process besides one."""
        with self._reading() as db:
            rows = db.execute(_PRESENCE, (table, besides, within)).fetchall()
        return Counter({text(seat): streams for seat, streams in rows})

    def watch(self, until: Event | None = None) -> "PostgresWatch":  # noqa: ARG002 - a socket waits for no event
        """Start to watch what is written; the caller closes the watch."""
        return PostgresWatch(self)

    def close(self) -> None:
        """Close the connections; a second call does nothing."""
        self._pool.close()


class PostgresWatch(Closing):
    """Is told by the database who wrote where; compares heads every second, lest a word was lost."""

    def __init__(self, store: PostgresStore) -> None:
        """Listen over a connection of its own."""
        self._store = store
        self._heads: dict[str, tuple[int, str]] = {}
        self._next_look = 0.0
        with store._errors():  # noqa: SLF001 - one of its own kind
            self._connection = store._connect()  # noqa: SLF001 - one of its own kind
            self._connection.silence = min(self._connection.silence, ANSWER_SECONDS * 2)
            self._connection.execute(f"LISTEN {CHANNEL}")

    def changed(self, seconds: float) -> frozenset[str]:
        """Wait, at most so long, until tables change; name them."""
        with self._store._errors():  # noqa: SLF001 - one of its own kind
            if monotonic() >= self._next_look:
                return self._gone_on() or self._told(seconds)
            return self._told(seconds)

    def _told(self, seconds: float) -> frozenset[str]:
        """Wait until somebody says where they wrote."""
        told = frozenset(each.payload for each in self._connection.notifies(timeout=seconds, stop_after=1))
        return told if "" not in told else told - {""} | self._gone_on()

    def _gone_on(self) -> frozenset[str]:
        """Name the tables whose heads moved since the last look."""
        rows = self._connection.execute("SELECT name, revision, identity FROM table_heads").fetchall()
        heads = {text(name): (revision, text(identity)) for name, revision, identity in rows}
        before, self._heads = self._heads, heads
        self._next_look = monotonic() + CATCH_UP_SECONDS
        return frozenset(name for name in {*heads, *before} if before.get(name) != heads.get(name))

    def close(self) -> None:
        """Close the connection; a second call does nothing."""
        self._connection.close()


def payload(table: str) -> str:
    """Write down what a notification says of a table: its name, or nothing where that is too long."""
    return table if len(table.encode()) <= MAX_PAYLOAD else ""


def set_up(connection: "psycopg.Connection[Any]") -> None:
    """Make a new connection read text as bytes, and see our tables."""
    for name in ("text", "varchar"):
        connection.adapters.register_loader(name, _Bytes)
    connection.execute(_SET_UP)


def still_there(connection: _Connection) -> None:
    """Read what the database sent, its last word and then the end; raise where it has hung up.

    One that was idle for long is asked: a network may have dropped it without a word.
    """
    connection.pgconn.consume_input()
    connection.pgconn.consume_input()
    if connection.used and monotonic() - connection.used > IDLE_SECONDS:
        connection.silence = ANSWER_SECONDS
        connection.execute("")


def without_password(address: str) -> str:
    """Name a database so that it may be printed.

    Raises UnreachableError where the address is none.
    """
    try:
        parts = conninfo_to_dict(address)
    except psycopg.ProgrammingError as error:
        raise UnreachableError(path=place_of(address), why=first_line(error)) from None
    parts.pop("password", None)
    host, port, name = (parts.pop(key, None) for key in ("host", "port", "dbname"))
    user = parts.pop("user", None)
    place = f"{f'{user}@' if user else ''}{host or ''}{f':{port}' if port else ''}"
    rest = make_conninfo("", **parts)
    return f"postgresql://{place}/{name or ''}" + (f" ({rest})" if rest else "")


def first_line(error: Exception) -> str:
    """Say what the database said, in a line."""
    return str(error).strip().partition("\n")[0]
