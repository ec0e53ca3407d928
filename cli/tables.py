"""Find and open tables for commands, and find out who speaks at one."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from cli.command_list import TABLE_ARGUMENTS, fill_in_example
from cli.problems import Problem
from cli.session import Session
from events.stores import open_store as open_store_at
from events.stores.protocol import NoStoreError
from referee.kernel.game import NotationError
from referee.kernel.notation import find_seat
from referee.l10n import LANGUAGES
from referee.l10n.messages import load_words
from referee.l10n.patterns import TypedLine, seats_at
from referee.service.commands.sitting import sit_down
from referee.service.logs.replay import EmptyLogError
from referee.service.logs.sources import StoredLog
from referee.service.notices import LISTENERS
from referee.service.tables.request import of_absent_seat, of_all, of_seat

if TYPE_CHECKING:
    from typer._click.core import Command, Context, Parameter

    from events.stores.protocol import ServedStore, Store
    from referee.kernel.table import TableState
    from referee.service.tables.request import Actor
    from referee.service.tables.table import Table


def open_store(session: Session, *, create: bool = False) -> "ServedStore":
    """Return the store of the tables, opened once a call; `create` lays it out where there is none.

    Raises Problem where there is none.
    """
    where = session.db
    if where in session.stores:
        return session.stores[where]
    session.enter(printing_notices(session))
    try:
        store = session.stores[where] = session.enter(open_store_at(where, create=create))
    except NoStoreError as error:
        raise problem_of_no_tables(error.args_["path"]) from None
    if store.unseen:
        session.tell(session.say("store.unseen", path=store.where, n=store.unseen))
    warn_of_share(session, store)
    return store


def warn_of_share(session: Session, store: "ServedStore") -> None:
    """Print a warning where a store lies on a share, which other machines may write."""
    if store.share:
        session.tell(session.say("store.on_a_share", path=store.where, kind=store.share))


def problem_of_no_tables(where: str) -> Problem:
    """Return the Problem of a place without tables, with how to open one."""
    return Problem("cli.no_tables", fill_in_example("referee new GAME --seats SEATS"), db=where)


def is_table(session: Session, name: str) -> bool:
    """Return whether there is a table of this name; False without a store."""
    try:
        return bool(open_store(session).head(name).revision)
    except Problem:
        return False


def get_table(session: Session, name: str, *, whole: bool = False) -> "Table":
    """Return a table to play at; `whole` reads its log from the start, for looking back. Raises Problem."""
    session.subject = name
    store = open_store(session)
    try:
        return sit_down(store, name, sees_all=True, whole=whole)
    except EmptyLogError:
        raise next(StoredLog(store, name).faults(), None) or problem_of_unknown_table(name, store) from None


def problem_of_unknown_table(name: str, store: "ServedStore") -> Problem:
    """Return the Problem of a table that does not exist, with names like it, if there are any tables."""
    names = [row.table for row in store.tables()]
    if not names:
        return problem_of_no_tables(store.where)
    alike = get_close_matches(name, names) or names[:5]
    return Problem("cli.unknown_table", "referee tables", table=name, alike=tuple(alike))


def _seat_called_in_lines(state: "TableState", word: str) -> str | None:
    """Return the seat whose character or title a word is, in any language; None for nobody or several."""
    lines = [TypedLine(word, state, load_words(state.game, lang)) for lang in LANGUAGES]
    found = {seat for line in lines for end, seat in seats_at(line, 0) if line.is_whole(end)}
    return found.pop() if len(found) == 1 else None


def get_seat(source_label: str, state: "TableState", seat: str | None) -> str | None:
    """Return the seat with that id or name, None for None; raise Problem where there is no such seat."""
    if seat is None:
        return None
    try:
        return find_seat(state, seat)
    except NotationError as error:
        if "seats" in error.args_:
            raise Problem(error.reason, **error.args_) from None
        if (called := _seat_called_in_lines(state, seat)) is not None:
            return called
        named = {each: state.names.get(each, each) for each in state.seats}
        known = tuple(
            each if each == name else {"id": "cli.seat_named", "seat": each, "name": name}
            for each, name in named.items()
        )
        raise Problem("cli.unknown_seat", seat=seat, table=source_label, known=known) from None


@contextmanager
def printing_notices(session: Session) -> Iterator[None]:
    """Print the notices of the service to stderr, each once, however many stores are opened in a call."""
    if LISTENERS:
        yield
        return
    LISTENERS.append(lambda notice: session.tell(session.say(notice.reason, **notice.args)))
    try:
        yield
    finally:
        LISTENERS.clear()


_OF_NO_TABLE = ("every", "take", "taken", "remove")
"""Options with which a command is about no single table."""

_FREE = {"dispute"}
"""Commands that take whatever is said after their table: a mistyped name would be said at another."""


def add_last_table(session: Session, command: "Command", ctx: "Context", args: list[str]) -> list[str]:
    """Return the arguments, with the last table first where a table is needed and none is named.

    Sets the session's `--db` where it is among them; may print which table is meant.
    """
    arguments = [param for param in command.params if param.param_type_name == "argument"]
    if (
        not arguments
        or arguments[0].name not in TABLE_ARGUMENTS
        or command.name == "play"
        or {"-h", "--help"} & {*args}
    ):
        return args
    typed = command.make_parser(ctx).parse_args(args=list(args))[0]
    named = typed.get(arguments[0].name)
    if any(typed.get(name) for name in _OF_NO_TABLE):
        return args
    is_said = len(arguments) == 1 or command.name in _FREE
    if named is not None and (is_said or _is_file_like(named)):
        return args
    if named is not None and _is_whole(arguments, typed):
        return args
    if typed.get("db"):
        session.db_flag = typed["db"]
    last = last_table(session, named)
    return args if last is None else [last, *args]


def _is_file_like(named: str) -> bool:
    """Return whether a word looks like a file, one with "=" (the fact `canoes.A.1.at=S3`) if it exists."""
    looks = bool(Path(named).suffix) or "/" in named or named == "-"
    return looks and ("=" not in named or Path(named).exists())


def _is_whole(arguments: "Sequence[Parameter]", typed: Mapping[str, object]) -> bool:
    """Return whether something was typed for every argument, so that the first names its table."""
    return all(typed.get(str(param.name)) and param.nargs != -1 for param in arguments)


def last_table(session: Session, named: str | None) -> str | None:
    """Return the table written to last; None where `named`, what was typed, is a table or nearly.

    Raises Problem where there is no table and nothing was typed.
    """
    try:
        store = open_store(session)
        if named is not None and store.head(named).revision:
            return None
        names = [row.table for row in store.tables()]
    except Problem:
        if named is None:
            raise
        return None
    if named is not None and (not names or _is_named(store, named, names)):
        return None
    if not names:
        raise problem_of_no_tables(store.where)
    last: str = max(names, key=lambda name: last_write_time(store, name))
    if len(names) > 1 and not session.as_json:
        session.tell(session.say("cli.meant", table=last))
    return last


def _is_named(store: "Store", typed: str, names: list[str]) -> bool:
    """Return whether a word is, or resembles, the name of a table (a damaged one too), or is empty."""
    if not typed.strip() or typed in names or get_close_matches(typed, names):
        return True
    return next(iter(store.faults(typed)), None) is not None


def last_write_time(store: "Store", name: str) -> str:
    """Return when a table was last written to (ISO, UTC), "" where it has no entries."""
    revision = store.head(name).revision
    line = next(iter(store.read(name, revision, revision)), None)
    return str(msgspec.json.decode(line)["at"]) if line is not None else ""


def actor_of(session: Session, at: "Table", by: str | None = None) -> "Actor":
    """Return the actor of the seat `by`, of who sits behind the curtain, or of the whole table."""
    if (seat := get_seat(at.name, at.state, by)) is not None:
        return of_seat(at.state, seat)
    seat = _seat_behind_curtain(session, at.name)
    return of_all(at.state) if seat is None else actor_behind_curtain(at.state, seat)


def actor_behind_curtain(state: "TableState", seat: str) -> "Actor":
    """Return the actor of a seat behind the curtain; of somebody else in its place, where it went home."""
    return of_absent_seat(seat) if seat in state.absent else of_seat(state, seat)


def _seat_behind_curtain(session: Session, table: str) -> str | None:
    """Return the seat behind the curtain of this table, or None."""
    where, seat = session.seat_behind_curtain or (None, None)
    return seat if where == table else None
