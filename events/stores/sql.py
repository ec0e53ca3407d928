"""What the stores in databases share: the statements every one of them understands.

A store says how a transaction is begun and what its errors mean; `?` stands for an argument, and text
is read as bytes, as replay wants it.
"""

from abc import abstractmethod
from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager
from itertools import chain, islice
from operator import itemgetter
from typing import Any

from events.stores.identities import IS_OPENING, OPENING, new_identity
from events.stores.integrity import (
    LINKS,
    NOTES,
    REFUSALS,
    Db,
    answer_hash,
    faults_beside,
    is_as_marked,
    mark,
    marks_of,
    text,
)
from events.stores.protocol import (
    NO_HEAD,
    Appended,
    Batch,
    Closing,
    Conflict,
    Fault,
    Head,
    Kept,
    KeptAnswer,
    Link,
    Marks,
    Refusal,
    Repeated,
    TableRow,
    hash_in,
    row_of,
)

_CHUNK = 4096
"""Lines read, or written by `create`, at a time."""

_KEPT = "SELECT id, revision, head, answers, answers_hash, identity FROM table_heads WHERE name = ?"
_NEW_HEAD = (
    "INSERT INTO table_heads (name, revision, head, answers, answers_hash, identity)"
    " VALUES (?, 0, ?, 0, '', ?)"
    " ON CONFLICT (name) DO NOTHING"
)
_SET_HEAD = "UPDATE table_heads SET revision = ?, head = ?, answers = ?, answers_hash = ? WHERE id = ?"
_MOVE_HEAD = (
    "UPDATE table_heads SET revision = ?, head = ? WHERE id = ? AND name = ? AND revision = ? AND head = ?"
)
_MOVE_HEAD_AND_ANSWERS = (
    "UPDATE table_heads SET revision = ?, head = ?, answers = ?, answers_hash = ?"
    " WHERE id = ? AND name = ? AND revision = ? AND head = ? AND answers = ? AND answers_hash = ?"
)
_ANSWERED = "SELECT id, answers, answers_hash FROM table_heads WHERE name = ?"
_HEAD = "SELECT revision, head FROM table_heads WHERE name = ?"
_IDENTITY = "SELECT identity FROM table_heads WHERE name = ?"
_SET_IDENTITY = "UPDATE table_heads SET identity = ? WHERE id = ?"
_KEEP_LINE = "INSERT INTO log (table_id, seq, line) VALUES (?, ?, ?)"
_KEEP_ANSWER = (
    "INSERT INTO submissions (table_id, key, revision, answer, place, hash) VALUES (?, ?, ?, ?, ?, ?)"
    " ON CONFLICT (table_id, key) DO NOTHING"
)
_KEEP_REFUSAL = (
    "INSERT INTO refusals (table_id, reader, revision, body) VALUES (?, ?, ?, ?)"
    " ON CONFLICT (table_id, reader) DO UPDATE SET revision = excluded.revision, body = excluded.body"
)
_ID = "(SELECT id FROM table_heads WHERE name = ?)"
_READ = (
    f"SELECT line, seq FROM log WHERE table_id = {_ID} AND seq BETWEEN ? AND ?"  # noqa: S608 - constants
    f" ORDER BY seq LIMIT {_CHUNK}"
)
_ANSWER = f"SELECT answer FROM submissions WHERE table_id = {_ID} AND key = ?"  # noqa: S608 - constants
_ANSWERS = f"SELECT key, revision, answer FROM submissions WHERE table_id = {_ID} ORDER BY place"  # noqa: S608 - constants
_REFUSALS = f"SELECT reader, revision, body FROM refusals WHERE table_id = {_ID} ORDER BY reader"  # noqa: S608 - constants
_ISSUE = (
    "INSERT INTO web_links (hash, table_name, role, seat, lang, opened, nonce)"
    " VALUES (?, ?, ?, ?, ?, 0, ?) ON CONFLICT (table_name, role, seat) DO UPDATE SET"
    " hash = excluded.hash, nonce = excluded.nonce, lang = coalesce(web_links.lang, excluded.lang),"
    " opened = 0, writes = web_links.writes + 1, issued = web_links.issued + 1"
)
_LINKS = (
    "SELECT id, table_name, role, seat, lang, opened, nonce, writes, issued,"
    " (SELECT identity FROM table_heads WHERE name = table_name) FROM web_links"
)
_PLACE = "table_name = ? AND role = ? AND seat = ?"
_CHANGE_LINK = (
    "UPDATE web_links SET opened = CASE WHEN ? = 1 THEN 1 ELSE opened END,"
    " lang = coalesce(?, lang), writes = writes + ? WHERE id = ? AND table_name = ? AND nonce = ?"
)
_LEFT_LINKS = "SELECT count(*) FROM web_links WHERE table_name = ?"
_END_LINKS = (
    "UPDATE web_links SET hash = '-' || id, nonce = '', lang = NULL, opened = 0, writes = 0, issued = 0"
    " WHERE table_name = ?"
)
"""A service may not remove links: nobody holds what has such a hash, and the next link is the first."""
_LEFT_NOTES = f"web_notes WHERE table_name = ? AND NOT {IS_OPENING}"
_NOTE = (
    "INSERT INTO web_notes (table_name, topic, body) VALUES (?, ?, ?)"
    " ON CONFLICT (table_name, topic) DO UPDATE SET body = excluded.body"
)
_NOTE_IF_NEW = (
    "INSERT INTO web_notes (table_name, topic, body) VALUES (?, ?, ?)"
    " ON CONFLICT (table_name, topic) DO NOTHING"
)
_FORGET = "DELETE FROM web_notes WHERE table_name = ? AND topic = ?"
_FORGET_ALL = "DELETE FROM web_notes WHERE table_name = ?"
_NOTED = "SELECT body FROM web_notes WHERE table_name = ? AND topic = ?"
_NOTES = "SELECT topic, body FROM web_notes WHERE table_name = ? ORDER BY topic"
_NOTED_ANYWHERE = "SELECT table_name, body FROM web_notes WHERE topic = ? ORDER BY table_name"
_ABOUT = "table_name = ?"
_HASHES = "SELECT id, hash FROM web_links WHERE table_name = ?"
_TAKE_LINK = (
    "INSERT INTO web_links (hash, table_name, role, seat, lang, opened, nonce, writes, issued)"
    " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (table_name, role, seat) DO UPDATE SET"
    " hash = excluded.hash, lang = excluded.lang, opened = excluded.opened, nonce = excluded.nonce,"
    " writes = excluded.writes, issued = excluded.issued"
)
_MAKE_ROOM = tuple(
    f"DELETE FROM {kept} WHERE {about}"  # noqa: S608 - constants
    for kept, about in (
        *((kept, f"table_id = {_ID}") for kept in ("log", "submissions", "refusals")),
        *((kept, "table_name = ?") for kept in ("web_links", "changes")),
        ("table_heads", "name = ?"),
    )
)
_REMOVE = (*_MAKE_ROOM, _FORGET_ALL)
_EMPTY = f"DELETE FROM log WHERE table_id = {_ID}"  # noqa: S608 - constants
_RENAME = (
    "UPDATE web_links SET table_name = ? WHERE table_name = ?",
    "UPDATE web_notes SET table_name = ? WHERE table_name = ?",
    "UPDATE changes SET table_name = ? WHERE table_name = ?",
    "UPDATE table_heads SET name = ? WHERE name = ?",
)
_NAMES = (
    "SELECT name FROM table_heads UNION SELECT table_name FROM web_links"
    " UNION SELECT table_name FROM web_notes ORDER BY 1"
)
_FOREVER = 2**62
_REMEMBERED = 4096
"""Tables whose last answer is remembered at most."""

