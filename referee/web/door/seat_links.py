"""Seat links: unguessable capabilities, of which only the hash is kept, beside the logs."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from threading import RLock
from typing import Any

import msgspec

from events.stores.protocol import Closing
from events.stores.sqlite_seals import create_seals, seal
from referee.web.door.tokens import Keyring, hash_of

SEAT, SCREEN, DEVICE = "seat", "screen", "device"
"""A link opens one seat, the table's screen, or one device that is handed round."""

LINKS, NOTES = "web_links", "web_notes"
"""What is kept, each sealed against being changed by anybody else."""

FIELDS = "id, table_name, role, seat, lang, opened, nonce, writes, issued"

ISSUE = (
    "INSERT INTO web_links (hash, table_name, role, seat, lang, opened, nonce)"
    " VALUES (?, ?, ?, ?, ?, 0, ?) ON CONFLICT (table_name, role, seat) DO UPDATE SET"
    " hash = excluded.hash, nonce = excluded.nonce, lang = coalesce(lang, excluded.lang), opened = 0,"
    " writes = writes + 1, issued = issued + 1"
)


class Link(msgspec.Struct, frozen=True, kw_only=True):
    """What a token opens: `role` at `table`, the seat of a seat link; `opened` once somebody used it.

    `nonce` is what its token is made of (empty: of nothing, in an older file), `writes` counts what
    was noted through it, `issued` how often a link was given out for this place.
    """

    id: int
    table: str
    role: str
    seat: str | None
    lang: str | None
    opened: bool
    nonce: str = ""
    writes: int = 0
    issued: int = 1

    @property
    def asker(self) -> str | None:
        """Name who looks, as `view` takes it: the seat, or None for everybody."""
        return self.seat if self.role == SEAT else None


class Links(Closing):
    """The links of every table of a store, and what is agreed on beside the log."""

    def __init__(self, path: Path, keyring: Keyring) -> None:
        """Open the file of the logs, and lay the tables for links out in it."""
        self.keyring = keyring
        self._lock = RLock()
        lay_out(path)
        self._db = sqlite3.connect(path, timeout=10, isolation_level=None, check_same_thread=False)

    def issue(self, table: str, role: str, seat: str | None = None, lang: str | None = None) -> Link:
        """Make a link; the one there was for the same place is dead, and its language is kept."""
        nonce = self.keyring.draw()
        hashed = hash_of(self.keyring.token(nonce))
        with self._changing(LINKS, table) as db:
            db.execute(ISSUE, (hashed, table, role, seat or "", lang, nonce))
            return self._rows("hash = ?", hashed)[0]

    def ensure(self, table: str, role: str, seat: str | None = None, lang: str | None = None) -> Link:
        """Give the link of a place; make one where there is none, or none whose code could be shown."""
        link = self.place(table, role, seat)
        if link is None or (self.token(link) is None and not (role == SEAT and link.opened)):
            return self.issue(table, role, seat, lang)
        return link

    def place(self, table: str, role: str, seat: str | None = None) -> Link | None:
        """Find the link of a place at a table."""
        rows = self._rows("table_name = ? AND role = ? AND seat = ?", table, role, seat or "")
        return rows[0] if rows else None

    def token(self, link: Link) -> str | None:
        """Give the token of a link again; None where the secret it was made with is gone."""
        token = self.keyring.token(link.nonce)
        found = self.find(token)
        return token if found is not None and found.id == link.id else None

    def find(self, token: str) -> Link | None:
        """Find what a token opens; None where it opens nothing."""
        rows = self._rows("hash = ?", hash_of(token))
        return rows[0] if rows else None

    def at(self, table: str) -> tuple[Link, ...]:
        """List the links of a table."""
        return self._rows("table_name = ?", table)

    def note_opened(self, link: Link) -> None:
        """Remember that somebody holds the link."""
        with self._changing(LINKS, link.table) as db:
            db.execute("UPDATE web_links SET opened = 1 WHERE id = ?", (link.id,))

    def speak(self, link: Link, lang: str) -> None:
        """Remember the language of a link."""
        with self._changing(LINKS, link.table) as db:
            db.execute("UPDATE web_links SET lang = ? WHERE id = ?", (lang, link.id))

    def count_write(self, link: Link) -> None:
        """Remember that something was noted through a link, so that its next page has another key."""
        with self._changing(LINKS, link.table) as db:
            db.execute("UPDATE web_links SET writes = writes + 1 WHERE id = ?", (link.id,))

    def note(self, table: str, topic: str, body: str | None) -> None:
        """Keep something the table talks about (`topic`), or forget it."""
        with self._changing(NOTES, table) as db:
            db.execute("DELETE FROM web_notes WHERE table_name = ? AND topic = ?", (table, topic))
            if body is not None:
                db.execute("INSERT INTO web_notes VALUES (?, ?, ?)", (table, topic, body))

    def noted(self, table: str, topic: str) -> str | None:
        """Read what the table talks about."""
        sql = "SELECT body FROM web_notes WHERE table_name = ? AND topic = ?"
        with self._lock:
            row = self._db.execute(sql, (table, topic)).fetchone()
        return row[0] if row else None

    def _rows(self, where: str, *args: Any) -> tuple[Link, ...]:
        sql = f"SELECT {FIELDS} FROM web_links WHERE {where} ORDER BY id"  # noqa: S608 - constants
        with self._lock:
            rows = self._db.execute(sql, args).fetchall()
        return tuple(
            Link(
                id=i, table=table, role=role, seat=seat or None, lang=lang, opened=bool(opened),
                nonce=nonce, writes=writes, issued=issued,
            )
            for i, table, role, seat, lang, opened, nonce, writes, issued in rows
        )  # fmt: skip

    @contextmanager
    def _changing(self, kind: str, table: str) -> Iterator[sqlite3.Connection]:
        """Change rows about a table and seal them: all of it, or nothing."""
        with self._lock:
            self._db.execute("BEGIN IMMEDIATE")
            try:
                yield self._db
                seal(self._db, kind, table)
                self._db.execute("COMMIT")
            finally:
                if self._db.in_transaction:
                    self._db.execute("ROLLBACK")

    def close(self) -> None:
        """Let go of the file; once more does nothing."""
        self._db.close()


def lay_out(path: Path) -> None:
    """Bring the tables for links up to today's layout."""
    from sqlite_utils import Database
    from sqlite_utils.migrations import Migrations

    steps = Migrations("referee web")
    steps(name="0001_links")(create_links)
    steps(name="0002_nonces")(add_nonces)
    steps(name="0003_seals")(create_seals)
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


def add_nonces(database: Any) -> None:
    """Let a token be made again, and count what a link did."""
    links = database.table("web_links")
    links.add_column("nonce", str, not_null_default="")
    links.add_column("writes", int, not_null_default=0)
    links.add_column("issued", int, not_null_default=1)
    links.create_index(["table_name", "role", "seat"], unique=True)
