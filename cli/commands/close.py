"""`referee close`: the table gets up; nothing more is recorded, the standing so far is what stays."""

from typing import Annotated

import typer

from cli.output.changes import report_change
from cli.parameters import Reason, TableArgument, WhoAsks
from cli.problems import NO
from cli.questions import ask_consent
from cli.session import Session
from cli.tables import actor_of, get_table
from referee.service.commands.sitting import close
from referee.service.tables.request import Request

EXAMPLE = """\
referee close evening
referee close evening --reason "dinner is ready"
referee close evening --by B
"""


def command(
    ctx: typer.Context,
    table: Annotated[str, TableArgument],
    reason: Reason = "",
    by: WhoAsks = None,
    *,
    yes: Annotated[bool, typer.Option("--yes", help="Ask nothing.")] = False,
) -> None:
    """Close a table: nothing more is recorded."""
    session = ctx.ensure_object(Session)
    at = get_table(session, table, whole=True)
    actor = actor_of(session, at, by)
    closes = actor.is_whole(at.state) and not at.state.closed
    if closes and not ask_consent(session, session.say("cli.will_close", table=at.name), yes=yes):
        session.tell(session.say("cli.nothing_closed"))
        raise typer.Exit(NO)
    before, answer = at.state, close(at, Request(actor), reason)
    raise typer.Exit(report_change(session, at, before, answer))
