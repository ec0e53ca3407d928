"""`referee do`: tell the referee what a seat did, or what the table showed."""

from typing import Annotated, Any

import typer

from cli.frame.problems import Problem
from cli.frame.session import Session
from cli.tables.find_table import TableArgument, sit_down
from events.base import Event
from referee.kernel.game import NotationError
from referee.kernel.verdict import Refused

EXAMPLE = """\
Examples:

\b
  referee do evening "A plays 4"
  referee do evening "B2 up to S3, steal from A1"
  referee do evening --event '{"type":"turn_ended","seat":"A"}'
"""


def command(
    ctx: typer.Context,
    table: Annotated[str, TableArgument],
    notation: Annotated[
        str | None, typer.Argument(metavar="NOTATION", help="What was done, in one line.")
    ] = None,
    event: Annotated[str | None, typer.Option(metavar="JSON", help="The same as an event.")] = None,
    seen: Annotated[
        int | None, typer.Option(metavar="N", help="Only if the table is still at revision N.")
    ] = None,
    key: Annotated[str | None, typer.Option(metavar="KEY", help="The same key gets the same answer.")] = None,
) -> None:
    """Tell the referee what a seat did or the table showed."""
    session = ctx.ensure_object(Session)
    if (notation is None) == (event is None):
        raise Problem("cli.one_of", "referee do --help")
    at = sit_down(session, table)
    told = understood(session, at, notation, event)
    before = at.state
    answer = at.submit(told, seen=seen, key=key)
    raise typer.Exit(report(session, at, before, answer, told))


def understood(session: Session, at: Any, notation: str | None, event: str | None) -> Event:
    """Read an action from notation or from JSON."""
    if event is not None:
        from events.codec import MalformedError
        from referee.kernel.registry import codec_for

        try:
            return codec_for(at.game.id).event(event.encode())
        except MalformedError as error:
            raise Problem("cli.bad_event", why=str(error)) from None
    try:
        read: Event = session.read(at.state, notation)
    except NotationError as error:
        raise not_understood(session, at, error) from None
    return read


def not_understood(session: Session, at: Any, error: NotationError) -> Problem:
    """Say what notation does not mean, and what could stand there."""
    from cli.telling.sentences import names_of

    why = session.say(error.reason, names=names_of(at.state), **error.args_)
    hint = f"referee legal {at.name}"
    if not error.expected:
        return Problem("cli.not_understood", hint, why=why)
    return Problem("cli.not_understood_expected", hint, why=why, expected=error.expected)


def report(session: Session, at: Any, before: Any, answer: Any, event: Event | None = None) -> int:
    """Print what became of a submission; give the exit code."""
    from referee.service.table import Recorded

    if isinstance(answer, Recorded):
        return report_recorded(session, at, before, answer)
    if isinstance(answer, Refused):
        return report_refused(session, at, answer, event)
    if session.as_json:
        session.emit({"verdict": "conflict", "seen": answer.expected, "revision": answer.revision})
    else:
        session.tell(session.say("cli.conflict", seen=answer.expected, revision=answer.revision))
    return 1


def report_recorded(session: Session, at: Any, before: Any, recorded: Any) -> int:
    """Print an action and what followed from it."""
    from cli.telling.sentences import told_facts

    if session.as_json:
        entries = [
            {"seq": seq, "kind": fact.kind, "event": fact.event, "rules": fact.rules}
            for seq, fact in enumerate(recorded.facts, recorded.first)
        ]
        session.emit({"verdict": "accepted", "revision": recorded.revision, "entries": entries})
        return 0
    print("\n".join(told_facts(session, at.game, before, recorded.facts)))
    return 0


def report_refused(session: Session, at: Any, refused: Refused, event: Event | None = None) -> int:
    """Print a refusal: JSON is data, words are talk."""
    from cli.telling.refusals import described, full

    if session.as_json:
        session.emit(described(session, at.game, at.state, refused))
    else:
        session.tell(full(session, at.game, at.state, refused, where=at.name, table=at.name, event=event))
    return 1
