"""`referee doctor`: look after this installation."""

import platform
import sqlite3
import sys
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, version
from typing import NamedTuple

import typer

from cli.frame.session import Session

EXAMPLE = """\
Example:

\b
  referee doctor
"""

NEEDED = ("typer", "msgspec", "sqlite-utils")


class Finding(NamedTuple):
    """One thing looked at: `well` False means that something has to be done."""

    what: str
    found: str
    well: bool = True


def command(ctx: typer.Context) -> None:
    """Look after this installation."""
    session = ctx.ensure_object(Session)
    ill = False
    for finding in look(session):
        ill |= not finding.well
        if session.as_json:
            from referee.service.answers.workshop import Looked

            session.emit(Looked(what=finding.what, found=finding.found, well=finding.well))
        else:
            mark = "ok" if finding.well else "!!"
            print(f"{mark}  {finding.what:<12} {finding.found}")
    raise typer.Exit(1 if ill else 0)


def look(session: Session) -> Iterator[Finding]:
    """Look at everything the program stands on."""
    yield Finding("python", platform.python_version(), sys.version_info >= (3, 11))
    yield from (package(name) for name in NEEDED)
    yield Finding("sqlite", sqlite3.sqlite_version, sqlite3.sqlite_version_info >= (3, 35))
    yield Finding("language", session.lang)
    encoding = sys.stdout.encoding or "?"
    yield Finding("terminal", encoding, encoding.lower().replace("-", "") == "utf8")
    yield from games(session)
    yield from tables(session)


def package(name: str) -> Finding:
    """Look for a package."""
    try:
        return Finding(name, version(name))
    except PackageNotFoundError:
        return Finding(name, "missing", well=False)


def games(session: Session) -> Iterator[Finding]:
    """Look at the games, installed ones too: what cannot be played, and why."""
    from referee.kernel.registry import all_games, faults, find_game
    from referee.l10n.catalogs import lacking
    from referee.l10n.options import edition_words

    for name in all_games():
        charter = find_game(name).charter
        books = (edition_words(name, each, session.lang) for each in charter.editions)
        yield Finding(name, f"rules version {charter.rules_version}, {', '.join(books)}")
        for file, ids in lacking(name).items():
            told = session.say("room.no_word", file=file, id=ids[0].removeprefix(f"{name}."), n=len(ids))
            yield Finding(name, told, well=False)
    for name, _, fault in faults():
        yield Finding(name, session.say(fault.reason, **fault.args_), well=False)


def tables(session: Session) -> Iterator[Finding]:
    """Look at the file that keeps the tables, and prove every log in it."""
    from events.stores import open_store
    from events.stores.protocol import NoStoreError, StoreError

    try:
        store = session.keep(open_store(session.db))
        rows = store.tables()
    except NoStoreError as error:
        yield Finding("tables", f"{error.args_['path']}: none yet")
        return
    except StoreError as error:
        yield Finding("tables", session.say(error.reason, **error.args_), well=False)
        return
    yield Finding("writable", store.where, store.is_writable())
    if store.may_lose_on_failover():
        yield Finding("replicas", session.say("store.asynchronous", path=store.where), well=False)
    yield Finding("tables", f"{len(rows)}")
    for row in rows:
        yield prove(session, store, row.table)


def prove(session: Session, store: object, table: str) -> Finding:
    """Prove the chain of one table."""
    from collections import deque

    from referee.service.files.export import export_log
    from referee.service.logs.chain import DamagedLogError
    from referee.service.logs.sources import StoredLog

    log = StoredLog(store, table)  # type: ignore[arg-type]
    try:
        deque(export_log(log), maxlen=0)
        damage = next(log.faults(), None)
    except DamagedLogError as error:
        damage = error
    if damage is not None:
        return Finding(table, session.say(damage.reason, **damage.args_), well=False)
    return Finding(table, session.say("cli.chain_whole"))
