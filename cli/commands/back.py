"""`referee back`: take back, as an event of its own; nothing is deleted."""

from typing import Annotated

import typer

from cli.changes import confirm_take_back, find_target, parse_agreed
from cli.output.changes import offer_to_reapply, report_change
from cli.parameters import Key, Reason, TableArgument, WhoAgreed, WhoseLastAct
from cli.problems import NO
from cli.session import Session
from cli.tables import actor_of, get_table
from events.table import TakenBack
from referee.service.commands.undo import reveals_undone, undo
from referee.service.tables.request import Request
from referee.service.tables.table import decide_once

EXAMPLE = """\
referee back evening
referee back evening 2
referee back evening --by B
referee back evening --to 17 --reason "we forgot the cloud" --agreed A,B,C
"""


def command(
    ctx: typer.Context,
    table: Annotated[str, TableArgument],
    acts: Annotated[
        int | None, typer.Argument(metavar="N", min=1, help="How many acts; else the last one.")
    ] = None,
    to: Annotated[int | None, typer.Option(metavar="N", help="Go back to entry N, which stays.")] = None,
    reason: Reason = "",
    agreed: WhoAgreed = None,
    by: WhoseLastAct = None,
    key: Key = None,
    *,
    yes: Annotated[bool, typer.Option("--yes", help="Ask nothing.")] = False,
) -> None:
    """Take back, as an event of its own."""
    session = ctx.ensure_object(Session)
    agreeing = parse_agreed(session, by, agreed)
    at = get_table(session, table, whole=True)
    actor, before, seen = actor_of(session, at, by), at.state, at.revision
    target = find_target(at, acts, to)
    if not confirm_take_back(session, at, target, yes=yes):
        session.tell(session.say("case.nothing_undone"))
        raise typer.Exit(NO)
    unseen = () if target is None else reveals_undone(at.log_index, target)
    # The digest tells where to go back to, or how many acts, as a negative number.
    asked = TakenBack(to or -(acts or 1), reason, agreeing or before.present)
    request = Request(actor, seen, key, agreed=agreeing).with_digest(asked)
    answer = decide_once(at, request, lambda table: undo(table, request, target, reason))
    code = report_change(session, at, before, answer, unseen)
    if code == 0:
        offer_to_reapply(session, at, answer)
    raise typer.Exit(code)
