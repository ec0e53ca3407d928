"""Seals over rows that may change: who changes or removes one behind the program's back is found out.

Entries and answers are only ever added, and chained. What is kept beside them (refusals, links, notes)
is written over; its seal is the hash of all rows of one kind about one table, as they stand. A kind is
any table of the database that names the table it is about.
"""

import sqlite3
from collections.abc import Iterator
from hashlib import blake2b
from typing import TYPE_CHECKING, Any

from events.envelope import encode
from events.stores.protocol import Fault

if TYPE_CHECKING:
    from sqlite_utils import Database

_CHAINED = ("log", "submissions", "seals")
_KINDS = (
    "SELECT m.name, c.name FROM sqlite_master m, pragma_table_info(m.name) c"
    " WHERE m.type = 'table' AND c.name IN ('table_name', 'table_id')"
)
_ABOUT = {"table_name": "?", "table_id": "(SELECT id FROM table_heads WHERE name = ?)"}
_NAMES = {"table_name": "table_name", "table_id": "(SELECT name FROM table_heads WHERE id = table_id)"}
_IS_THERE = "SELECT 1 FROM sqlite_master WHERE name = 'seals'"
_SEALS = "SELECT kind, hash FROM seals WHERE table_name = ?"
_SEAL = "INSERT OR REPLACE INTO seals (table_name, kind, hash) VALUES (?, ?, ?)"
_NO_SEAL = "DELETE FROM seals WHERE table_name = ? AND kind = ?"


def create_seals(database: "Database") -> None:
    """Create the table of seals where there is none, and seal what there is."""
    columns: dict[str, Any] = {"table_name": str, "kind": str, "hash": str}
    database.table("seals").create(
        columns, pk=("table_name", "kind"), not_null=set(columns), if_not_exists=True
    )
    seal_everything(database.conn)


def seal_everything(db: sqlite3.Connection) -> None:
    """Seal the rows of every kind about every table, as they are."""
    for kind, column in kinds(db).items():
        for (table,) in db.execute(f"SELECT DISTINCT {_NAMES[column]} FROM {kind}").fetchall():  # noqa: S608 - constants
            seal(db, kind, table)


def seal(db: sqlite3.Connection, kind: str, table: str) -> None:
    """Seal the rows of a kind about a table, in the transaction that changed them."""
    rows = rows_about(db, kind, kinds(db)[kind], table)
    if rows:
        db.execute(_SEAL, (table, kind, hash_of(rows)))
    else:
        db.execute(_NO_SEAL, (table, kind))


def is_sealed(db: sqlite3.Connection, kind: str, table: str) -> bool:
    """Whether the rows of a kind about a table are as they were written."""
    return kind not in broken(db, table)


def faults_of_seals(db: sqlite3.Connection, table: str) -> Iterator[Fault]:
    """Name the kinds of rows about a table that are not as they were written."""
    known = kinds(db)
    for kind in sorted(broken(db, table)):
        yield Fault(f"store.{kind if kind in known else 'seals'}_changed", {"table": table})


def broken(db: sqlite3.Connection, table: str) -> set[str]:
    """List the kinds whose rows about a table and their seal do not fit; a file without seals has none."""
    if not db.execute(_IS_THERE).fetchone():
        return set()
    stated = {text(kind): text(hash) for kind, hash in db.execute(_SEALS, (table,))}
    rows = {kind: rows_about(db, kind, column, table) for kind, column in kinds(db).items()}
    found = {kind: hash_of(each) for kind, each in rows.items() if each}
    return {kind for kind in found.keys() | stated.keys() if found.get(kind) != stated.get(kind)}


def kinds(db: sqlite3.Connection) -> dict[str, str]:
    """List the kinds of rows that are sealed, with the column that says which table they are about."""
    found = {text(kind): text(column) for kind, column in db.execute(_KINDS)}
    return {kind: column for kind, column in found.items() if kind not in _CHAINED}


def rows_about(db: sqlite3.Connection, kind: str, column: str, table: str) -> list[list[Any]]:
    """Read the rows of a kind about a table, text as text whichever way the connection gives it."""
    rows = db.execute(f"SELECT * FROM {kind} WHERE {column} = {_ABOUT[column]}", (table,))  # noqa: S608 - constants
    return [[text(value) for value in row] for row in rows]


def hash_of(rows: list[list[Any]]) -> str:
    """Hash rows in whatever order they lie."""
    return blake2b(b"\n".join(sorted(map(encode, rows))), digest_size=32).hexdigest()


def text(value: Any) -> Any:
    """Read what a connection gives as bytes as the text it is."""
    return value.decode("utf-8", "replace") if isinstance(value, bytes) else value
