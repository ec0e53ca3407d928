"""What a database keeps beside the entries of a log, and how whoever changes it is found out.

The answers of a table are chained as its entries are: each row holds the hash of its own
content and of the row before it, and the table's head the number and the hash of the last.
What may be written over is marked.
"""

from collections.abc import Iterable, Iterator
from typing import Any

from events.digest import blake2b
from events.envelope import encode
from events.stores.marks import Db, faults_of_marks, text
from events.stores.protocol import Fault

_HEAD = "SELECT id, revision, answers, answers_hash FROM table_heads WHERE name = ?"
_STRAYS = "SELECT count(*) FROM log WHERE table_id = ? AND NOT seq BETWEEN 1 AND ?"
_ANSWERS = "SELECT place, key, revision, answer, hash FROM submissions WHERE table_id = ? ORDER BY place"


def first_lines(stated_name: str) -> str:
    """Write the query for every table of which anything is left: by its head, else by its first entry.

    `stated_name` reads the name of its table from a `line`, as far as that is whole. The recursion
    jumps from table to table, where DISTINCT would read every entry of the database.
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
    """Hash a kept answer, chained to the one before it."""
    return blake2b(encode([before, key, revision, answer]), digest_size=32).hexdigest()


def faults_beside(db: Db, table: str, firsts: Iterable[tuple[str | None, bytes | None]]) -> Iterator[Fault]:
    """Tell what a store keeps beside a table's entries that is not as it was written.

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
    yield from faults_of_answers(db.execute(_ANSWERS, (id,)), (count, text(last)))
    yield from faults_of_marks(db, table)


def faults_of_answers(rows: Iterable[Any], last: tuple[int, str | None]) -> Iterator[Fault]:
    """Follow the chain of kept answers to where it should end; name the first that does not fit."""
    place, hash = 0, ""
    for place, (found, key, revision, answer, stated) in enumerate(rows, 1):
        hash = answer_hash(hash, str(text(key)), revision, str(text(answer)))
        if (found, text(stated)) != (place, hash):
            yield Fault("store.answer_changed", {"n": place})
            return
    if (place, hash) != last:
        yield Fault("store.answer_changed", {"n": min(place, last[0]) + 1})