Last = tuple[int, int, str]
"""The last answer of a table: the id of the table, the number of its answers, the hash of their chain."""

_LINE = itemgetter(0)


class _NotWritten(Exception):  # noqa: N818 - an answer, and no error
    """Ends a transaction of which nothing is to be kept; `answer` is what the caller gets."""

    def __init__(self, answer: Conflict | Repeated) -> None:
        super().__init__(answer)
        self.answer = answer


class SqlStore(Closing):
    """Logs in a database; safe between threads and processes.

    What each method does stands at `ServedStore`.
    """

    _also_removed: tuple[str, ...] = ()
    """Statements that remove what this store alone keeps of a table."""

    def __init__(self) -> None:
        self._last: dict[str, Last] = {}

    @abstractmethod
    def _writing(self, *tables: str) -> AbstractContextManager[Db]:
        """Begin a transaction during which nobody else writes about these tables; on disk when it ends.

        Where something is raised, nothing of it is kept.
        """

    @abstractmethod
    def _reading(self) -> AbstractContextManager[Db]:
        """Return a connection to read with."""

    @abstractmethod
    def _at_one_moment(self) -> AbstractContextManager[Db]:
        """Return a connection whose reads are all of one moment, whoever writes meanwhile."""

    @abstractmethod
    def _firsts(self) -> list[tuple[str, str | None, int, bytes | None]]:
        """Return every table of which anything is left, damaged or not, by name.

        Each as: its name, by its head or else by its first entry; the name of its head (None: it has no
        head); its revision, 0 without a head; its first line (None: no entry is left).
        """

    def append(self, batch: Batch) -> Appended | Conflict | Repeated:
        """Write a batch unless its key is known or the log has gone on; caches the table's last answer."""
        table, head = batch.table, batch.head
        remembered = self._last.get(table)
        try:
            with self._writing(table) as db:
                last = None if remembered is None else _try_to_write(db, batch, head, remembered)
                if last is None:
                    last = _look_up_and_write(db, batch, head)
        except _NotWritten as why:
            return why.answer
        if last is not remembered:
            self._remember(table, last)
        return Appended(head)

    def _remember(self, table: str, last: Last) -> None:
        """Cache the last answer of a table; the cache is emptied when `_REMEMBERED` tables are in it."""
        if len(self._last) >= _REMEMBERED:
            self._last.clear()
        self._last[table] = last

    def create(self, table: str, lines: Iterable[bytes]) -> Appended | Conflict:
        """Write a whole new log, streamed; nothing where `lines` raises.

        Conflict where the table has entries.
        """
        with self._writing(table) as db:
            id, revision, _, *answers, _ = db.execute(_KEPT, (table,)).fetchone() or _new_row(db, table)
            if revision:
                return Conflict(0, revision)
            head = _write_lines(db, id, 0, lines)
            db.execute(_SET_HEAD, (head.revision, head.hash, answers[0], text(answers[1]), id))
        return Appended(head)

    def remove(self, table: str, expected: Head) -> Appended | Conflict:
        """Remove a table and all that is kept of it, unless its head moved."""
        self.judge_owner()
        with self._writing(table) as db:
            if (conflict := conflict_with(db, table, expected)) is not None:
                return conflict
            for statement in (*_REMOVE, *self._also_removed):
                db.execute(statement, (table,))
        self._last.pop(table, None)
        return Appended(NO_HEAD)

    def rename(self, table: str, name: str, expected: Head, lines: Iterable[bytes]) -> Appended | Conflict:
        """Move a table to another name with `lines` in place of its entries, unless its head moved."""
        self.judge_owner()
        with self._writing(table, name) as db:
            if (
                conflict := conflict_with(db, table, expected) or conflict_with(db, name, NO_HEAD)
            ) is not None:
                return conflict
            db.execute(f"DELETE FROM {_LEFT_NOTES}", (name,))  # noqa: S608 - constants
            for statement in (*_MAKE_ROOM, *self._also_removed):
                db.execute(statement, (name,))
            db.execute(_EMPTY, (table,))
            for statement in _RENAME:
                db.execute(statement, (name, table))
            id, _, _, *answers, _ = db.execute(_KEPT, (name,)).fetchone()
            head = _write_lines(db, id, 0, lines)
            db.execute(_SET_HEAD, (head.revision, head.hash, answers[0], text(answers[1]), id))
            mark(db, LINKS, name)
            mark(db, NOTES, name)
        self._last.pop(table, None)
        self._last.pop(name, None)
        return Appended(head)

    def judge_owner(self) -> None:
        """Raise nothing: whoever may write may remove. A store where this is otherwise overrides it."""

    def names(self) -> tuple[str, ...]:
        with self._reading() as db:
            return tuple(text(name) for (name,) in db.execute(_NAMES).fetchall())

    def read_kept(self, table: str) -> Kept:
        """Return all that is kept of a table but its entries, at one moment."""
        with self._at_one_moment() as db:
            row = db.execute(_KEPT, (table,)).fetchone()
            return Kept(
                head=Head(row[1], row[2].decode()) if row else NO_HEAD,
                identity=text(row[5]) if row else "",
                answers=_answers_of(db, table),
                refusals=_refusals_of(db, table),
                links=tuple(_iter_hashed_links(db, table)),
                notes=tuple((text(topic), text(body)) for topic, body in db.execute(_NOTES, (table,))),
            )

    def take_over(self, table: str, after: Head, lines: Iterable[bytes], kept: Kept) -> Appended | Conflict:
        """Make a table what it is in another store, `lines` following `after`: all of it, or nothing."""
        with self._writing(table) as db:
            if not kept.identity and kept.head == NO_HEAD:
                _add_notes(db, table, kept.notes)
                return Appended(kept.head)
            row = db.execute(_KEPT, (table,)).fetchone() or _new_row(db, table, kept.identity)
            id, revision, head, *_, identity = row
            here = _answers_of(db, table)
            if (revision, head.decode()) != (after.revision, after.hash):
                return Conflict(after.revision, revision)
            if kept.identity not in {"", text(identity)}:
                if revision or here:
                    return Conflict(kept.head.revision, revision)
                db.execute(_SET_IDENTITY, (kept.identity, id))
            issued = {(link.role, link.seat): link.issued for link in _links_where(db, _ABOUT, table)}
            if any(link.issued < issued.get((link.role, link.seat), 0) for _, link in kept.links):
                return Conflict(kept.head.revision, revision)
            if here != kept.answers[: len(here)]:
                return Conflict(kept.head.revision, revision)
            _write_lines(db, id, revision, lines)
            answers, last = _write_answers(db, id, kept.answers, len(here))
            db.execute(_SET_HEAD, (kept.head.revision, kept.head.hash, answers, last, id))
            for refusal in kept.refusals:
                _write_refusal(db, id, table, refusal)
            _write_beside(db, table, kept)
            return Appended(kept.head)

    def identity(self, table: str) -> str:
        with self._reading() as db:
            row = db.execute(_IDENTITY, (table,)).fetchone()
        return text(row[0]) if row else ""

    def head(self, table: str) -> Head:
        with self._reading() as db:
            row = db.execute(_HEAD, (table,)).fetchone()
        return Head(row[0], row[1].decode()) if row else NO_HEAD

    def read(self, table: str, first: int = 1, last: int | None = None) -> Iterator[bytes]:
        """Return an iterator over the lines, read in chunks of a transaction each.

        A slow reader of one long transaction would keep the database from clearing away old rows.
        """
        return chain.from_iterable(self._chunks(table, first, _FOREVER if last is None else last))

    def _chunks(self, table: str, first: int, end: int) -> Iterator[Iterator[bytes]]:
        """Yield the lines of a table by the chunk."""
        while rows := self._chunk(table, first, end):
            if rows[-1][1] != first + len(rows) - 1:
                rows = _in_their_place(rows)
            if not rows:
                return
            yield map(_LINE, rows)
            if len(rows) < _CHUNK:
                return
            first = rows[-1][1] + 1

    def _chunk(self, table: str, first: int, last: int) -> list[tuple[bytes, int]]:
        """Return (line, seq) of the entries `first` to `last` of a table, in order."""
        with self._reading() as db:
            rows: list[tuple[bytes, int]] = db.execute(_READ, (table, first, last)).fetchall()
        return rows

    def answer(self, table: str, key: str) -> bytes | None:
        with self._reading() as db:
            return _find_answer(db, table, key)

    def answers(self, table: str) -> tuple[bytes, ...]:
        with self._reading() as db:
            return tuple(kept.answer for kept in _answers_of(db, table))

    def refusals(self, table: str) -> tuple[Refusal, ...]:
        """Return the refusals; none where somebody else changed them."""
        with self._at_one_moment() as db:
            found = _refusals_of(db, table)
            return found if found and is_as_marked(db, REFUSALS, table) else ()

    def tables(self) -> tuple[TableRow, ...]:
        return tuple(row_of(name or "?", revision, line) for name, _, revision, line in self._firsts())

    def faults(self, table: str) -> Iterator[Fault]:
        with self._at_one_moment() as db:
            head = db.execute(_HEAD, (table,)).fetchone()
            firsts = [(kept_as, line) for _, kept_as, _, line in self._firsts()] if head is None else ()
            found = list(faults_beside(db, table, firsts))
        return iter(found)

    def marks(self, table: str) -> Marks:
        with self._at_one_moment() as db:
            return marks_of(db, table)

    def issue_link(
        self,
        table: str,
        role: str,
        seat: str | None,
        lang: str | None,
        hash: str,
        nonce: str,
        *,
        after: int | None = None,
    ) -> Link:
        """Write a link over the one of its place, unless `after` is not the number of that one."""
        with self._writing(table) as db:
            there = () if after is None else _links_where(db, _PLACE, table, role, seat or "")
            if there and there[0].issued != after:
                return there[0]
            db.execute(_ISSUE, (hash, table, role, seat or "", lang, nonce))
            mark(db, LINKS, table)
            return _links_where(db, "hash = ?", hash)[0]

    def find_link(self, hash: str) -> Link | None:
        with self._reading() as db:
            found = _links_where(db, "hash = ?", hash)
        return found[0] if found else None

    def links(self, table: str) -> tuple[Link, ...]:
        with self._reading() as db:
            return _links_where(db, _ABOUT, table)

    def change_link(
        self, link: Link, *, opened: bool = False, lang: str | None = None, wrote: bool = False
    ) -> None:
        with self._writing(link.table) as db:
            place = (link.id, link.table, link.nonce)
            db.execute(_CHANGE_LINK, (int(opened), lang, int(wrote), *place))
            mark(db, LINKS, link.table)

    def note(self, table: str, topic: str, body: str | None) -> None:
        with self._writing(table) as db:
            if body is None:
                db.execute(_FORGET, (table, topic))
            else:
                db.execute(_NOTE, (table, topic, body))
            mark(db, NOTES, table)

    def exchange_note(self, table: str, topic: str, was: str | None, body: str | None) -> bool:
        """Write a note if the one there is still `was`, and return whether it was. None: no note."""
        with self._writing(table) as db:
            row = db.execute(_NOTED, (table, topic)).fetchone()
            if (text(row[0]) if row else None) != was:
                return False
            if body is None:
                db.execute(_FORGET, (table, topic))
            else:
                db.execute(_NOTE, (table, topic, body))
            mark(db, NOTES, table)
        return True

    def noted(self, table: str, topic: str) -> str | None:
        with self._reading() as db:
            row = db.execute(_NOTED, (table, topic)).fetchone()
        return text(row[0]) if row else None

    def note_once(self, table: str, topic: str, body: str) -> tuple[tuple[str, str], ...]:
        """Write a note unless there is one on its topic anywhere.

        Return what there is then, with the table.
        """
        with self._writing(topic, table) as db:
            there = _noted_on(db, topic)
            if not there:
                db.execute(_NOTE, (table, topic, body))
                mark(db, NOTES, table)
            return there or ((table, body),)

    def noted_anywhere(self, topic: str) -> tuple[tuple[str, str], ...]:
        with self._reading() as db:
            return _noted_on(db, topic)


