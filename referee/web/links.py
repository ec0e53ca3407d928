"""Seat links: unguessable capabilities, of which only the hash is kept, beside the logs."""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from hashlib import blake2b
from pathlib import Path
from secrets import choice
from threading import RLock
from typing import Any

import msgspec

SEAT, SCREEN, DEVICE = "seat", "screen", "device"
"""A link opens one seat, the table's screen, or one device that is handed round."""

ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789"
"""Letters and digits nobody mistakes for one another when typing from a screen."""

GROUPS, GROUP = 4, 5
"""A token is this many groups of this many characters: 99 bits."""

Draw = Callable[[], str]


class Link(msgspec.Struct, frozen=True, kw_only=True):
    """What a token opens: `role` at `table`, the seat of a seat link; `opened` once somebody used it."""

    id: int
    table: str
    role: str
    seat: str | None
    lang: str | None
    opened: bool

    @property
    def asker(self) -> str | None:
        """Name who looks, as `view` takes it: the seat, or None for everybody."""
        return self.seat if self.role == SEAT else None


def draw_token() -> str:
    """Draw a token."""
    return "-".join("".join(choice(ALPHABET) for _ in range(GROUP)) for _ in range(GROUPS))


def typed(text: str) -> str:
    """Read a token as people type it: capitals, blanks and missing hyphens do no harm."""
    letters = [c for c in text.lower() if c in ALPHABET][: GROUP * GROUPS]
    return "-".join("".join(letters[i : i + GROUP]) for i in range(0, len(letters), GROUP))


def hash_of(token: str) -> str:
    """Hash a token as it is kept."""
    return blake2b(token.encode(), digest_size=32, person=b"referee link").hexdigest()


class Links:
    """The links of every table of a store, and what is agreed on beside the log."""

    def __init__(self, path: Path, draw: Draw = draw_token) -> None:
        """Open the file of the logs, and lay the tables for links out in it."""
        self._draw = draw
        self._lock = RLock()
        self._db = sqlite3.connect(path, timeout=10, isolation_level=None, check_same_thread=False)
        lay_out(path)

    def issue(self, table: str, role: str, seat: str | None = None) -> str:
        """Make a link; the one there was for the same place is dead. The token is told this once."""
        token = self._draw()
        with self._lock:
            self._db.execute("BEGIN IMMEDIATE")
            where = (table, role, seat or "")
            lang = self._db.execute(
                "SELECT lang FROM web_links WHERE table_name = ? AND role = ? AND seat = ?", where
            ).fetchone()
            self._db.execute("DELETE FROM web_links WHERE table_name = ? AND role = ? AND seat = ?", where)
            self._db.execute(
                "INSERT INTO web_links (hash, table_name, role, seat, lang, opened)"
                " VALUES (?, ?, ?, ?, ?, 0)",
                (hash_of(token), *where, lang[0] if lang else None),
            )
            self._db.execute("COMMIT")
        return token

    def find(self, token: str) -> Link | None:
        """Find what a token opens; None where it opens nothing."""
        rows = self._rows("hash = ?", hash_of(token))
        return rows[0] if rows else None

    def at(self, table: str) -> tuple[Link, ...]:
        """List the links of a table."""
        return self._rows("table_name = ?", table)

    def note_opened(self, link: Link) -> None:
        """Remember that somebody holds the link."""
        self._do("UPDATE web_links SET opened = 1 WHERE id = ?", (link.id,))

    def speak(self, link: Link, lang: str) -> None:
        """Remember the language of a link."""
        self._do("UPDATE web_links SET lang = ? WHERE id = ?", (lang, link.id))

    def note(self, table: str, topic: str, body: str | None) -> None:
        """Keep something the table talks about (`topic`), or forget it."""
        with self._lock:
            self._do("DELETE FROM web_notes WHERE table_name = ? AND topic = ?", (table, topic))
            if body is not None:
                self._do("INSERT INTO web_notes VALUES (?, ?, ?)", (table, topic, body))

    def noted(self, table: str, topic: str) -> str | None:
        """Read what the table talks about."""
        sql = "SELECT body FROM web_notes WHERE table_name = ? AND topic = ?"
        with self._lock:
            row = self._db.execute(sql, (table, topic)).fetchone()
        return row[0] if row else None

    def _rows(self, where: str, *args: Any) -> tuple[Link, ...]:
        sql = f"SELECT id, table_name, role, seat, lang, opened FROM web_links WHERE {where} ORDER BY id"  # noqa: S608 - constants
        with self._lock:
            rows = self._db.execute(sql, args).fetchall()
        return tuple(
            Link(id=i, table=table, role=role, seat=seat or None, lang=lang, opened=bool(opened))
            for i, table, role, seat, lang, opened in rows
        )

    def _do(self, sql: str, args: tuple[Any, ...]) -> None:
        with self._lock:
            self._db.execute(sql, args)

    def close(self) -> None:
        """Let go of the file."""
        self._db.close()


def lay_out(path: Path) -> None:
    """Bring the tables for links up to today's layout."""
    from sqlite_utils import Database
    from sqlite_utils.migrations import Migrations

    steps = Migrations("referee web")
    steps(name="0001_links")(create_links)
    with closing(sqlite3.connect(path, timeout=10)) as db:
        steps.apply(Database(db))
        db.commit()


def create_links(database: Any) -> None:
    """Create the links and the notes."""
    columns: dict[str, Any] = {
        "id": int,
        "hash": str,
        "table_name": str,
        "role": str,
        "seat": str,
        "lang": str,
        "opened": int,
    }
    database.table("web_links").create(columns, pk="id", not_null=set(columns) - {"lang"})
    database.table("web_links").create_index(["hash"], unique=True)
    database.table("web_links").create_index(["table_name"])
    database.table("web_notes").create(
        {"table_name": str, "topic": str, "body": str}, pk=("table_name", "topic")
    )
