"""`referee again`: what a take-back undid, offered again one by one or in one step."""

from typing import TYPE_CHECKING, Annotated

import typer

from cli.commands.changes.amend import report
from cli.frame.session import Session
from cli.help import completions
from cli.tables.actors import actor_of
from cli.tables.find_table import TableArgument, sit_down

if TYPE_CHECKING:
    from referee.service.logs.effective import Action
    from referee.service.tables.table import Table

EXAMPLE = """\
Examples:

\b
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
            autocompletion=completions.seats,
            help="Who tells it: as far as it is that seat's to say.",
        ),
    ] = None,
) -> None:
    """Tell again what a take-back undid, as far as it is still legal."""
    from referee.service.commands.changes.tell_again import offered, tell_again

    session = ctx.ensure_object(Session)
    at = sit_down(session, table, whole=True)
    waiting = offered(at)
    if listed:
        show(session, at, waiting)
        raise typer.Exit
    before = at.state
    answer = tell_again(at, actor_of(session, at, by), skip=skip, drop=drop)
    wanted = () if skip or drop else waiting
    raise typer.Exit(report(session, at, before, answer, wanted, is_rest=False))


def show(session: Session, at: "Table", actions: tuple["Action", ...]) -> None:
    """List what is offered."""
    from cli.commands.changes.amend import in_words
    from referee.service.answers.tables import make_log_row, make_waiting

    seen = at.log_index.view()
    for told in actions:
        if session.as_json:
            session.emit(
                make_waiting(
                    make_log_row(at.log_index, seen[(told.seq or 1) - 1], session.lang, None), yours=True
                )
            )
        else:
            print(f"{told.seq:>5}  {in_words(session, at, told)}")