def _new_row(db: Db, table: str, identity: str = "") -> Any:
    """Write the head of a new table and return its row, columns as of `_KEPT`.

    Ends links and deletes notes that a removed table of that name has left. An empty `identity` means a new
    one.
    """
    db.execute(_NEW_HEAD, (table, NO_HEAD.hash, identity or new_identity()))
    if db.execute(_LEFT_LINKS, (table,)).fetchone()[0]:
        db.execute(_END_LINKS, (table,))
        mark(db, LINKS, table)
    if db.execute(f"SELECT count(*) FROM {_LEFT_NOTES}", (table,)).fetchone()[0]:  # noqa: S608 - constants
        db.execute(f"DELETE FROM {_LEFT_NOTES}", (table,))  # noqa: S608 - constants
        mark(db, NOTES, table)
    return db.execute(_KEPT, (table,)).fetchone()


def conflict_with(db: Db, table: str, expected: Head) -> Conflict | None:
    """Return Conflict where the head of a table is not the expected one, else None."""
    row = db.execute(_HEAD, (table,)).fetchone()
    head = Head(row[0], text(row[1])) if row else NO_HEAD
    return None if head == expected else Conflict(expected.revision, head.revision)


def _last_answer(db: Db, table: str) -> Last | None:
    """Return the last answer of a table; None where the table has no head."""
    row = db.execute(_ANSWERED, (table,)).fetchone()
    return (row[0], row[1], text(row[2])) if row else None


