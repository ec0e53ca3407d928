"""`referee back`: take back, as an event of its own; nothing is deleted."""

from typing import Annotated, Any

import typer

from cli.frame.session import Session
from cli.tables.find_table import TableArgument, sit_down
from cli.tables.voices import those_who_agreed, voice_of
from cli.telling.proposals import report

EXAMPLE = """\
Examples:

\b
  referee back evening
  referee back evening --by B
  referee back evening --to 17 --reason "we forgot the cloud" --agreed A,B,C
"""


def command(
    ctx: typer.Context,
    table: Annotated[str, TableArgument],
    to: Annotated[
        int | None, typer.Option(metavar="N", help="Keep entry N; else the last action goes.")
    ] = None,
    reason: Annotated[str, typer.Option(metavar="TEXT", help="Why.")] = "",
    agreed: Annotated[str | None, typer.Option(metavar="A,B,C", help="Who agreed.")] = None,
    by: Annotated[
        str | None,
        typer.Option(metavar="SEAT", help="Who asks: free for its own last act, else the others are asked."),
    ] = None,
    key: Annotated[str | None, typer.Option(metavar="KEY", help="The same key gets the same answer.")] = None,
) -> None:
    """Take back, as an event of its own."""
    from referee.service.desk.take_back import before_last_act, take_back
    from referee.service.desk.unseen import shown_since

    session = ctx.ensure_object(Session)
    agreeing = those_who_agreed(by, agreed)
    at = sit_down(session, table, whole=True)
    voice, before = voice_of(at, by), at.state
    target = before_last_act(at) if to is None else to
    unseen = () if target is None else shown_since(at.history, target)
    answer = take_back(at, voice, target, reason, agreed=agreeing, key=key)
    code = report(session, at, before, answer, unseen)
    if code == 0:
        offer_after(session, at, answer)
    raise typer.Exit(code)


def offer_after(session: Session, at: Any, answer: Any) -> None:
    """Say what a take-back undid, where one was just made, and that it can be told again."""
    from events.table import TakenBack
    from referee.service.answers import Recorded
    from referee.service.desk.tell_again import offered, rehearse
    from referee.service.together import Retold

    is_alone = isinstance(answer, Recorded) and not (isinstance(answer, Retold) and answer.again)
    if session.as_json or not is_alone or not isinstance(answer.facts[-1].event, TakenBack):
        return
    actions = offered(at)
    if not actions:
        return
    retold = rehearse(at)
    session.tell(session.say("case.offered", n=len(actions), legal=len(retold.told), table=at.name))
