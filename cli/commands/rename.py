"""`referee rename`: call a table otherwise."""

from typing import Annotated

import typer

from cli.files import report_archived
from cli.parameters import TableArgument
from cli.problems import Problem
from cli.session import Session
from cli.tables import open_store, problem_of_unknown_table
from referee.service.commands.archive import rename
from referee.service.logs.replay import EmptyLogError

EXAMPLE = """\
referee rename evening friday
"""


def command(
    ctx: typer.Context,
    table: Annotated[str, TableArgument],
    name: Annotated[str, typer.Argument(metavar="NAME", help="What it is called from here on.")],
) -> None:
    """Give a table another name; its phones go on with it."""
    session = ctx.ensure_object(Session)
    session.subject = table
    store = open_store(session)
    if not store.is_writable():
        raise Problem("store.read_only", path=store.where)
    try:
        done = rename(store, table, name)
    except EmptyLogError:
        raise problem_of_unknown_table(table, store) from None
    raise typer.Exit(report_archived(session, done))
