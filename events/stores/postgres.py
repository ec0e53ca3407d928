"""The store for more than one machine: PostgreSQL 16 or newer, one lock a table, every commit synced.

All of it stands in a schema of its own, so that a database may hold other things, too; each step leads from
one layout to the next. Texts sort by their bytes, as in every other store.
"""

import logging
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
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

from events.envelope import blake2b
from events.stores.identities import give_identities, move_openings
from events.stores.integrity import Db, first_lines, text
from events.stores.places import data_folder, place_of
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

_SCHEMA = "referee"
"""The schema everything stands in."""

_LAYOUT_LOCK = 0x52454645
"""The number of the lock that a process holds while it lays the database out ("REFE")."""

_TEXT = 'text COLLATE "C" NOT NULL'

_LOGS = (
    f"""CREATE TABLE table_heads (
        id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, name {_TEXT} UNIQUE, revision bigint NOT NULL,
        head {_TEXT}, answers bigint NOT NULL DEFAULT 0, answers_hash {_TEXT} DEFAULT '')""",
    f"""CREATE TABLE log (
        table_id bigint NOT NULL, seq bigint NOT NULL, line {_TEXT}, PRIMARY KEY (table_id, seq))""",
    f"""CREATE TABLE submissions (
        table_id bigint NOT NULL, key {_TEXT}, revision bigint NOT NULL, answer {_TEXT},
        place bigint NOT NULL, hash {_TEXT}, PRIMARY KEY (table_id, key))""",
    f"""CREATE TABLE refusals (
        table_id bigint NOT NULL, reader {_TEXT}, revision bigint NOT NULL, body {_TEXT},
        PRIMARY KEY (table_id, reader))""",
    f"""CREATE TABLE changes (
        table_name {_TEXT}, place bigint NOT NULL, revision bigint NOT NULL, kind {_TEXT},
        rows_hash {_TEXT}, hash {_TEXT}, PRIMARY KEY (table_name, place))""",
    f"""CREATE TABLE web_links (
        id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, hash {_TEXT} UNIQUE, table_name {_TEXT},
        role {_TEXT}, seat {_TEXT}, lang text COLLATE "C", opened int NOT NULL, nonce {_TEXT} DEFAULT '',
        writes bigint NOT NULL DEFAULT 0, issued bigint NOT NULL DEFAULT 1,
        UNIQUE (table_name, role, seat))""",
    f"""CREATE TABLE web_notes (
        table_name {_TEXT}, topic {_TEXT}, body {_TEXT}, PRIMARY KEY (table_name, topic))""",
)

_PRESENCE = (
    f"""CREATE UNLOGGED TABLE presence (
        process {_TEXT}, table_name {_TEXT}, seat {_TEXT}, streams int NOT NULL,
        told_at timestamptz NOT NULL DEFAULT now(), PRIMARY KEY (process, table_name, seat))""",
    "CREATE INDEX presence_by_table ON presence (table_name)",
)

_ROLES = (
    f"""CREATE FUNCTION let_serve(service name) RETURNS void LANGUAGE plpgsql AS $$
        DECLARE each text;
        BEGIN
            FOREACH each IN ARRAY ARRAY[
                'USAGE ON SCHEMA {_SCHEMA}',
                'SELECT ON ALL TABLES IN SCHEMA {_SCHEMA}',
                'INSERT ON {_SCHEMA}.log, {_SCHEMA}.submissions, {_SCHEMA}.changes',
                'INSERT, UPDATE (revision, head, answers, answers_hash) ON {_SCHEMA}.table_heads',
                'INSERT, UPDATE ON {_SCHEMA}.refusals, {_SCHEMA}.web_links',
                'INSERT, UPDATE, DELETE ON {_SCHEMA}.web_notes, {_SCHEMA}.presence'
            ] LOOP
                EXECUTE format('GRANT %s TO %I', each, service);
            END LOOP;
        END $$""",
    "REVOKE EXECUTE ON FUNCTION let_serve FROM PUBLIC",
)
"""Lets a role do what a service needs, and no more: entries, answers and marks it may only add and read."""

