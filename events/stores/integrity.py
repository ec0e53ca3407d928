"""How it is found out who changes what a database keeps beside the entries of its logs.

Answers are only ever added: those of a table are chained as its entries are, each row holding the hash of
its own content and of the row before it, and the table's head the number and the hash of the last.
Refusals, links and notes are written over: each change adds a mark, the hash of all rows of one kind about
one table as they then stand, chained to the mark before it. So one hash of the last entry, the last answer
and the last mark stands for all that is kept of a table.
"""

from collections.abc import Iterable, Iterator
from typing import Any, Protocol

from events.envelope import blake2b, encode
from events.stores.protocol import Fault, Marks

LINKS, NOTES, REFUSALS = "web_links", "web_notes", "refusals"
"""What is kept beside the logs and written over."""

_KINDS = {REFUSALS: "table_id", LINKS: "table_name", NOTES: "table_name"}
"""What is marked, with the column that says which table a row is about."""

_ABOUT = {"table_name": "?", "table_id": "(SELECT id FROM table_heads WHERE name = ?)"}
_NAMES = {"table_name": "table_name", "table_id": "(SELECT name FROM table_heads WHERE id = table_id)"}
_MARKED = "SELECT 1 FROM changes WHERE table_name = ? AND kind = ?"
_LAST = "SELECT place, hash FROM changes WHERE table_name = ? ORDER BY place DESC LIMIT 1"
_REVISION = "SELECT revision FROM table_heads WHERE name = ?"
_MARK = "INSERT INTO changes (table_name, place, revision, kind, rows_hash, hash) VALUES (?, ?, ?, ?, ?, ?)"
_MARKS = "SELECT place, revision, kind, rows_hash, hash FROM changes WHERE table_name = ? ORDER BY place"
_ANSWERS = (
    "SELECT revision, hash FROM submissions"
    " WHERE table_id = (SELECT id FROM table_heads WHERE name = ?) ORDER BY place"
)
_CHANGES = "SELECT revision, hash FROM changes WHERE table_name = ? ORDER BY place"


class Db(Protocol):
    """A connection to a database: `?` stands for an argument, text may come as bytes."""

    def execute(self, sql: str, args: Any = (), /) -> Any:
        """Carry out a statement and return its cursor."""

    def executemany(self, sql: str, rows: Any, /) -> Any:
        """Carry out a statement for each row of arguments."""


def mark_the_rest(db: Db) -> None:
    """Mark the rows about every table that an older version kept without marks."""
    for kind, column in _KINDS.items():
        for (table,) in db.execute(f"SELECT DISTINCT {_NAMES[column]} FROM {kind}").fetchall():  # noqa: S608 - constants
            if not db.execute(_MARKED, (text(table), kind)).fetchone():
                mark(db, kind, text(table))


def mark(db: Db, kind: str, table: str) -> None:
    """Add a mark over the rows of a kind about a table, in the transaction that changed them."""
    add_mark(db, kind, table, _hash_of(_rows_about(db, kind, table)))


def add_mark(db: Db, kind: str, table: str, rows_hash: str) -> None:
    """Add a mark with this hash of the rows to those of a table."""
    place, before = db.execute(_LAST, (table,)).fetchone() or (0, "")
    (revision,) = db.execute(_REVISION, (table,)).fetchone() or (0,)
    hash = _mark_hash(text(before), place + 1, revision, kind, rows_hash)
    db.execute(_MARK, (table, place + 1, revision, kind, rows_hash, hash))


def is_as_marked(db: Db, kind: str, table: str) -> bool:
    """Return whether the rows of a kind about a table are as they were written."""
    return kind not in _broken_kinds(db, table)


def faults_of_marks(db: Db, table: str) -> Iterator[Fault]:
    """Yield a fault for each kind of rows about a table that is not as it was written."""
    for kind in sorted(_broken_kinds(db, table)):
        yield Fault(f"store.{kind}_changed", {"table": table})


def _broken_kinds(db: Db, table: str) -> set[str]:
    """Return the kinds whose rows about a table do not fit their last mark.

    Where the chain of marks itself breaks that is "seals", as the message about it is called.
    """
    stated, before = dict.fromkeys(_KINDS, _NOTHING), ""
    for n, row in enumerate(db.execute(_MARKS, (table,)), 1):
        place, revision, kind, rows_hash, hash = map(text, row)
        before = _mark_hash(before, n, revision, kind, rows_hash)
        if (place, hash) != (n, before) or kind not in stated:
            return {"seals"}
        stated[kind] = rows_hash
    return {kind for kind, hash in stated.items() if hash != _hash_of(_rows_about(db, kind, table))}


