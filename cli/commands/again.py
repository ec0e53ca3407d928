"""`referee again`: what a take-back undid, offered again one by one or in one step."""

from typing import Annotated

import typer

from cli.output.changes import reapplied_in_words, report_reapplied
from cli.parameters import TableArgument, complete_seats
from cli.session import Session
from cli.tables import actor_of, get_table
from referee.service.answers.tables import make_log_row, make_waiting
from referee.service.commands.undo import reapply
from referee.service.logs.effective import Action
from referee.service.tables.request import Request
from referee.service.tables.table import Table

EXAMPLE = """\
referee again evening --list
referee again evening
referee again evening --skip
referee again evening --drop
referee again evening --by B
"""


def command(
    ctx: typer.Context,
    table: Annotated[str, TableArgument],
    *,
    listed: Annotated[bool, typer.Option("--list", help="Only show what would be told again.")] = False,
    skip: Annotated[bool, typer.Option("--skip", help="Drop the first, then go on.")] = False,
    drop: Annotated[bool, typer.Option("--drop", help="Drop all that waits.")] = False,
    by: Annotated[
        str | None,
        typer.Option(
            metavar="SEAT",
            autocompletion=complete_seats,
            help="Who tells it: as far as it is that seat's to say.",
        ),
    ] = None,
) -> None:
    """Tell again what a take-back undid, as far as it is still legal."""
    session = ctx.ensure_object(Session)
    at = get_table(session, table, whole=True)
    waiting = at.log_index.waiting
    if listed:
        _list_waiting(session, at, waiting)
        raise typer.Exit
    before = at.state
    answer = reapply(at, Request(actor_of(session, at, by)), skip=skip, drop=drop)
    wanted = () if skip or drop else waiting
    raise typer.Exit(report_reapplied(session, at, before, answer, wanted, is_rest=False))


def _list_waiting(session: Session, at: Table, actions: tuple[Action, ...]) -> None:
    """Print the undone acts that wait to be reapplied."""
    seen = at.log_index.view()
    for act in actions:
        if session.as_json:
            session.emit(
                make_waiting(
                    make_log_row(at.log_index, seen[(act.seq or 1) - 1], session.lang, None), yours=True
                )
            )
        else:
            print(f"{act.seq:>5}  {reapplied_in_words(session, at, act)}")