_VIEWS = (
    # What is damaged is no entry, and spoils nobody's view of the others.
    """CREATE FUNCTION entry(line text) RETURNS jsonb LANGUAGE sql IMMUTABLE PARALLEL SAFE AS
        $$ SELECT CASE WHEN pg_input_is_valid(line, 'jsonb') THEN line::jsonb END $$""",
    """CREATE VIEW tables AS
        SELECT h.name AS "table", e->'event'->>'game' AS game, e->'event'->>'edition' AS edition,
            e->'event'->'seats' AS seats, e->>'at' AS opened_at, h.revision AS entries, h.head
        FROM table_heads h JOIN log l ON l.table_id = h.id AND l.seq = 1, entry(l.line) e
        WHERE e IS NOT NULL""",
    """CREATE VIEW entries AS
        SELECT h.name AS "table", l.seq, e->>'at' AS at, e->>'by' AS "by", e->>'kind' AS kind,
            e->'cause' AS cause, e->'event'->>'type' AS type, e->'event' AS event
        FROM log l JOIN table_heads h ON h.id = l.table_id, entry(l.line) e
        WHERE e IS NOT NULL""",
    """CREATE VIEW results AS
        WITH ended AS (
            SELECT l.table_id, l.seq, e FROM log l, entry(l.line) e
            WHERE strpos(l.line, '"type":"game_ended"') > 0 AND e IS NOT NULL AND NOT EXISTS (
                SELECT 1 FROM log b WHERE b.table_id = l.table_id AND b.seq > l.seq
                    AND strpos(b.line, '"type":"taken_back"') > 0
                    AND entry(b.line) #> '{event,to}' < to_jsonb(l.seq)))
        SELECT DISTINCT ON (h.name) h.name AS "table", seq, e->>'at' AS ended_at,
            e->'event'->'winners' AS winners, e->'event'->>'reason' AS reason,
            e->'event'->'standings' AS standings
        FROM ended JOIN table_heads h ON h.id = ended.table_id ORDER BY h.name, seq DESC""",
    """CREATE VIEW games AS
        SELECT t.game, t.edition, count(*) AS tables, sum(t.entries)::bigint AS entries,
            count(r."table") AS finished
        FROM tables t LEFT JOIN results r ON r."table" = t."table"
        GROUP BY t.game, t.edition""",
)

_IDENTITIES: tuple[str | Callable[[Db], None], ...] = (
    # Drawn here for services of older versions that open tables still.
    f"ALTER TABLE table_heads ADD COLUMN identity {_TEXT} DEFAULT replace(gen_random_uuid()::text, '-', '')",
    "CREATE INDEX notes_by_topic ON web_notes (topic)",
    give_identities,
    move_openings,
)

STEPS = ((*_LOGS, *_PRESENCE, *_VIEWS, *_ROLES), _IDENTITIES)
"""Each step from one layout to the next; the first lays out an empty database."""

SCHEMA_VERSION = len(STEPS)

_IS_LAID_OUT = f"""
    SELECT 1 FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE n.nspname = '{_SCHEMA}' AND c.relname = 'layout'"""  # noqa: S608 - constants

FIRST_LINES = first_lines("entry(line)->>'table'")
"""Every table something is left of, damaged or not."""


def _layout_of(db: Db) -> int:
    """Return which layout a database has; 0 where it has none yet."""
    # Asked of the catalogue itself: a name looked up before another process laid it out stays unknown.
    if not db.execute(_IS_LAID_OUT).fetchone():
        return 0
    return int(db.execute(f"SELECT coalesce(max(version), 0) FROM {_SCHEMA}.layout").fetchone()[0])  # noqa: S608 - constants


def lay_out(db: Db) -> None:
    """Bring a database, empty or older, up to today's layout, in the transaction the connection is in."""
    db.execute("SELECT pg_advisory_xact_lock(?)", (_LAYOUT_LOCK,))
    found = _layout_of(db)
    if found == 0:
        db.execute(f"CREATE SCHEMA IF NOT EXISTS {_SCHEMA}")
        db.execute(
            f"CREATE TABLE {_SCHEMA}.layout"
            " (version int PRIMARY KEY, laid_out_at timestamptz NOT NULL DEFAULT now())"
        )
    for version, step in enumerate(STEPS[found:], found + 1):
        for statement in step:
            if isinstance(statement, str):
                db.execute(statement)
            else:
                statement(db)
        db.execute(f"INSERT INTO {_SCHEMA}.layout (version) VALUES (?)", (version,))  # noqa: S608 - constants


