"""What one seat asks of the others, and what is made once all have agreed: words for both."""

from shlex import quote
from typing import TYPE_CHECKING

from cli.frame.session import Session
from events.base import Event

if TYPE_CHECKING:
    from events.table import ChangeProposed
    from referee.kernel.table import Proposal, TableState
    from referee.service.logs.log_index import VisibleEntry
    from referee.service.tables.submissions import Answer
    from referee.service.tables.table import Table


def asked_by(answer: "Answer") -> "ChangeProposed | None":
    """Give the proposal that was recorded, where one was and nothing has changed yet."""
    from events.table import ChangeProposed
    from referee.service.tables.submissions import Recorded

    first = answer.judged[0].event if isinstance(answer, Recorded) else None
    return first if isinstance(first, ChangeProposed) else None


def report(
    session: Session,
    at: "Table",
    before: "TableState",
    answer: "Answer",
    unseen: tuple["VisibleEntry", ...] = (),
    change: Event | None = None,
) -> int:
    """Print what became of a change: asked of the others, made, made and the rest told again, or refused.

    `unseen` are events that showed what no change can make unseen; `change` is what was asked for.
    """
    from cli.commands.changes import amend
    from cli.commands.table import do
    from referee.service.tables.submissions import Retold

    if isinstance(answer, Retold):
        amend.warn(session, unseen)
        return amend.report(session, at, before, answer)
    code = do.report(session, at, before, answer, change)
    if code or session.as_json:
        return code
    amend.warn(session, unseen)
    if (proposal := asked_by(answer)) is not None:
        session.tell(how_to_agree(session, at, proposal))
    return code


def how_to_agree(session: Session, at: "Table", asked: "ChangeProposed") -> str:
    """Say what the first of those who are asked types."""
    seats = (seat for seat in asked.of or at.state.present if seat != asked.by)
    is_plain = session.plays is not None and len(at.state.proposals) == 1
    which = [] if is_plain else [asked.id]
    by = quote(next(seats, at.state.seats[0]))
    return session.say("case.proposed", line=" ".join(["referee agree", quote(at.name), *which, "--by", by]))


def as_asked(at: "Table", waiting: "Proposal") -> "ChangeProposed":
    """Give what waits as it was proposed, as everybody may read it."""
    from events.codec import write_changes
    from events.table import ChangeProposed
    from referee.service.commands.consent import changes_of

    changes = tuple(at.log_index.secrets.redact(None, change) for change in changes_of(at.game.id, waiting))
    return ChangeProposed(waiting.id, waiting.agreed[0], write_changes(changes), waiting.of, waiting.lapses)


def in_one_line(session: Session, at: "Table", asked: "ChangeProposed") -> str:
    """Say what is asked, by whom."""
    from cli.output.sentences import names_of, sentence
    from events.table import TakenBack
    from referee.l10n.messages import changes_in, with_screen
    from referee.service.wording import proposed_words

    changes = changes_in(at.game.id, asked.change)
    if not changes or not isinstance(changes[0], TakenBack):
        return sentence(session, at.state, asked)
    words = proposed_words(at.log_index, at.state, changes, session.lang, None)
    return session.say(
        "web.asks_that", seat=asked.by, what=words, names=with_screen(names_of(at.state), session.lang)
    )


def asked_since(session: Session, at: "Table", waited: "tuple[Proposal, ...]") -> list[str]:
    """Tell everybody what they are asked that was not asked before, and how one agrees."""
    since = [as_asked(at, each) for each in at.state.proposals if each not in waited]
    return [
        say for each in since for say in (in_one_line(session, at, each), how_to_agree(session, at, each))
    ]


def waiting(session: Session, at: "Table") -> None:
    """List what the others are asked, who agreed, and whose word is missing."""
    from cli.output.sentences import names_of
    from referee.service.answers.tables import make_asking
    from referee.service.commands.consent import changes_of, waiting_now
    from referee.service.wording import proposed_words

    asked = waiting_now(at.log_index, at.state)
    if not asked and not session.as_json:
        session.tell(session.say("case.nothing_asked"))
    for each in asked:
        seen = at.log_index.secrets.redact
        changes = tuple(seen(None, change) for change in changes_of(at.game.id, each))
        words = proposed_words(at.log_index, at.state, changes, session.lang, None)
        told = make_asking(at.state, each, changes, words)
        if session.as_json:
            session.emit(told)
            continue
        print(f"{each.id}  {in_one_line(session, at, as_asked(at, each))}")
        said = {"agreed": each.seats_agreed, "missing": told.waits_for, "names": names_of(at.state)}
        print("    " + session.say("case.agreed_so_far", **said))