def _look_up_and_write(db: Db, batch: Batch, head: Head) -> Last:
    """Look up the last answer of a table and write a batch; return the last answer then.

    Raises _NotWritten where the log has gone on, or the key was answered before.
    """
    last = _last_answer(db, batch.table)
    if last is None and batch.expected == NO_HEAD:
        _new_row(db, batch.table)
        last = _last_answer(db, batch.table)
    if last is not None and (written := _try_to_write(db, batch, head, last)) is not None:
        return written
    kept = None if batch.key is None else _find_answer(db, batch.table, batch.key)
    if kept is not None:
        raise _NotWritten(Repeated(kept))
    row = db.execute(_HEAD, (batch.table,)).fetchone()
    raise _NotWritten(Conflict(batch.expected.revision, row[0] if row else 0))


def _try_to_write(db: Db, batch: Batch, head: Head, last: Last) -> Last | None:
    """Move the head on and write a batch; return the last answer there is then.

    None where somebody wrote meanwhile: the head or the last answer is not the one given. Raises _NotWritten
    where the key of the batch was answered before.
    """
    was, key, (id, place, hash) = batch.expected, batch.key, last
    then = (was.revision, was.hash)
    if key is None:
        moved = db.execute(_MOVE_HEAD, (head.revision, head.hash, id, batch.table, *then))
        if not moved.rowcount:
            return None
    else:
        answer = batch.answer.decode()
        last = (id, place + 1, answer_hash(hash, key, head.revision, answer))
        said = (head.revision, head.hash, *last[1:])
        if not db.execute(_MOVE_HEAD_AND_ANSWERS, (*said, id, batch.table, *then, place, hash)).rowcount:
            return None
        if not db.execute(_KEEP_ANSWER, (id, key, head.revision, answer, *last[1:])).rowcount:
            raise _NotWritten(Repeated(_find_answer(db, batch.table, key) or b""))
    lines = enumerate(batch.lines, was.revision + 1)
    db.executemany(_KEEP_LINE, [(id, seq, line.decode()) for seq, line in lines])
    if batch.refusal is not None:
        _write_refusal(db, id, batch.table, batch.refusal)
    return last


