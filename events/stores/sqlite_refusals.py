"""What a SQLite store remembers of refusals: the last one for each reader, beside the logs.

A refusal is no fact of a log: it is there so that a table can argue about it, whichever device
it was refused on.
"""

import sqlite3
from typing import TYPE_CHECKING, Any

from events.stores.protocol import Refusal
from events.stores.sqlite_seals import is_sealed, seal, text

if TYPE_CHECKING:
    from sqlite_utils import Database

_KEEP = "INSERT OR REPLACE INTO refusals (table_id, reader, revision, body) VALUES (?, ?, ?, ?)"
_IS_THERE = "SELECT 1 FROM sqlite_master WHERE name = 'refusals'"
_READ = (
    "SELECT reader, revision, body FROM refusals"
    " WHERE table_id = (SELECT id FROM table_heads WHERE name = ?) ORDER BY reader"
)


def create_refusals(database: "Database") -> None:
    """Create the table of refusals."""
    columns: dict[str, Any] = {"table_id": int, "reader": str, "revision": int, "body": str}
    database.table("refusals").create(columns, pk=("table_id", "reader"), not_null=set(columns))


def keep_refusal(db: sqlite3.Connection, table_id: int, table: str, refusal: Refusal) -> None:
    """Let a refusal take the place of the last one of its reader."""
    db.execute(_KEEP, (table_id, refusal.reader, refusal.revision, refusal.body.decode()))
    seal(db, "refusals", table)


def refusals_of(db: sqlite3.Connection, table: str) -> tuple[Refusal, ...]:
    """Read what a table refused last, by reader; none where they were changed, or the file is an old one."""
    if not db.execute(_IS_THERE).fetchone() or not is_sealed(db, "refusals", table):
        return ()
    return tuple(
        Refusal(reader=text(reader), revision=revision, body=text(body).encode())
        for reader, revision, body in db.execute(_READ, (table,))
    )
