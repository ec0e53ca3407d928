"""The table that is meant where none is named: the last one somebody wrote to."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from cli.frame.problems import Problem
from cli.frame.session import Session

if TYPE_CHECKING:
    from typer._click.core import Command, Context, Parameter

    from events.stores.protocol import Store

NAMED = {"table", "source"}
"""Arguments that name a table."""

FREE = {"dispute"}
"""Commands that take whatever is said after their table: a mistyped name would be said at another."""


def with_table(session: Session, command: "Command", ctx: "Context", args: list[str]) -> list[str]:
    """Put the last table before what was typed, where a table belongs there and none is named."""
    arguments = [param for param in command.params if param.param_type_name == "argument"]
    if (
        not arguments
        or arguments[0].name not in NAMED
        or command.name == "play"
        or {"-h", "--help"} & {*args}
    ):
        return args
    typed = command.make_parser(ctx).parse_args(args=list(args))[0]
    named = typed.get(arguments[0].name)
    if typed.get("every"):
        return args
    is_said = len(arguments) == 1 or command.name in FREE
    if named is not None and (is_said or is_file_like(named)):
        return args
    if named is not None and is_whole(arguments, typed):
        return args
    if typed.get("db"):
        session.db_flag = typed["db"]
    last = last_table(session, named)
    return args if last is None else [last, *args]


def is_file_like(named: str) -> bool:
    """Return whether a word looks like a file: `canoes.A.1.at=S3` is a fact, whatever dots it has."""
    looks = bool(Path(named).suffix) or "/" in named or named == "-"
    return looks and ("=" not in named or Path(named).exists())


def is_whole(arguments: "Sequence[Parameter]", typed: Mapping[str, object]) -> bool:
    """Whether something was typed for every argument, so that the first names its table."""
    return all(typed.get(str(param.name)) and param.nargs != -1 for param in arguments)


def last_table(session: Session, named: str | None) -> str | None:
    """Find the table that is meant; None where what was typed names one, or nearly."""
    from cli.tables.find_table import no_tables, open_store

    try:
        store = open_store(session)
        if named is not None and store.head(named).revision:
            return None
        names = [row.table for row in store.tables()]
    except Problem:
        if named is None:
            raise
        return None
    if named is not None and (not names or is_named(store, named, names)):
        return None
    if not names:
        raise no_tables(store.where)
    last: str = max(names, key=lambda name: written_at(store, name))
    if len(names) > 1 and not session.as_json:
        session.tell(session.say("cli.meant", table=last))
    return last


def is_named(store: "Store", typed: str, names: list[str]) -> bool:
    """Whether a word is, or resembles, the name of a table; a damaged table and no name at all count."""
    from difflib import get_close_matches

    if not typed.strip() or typed in names or get_close_matches(typed, names):
        return True
    return next(iter(store.faults(typed)), None) is not None


def written_at(store: "Store", name: str) -> str:
    """Tell when a table was last written to (ISO, UTC)."""
    revision = store.head(name).revision
    line = next(iter(store.read(name, revision, revision)), None)
    return str(msgspec.json.decode(line)["at"]) if line is not None else ""