def _write_lines(db: Db, id: int, revision: int, lines: Iterable[bytes]) -> Head:
    """Write lines that follow a revision, streamed.

    Return the head they end with (`NO_HEAD`: there were none).
    """
    rest, head = iter(lines), NO_HEAD
    while chunk := list(islice(rest, _CHUNK)):
        rows = [(id, seq, line.decode()) for seq, line in enumerate(chunk, revision + 1)]
        db.executemany(_KEEP_LINE, rows)
        revision += len(chunk)
        head = Head(revision, hash_in(chunk[-1]))
    return head


def _write_answers(db: Db, id: int, answers: tuple[KeptAnswer, ...], there: int) -> tuple[int, str]:
    """Write the answers after the first `there`; return how many there are then, and the last hash."""
    hash, rows = "", []
    for place, each in enumerate(answers, 1):
        hash = answer_hash(hash, each.key, each.revision, each.answer.decode())
        if place > there:
            rows.append((id, each.key, each.revision, each.answer.decode(), place, hash))
    db.executemany(_KEEP_ANSWER, rows)
    return len(answers), hash


def _write_refusal(db: Db, id: int, table: str, refusal: Refusal) -> None:
    """Write a refusal over the last one of its reader, and mark it."""
    db.execute(_KEEP_REFUSAL, (id, refusal.reader, refusal.revision, refusal.body.decode()))
    mark(db, REFUSALS, table)


