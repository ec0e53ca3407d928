"""`referee back`: take back, as an event of its own; nothing is deleted."""

from shlex import quote
from typing import TYPE_CHECKING, Annotated

import typer

from cli.frame.problems import NO
from cli.frame.session import Session
from cli.output.proposals import report
from cli.tables.actors import Reason, WhoAgreed, WhoseLastAct, actor_of, those_who_agreed
from cli.tables.find_table import TableArgument, sit_down

if TYPE_CHECKING:
    from referee.service.tables.request import Answer
    from referee.service.tables.table import Table

EXAMPLE = """\
Examples:

\b
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
    key: Annotated[str | None, typer.Option(metavar="KEY", help="The same key gets the same answer.")] = None,
    *,
    yes: Annotated[bool, typer.Option("--yes", help="Ask nothing.")] = False,
) -> None:
    """Take back, as an event of its own."""
    from cli.output.going_back import confirm, target_of
    from events.table import TakenBack
    from referee.service.commands.undo import reveals_undone, undo
    from referee.service.tables.request import Request
    from referee.service.tables.table import decide_once

    session = ctx.ensure_object(Session)
    agreeing = those_who_agreed(session, by, agreed)
    at = sit_down(session, table, whole=True)
    actor, before, seen = actor_of(session, at, by), at.state, at.revision
    target = target_of(at, acts, to)
    if not confirm(session, at, target, yes=yes):
        session.tell(session.say("case.nothing_undone"))
        raise typer.Exit(NO)
    unseen = () if target is None else reveals_undone(at.log_index, target)

    # The digest tells where to go back to, or how many acts, as a negative number.
    asked = TakenBack(to or -(acts or 1), reason, agreeing or before.present)
    request = Request(actor, seen, key, agreed=agreeing).with_digest(asked)
    answer = decide_once(at, request, lambda table: undo(table, request, target, reason))
    code = report(session, at, before, answer, unseen)
    if code == 0:
        offer_after(session, at, answer)
    raise typer.Exit(code)


def offer_after(session: Session, at: "Table", answer: "Answer") -> None:
    """Say what a take-back undid, where one was just made, and that it can be told again."""
    from events.table import TakenBack
    from referee.service.commands.undo import rehearse_reapplying
    from referee.service.tables.request import Reapplied, Recorded

    if (
        session.as_json
        or not isinstance(answer, Recorded)
        or (isinstance(answer, Reapplied) and answer.again)
    ):
        return
    if not isinstance(answer.judged[-1].event, TakenBack):
        return
    actions = at.log_index.waiting
    if not actions:
        return
    retold = rehearse_reapplying(at)
    session.tell(session.say("case.offered", n=len(actions), legal=len(retold.actions), table=quote(at.name)))
