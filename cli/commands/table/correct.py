"""`referee correct`: set facts by hand, because the board says otherwise."""

from typing import Annotated

import typer

from cli.frame.session import Session
from cli.tables.changes_by_hand import correction
from cli.tables.find_table import TableArgument, sit_down
from cli.tables.open_table import words
from cli.telling.proposals import propose, report

EXAMPLE = """\
Examples:

\b
  referee correct evening weather=1
  referee correct evening canoes.A.1.at=S3 canoes.A.1.gem=ruby --reason "bumped into the board"
  referee correct evening weather=1 --by B
"""


def command(
    ctx: typer.Context,
    table: Annotated[str, TableArgument],
    facts: Annotated[list[str], typer.Argument(metavar="FACT=VALUE...", help="Paths as in `show --json`.")],
    reason: Annotated[str, typer.Option(metavar="TEXT", help="Why.")] = "",
    agreed: Annotated[str | None, typer.Option(metavar="A,B,C", help="Who agreed.")] = None,
    by: Annotated[
        str | None, typer.Option(metavar="SEAT", help="Who asks: the others are asked, and any may object.")
    ] = None,
) -> None:
    """Set facts by hand, because the board says otherwise."""
    from referee.service.desk.unseen import shown_behind

    session = ctx.ensure_object(Session)
    at = sit_down(session, table)
    before = at.state
    event = correction(at.game, at.state, facts, reason, words(agreed) if agreed else ())
    unseen = shown_behind(at, event)
    answer = at.submit(event) if by is None else propose(at, by, event)
    raise typer.Exit(report(session, at, before, answer, unseen, event))
