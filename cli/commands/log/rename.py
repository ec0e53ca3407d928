"""`referee rename`: call a table otherwise."""

from typing import Annotated

import typer

from cli.frame.problems import Problem
from cli.frame.session import Session
from cli.tables.find_table import TableArgument, open_store, unknown_table

EXAMPLE = """\
Examples:

\b
  referee rename evening friday
"""


def command(
    ctx: typer.Context,
    table: Annotated[str, TableArgument],
    name: Annotated[str, typer.Argument(metavar="NAME", help="What it is called from here on.")],
) -> None:
    """Give a table another name; its phones go on with it."""
    from cli.output.archive import report
    from referee.service.commands.archive import rename
    from referee.service.logs.replay import EmptyLogError

    session = ctx.ensure_object(Session)
    session.subject = table
    store = open_store(session)
    if not store.is_writable():
        raise Problem("store.read_only", path=store.where)
    try:
        done = rename(store, table, name)
    except EmptyLogError:
        raise unknown_table(table, store) from None
    raise typer.Exit(report(session, done))