def marks_of(db: Db, table: str) -> Marks:
    """Return (revision, hash) of every answer and of every mark of a table, in order."""
    answers, changes = db.execute(_ANSWERS, (table,)).fetchall(), db.execute(_CHANGES, (table,)).fetchall()
    return Marks(
        answers=tuple((revision, text(hash)) for revision, hash in answers),
        changes=tuple((revision, text(hash)) for revision, hash in changes),
    )


def _mark_hash(before: str, place: int, revision: int, kind: str, rows_hash: str) -> str:
    return blake2b(encode([before, place, revision, kind, rows_hash]), digest_size=32).hexdigest()


def _rows_about(db: Db, kind: str, table: str) -> list[list[Any]]:
    """Return the rows of a kind about a table, every column, bytes as text."""
    column = _KINDS[kind]
    rows = db.execute(f"SELECT * FROM {kind} WHERE {column} = {_ABOUT[column]}", (table,))  # noqa: S608 - constants
    return [[text(value) for value in row] for row in rows]


def _hash_of(rows: Iterable[list[Any]]) -> str:
    """Return the hash of rows, in whatever order they come."""
    return blake2b(b"\n".join(sorted(map(encode, rows))), digest_size=32).hexdigest()


def text(value: Any) -> Any:
    """Return bytes as the text they are, and anything else as it is."""
    return value.decode("utf-8", "replace") if isinstance(value, bytes) else value


_NOTHING = _hash_of(())
"""The hash of no rows."""


_HEAD = "SELECT id, revision, answers, answers_hash FROM table_heads WHERE name = ?"
_STRAYS = "SELECT count(*) FROM log WHERE table_id = ? AND NOT seq BETWEEN 1 AND ?"
_KEPT_ANSWERS = "SELECT place, key, revision, answer, hash FROM submissions WHERE table_id = ? ORDER BY place"


def first_lines(stated_name: str) -> str:
    """Return the query for every table of which anything is left, by its head or else by its first entry.

    `stated_name` is SQL that reads the name of a table from a `line`, NULL where that is not whole. The
    recursion jumps from table to table, where DISTINCT would read every entry of the database.
    """
    return f"""
    WITH RECURSIVE ids(id) AS (
        SELECT min(table_id) FROM log
        UNION ALL
        SELECT (SELECT min(table_id) FROM log WHERE table_id > ids.id) FROM ids WHERE ids.id IS NOT NULL),
    firsts AS (
        SELECT h.name, coalesce(h.revision, 0) AS revision,
            (SELECT line FROM log WHERE table_id = ids.id ORDER BY seq LIMIT 1) AS line
        FROM ids LEFT JOIN table_heads h ON h.id = ids.id WHERE ids.id IS NOT NULL
        UNION ALL
        SELECT name, revision, NULL FROM table_heads
        WHERE revision > 0 AND id NOT IN (SELECT id FROM ids WHERE id IS NOT NULL))
    SELECT coalesce(name, {stated_name}) AS name, name AS kept_as, revision, line
    FROM firsts ORDER BY 1"""  # noqa: S608 - constants


def answer_hash(before: str, key: str, revision: int, answer: str) -> str:
    """Return the hash of a kept answer, chained to the hash of the one before it (empty: the first)."""
    return blake2b(encode([before, key, revision, answer]), digest_size=32).hexdigest()


def faults_beside(db: Db, table: str, firsts: Iterable[tuple[str | None, bytes | None]]) -> Iterator[Fault]:
    """Yield what a store keeps beside a table's entries that is not as it was written.

    `firsts` are the first lines of all logs, each with the name it is kept under: they are looked
    through where the table has no head.
    """
    head = db.execute(_HEAD, (table,)).fetchone()
    if head is None:
        told = b'"table":%b,' % encode(table)
        lost = (name or "–" for name, line in firsts if name != table and told in (line or b""))
        if (found := next(lost, None)) is not None:
            yield Fault("store.no_head", {"table": table, "found": found})
        return
    id, revision, count, last = head
    (strays,) = db.execute(_STRAYS, (id, revision)).fetchone()
    if strays:
        yield Fault("store.strays", {"table": table, "n": strays})
    yield from _faults_of_answers(db.execute(_KEPT_ANSWERS, (id,)), (count, text(last)))
    yield from faults_of_marks(db, table)


def _faults_of_answers(rows: Iterable[Any], last: tuple[int, str | None]) -> Iterator[Fault]:
    """Yield the first of a table's answers that does not fit its chain.

    `last` is its number and hash by the head.
    """
    place, hash = 0, ""
    for place, (found, key, revision, answer, stated) in enumerate(rows, 1):
        hash = answer_hash(hash, str(text(key)), revision, str(text(answer)))
        if (found, text(stated)) != (place, hash):
            yield Fault("store.answer_changed", {"n": place})
            return
    if (place, hash) != last:
        yield Fault("store.answer_changed", {"n": min(place, last[0]) + 1})
