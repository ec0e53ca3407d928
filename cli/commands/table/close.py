"""`referee close`: the table gets up; nothing more is recorded, the standing so far is what stays."""

from typing import Annotated

import typer

from cli.frame.problems import NO
from cli.frame.session import Session
from cli.output.proposals import report
from cli.tables.actors import Reason, WhoAsks, actor_of
from cli.tables.find_table import TableArgument, sit_down

EXAMPLE = """\
Examples:

\b
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
    from cli.tables.asked_twice import agreed
    from referee.service.commands.sitting import close
    from referee.service.tables.request import Request

    session = ctx.ensure_object(Session)
    at = sit_down(session, table, whole=True)
    actor = actor_of(session, at, by)
    closes = actor.is_whole(at.state) and not at.state.closed
    if closes and not agreed(session, session.say("cli.will_close", table=at.name), yes=yes):
        session.tell(session.say("cli.nothing_closed"))
        raise typer.Exit(NO)
    before, answer = at.state, close(at, Request(actor), reason)
    raise typer.Exit(report(session, at, before, answer))
