"""`referee dispute`: what bears on a moment, every way to rule, whether it matters; the table decides."""

import sys
from shlex import quote
from typing import Annotated, Any, NamedTuple, TypeVar, cast

import typer

from cli.acts import parse_act
from cli.interactive.keyboard import Keyboard, is_for_the_keyboard
from cli.output.disputes import (
    act_in_dispute,
    find_topic,
    how_to_decide,
    number_possibility,
    parse_topic_or_question,
    report_ruling,
    show_case,
)
from cli.output.submissions import report_answer
from cli.parameters import TableArgument, Viewer, complete_seats, complete_topics
from cli.problems import Problem
from cli.session import Session
from cli.tables import actor_of, get_seat, get_table
from events.base import TABLE, Event
from events.stores.protocol import Conflict
from events.table import DisputeOpened
from referee.kernel.verdict import Refused
from referee.l10n.catalogs import topic_words
from referee.l10n.options import decision_words, in_prose
from referee.rulebooks.search import search_rules, search_rulings
from referee.service.answers import verdicts
from referee.service.disputes.analysis import Analysis, Reading
from referee.service.disputes.decision import (
    Count,
    count_votes,
    find_decision,
    is_way,
    likely_settings,
    parse_way_to_decide,
    read_votes,
)
from referee.service.disputes.find import (
    AnalysedDispute,
    bears_on,
    dispute_asked_since,
    find_dispute,
    find_last_about,
    last_refused,
    no_such_dispute,
    open_disputes,
)
from referee.service.disputes.settle import parse_votes, put_question, read_decision, settle, vote
from referee.service.tables.opening import split_list as seats_in
from referee.service.tables.request import Actor, Noted, Recorded, Request
from referee.service.tables.table import Table

EXAMPLE = """\
referee dispute evening
referee dispute evening fork
referee dispute evening was that fair?
referee dispute evening --at 41 --topic steal --question "was it empty on the way up?" --by B
referee dispute evening --about "A1 up to S4"
referee dispute evening --at 41 --topic steal --decide unload_then_steal_at_end=forbidden --note "2 to 1"
referee dispute evening --topic tie --decide "edition ja"
referee dispute evening --topic tie --vote A,B:tie_break=shared --vote C:tie_break=gem_value
referee dispute evening --of D1 --toss
"""

_RULE = "referee rule TAB-DISP-02"
"""Where to read how a table decides."""

_SETTLED = "ruling.settled_already"
"""Why no coin is tossed again."""

_NEAREST = 3
"""So many rules and rulings at most are named that come near to a question."""

_LEFT_OPEN = ""
"""What is typed by who leaves a dispute open: it is put on record, and asked about again."""

T = TypeVar("T")


