"""What one seat asks of the others, and what is made once all have agreed: words for both."""

from typing import Any

from cli.frame.session import Session
from events.base import Event


def is_asked(answer: Any) -> bool:
    """Whether what was recorded is a proposal, and nothing has changed yet."""
    from events.table import ChangeProposed
    from referee.service.answers import Recorded

    return isinstance(answer, Recorded) and isinstance(answer.facts[0].event, ChangeProposed)


def report(
    session: Session,
    at: Any,
    before: Any,
    answer: Any,
    unseen: tuple[Any, ...] = (),
    change: Event | None = None,
) -> int:
    """Print what became of a change: asked of the others, made, made and the rest told again, or refused.

    `unseen` are events that showed what no change can make unseen; `change` is what was asked for.
    """
    from cli.commands.table import amend, do
    from referee.service.desk.tell_again import amended
    from referee.service.together import Retold

    if isinstance(answer, Retold):
        amend.warn(session, unseen)
        return amend.report(session, at, amended(at, answer))
    code = do.report(session, at, before, answer, change)
    if code or session.as_json:
        return code
    amend.warn(session, unseen)
    if is_asked(answer):
        session.tell(session.say("case.proposed", table=at.name, proposal=answer.facts[0].event.id))
    return code


def waiting(session: Session, at: Any) -> None:
    """List what the others are asked, who agreed, and whose word is missing."""
    from cli.telling.sentences import names_of, sentence
    from events.table import ChangeProposed
    from referee.kernel.table import still_asked

    secrets = at.history.secrets
    for each in at.state.proposals:
        change = secrets.change_seen(each.change)
        missing = tuple(seat for seat in at.state.seats if seat in still_asked(at.state, each))
        if session.as_json:
            session.emit({"id": each.id, "change": change, "agreed": each.agreed, "waits_for": missing})
            continue
        asked = ChangeProposed(each.id, each.agreed[0], change, each.of)
        print(f"{each.id}  {sentence(session, at.state, asked)}")
        said = {"agreed": each.agreed, "missing": missing, "names": names_of(at.state)}
        print("    " + session.say("case.agreed_so_far", **said))
