"""`referee doctor`: look after this installation."""

import platform
import sqlite3
import sys
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING, NamedTuple

import typer

from cli.frame.session import Session
from referee.draw.width import width

if TYPE_CHECKING:
    from events.stores.protocol import ServedStore

EXAMPLE = """\
Example:

\b
  referee doctor
"""

NEEDED = ("typer", "msgspec", "sqlite-utils")
LABEL = 14
"""Columns of what was looked at: the longest name of a game of ours."""


class Finding(NamedTuple):
    """One thing looked at: `well` False means that something has to be done.

    `called` and `said` are what people read in place of `what` and `found`.
    """

    what: str
    found: str
    well: bool = True
    called: str = ""
    said: str = ""


def command(ctx: typer.Context) -> None:
    """Look after this installation."""
    session = ctx.ensure_object(Session)
    ill = False
    for finding in look(session):
        ill |= not finding.well
        if session.as_json:
            from referee.service.answers.files import Looked

            session.emit(Looked(what=finding.what, found=finding.found, well=finding.well))
        else:
            mark = "ok" if finding.well else "!!"
            called = finding.called or finding.what
            room = " " * (LABEL - width(called))
            print(f"{mark}  {called}{room} {finding.said or finding.found}")
    raise typer.Exit(1 if ill else 0)


def look(session: Session) -> Iterator[Finding]:
    """Look at everything the program stands on."""
    from referee.languages import trait

    is_new = sys.version_info >= (3, 11)
    yield Finding("python", platform.python_version(), is_new, "Python")
    yield from (package(session, name) for name in NEEDED)
    yield Finding("sqlite", sqlite3.sqlite_version, sqlite3.sqlite_version_info >= (3, 35), "SQLite")
    yield seen(session, "language", session.lang, said=trait(session.lang, "name"))
    yield terminal(session)
    yield from games(session)
    yield from tables(session)


def seen(session: Session, what: str, found: str, *, well: bool = True, said: str = "") -> Finding:
    """Call what was looked at by a word of the reader's language."""
    return Finding(what, found, well, session.say(f"doctor.what.{what.replace(' ', '_')}"), said)


def package(session: Session, name: str) -> Finding:
    """Look for a package."""
    try:
        return Finding(name, version(name))
    except PackageNotFoundError:
        return Finding(name, "missing", well=False, said=session.say("doctor.missing"))


def terminal(session: Session) -> Finding:
    """Look whether every sign can be shown."""
    encoding = sys.stdout.encoding or "?"
    well = encoding.lower().replace("-", "") == "utf8"
    said = encoding.upper() if well else session.say("doctor.not_utf8", encoding=encoding)
    return seen(session, "terminal", encoding, well=well, said=said)


def games(session: Session) -> Iterator[Finding]:
    """Look at the games, installed ones too: what cannot be played, and why."""
    from referee.draw import Board
    from referee.kernel.registry import AnywayFacts, RuleTables, all_games, faults, faulty_parts, find_game
    from referee.l10n.catalogs import edition_words, lacking
    from referee.l10n.messages import Wording
    from referee.languages import trait
    from referee.service.forms import Forms
    from referee.service.simulation.study import Players

    for name in all_games():
        ruleset = find_game(name).ruleset
        rules, called = ruleset.rules_version, session.say("cli.game_name", game=name)
        books = [edition_words(name, each, session.lang) for each in ruleset.editions]
        found = ", ".join([f"rules version {rules}", *books])
        id = "doctor.rules" if books else "doctor.rules_alone"
        said = session.say(id, version=rules, books=trait(session.lang, "comma").join(books))
        yield Finding(name, found, called=called, said=said)
        for file, ids in lacking(name).items():
            told = session.say("room.no_word", file=file, id=ids[0].removeprefix(f"{name}."), n=len(ids))
            yield Finding(name, told, well=False, called=called)
    parts = (Board, Wording, AnywayFacts, Forms, Players, RuleTables)
    every = (*((name, fault) for name, _, fault in faults()), *faulty_parts(parts))
    for name, fault in every:
        yield Finding(name, session.say(fault.reason, **fault.args_), well=False)


def tables(session: Session) -> Iterator[Finding]:
    """Look at the file that keeps the tables, and prove every log in it."""
    from events.stores import open_store
    from events.stores.protocol import NoStoreError, StoreError

    try:
        store = session.keep(open_store(session.db))
        rows = store.tables()
    except NoStoreError as error:
        path = error.args_["path"]
        yield seen(session, "tables", f"{path}: none yet", said=session.say("doctor.none_yet", path=path))
        return
    except StoreError as error:
        yield seen(session, "tables", session.say(error.reason, **error.args_), well=False)
        return
    writable = store.is_writable()
    said = "" if writable else session.say("doctor.not_writable", path=store.where)
    yield seen(session, "writable", store.where, well=writable, said=said)
    if store.may_lose_on_failover():
        yield seen(session, "replicas", session.say("store.asynchronous", path=store.where), well=False)
    yield from disk(session, store)
    yield seen(session, "tables", f"{len(rows)}")
    for row in rows:
        yield prove(session, store, row.table)


def disk(session: Session, store: "ServedStore") -> Iterator[Finding]:
    """Look at the disk a file of tables lies on, and say how to copy it; a database has its own ways."""
    from events.stores.places import ADDRESSES, keeps_locks

    if session.db.startswith(ADDRESSES):
        return
    path = Path(session.db).expanduser()
    found = {None: "store.locks_unknown", True: "store.locks_kept", False: "store.no_locks"}
    locks = keeps_locks(path.parent)
    yield seen(session, "locks", session.say(found[locks], path=store.where), well=locks is not False)
    if store.share:
        told = session.say("store.on_a_share", path=store.where, kind=store.share)
        yield seen(session, "disk", told, well=False)
    else:
        what = "store.share_unknown" if store.share is None else "store.on_no_share"
        yield seen(session, "disk", session.say(what, path=store.where))
    wal = path.with_name(path.name + "-wal")
    command = f"referee copy {quote(str(path))} backup.db"
    yield seen(session, "back up", session.say("store.back_up", command=command))
    if wal.exists() and wal.stat().st_size:
        yield seen(session, "beside", session.say("store.wal_beside", path=str(wal), file=store.where))


def prove(session: Session, store: object, table: str) -> Finding:
    """Prove the chain of one table."""
    from collections import deque

    from referee.service.logs.chain import DamagedLogError
    from referee.service.logs.sources import StoredLog, proved

    log = StoredLog(store, table)  # type: ignore[arg-type]
    try:
        deque(proved(log), maxlen=0)
        damage = next(log.faults(), None)
    except DamagedLogError as error:
        damage = error
    if damage is not None:
        return Finding(table, session.say(damage.reason, **damage.args_), well=False)
    return Finding(table, session.say("cli.chain_whole"))
