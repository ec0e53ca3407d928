"""What a SQLite store remembers of refusals: the last one for each reader, beside the logs.

A refusal is no fact of a log: it is there so that a table can argue about it, whichever device
it was refused on. Each row carries the hash of its own content.
"""

import sqlite3
from collections.abc import Iterator
from hashlib import blake2b
from typing import TYPE_CHECKING, Any

from events.envelope import encode
from events.stores.protocol import Fault, Refusal

if TYPE_CHECKING:
    from sqlite_utils import Database

_KEEP = "INSERT OR REPLACE INTO refusals (table_id, reader, revision, body, hash) VALUES (?, ?, ?, ?, ?)"
_IS_THERE = "SELECT 1 FROM sqlite_master WHERE name = 'refusals'"
_READ = (
    "SELECT table_id, reader, revision, body, hash FROM refusals"
    " WHERE table_id = (SELECT id FROM table_heads WHERE name = ?) ORDER BY reader"
)


def create_refusals(database: "Database") -> None:
    """Create the table of refusals."""
    columns: dict[str, Any] = {"table_id": int, "reader": str, "revision": int, "body": str, "hash": str}
    database.table("refusals").create(columns, pk=("table_id", "reader"), not_null=set(columns))


def refusal_hash(table_id: int, reader: str, revision: int, body: str) -> str:
    """Hash a refusal as it is kept."""
    return blake2b(encode([table_id, reader, revision, body]), digest_size=32).hexdigest()


def keep_refusal(db: sqlite3.Connection, table_id: int, refusal: Refusal) -> None:
    """Let a refusal take the place of the last one of its reader."""
    row = (table_id, refusal.reader, refusal.revision, refusal.body.decode())
    db.execute(_KEEP, (*row, refusal_hash(*row)))


def refusals_of(db: sqlite3.Connection, table: str) -> tuple[Refusal, ...]:
    """Read what a table refused last, by reader; a row that was changed is passed over."""
    return tuple(
        Refusal(reader=reader, revision=revision, body=body.encode())
        for _, reader, revision, body, _ in filter(is_whole, rows(db, table))
    )


def faults_of_refusals(db: sqlite3.Connection, table: str) -> Iterator[Fault]:
    """Name the refusals of a table that are not as they were kept."""
    for row in rows(db, table):
        if not is_whole(row):
            yield Fault("store.refusal_changed", {"reader": row[1] or "–"})


def is_whole(row: tuple[Any, ...]) -> bool:
    """Whether a row is as it was kept."""
    table_id, reader, revision, body, stated = row
    return bool(refusal_hash(table_id, reader, revision, body) == stated)


def rows(db: sqlite3.Connection, table: str) -> Iterator[tuple[Any, ...]]:
    """Read a table's rows, text as text whichever way the connection gives it; an old file has none."""
    if not db.execute(_IS_THERE).fetchone():
        return
    for row in db.execute(_READ, (table,)):
        yield tuple(value.decode("utf-8", "replace") if isinstance(value, bytes) else value for value in row)