def command(
    ctx: typer.Context,
    table: Annotated[str, TableArgument],
    words: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="TOPIC|QUESTION...",
            autocompletion=complete_topics,
            help="What about, or the question; no quotes needed.",
        ),
    ] = None,
    at: Annotated[
        int | None,
        typer.Option("--at", metavar="N", help="The disputed entry; else the last refusal or action."),
    ] = None,
    topic: Annotated[
        str | None,
        typer.Option(metavar="TOPIC", autocompletion=complete_topics, help="What about: fork, tie, steal, …"),
    ] = None,
    about: Annotated[
        str | None, typer.Option(metavar="NOTATION", help="What was refused; else what was refused last.")
    ] = None,
    question: Annotated[str, typer.Option(metavar="TEXT", help="The question, recorded.")] = "",
    by: Annotated[
        str, typer.Option(metavar="SEAT", autocompletion=complete_seats, help="Who asks.")
    ] = "table",
    of: Annotated[
        str | None, typer.Option(metavar="DISPUTE", help="One that was asked; else the last still open.")
    ] = None,
    decide: Annotated[
        str | None,
        typer.Option(
            metavar="DECISION", help="Settle it: a decision shown, default, edition NAME, or words."
        ),
    ] = None,
    note: Annotated[str, typer.Option(metavar="TEXT", help="How it was decided: a vote, say.")] = "",
    vote: Annotated[
        list[str] | None,
        typer.Option(metavar="A,B:DECISION", help="Count votes; more than half of the seats decide."),
    ] = None,
    *,
    toss: Annotated[bool, typer.Option("--toss", help="Let a coin decide, and record that it did.")] = False,
    from_here: Annotated[
        bool, typer.Option("--from-here", help="What was done stands; the ruling holds from here on.")
    ] = False,
    seat: Viewer = None,
) -> None:
    """Open a dispute, and settle it as the table decides."""
    session = ctx.ensure_object(Session)
    seated = get_table(session, table, whole=True)
    seat = get_seat(table, seated.state, seat)
    actor = actor_of(session, seated)
    viewer = actor if by == TABLE else actor_of(session, seated, by)
    if words:
        topic, question = parse_topic_or_question(session, seated, " ".join(words), topic, question)
    topic = topic and find_topic(session, seated, topic)
    wanted = _Wanted(at, topic, about, of, seat, is_new=bool(question))
    found = seated.decide(lambda: _find_case(session, seated, wanted))
    if topic and at is None and found.opened is None and not session.as_json:
        _say_if_not_about(session, seated, found, topic)
    shown = decide is None and not (question or toss or vote)
    if shown and (decide := _ask_decision(session, seated, found, seat)) == _LEFT_OPEN:
        raise typer.Exit(_leave_open(session, seated, viewer, found))
    said = _Said(question, vote or [], "toss" if toss else decide, note, from_here=from_here)
    if not said.decides and (shown or found.opened is not None):
        raise typer.Exit
    raise typer.Exit(_settle(session, seated, actor, viewer, found, said))


class _Wanted(NamedTuple):
    """What the command line asks for; None: not given. `is_new`: a new dispute is opened, no old one settled.

    `at` is an entry, `about` a refused act in notation, `of` the id of an open dispute, `seat` the viewer.
    """

    at: int | None
    topic: str | None
    about: str | None
    of: str | None
    seat: str | None
    is_new: bool


def _find_case(session: Session, seated: Table, wanted: _Wanted) -> AnalysedDispute:
    """Return what is in dispute: the open question, else what was refused last, else the last act."""
    act, since = _find_refused(session, seated, wanted)
    opened = _find_open_dispute(seated, wanted, since)
    laid = find_dispute(seated, wanted.seat, at=wanted.at, topic=wanted.topic, act=act, opened=opened)
    if isinstance(laid, Refused):
        problem = Problem("case.not_in_force", f"referee log {quote(seated.name)}", n=laid.args["to"])
        raise problem.refused_at(seated, laid) if wanted.is_new else problem
    return laid


def _say_if_not_about(session: Session, seated: Table, found: AnalysedDispute, topic: str) -> None:
    """Print which act is in dispute where nobody named one of the topic, and how to name another."""
    if found.analysis.act is None and find_last_about(found.timeline, topic) is None:
        words = topic_words(seated.game.id, topic, session.lang)
        what, n = act_in_dispute(session, seated, found, None), found.analysis.at
        said = session.say("case.not_about", topic=words, what=what, n=n, table=quote(seated.name))
        session.tell(said)


def _find_refused(session: Session, seated: Table, wanted: _Wanted) -> tuple[Event | None, int]:
    """Return the refused act that was named, else the last one, and the revision it was refused on.

    Where nothing bears on it: None and 0.
    """
    if wanted.about is not None:
        act = parse_act(session, seated, wanted.about, None)
        if not isinstance(seated.judge(act), Refused):
            raise Problem("case.not_refused", what=wanted.about)
        return act, seated.revision
    last = last_refused(seated, wanted.seat) if wanted.at is None and wanted.of is None else None
    if last is None or not bears_on(seated, last.event, wanted.topic):
        return None, 0
    return last.event, last.revision


