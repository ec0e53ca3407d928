"""Print what became of a change: proposed, made, or made and the rest reapplied."""

from collections.abc import Sequence
from shlex import quote

from cli.output.refusals import answer_refusal, brief_refusal, ways_round
from cli.output.sentences import entry_line, names_of, sentence
from cli.output.submissions import report_answer
from cli.session import Session
from events.base import Event
from events.codec import write_changes
from events.table import ChangeProposed, TakenBack
from referee.kernel.table import Proposal, TableState
from referee.kernel.verdict import Refused
from referee.l10n.messages import changes_in, with_screen
from referee.service.answers.verdicts import NotToldAgain, ToldAgain, make_not_told_again, make_told_again
from referee.service.commands.consent import proposed_changes
from referee.service.commands.undo import ReapplyReport, make_report, rehearse_reapplying
from referee.service.logs.effective import Action
from referee.service.logs.log_index import VisibleEntry
from referee.service.tables.open_acts import missing_before
from referee.service.tables.request import Answer, Reapplied, Recorded
from referee.service.tables.table import Table
from referee.service.wording import proposed_words


def proposal_in(answer: Answer) -> ChangeProposed | None:
    """Return the proposal that an answer recorded; None where there is none."""
    first = answer.judged[0].event if isinstance(answer, Recorded) else None
    return first if isinstance(first, ChangeProposed) else None


def report_change(
    session: Session,
    at: Table,
    before: TableState,
    answer: Answer,
    unseen: tuple[VisibleEntry, ...] = (),
    change: Event | None = None,
) -> int:
    """Print what became of a change: proposed, made, made and the rest reapplied, or refused.

    `unseen` are events that showed what no change can hide again; `change` is what was asked for. Returns the
    exit code.
    """
    if isinstance(answer, Reapplied):
        _warn_of_unseen(session, unseen)
        return report_reapplied(session, at, before, answer)
    code = report_answer(session, at, before, answer, change)
    if code or session.as_json:
        return code
    _warn_of_unseen(session, unseen)
    if (proposal := proposal_in(answer)) is not None:
        session.tell(how_to_agree(session, at, proposal))
    return code


def how_to_agree(session: Session, at: Table, asked: ChangeProposed) -> str:
    """Return the command by which the first of the seats asked agrees to a proposal."""
    seats = (seat for seat in asked.of or at.state.present if seat != asked.by)
    is_plain = session.keyboard_table is not None and len(at.state.proposals) == 1
    which = [] if is_plain else [asked.id]
    by = quote(next(seats, at.state.seats[0]))
    return session.say("case.proposed", line=" ".join(["referee agree", quote(at.name), *which, "--by", by]))


def as_proposed(at: Table, waiting: Proposal) -> ChangeProposed:
    """Return a waiting proposal as the event that made it, redacted for everybody."""
    changes = tuple(
        at.log_index.secrets.redact(None, change) for change in proposed_changes(at.game.id, waiting)
    )
    return ChangeProposed(waiting.id, waiting.agreed[0], write_changes(changes), waiting.of, waiting.lapses)


def proposal_in_words(session: Session, at: Table, asked: ChangeProposed) -> str:
    """Return what is proposed, and by whom."""
    changes = changes_in(at.game.id, asked.change)
    if not changes or not isinstance(changes[0], TakenBack):
        return sentence(session, at.state, asked)
    words = proposed_words(at.log_index, at.state, changes, session.lang, None)
    return session.say(
        "web.asks_that", seat=asked.by, what=words, names=with_screen(names_of(at.state), session.lang)
    )


def new_proposals(session: Session, at: Table, waited: tuple[Proposal, ...]) -> list[str]:
    """Return what is proposed that was not among `waited`, and how one agrees, two lines each."""
    since = [as_proposed(at, each) for each in at.state.proposals if each not in waited]
    return [
        say
        for each in since
        for say in (proposal_in_words(session, at, each), how_to_agree(session, at, each))
    ]


_MOST_UNSEEN = 8
"""At most so many things that cannot be unseen are named, the last ones; earlier ones are counted."""


def _warn_of_unseen(session: Session, unseen: tuple[VisibleEntry, ...]) -> None:
    """Print what was shown and cannot be unseen; nothing with --json or where there is none."""
    if unseen and not session.as_json:
        shown = unseen[-_MOST_UNSEEN:]
        what = tuple(sentence(session, each.before, each.event).rstrip(".。") for each in shown)
        more = len(unseen) - len(shown)
        also = " " + session.say("case.and_before", n=more) if more else ""
        session.tell(session.say("case.cannot_unsee", what=what) + also)