def _write_beside(db: Db, table: str, kept: Kept) -> None:
    """Write the links and notes of a table over those it has here.

    Notes about openings with a key here stay.
    """
    for hash, link in kept.links:
        place = (hash, table, link.role, link.seat or "", link.lang)
        db.execute(_TAKE_LINK, (*place, int(link.opened), link.nonce, link.writes, link.issued))
    db.execute(f"DELETE FROM {_LEFT_NOTES}", (table,))  # noqa: S608 - constants
    for topic, body in kept.notes:
        db.execute(_NOTE, (table, topic, body))
    mark(db, LINKS, table)
    mark(db, NOTES, table)


def _add_notes(db: Db, table: str, notes: tuple[tuple[str, str], ...]) -> None:
    """Add notes to a table unless it has one on their topic, and mark them.

    Of a table only notes about openings with a key are added; without a table (empty) all are.
    """
    for topic, body in notes:
        if not table or topic.startswith(OPENING):
            db.execute(_NOTE_IF_NEW, (table, topic, body))
    mark(db, NOTES, table)


def _noted_on(db: Db, topic: str) -> tuple[tuple[str, str], ...]:
    """Return (table, note) of every table with a note on a topic."""
    rows = db.execute(_NOTED_ANYWHERE, (topic,)).fetchall()
    return tuple((text(table), text(body)) for table, body in rows)


