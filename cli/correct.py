"""`referee correct`: set facts by hand, because the board says otherwise."""

from typing import Annotated

import typer

from cli.correcting import correction
from cli.do import report
from cli.session import Session
from cli.tables import TableArgument, sit_down

EXAMPLE = """\
Examples:

\b
  referee correct evening weather=1
  referee correct evening canoes.A.1.at=S3 canoes.A.1.gem=ruby --reason "bumped into the board"
"""


def command(
    ctx: typer.Context,
    table: Annotated[str, TableArgument],
    facts: Annotated[list[str], typer.Argument(metavar="FACT=VALUE...", help="Paths as in `show --json`.")],
    reason: Annotated[str, typer.Option(metavar="TEXT", help="Why.")] = "",
) -> None:
    """Set facts by hand, because the board says otherwise."""
    session = ctx.ensure_object(Session)
    at = sit_down(session, table)
    before = at.state
    answer = at.submit(correction(at.game, at.state, facts, reason))
    raise typer.Exit(report(session, at, before, answer))