def report_reapplied(
    session: Session,
    at: Table,
    before: TableState,
    answer: Answer,
    wanted: Sequence[Action] = (),
    *,
    is_rest: bool = True,
) -> int:
    """Print how far the rest was reapplied, and where and why it stopped; return the exit code.

    Of `wanted`, what was to be reapplied, not even the first may have been possible. `is_rest` is False where
    nothing was changed before it.
    """
    came = make_report(at, answer, wanted)
    if isinstance(came, Refused) or not isinstance(answer, Reapplied | Refused):
        return report_answer(session, at, before, answer)
    if session.as_json:
        session.emit(_answer_reapplied(session, at, before, answer, wanted))
        return 0 if came.stuck is None else 1
    for seen in _dropped_by(at, answer):
        print(entry_line(session, at.log_index, seen))
    if came.again or came.stuck is not None or not isinstance(answer, Reapplied):
        print(how_many_reapplied(session, came.again, is_rest=is_rest))
    if came.stuck is None or came.why is None:
        return 0
    session.tell("\n".join(_where_it_stops(session, at, came, came.stuck, came.why)))
    return 1


def how_many_reapplied(session: Session, n: int, *, is_rest: bool) -> str:
    """Return how many acts were reapplied; `is_rest` is False where nothing was changed before them."""
    if not n:
        return session.say("case.none_told_again")
    if not is_rest:
        return session.say("case.told_again", n=n)
    return session.say("case.rest_told_again_one" if n == 1 else "case.rest_told_again", n=n)


def _dropped_by(at: Table, answer: Answer) -> list[VisibleEntry]:
    """Return the entries of `answer` that drop undone acts and take nothing back themselves."""
    if not isinstance(answer, Recorded):
        return []
    written = at.log_index.view()[answer.first - 1 : answer.revision]
    return [
        seen
        for seen in written
        if isinstance(seen.event, TakenBack) and seen.event.dropped and seen.event.to == seen.entry.seq - 1
    ]


def _answer_reapplied(
    session: Session, at: Table, before: TableState, answer: Reapplied | Refused, wanted: Sequence[Action]
) -> ToldAgain | NotToldAgain:
    """Return the JSON answer: what was reapplied, or why nothing of `wanted` was."""
    secrets, lang = at.log_index.secrets, session.lang
    if not isinstance(answer, Refused):
        return make_told_again(before, at.state, answer, secrets, None, lang)
    said = answer_refusal(session, at.game, at.state, answer)
    return make_not_told_again(answer, said, at.state, at.revision, wanted, secrets, None, lang)


def _where_it_stops(
    session: Session, at: Table, answer: ReapplyReport, stuck: Action, why: Refused
) -> list[str]:
    """Return where reapplying stops and why, with the commands to go on."""
    table = at.name
    ways = {"table": quote(table), "n": stuck.seq, "left": len(answer.left)}
    return [
        session.say("case.stops_at", n=stuck.seq, what=reapplied_in_words(session, at, stuck)),
        brief_refusal(session, at.game, at.state, why, where=table),
        *ways_round(session, at.game, at.state, why, stuck.event, table),
        session.say("case.go_on", **ways),
        *_missing_before(session, at, stuck),
        *("  " + session.say("case.go_on_" + way, **ways) for way in ("skip", "amend", "house")),
    ]


def _missing_before(session: Session, at: Table, stuck: Action) -> list[str]:
    """Return commands that add an act missing before `stuck`; empty where it is hidden or none is missing."""
    is_hidden = at.log_index.secrets.hides(stuck.seq, stuck.event, None)
    acts = () if is_hidden else missing_before(at.game, at.state, stuck.event)
    lines = session.lines(at.state, acts)
    table = quote(at.name)
    return ["  " + session.say("case.go_on_missing", table=table, line=quote(each)) for each in lines]


def reapplied_in_words(session: Session, at: Table, act: Action) -> str:
    """Return one act of the log in words, redacted for everybody."""
    event = at.log_index.secrets.redact(act.seq, act.event)
    return sentence(session, at.state, event)


def offer_to_reapply(session: Session, at: Table, answer: Answer) -> None:
    """Print what a take-back undid and that it can be reapplied, where `answer` just made one."""
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
    rehearsed = rehearse_reapplying(at)
    session.tell(
        session.say("case.offered", n=len(actions), legal=len(rehearsed.actions), table=quote(at.name))
    )
