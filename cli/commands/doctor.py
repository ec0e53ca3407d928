"""`referee doctor`: look after this installation."""

import platform
import sqlite3
import sys
from collections import deque
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from shlex import quote
from typing import NamedTuple

import typer

from cli.session import Session
from events.stores import open_store
from events.stores.places import ADDRESSES, keeps_locks
from events.stores.protocol import NoStoreError, ServedStore, StoreError
from referee.draw import Board
from referee.draw.width import width
from referee.kernel.registry import AnywayFacts, RuleTables, all_games, faults, faulty_parts, find_game
from referee.l10n.catalogs import edition_words, lacking
from referee.l10n.messages import Wording
from referee.languages import trait
from referee.service.answers.files import Looked
from referee.service.forms import Forms
from referee.service.logs.chain import DamagedLogError
from referee.service.logs.sources import StoredLog, proved
from referee.service.simulation.study import Players

EXAMPLE = """\
referee doctor
"""

_NEEDED = ("typer", "msgspec", "sqlite-utils")

_LABEL = 14
"""Columns of what was looked at: the longest name of a game of ours."""


class _Finding(NamedTuple):
    """One line of the answer: `well` False means that something has to be done.

    `what` and `found` are for programs; `called` and `said` stand in their place for people, unless empty.
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
    for finding in _look(session):
        ill |= not finding.well
        if session.as_json:
            session.emit(Looked(what=finding.what, found=finding.found, well=finding.well))
        else:
            mark = "ok" if finding.well else "!!"
            called = finding.called or finding.what
            room = " " * (_LABEL - width(called))
            print(f"{mark}  {called}{room} {finding.said or finding.found}")
    raise typer.Exit(1 if ill else 0)


def _look(session: Session) -> Iterator[_Finding]:
    """Yield everything the program depends on: Python, packages, SQLite, the terminal, games, tables."""
    is_new = sys.version_info >= (3, 11)
    yield _Finding("python", platform.python_version(), is_new, "Python")
    yield from (_look_at_package(session, name) for name in _NEEDED)
    yield _Finding("sqlite", sqlite3.sqlite_version, sqlite3.sqlite_version_info >= (3, 35), "SQLite")
    yield _finding(session, "language", session.lang, said=trait(session.lang, "name"))
    yield _look_at_terminal(session)
    yield from _look_at_games(session)
    yield from _look_at_tables(session)


def _finding(session: Session, what: str, found: str, *, well: bool = True, said: str = "") -> _Finding:
    """Return a finding whose `called` is the word for `what` in the language of the session."""
    return _Finding(what, found, well, session.say(f"doctor.what.{what.replace(' ', '_')}"), said)


def _look_at_package(session: Session, name: str) -> _Finding:
    """Return the version of a package, or that it is missing."""
    try:
        return _Finding(name, version(name))
    except PackageNotFoundError:
        return _Finding(name, "missing", well=False, said=session.say("doctor.missing"))


def _look_at_terminal(session: Session) -> _Finding:
    """Return whether the terminal is UTF-8, so that it can show all languages."""
    encoding = sys.stdout.encoding or "?"
    well = encoding.lower().replace("-", "") == "utf8"
    said = encoding.upper() if well else session.say("doctor.not_utf8", encoding=encoding)
    return _finding(session, "terminal", encoding, well=well, said=said)


def _look_at_games(session: Session) -> Iterator[_Finding]:
    """Yield each game with its rules and editions, then missing words and broken games."""
    for name in all_games():
        ruleset = find_game(name).ruleset
        rules, called = ruleset.rules_version, session.say("cli.game_name", game=name)
        books = [edition_words(name, each, session.lang) for each in ruleset.editions]
        found = ", ".join([f"rules version {rules}", *books])
        id = "doctor.rules" if books else "doctor.rules_alone"
        said = session.say(id, version=rules, books=trait(session.lang, "comma").join(books))
        yield _Finding(name, found, called=called, said=said)
        for file, ids in lacking(name).items():
            found = session.say("room.no_word", file=file, id=ids[0].removeprefix(f"{name}."), n=len(ids))
            yield _Finding(name, found, well=False, called=called)
    every = (
        *((name, fault) for name, _, fault in faults()),
        *faulty_parts((Board, Wording, AnywayFacts, Forms, Players, RuleTables)),
    )
    for name, fault in every:
        yield _Finding(name, session.say(fault.reason, **fault.args_), well=False)


def _look_at_tables(session: Session) -> Iterator[_Finding]:
    """Yield the place of the tables and its disk, then each table with its chain proved."""
    try:
        store = session.enter(open_store(session.db))
        rows = store.tables()
    except NoStoreError as error:
        path = error.args_["path"]
        yield _finding(session, "tables", f"{path}: none yet", said=session.say("doctor.none_yet", path=path))
        return
    except StoreError as error:
        yield _finding(session, "tables", session.say(error.reason, **error.args_), well=False)
        return
    writable = store.is_writable()
    said = "" if writable else session.say("doctor.not_writable", path=store.where)
    yield _finding(session, "writable", store.where, well=writable, said=said)
    if store.may_lose_on_failover():
        yield _finding(session, "replicas", session.say("store.asynchronous", path=store.where), well=False)
    yield from _look_at_disk(session, store)
    yield _finding(session, "tables", f"{len(rows)}")
    for row in rows:
        yield _prove(session, store, row.table)


def _look_at_disk(session: Session, store: ServedStore) -> Iterator[_Finding]:
    """Yield what is known of the disk of a database file; nothing for a database server."""
    if session.db.startswith(ADDRESSES):
        return
    path = Path(session.db).expanduser()
    found = {None: "store.locks_unknown", True: "store.locks_kept", False: "store.no_locks"}
    locks = keeps_locks(path.parent)
    yield _finding(session, "locks", session.say(found[locks], path=store.where), well=locks is not False)
    if store.share:
        said = session.say("store.on_a_share", path=store.where, kind=store.share)
        yield _finding(session, "disk", said, well=False)
    else:
        what = "store.share_unknown" if store.share is None else "store.on_no_share"
        yield _finding(session, "disk", session.say(what, path=store.where))
    wal = path.with_name(path.name + "-wal")
    command = f"referee copy {quote(str(path))} backup.db"
    yield _finding(session, "back up", session.say("store.back_up", command=command))
    if wal.exists() and wal.stat().st_size:
        yield _finding(session, "beside", session.say("store.wal_beside", path=str(wal), file=store.where))


def _prove(session: Session, store: object, table: str) -> _Finding:
    """Return whether the hash chain of one table is whole, else its first damage."""
    log = StoredLog(store, table)  # type: ignore[arg-type]
    try:
        deque(proved(log), maxlen=0)
        damage = next(log.faults(), None)
    except DamagedLogError as error:
        damage = error
    if damage is not None:
        return _Finding(table, session.say(damage.reason, **damage.args_), well=False)
    return _Finding(table, session.say("cli.chain_whole"))
