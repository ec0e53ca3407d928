"""`referee amend`: replace one entry, and tell the rest again as far as it goes."""

from typing import Annotated, Any

import typer

from cli.opening import words
from cli.problems import Problem
from cli.session import Session
from cli.tables import TableArgument, sit_down
from referee.kernel.game import NotationError
from referee.kernel.verdict import Refused

EXAMPLE = """\
Examples:

\b
  referee amend evening 41 "B2 up to S4"
  referee amend evening 41 "B2 up to S4" --reason "we moved it one too few" --agreed A,B,C
  referee amend evening 41 "B2 up to S4" --by B
"""


MOST_UNSEEN = 8
"""Of more that was shown only the last is named: nobody reads the rest."""


def command(
    ctx: typer.Context,
    table: Annotated[str, TableArgument],
    entry: Annotated[int, typer.Argument(metavar="N", help="The entry to replace.")],
    notation: Annotated[str, typer.Argument(metavar="NOTATION", help="What should stand there.")],
    reason: Annotated[str, typer.Option(metavar="TEXT", help="Why.")] = "",
    agreed: Annotated[str | None, typer.Option(metavar="A,B,C", help="Who agreed.")] = None,
    by: Annotated[
        str | None,
        typer.Option(metavar="SEAT", help="Who asks: free for its own last act, else the others are asked."),
    ] = None,
) -> None:
    """Replace one entry and tell the rest again."""
    from cli import asking
    from referee.service.amending import OPENING_STANDS, amendment, change_together
    from referee.service.unseen import shown_since

    session = ctx.ensure_object(Session)
    at = sit_down(session, table)
    there = state_before(at, entry)
    if there is None:
        raise typer.Exit(asking.report(session, at, at.state, OPENING_STANDS))
    event = read(session, at, there, notation)
    before = at.state
    changes = amendment(at, entry, event, reason, words(agreed) if agreed else ())
    if isinstance(changes, Refused):
        raise typer.Exit(asking.report(session, at, before, changes))
    unseen = shown_since(at, changes[0].to)
    is_free = by is None
    answer = change_together(at, changes, replaces=True) if is_free else asking.propose(at, by, *changes)
    raise typer.Exit(asking.report(session, at, before, answer, unseen))


def state_before(at: Any, entry: int) -> Any | None:
    """Give the state before the action an entry belongs to; None before the opening."""
    from referee.service.retelling import NoSuchEntryError, story_of

    try:
        return story_of(at.log).before(entry)
    except NoSuchEntryError:
        raise Problem("case.not_in_force", f"referee log {at.name}", n=entry) from None


def read(session: Session, at: Any, state: Any, notation: str) -> Any:
    """Read what should stand in the place of an entry, at the state before it."""
    try:
        return at.game.parse(state, notation)
    except NotationError as error:
        raise Problem("cli.not_understood", why=session.say(error.reason, **error.args_)) from None


def warn(session: Session, at: Any, unseen: tuple[Any, ...]) -> None:
    """Say what was shown and cannot be unseen."""
    from referee.service.secrecy import secrets_of

    if unseen and not session.as_json:
        secrets = secrets_of(at.log)
        shown = unseen[-MOST_UNSEEN:]
        what = tuple(at.game.notate(at.state, secrets.seen(None, event)) for event in shown)
        more = len(unseen) - len(shown)
        also = " " + session.say("case.and_before", n=more) if more else ""
        session.tell(session.say("case.cannot_unsee", what=what) + also)


def report(session: Session, at: Any, answer: Any) -> int:
    """Print how far the rest could be told again."""
    if isinstance(answer, Refused):
        from cli.do import report_refused

        return report_refused(session, at, answer)
    if session.as_json:
        session.emit(
            {
                "revision": answer.revision,
                "again": answer.again,
                "stuck": stuck(at, answer),
                "left": left(at, answer),
            }
        )
        return 0 if answer.stuck is None else 1
    print(session.say("case.told_again", n=answer.again, revision=answer.revision))
    if answer.stuck is None:
        return 0
    from cli.refusal import full

    session.tell(session.say("case.stops_at", n=answer.stuck.seq, what=in_words(session, at, answer.stuck)))
    session.tell(full(session, at.game, at.state, answer.why, where=at.name, table=at.name))
    session.tell(session.say("case.go_on", table=at.name, n=len(answer.left)))
    return 1


def in_words(session: Session, at: Any, told: Any) -> str:
    """Write one action of the log as a person reads it."""
    from cli.telling import line_of
    from referee.service.secrecy import secrets_of

    event = secrets_of(at.log).seen(told.seq, told.event)
    return line_of(session, at.game, at.state, event, "action")


def stuck(at: Any, answer: Any) -> dict[str, Any] | None:
    """Give what the rest stopped at as one plain object."""
    if answer.stuck is None:
        return None
    from referee.service.secrecy import secrets_of

    event = secrets_of(at.log).seen(answer.stuck.seq, answer.stuck.event)
    return {"seq": answer.stuck.seq, "event": event, "rules": answer.why.rules}


def left(at: Any, answer: Any) -> list[str]:
    """Write what could not be told again."""
    from referee.service.secrecy import secrets_of

    secrets = secrets_of(at.log)
    return [at.game.notate(at.state, secrets.seen(told.seq, told.event)) for told in answer.left]