def _find_open_dispute(seated: Table, wanted: _Wanted, since: int) -> DisputeOpened | None:
    """Return the open dispute that was named; where nothing was named, the last since `since`; else None."""
    timeline = seated.log_index.effective
    if wanted.of is not None:
        waiting = open_disputes(timeline)
        if wanted.of not in waiting:
            problem = Problem("case.no_open_dispute", dispute=wanted.of, known=tuple(waiting) or ("–",))
            raise problem.refused_at(seated, no_such_dispute(wanted.of))
        return waiting[wanted.of]
    if wanted.is_new or any(given is not None for given in (wanted.at, wanted.topic, wanted.about)):
        return None
    return dispute_asked_since(timeline, since)


def _ask_decision(session: Session, seated: Table, found: AnalysedDispute, seat: str | None) -> str | None:
    """Print the case and return what the people at the keyboard decide, or None where nobody can be asked.

    With `_LEFT_OPEN` they leave it open; a word for the keyboard, such as `back`, does too.
    """
    show_case(session, seated, found, seat)
    if session.as_json or seated.state.closed:
        return None
    if not at_a_terminal():
        session.tell(how_to_decide(session, seated, found))
        return None
    session.tell(session.say("case.decide_now"))
    typed = _read_decision(session)
    if not typed or not (near := _near_possibilities(seated, found.analysis, typed)):
        return typed
    session.tell("\n".join(number_possibility(session, seated.game, n, one) for n, one in near))
    session.tell(session.say("case.perhaps_above"))
    return _read_decision(session, usual=typed)


def _print_nearest(session: Session, seated: Table, question: str) -> None:
    """Print the rules and rulings nearest to a question; nothing for an empty one or with --json."""
    if not question or session.as_json:
        return
    game, lang = seated.game.id, session.lang
    near = [f"  {rule.id}  {rule.title.of(lang)}" for rule in search_rules(question, lang, game)[:_NEAREST]]
    near += [
        "  " + session.say("web.ruled_so", title=in_prose(game, ruling.title.of(lang), lang))
        for ruling in search_rulings(question, lang, game)[:_NEAREST]
    ]
    if near:
        session.tell("\n".join((session.say("web.book_says"), *near)))


def _leave_open(session: Session, seated: Table, viewer: Actor, found: AnalysedDispute) -> int:
    """Record a dispute without a question, where it is not on record; return the exit code."""
    if found.opened is not None:
        return 0
    before, (_, answer) = seated.state, put_question(seated, Request(viewer), found, "")
    return report_answer(session, seated, before, answer)


def at_a_terminal() -> bool:
    """Return whether somebody can be asked (tests replace this)."""
    return sys.stdin.isatty() and sys.stdout.isatty()


def _read_decision(session: Session, usual: str | None = None) -> str | None:
    """Return the decision typed; for Enter `usual`, else `_LEFT_OPEN`; at the end of input `usual`."""
    typed = Keyboard(session).ask("> ")
    if typed is None:
        return usual
    typed = typed or usual or _LEFT_OPEN
    if not is_for_the_keyboard(typed):
        return typed
    session.tell(session.say("case.left_open", typed=typed))
    return _LEFT_OPEN


def _near_possibilities(seated: Table, case: Analysis, typed: str) -> list[tuple[int, Reading]]:
    """Return the numbered ways to rule that words come near to; none where the words name one."""
    if is_way(seated.game, find_decision(seated.game, case, typed)):
        return []
    near = likely_settings(seated.game, typed, case)
    return [(n, one) for n, one in enumerate(case.readings, 1) if one.decision in near]


class _Said(NamedTuple):
    """What is said at a dispute: a question, votes (`A,B:DECISION`), and a decision in `words` or None.

    `from_here`: a decision counts from now on, not from the disputed entry.
    """

    question: str
    votes: list[str]
    words: str | None
    note: str
    from_here: bool

    @property
    def decides(self) -> bool:
        """Return whether more than a question is said."""
        return bool(self.votes) or self.words is not None