def _answers_of(db: Db, table: str) -> tuple[KeptAnswer, ...]:
    return tuple(
        KeptAnswer(text(key), revision, answer) for key, revision, answer in db.execute(_ANSWERS, (table,))
    )


def _refusals_of(db: Db, table: str) -> tuple[Refusal, ...]:
    return tuple(
        Refusal(reader=text(reader), revision=revision, body=text(body).encode())
        for reader, revision, body in db.execute(_REFUSALS, (table,))
    )


def _iter_hashed_links(db: Db, table: str) -> Iterator[tuple[str, Link]]:
    """Yield the links of a table, each with the hash of its token."""
    hashes = {id: text(hash) for id, hash in db.execute(_HASHES, (table,))}
    for link in _links_where(db, _ABOUT, table):
        yield hashes[link.id], link


def _find_answer(db: Db, table: str, key: str) -> bytes | None:
    """Return the answer kept with a key; None where there is none."""
    row = db.execute(_ANSWER, (table, key)).fetchone()
    return row[0] if row else None


def _links_where(db: Db, where: str, *args: str) -> tuple[Link, ...]:
    """Return the links for which a condition in SQL holds (`args` for its `?`), sorted by id."""
    return tuple(
        Link(
            id=id, table=text(table), role=text(role), seat=text(seat) or None, lang=text(lang),
            opened=bool(opened), nonce=text(nonce), writes=writes, issued=issued,
            identity=text(identity) or "",
        )
        for id, table, role, seat, lang, opened, nonce, writes, issued, identity in db.execute(
            f"{_LINKS} WHERE {where} ORDER BY id", args
        )
    )  # fmt: skip


def _in_their_place(rows: list[tuple[bytes, int]]) -> list[tuple[bytes, int]]:
    """Return the rows before the first whose line states another seq than its row: that one was moved."""
    moved = (i for i, (line, seq) in enumerate(rows) if not line.startswith(b'{"seq":%d,' % seq))
    return rows[: next(moved, len(rows))]
