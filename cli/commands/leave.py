"""`referee leave`: somebody goes home in mid-game, or is back."""

from typing import Annotated

import typer

from cli.output.changes import report_change
from cli.parameters import Reason, TableArgument, WhoAsks, complete_seats
from cli.problems import Problem
from cli.session import Session
from cli.tables import actor_of, get_seat, get_table
from events.table import SeatLeft, SeatTaken
from referee.kernel.verdict import Refused
from referee.service.commands.sitting import leave, take_seat
from referee.service.tables.request import Request

EXAMPLE = """\
referee leave evening C
referee leave evening Chie --reason "the last train"
referee leave evening C --by B
referee leave evening C --back
"""


def command(
    ctx: typer.Context,
    table: Annotated[str, TableArgument],
    seat: Annotated[
        str,
        typer.Argument(
            metavar="SEAT", autocompletion=complete_seats, help="Who goes home: a seat, or a name."
        ),
    ],
    reason: Reason = "",
    by: WhoAsks = None,
    *,
    back: Annotated[bool, typer.Option("--back", help="Who went home is back.")] = False,
) -> None:
    """Let somebody go home; the others play on for that seat."""
    session = ctx.ensure_object(Session)
    at = get_table(session, table, whole=True)
    request, before = Request(actor_of(session, at, by)), at.state
    try:
        who = str(get_seat(table, at.state, seat))
    except Problem as problem:
        refused = at.judge(SeatTaken(seat) if back else SeatLeft(seat))
        raise problem.refused_at(at, refused) if isinstance(refused, Refused) else problem from None
    answer = take_seat(at, request, who) if back else leave(at, request, who, reason)
    raise typer.Exit(report_change(session, at, before, answer))