def _settle(
    session: Session, seated: Table, actor: Actor, viewer: Actor, found: AnalysedDispute, said: _Said
) -> int:
    """Record the question where it is new, and what is decided; print both and return the exit code."""
    before, laid, votes = seated.state, found, _parse_votes(seated, actor, said)
    decision, dispute = None, laid.opened.id if laid.opened is not None else ""
    if votes is not None and laid.opened is None:
        _judge_votes(session, seated, actor, found, votes)
    elif votes is None and said.words is not None:
        decision = _require(seated, read_decision(seated, laid, said.words, said.note, session.lang))
    if laid.opened is None:
        dispute, answer = put_question(seated, Request(viewer, laid.revision), laid, said.question)
        if not said.decides or not isinstance(answer, Recorded):
            code = report_answer(session, seated, before, answer)
            _print_nearest(session, seated, said.question)
            return code
        opened = open_disputes(seated.log_index.effective).get(dispute)
        laid = laid._replace(opened=opened, revision=answer.revision)
    request = Request(actor, laid.revision)
    if decision is not None:
        answer = settle(seated, dispute, laid.analysis, decision, request, from_here=said.from_here)
        return report_ruling(session, seated, found, answer)
    outcome = vote(seated, request, laid, votes or {}, session.lang, from_here=said.from_here)
    if isinstance(outcome, Noted):
        return _report_votes(session, seated, dispute, outcome)
    return report_ruling(session, seated, found, cast("Recorded | Conflict", _require(seated, outcome)))


def _parse_votes(seated: Table, actor: Actor, said: _Said) -> dict[str, str] | None:
    """Return the decision each seat votes for; None where the table decides as a whole.

    Votes look like `A,B:tie_break=shared`; a seat that speaks for itself votes with its words. Raises
    Problem.
    """
    how, rest = parse_way_to_decide(said.words or "")
    votes = said.votes or (rest.split() if how == "vote" else [])
    if not votes:
        decides_alone = said.words is None or actor.is_whole(seated.state)
        return None if decides_alone else dict.fromkeys(actor.agrees_for, said.words or "")
    cast: dict[str, str] = {}
    for each in votes:
        seats, colon, words = each.replace("：", ":").partition(":")
        if not colon:
            raise Problem("case.vote_shape", text=each)
        cast |= {str(get_seat(seated.name, seated.state, seat)): words for seat in seats_in(seats)}
    if not cast:
        raise Problem("case.vote_shape", text=" ".join(votes))
    return cast


def _judge_votes(
    session: Session, seated: Table, actor: Actor, found: AnalysedDispute, votes: dict[str, str]
) -> None:
    """Raise Problem where votes name no decision, or do not settle a dispute that is not on record yet."""
    find_decision = _require(seated, parse_votes(seated, actor, found, votes, session.lang))
    if not (counted := count_votes(find_decision, seated.state.present)).decides:
        raise Problem("ruling.no_majority", _RULE, **_count_in_words(session, seated, counted))


def _require(seated: Table, said: T | Refused) -> T:
    """Return `said`; raise Problem where it is a refusal, with the help that fits."""
    if not isinstance(said, Refused):
        return said
    hint = _RULE if said.reason == _SETTLED else f"referee dispute {quote(seated.name)}"
    raise Problem(said.reason, hint, **said.args).refused_at(seated, said)


def _count_in_words(session: Session, seated: Table, counted: Count) -> dict[str, Any]:
    """Return the arguments of messages about how the votes stand."""
    return {
        "decision": decision_words(seated.game.id, counted.decision, session.lang),
        "names": seated.state.names,
        "n": len(counted.for_it),
        "of": counted.of,
        "against": counted.against or ("–",),
        "absent": counted.absent or ("–",),
    }


def _report_votes(session: Session, seated: Table, dispute: str, noted: Noted) -> int:
    """Print how the votes stand so far; return the exit code."""
    if session.as_json:
        session.emit(verdicts.Noted(revision=noted.revision))
        return 0
    counted = count_votes(read_votes(seated, dispute), seated.state.present)
    print(session.say("ruling.votes_so_far", **_count_in_words(session, seated, counted)))
    return 0
