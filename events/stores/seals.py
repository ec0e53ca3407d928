"""Seals over rows that may change: who changes or removes one behind the program's back is found out.

Entries and answers are only ever added, and chained. What is kept beside them (refusals, links, notes)
is written over; its seal is the hash of all rows of one kind about one table, as they stand.
"""

from collections.abc import Iterator
from hashlib import blake2b
from typing import Any, Protocol

from events.envelope import encode
from events.stores.protocol import Fault

KINDS = {"refusals": "table_id", "web_links": "table_name", "web_notes": "table_name"}
"""What is sealed, with the column that says which table a row is about."""

_ABOUT = {"table_name": "?", "table_id": "(SELECT id FROM table_heads WHERE name = ?)"}
_NAMES = {"table_name": "table_name", "table_id": "(SELECT name FROM table_heads WHERE id = table_id)"}
_SEALS = "SELECT kind, hash FROM seals WHERE table_name = ?"
_SEALED = "SELECT 1 FROM seals WHERE table_name = ? AND kind = ?"
_SEAL = (
    "INSERT INTO seals (table_name, kind, hash) VALUES (?, ?, ?)"
    " ON CONFLICT (table_name, kind) DO UPDATE SET hash = excluded.hash"
)
_NO_SEAL = "DELETE FROM seals WHERE table_name = ? AND kind = ?"


class Db(Protocol):
    """A connection to a database: `?` stands for an argument, text may come as bytes."""

    def execute(self, sql: str, args: Any = (), /) -> Any:
        """Carry out a statement; give a cursor."""

    def executemany(self, sql: str, rows: Any, /) -> Any:
        """Carry out a statement for each row of arguments."""


def seal_the_rest(db: Db) -> None:
    """Seal the rows about every table that were kept before there were seals."""
    for kind, column in KINDS.items():
        for (table,) in db.execute(f"SELECT DISTINCT {_NAMES[column]} FROM {kind}").fetchall():  # noqa: S608 - constants
            if not db.execute(_SEALED, (text(table), kind)).fetchone():
                seal(db, kind, text(table))


def seal(db: Db, kind: str, table: str) -> None:
    """Seal the rows of a kind about a table, in the transaction that changed them."""
    rows = rows_about(db, kind, table)
    if rows:
        db.execute(_SEAL, (table, kind, hash_of(rows)))
    else:
        db.execute(_NO_SEAL, (table, kind))


def is_sealed(db: Db, kind: str, table: str) -> bool:
    """Whether the rows of a kind about a table are as they were written."""
    return kind not in broken(db, table)


def faults_of_seals(db: Db, table: str) -> Iterator[Fault]:
    """Name the kinds of rows about a table that are not as they were written."""
    for kind in sorted(broken(db, table)):
        yield Fault(f"store.{kind if kind in KINDS else 'seals'}_changed", {"table": table})


def broken(db: Db, table: str) -> set[str]:
    """List the kinds whose rows about a table and their seal do not fit."""
    stated = {text(kind): text(hash) for kind, hash in db.execute(_SEALS, (table,))}
    rows = {kind: rows_about(db, kind, table) for kind in KINDS}
    found = {kind: hash_of(each) for kind, each in rows.items() if each}
    return {kind for kind in found.keys() | stated.keys() if found.get(kind) != stated.get(kind)}


def rows_about(db: Db, kind: str, table: str) -> list[list[Any]]:
    """Read the rows of a kind about a table, text as text whichever way the connection gives it."""
    column = KINDS[kind]
    rows = db.execute(f"SELECT * FROM {kind} WHERE {column} = {_ABOUT[column]}", (table,))  # noqa: S608 - constants
    return [[text(value) for value in row] for row in rows]


def hash_of(rows: list[list[Any]]) -> str:
    """Hash rows in whatever order they lie."""
    return blake2b(b"\n".join(sorted(map(encode, rows))), digest_size=32).hexdigest()


def text(value: Any) -> Any:
    """Read what a connection gives as bytes as the text it is."""
    return value.decode("utf-8", "replace") if isinstance(value, bytes) else value
