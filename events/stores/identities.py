"""What tells tables apart whatever they are called, and how older stores are brought to know it.

A name is used again: once a table is removed or renamed, the next one may have it. Whatever hangs on a
table hangs on its identity, or goes with it.
"""

from secrets import token_hex

import msgspec

from events.envelope import blake2b
from events.stores.integrity import NOTES, Db, is_as_marked, mark, text
from events.stores.protocol import hash_in

OPENING = "opening "
"""What the topic of a note begins with that says what was asked for with a key: at the table it opened."""

_REMATCH = f"{OPENING}rematch of "
"""The topic of the one rematch of a table, followed by the identity of that table; once by its name."""

_FIRSTS = (
    "SELECT h.id, h.name, l.line FROM table_heads h LEFT JOIN log l ON l.table_id = h.id AND l.seq = 1"
    " ORDER BY h.id"
)
IS_OPENING = f"substr(topic, 1, {len(OPENING)}) = '{OPENING}'"
"""Return whether a note says so, in SQL; the signs of LIKE mean something else to PostgreSQL's library."""

_OPENINGS = f"SELECT topic, body FROM web_notes WHERE table_name = '' AND {IS_OPENING}"  # noqa: S608 - constants
_WITH_KEY = (
    "SELECT h.identity FROM table_heads h JOIN submissions s ON s.table_id = h.id"
    " WHERE h.name = ? AND s.key = ?"
)


def new_identity() -> str:
    """Return a random identity that no table ever had."""
    return token_hex(16)


def give_identities(db: Db) -> None:
    """Write the identity of every table of an older store.

    It is the beginning of the hash of the table's first entry, or of its name where there is no entry: the
    same whenever and wherever this is done.
    """
    for id, name, line in db.execute(_FIRSTS).fetchall():
        first = text(line)
        whole = hash_in(first.encode()) if first else blake2b(text(name).encode(), digest_size=32).hexdigest()
        db.execute("UPDATE table_heads SET identity = ? WHERE id = ?", (whole[:32], id))


def move_openings(db: Db) -> None:
    """Move the notes about openings with an idempotency key from no table to the table that was opened.

    A note is dropped where its table does not know the key. The note of a rematch then names the table played
    before by its identity; it is dropped where the table of that name was opened after the rematch.
    """
    was_as_marked = is_as_marked(db, NOTES, "")
    opened_at = {text(name): _opened_at(text(line)) for _, name, line in db.execute(_FIRSTS).fetchall()}
    openings = [(text(topic), text(body)) for topic, body in db.execute(_OPENINGS).fetchall()]
    for topic, body in openings:
        try:
            opening = _OPENING.decode(body)
        except msgspec.DecodeError:
            continue
        if opening.revision and not db.execute(_WITH_KEY, (opening.table, topic[len(OPENING) :])).fetchone():
            continue
        if not topic.startswith(_REMATCH):
            _attach_note(db, opening.table, topic, body)
            continue
        first = topic.removeprefix(_REMATCH)
        row = db.execute("SELECT identity FROM table_heads WHERE name = ?", (first,)).fetchone()
        if row and opened_at[first] <= opened_at.get(opening.table, "~"):
            _attach_note(db, opening.table, _REMATCH + text(row[0]), body)
    if openings:
        db.execute(f"DELETE FROM web_notes WHERE table_name = '' AND {IS_OPENING}")  # noqa: S608 - constants
        if was_as_marked:
            mark(db, NOTES, "")


def _attach_note(db: Db, table: str, topic: str, body: str) -> None:
    """Write a note beside a table, and mark it unless somebody else had changed the notes there."""
    was_as_marked = is_as_marked(db, NOTES, table)
    db.execute("INSERT INTO web_notes (table_name, topic, body) VALUES (?, ?, ?)", (table, topic, body))
    if was_as_marked:
        mark(db, NOTES, table)


def _opened_at(line: str | None) -> str:
    """Return the time (ISO) of a first line; empty where it cannot be read, or is missing (None)."""
    try:
        return _FIRST.decode(line or "").at
    except msgspec.DecodeError:
        return ""


class _Opening(msgspec.Struct, frozen=True):
    """A note of an older version about an opening: the table, and its revision once open."""

    table: str
    revision: int = 0


class _First(msgspec.Struct, frozen=True):
    """As much of a first line as says when a table was opened."""

    at: str = ""


_OPENING, _FIRST = msgspec.json.Decoder(_Opening), msgspec.json.Decoder(_First)