_CONNECT_SECONDS = 5
"""How long a database may take to answer the first time."""

BUSY_SECONDS = 2.0
"""How long to wait for a lock, or for a connection, before saying that the store is busy."""

SILENCE_SECONDS = 60.0
"""How long the database may leave a statement without a byte of an answer; a service allows less."""

_NETWORK = {
    "keepalives_idle": "10",
    "keepalives_interval": "5",
    "keepalives_count": "2",
    "tcp_user_timeout": "10000",
}
"""How soon the system notices that the other machine is gone, unless the address says otherwise."""

IDLE_SECONDS = 20.0
"""A connection that nobody used for longer is asked whether it is still there before it is used."""

_ANSWER_SECONDS = 0.5
"""How long that may take."""

_DAY_SECONDS = 86_400

MOST_CONNECTIONS = 16
"""At one time, for one process."""

CATCH_UP_SECONDS = 1.0
"""How often a watch compares heads, lest a notification was lost."""

CHANNEL = "referee"
"""Where whoever writes says at which table."""

_MAX_PAYLOAD = 7999
"""What a notification holds, in bytes; a table with a longer name is found by its head."""

_LOCK = (
    "SELECT pg_advisory_xact_lock(hashtextextended(?, 0)), pg_notify(?, ?), (SELECT max(version) FROM layout)"
)
_NOTIFY = "SELECT pg_notify(?, ?)"
_GONE = "DELETE FROM presence WHERE process = ? AND table_name = ? RETURNING seat, streams"
_HERE = "INSERT INTO presence (process, table_name, seat, streams) VALUES (?, ?, ?, ?)"
_PRESENT = (
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
    "search_path": _SCHEMA,
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


class _Wire:
    """A connection that takes `?` for an argument."""

    def __init__(self, connection: "psycopg.Connection[Any]") -> None:
        self._connection = connection

    def execute(self, sql: str, args: Any = (), /) -> Any:
        return self._connection.execute(_translated(sql), args or None)

    def executemany(self, sql: str, rows: Any, /) -> Any:
        with self._connection.cursor() as cursor:
            cursor.executemany(_translated(sql), rows)


@cache
def _translated(sql: str) -> Any:
    """Return a statement with `%s`, as psycopg has it, in place of `?`; cached."""
    return sql.replace("?", "%s")


class _SilentError(psycopg.OperationalError):
    """The database left a statement without an answer; its connection was closed."""


class _Connection(psycopg.Connection[Any]):
    """A connection that aborts a statement when nothing has come back for `silence` seconds."""

    silence = SILENCE_SECONDS
    used = 0.0
    """When it was last given back, in seconds of `monotonic`."""

    def wait(self, gen: Any, *args: Any, **kwargs: Any) -> Any:
        return super().wait(self._until_silent(gen), *args, **kwargs)

    def _until_silent(self, gen: Any) -> Any:
        """Drive psycopg's generator of a statement and return its result.

        It is sent what is ready, which is nothing ten times a second. Closes the connection and raises
        _SilentError when nothing has come for `silence` seconds.
        """
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
        self.where = _without_password(address)
        digest = blake2b(self.where.encode(), digest_size=8).hexdigest()
        self.secret = data_folder() / f"postgresql-{digest}.secret"
        self.unseen = 0
        self._address = make_conninfo(
            "", **{**_NETWORK, **conninfo_to_dict(address), "client_encoding": "UTF8"}
        )
        self._silence = SILENCE_SECONDS
        self._is_away = False
        self._trying = Lock()
        with self._errors():
            self._prepare(create=create)
            self._pool = ConnectionPool(
                self._address, min_size=1, max_size=MOST_CONNECTIONS, timeout=BUSY_SECONDS, open=True,
                kwargs={"autocommit": True, "connect_timeout": _CONNECT_SECONDS},
                connection_class=_Connection, configure=self._set_up, check=_check_connection, name="referee",
            )  # fmt: skip

    def limit_silence(self, seconds: float) -> None:
        self._silence = seconds

    def write_back(self) -> None:
        """Do nothing: a database is not copied as a file."""

    def _set_up(self, connection: _Connection) -> None:
        connection.silence = self._silence
        _set_up_connection(connection)

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
        """Connect once and lay the database out (with `create`, where it is empty).

        Not by the pool, which would try for long before it raised an error.
        """
        with self._connect() as connection:
            db = _Wire(connection)
            self._check_clock(db)
            found = _layout_of(db)
            if found == 0 and not create:
                raise NoStoreError(path=self.where, why="nothing was laid out there yet")
            if found > SCHEMA_VERSION:
                raise NewerStoreError(path=self.where, found=found, ours=SCHEMA_VERSION)
            if found < SCHEMA_VERSION:
                with connection.transaction():
                    lay_out(db)

    def _check_clock(self, db: _Wire) -> None:
        """Raise ClockError where the database and this machine are more than a day apart."""
        theirs = db.execute("SELECT extract(epoch FROM now())::float8").fetchone()[0]
        if abs(theirs - time()) > _DAY_SECONDS:
            days = [gmtime(each) for each in (time(), theirs)]
            ours, other = (f"{day.tm_year}-{day.tm_mon:02}-{day.tm_mday:02}" for day in days)
            raise ClockError(path=self.where, ours=ours, theirs=other)

    def _connect(self) -> _Connection:
        try:
            connection = _Connection.connect(self._address, autocommit=True, connect_timeout=_CONNECT_SECONDS)
        except (psycopg.OperationalError, psycopg.ProgrammingError) as error:
            raise UnreachableError(path=self.where, why=_first_line(error)) from error
        try:
            self._set_up(connection)
        except BaseException:
            connection.close()
            raise
        return connection

    @contextmanager
    def _errors(self) -> Iterator[None]:
        """Raise what the database raises as a StoreError."""
        try:
            yield
        except psycopg.Error as error:
            kinds = (kind for raised, kind in _ERRORS if isinstance(error, raised))
            raise next(kinds, UnreachableError)(path=self.where, why=_first_line(error)) from error

    @contextmanager
    def _writing(self, *tables: str) -> Iterator[_Wire]:
        with self._connection() as connection, connection.transaction():
            db = _Wire(connection)
            # Always in the same order, so that no two wait for each other. What is notified is told when
            # the transaction ends, and only if it ends well.
            for table in sorted(tables):
                found = db.execute(_LOCK, (table, CHANNEL, _payload(table))).fetchone()[2]
                if found > SCHEMA_VERSION:
                    raise NewerStoreError(path=self.where, found=found, ours=SCHEMA_VERSION)
            yield db

    @contextmanager
    def _reading(self) -> Iterator[_Wire]:
        with self._connection() as connection:
            yield _Wire(connection)

    @contextmanager
    def _at_one_moment(self) -> Iterator[_Wire]:
        with self._connection() as connection, connection.transaction():
            db = _Wire(connection)
            db.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
            yield db

    def _firsts(self) -> list[tuple[str, str | None, int, bytes | None]]:
        with self._reading() as db:
            rows = db.execute(FIRST_LINES).fetchall()
        return [(text(name), text(kept_as), revision, line) for name, kept_as, revision, line in rows]

    def is_writable(self) -> bool:
        with self._reading() as db:
            row = db.execute("SELECT has_table_privilege('log', 'INSERT')").fetchone()
        return bool(row[0])

    def judge_owner(self) -> None:
        with self._reading() as db:
            row = db.execute("SELECT has_table_privilege('log', 'DELETE')").fetchone()
        if not row[0]:
            raise OwnerOnlyError(path=self.where)

    def rows(self, view: str) -> list[dict[str, Any]]:
        with self._connection() as connection:
            cursor = connection.cursor(row_factory=dict_row)
            rows = cursor.execute(psycopg.sql.SQL("SELECT * FROM {}").format(psycopg.sql.Identifier(view)))
            return [{name: text(value) for name, value in row.items()} for row in rows]

    def tell_presence(self, process: str, table: str, seats: Mapping[str, int]) -> None:
        with self._connection() as connection, connection.transaction():
            db = _Wire(connection)
            rows = db.execute(_GONE, (process, table)).fetchall()
            db.executemany(_HERE, [(process, table, seat, streams) for seat, streams in seats.items()])
            if {text(seat): streams for seat, streams in rows} != seats:
                db.execute(_NOTIFY, (CHANNEL, _payload(table)))

    def end_presence(self, process: str) -> None:
        with self._connection() as connection:
            _Wire(connection).execute("DELETE FROM presence WHERE process = ?", (process,))

    def may_lose_on_failover(self) -> bool:
        with self._reading() as db:
            return bool(db.execute(_REPLICAS).fetchone()[0])

    def presence(self, table: str, besides: str, within: float = PRESENCE_SECONDS) -> Counter[str]:
        with self._reading() as db:
            rows = db.execute(_PRESENT, (table, besides, within)).fetchall()
        return Counter({text(seat): streams for seat, streams in rows})

    def watch(self, until: Event | None = None) -> "_PostgresWatch":  # noqa: ARG002 - a socket waits for no event
        return _PostgresWatch(self)

    def close(self) -> None:
        self._pool.close()


class _PostgresWatch(Closing):
    """Waits for notifications of the database; also compares all heads every second, as one may be lost."""

    def __init__(self, store: PostgresStore) -> None:
        """Listen over a connection of its own."""
        self._store = store
        self._heads: dict[str, tuple[int, str]] = {}
        self._next_look = 0.0
        with store._errors():  # noqa: SLF001 - one of its own kind
            self._connection = store._connect()  # noqa: SLF001 - one of its own kind
            self._connection.silence = min(self._connection.silence, _ANSWER_SECONDS * 2)
            self._connection.execute(f"LISTEN {CHANNEL}")

    def changed(self, seconds: float) -> frozenset[str]:
        with self._store._errors():  # noqa: SLF001 - one of its own kind
            if monotonic() >= self._next_look:
                return self._moved_tables() or self._wait(seconds)
            return self._wait(seconds)

    def _wait(self, seconds: float) -> frozenset[str]:
        """Return the tables that notifications name, waiting at most so many seconds for the first."""
        told = frozenset(each.payload for each in self._connection.notifies(timeout=seconds, stop_after=1))
        return told if "" not in told else told - {""} | self._moved_tables()

    def _moved_tables(self) -> frozenset[str]:
        """Return the tables whose heads moved since the last look."""
        rows = self._connection.execute("SELECT name, revision, identity FROM table_heads").fetchall()
        heads = {text(name): (revision, text(identity)) for name, revision, identity in rows}
        before, self._heads = self._heads, heads
        self._next_look = monotonic() + CATCH_UP_SECONDS
        return frozenset(name for name in {*heads, *before} if before.get(name) != heads.get(name))

    def close(self) -> None:
        self._connection.close()


def _payload(table: str) -> str:
    """Return the text of a notification about a table: its name, or empty where that is too long."""
    return table if len(table.encode()) <= _MAX_PAYLOAD else ""


def _set_up_connection(connection: "psycopg.Connection[Any]") -> None:
    """Make a new connection read text as bytes, and see our tables."""
    for name in ("text", "varchar"):
        connection.adapters.register_loader(name, _Bytes)
    connection.execute(_SET_UP)


def _check_connection(connection: _Connection) -> None:
    """Read what the database sent while the connection was idle; raise where the database closed it.

    After `IDLE_SECONDS` a statement is sent, too: a network may have dropped the connection silently.
    """
    connection.pgconn.consume_input()
    connection.pgconn.consume_input()
    if connection.used and monotonic() - connection.used > IDLE_SECONDS:
        connection.silence = _ANSWER_SECONDS
        connection.execute("")


def _without_password(address: str) -> str:
    """Return the name of a database as it may be printed. Raises UnreachableError where it is no address."""
    try:
        parts = conninfo_to_dict(address)
    except psycopg.ProgrammingError as error:
        raise UnreachableError(path=place_of(address), why=_first_line(error)) from None
    parts.pop("password", None)
    host, port, name = (parts.pop(key, None) for key in ("host", "port", "dbname"))
    user = parts.pop("user", None)
    place = f"{f'{user}@' if user else ''}{host or ''}{f':{port}' if port else ''}"
    rest = make_conninfo("", **parts)
    return f"postgresql://{place}/{name or ''}" + (f" ({rest})" if rest else "")


def _first_line(error: Exception) -> str:
    return str(error).strip().partition("\n")[0]
