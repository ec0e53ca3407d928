"""`referee tables`: the tables there are."""

from typing import Any

import typer

from cli.frame.problems import Problem
from cli.frame.session import Session
from cli.tables.find_table import open_store

EXAMPLE = """\
Example:

\b
  referee tables
"""


def command(ctx: typer.Context) -> None:
    """List the tables."""
    session = ctx.ensure_object(Session)
    try:
        store = open_store(session)
        rows, where = store.tables(), store.where
    except Problem as problem:
        if problem.message_id != "cli.no_tables":
            raise
        rows, where = (), problem.args_["db"]
    for row in rows:
        session.emit(row) if session.as_json else print(told(row))
    if not rows and not session.as_json:
        session.tell(session.say("cli.no_tables", db=where))


def told(row: Any) -> str:
    """Write one table as a line."""
    opened = (row.opened_at or "")[:16].replace("T", " ")
    game = f"{row.game or '?':<10} {row.edition or '-':<4}"
    return f"{row.table:<20} {game} {row.revision:>5}  {opened}  {','.join(row.seats)}"
