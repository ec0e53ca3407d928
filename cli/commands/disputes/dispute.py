"""`referee dispute`: what bears on a moment, every way to rule, whether it matters; the table decides."""

import sys
from shlex import quote
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple, TypeVar, cast

import typer

from cli.commands.table.show import AsSeat
from cli.frame.problems import Problem
from cli.frame.session import Session
from cli.help import completions
from cli.tables.actors import actor_of
from cli.tables.find_table import TableArgument, known_seat, sit_down
from events.base import TABLE

if TYPE_CHECKING:
    from events.base import Event
    from events.stores.protocol import Conflict
    from events.table import DisputeOpened
    from referee.kernel.verdict import Refused
    from referee.service.commands.actor import Actor
    from referee.service.disputes.find import LaidOpen
    from referee.service.disputes.lay_open import Case, Possibility
    from referee.service.disputes.vote import Count
    from referee.service.logs.effective import EffectiveLog
    from referee.service.tables.submissions import Noted, Recorded
    from referee.service.tables.table import Table

EXAMPLE = """\
Examples:

\b
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

RULE = "referee rule TAB-DISP-02"
"""Where to read how a table decides."""

SETTLED = "ruling.settled_already"
"""Why no coin is tossed again."""

NEAREST = 3
"""So many rules and rulings at most are named that come near to a question."""

LEFT_OPEN = ""
"""What is typed by who leaves a dispute open: it is put on record, and asked about again."""

T = TypeVar("T")


def command(
    ctx: typer.Context,
    table: Annotated[str, TableArgument],
    words: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="TOPIC|QUESTION...",
            autocompletion=completions.topics,
            help="What about, or the question; no quotes needed.",
        ),
    ] = None,
    at: Annotated[
        int | None,
        typer.Option("--at", metavar="N", help="The disputed entry; else the last refusal or action."),
    ] = None,
    topic: Annotated[
        str | None,
        typer.Option(
            metavar="TOPIC", autocompletion=completions.topics, help="What about: fork, tie, steal, …"
        ),
    ] = None,
    about: Annotated[
        str | None, typer.Option(metavar="NOTATION", help="What was refused; else what was refused last.")
    ] = None,
    question: Annotated[str, typer.Option(metavar="TEXT", help="The question, recorded.")] = "",
    by: Annotated[
        str, typer.Option(metavar="SEAT", autocompletion=completions.seats, help="Who asks.")
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
    seat: AsSeat = None,
) -> None:
    """Open a dispute, and settle it as the table decides."""
    session = ctx.ensure_object(Session)
    seated = sit_down(session, table, whole=True)
    seat = known_seat(table, seated.state, seat)
    actor = actor_of(session, seated)
    viewer = actor if by == TABLE else actor_of(session, seated, by)
    if words:
        topic, question = read_words(session, seated, " ".join(words), topic, question)
    topic = topic and topic_meant(session, seated, topic)
    wanted = Wanted(at, topic, about, of, seat, is_new=bool(question))
    found = seated.decide(lambda: find(session, seated, wanted))
    shown = decide is None and not (question or toss or vote)
    if shown and (decide := asked(session, seated, found, seat)) == LEFT_OPEN:
        raise typer.Exit(leave_open(session, seated, viewer, found))
    said = Said(question, vote or [], "toss" if toss else decide, note, from_here=from_here)
    if not said.decides and (shown or found.opened is not None):
        raise typer.Exit
    raise typer.Exit(settled(session, seated, actor, viewer, found, said))


class Wanted(NamedTuple):
    """What the command line asked for.

    `is_new` means that a new question is put, and no old one is settled.
    """

    at: int | None
    topic: str | None
    about: str | None
    of: str | None
    seat: str | None
    is_new: bool


class Found(NamedTuple):
    """A dispute of a table laid open."""

    table: str
    laid: "LaidOpen"

    @property
    def timeline(self) -> "EffectiveLog":
        """Give the timeline it is laid open in."""
        return self.laid.timeline

    @property
    def case(self) -> "Case":
        """Give what was found."""
        return self.laid.case

    @property
    def opened(self) -> "DisputeOpened | None":
        """Give the question, where it was asked already and is not settled."""
        return self.laid.opened


def find(session: Session, seated: "Table", wanted: Wanted) -> Found:
    """Find what is in dispute: the open question, else what was refused last, else the last action."""
    from referee.kernel.verdict import Refused
    from referee.service.disputes.find import find

    act, since = refused(session, seated, wanted)
    opened = asked_already(seated, wanted, since)
    laid = find(seated, wanted.seat, at=wanted.at, topic=wanted.topic, act=act, opened=opened)
    if isinstance(laid, Refused):
        problem = Problem("case.not_in_force", f"referee log {quote(seated.name)}", n=laid.args["to"])
        raise problem.refused_at(seated, laid) if wanted.is_new else problem
    return Found(seated.name, laid)


def read_words(
    session: Session, seated: "Table", said: str, topic: str | None, question: str
) -> tuple[str | None, str]:
    """Take words for the topic where they name one, else for the question; not where that is given."""
    if topic is None:
        try:
            return topic_meant(session, seated, said), question
        except Problem:
            if question:
                raise
    elif question:
        raise Problem("cli.usage.too_many", "referee dispute --help", words=said)
    return topic, said


def topic_meant(session: Session, seated: "Table", said: str) -> str:
    """Find a topic by its id, or by what it is called in any language, as far as that tells it."""
    from cli.output.cases import topic_in_words
    from referee.l10n.catalogs import topic_words
    from referee.languages import LANGUAGES

    game, wanted = seated.game, said.casefold()
    called = {
        topic: {topic, *(topic_words(game.id, topic, lang).casefold() for lang in LANGUAGES)}
        for topic in game.topics
    }
    exactly = [topic for topic, names in called.items() if wanted in names]
    within = [topic for topic, names in called.items() if any(wanted in name for name in names)]
    if len(found := exactly or within) == 1:
        return found[0]
    known = tuple(topic_in_words(session, game.id, topic) for topic in game.topics)
    raise Problem("case.unknown_topic", topic=said, known=known)


def refused(session: Session, seated: "Table", wanted: Wanted) -> tuple["Event | None", int]:
    """Find the refused act that was named, else the last one, with the revision it was refused on."""
    from cli.commands.table.do import understood
    from referee.kernel.verdict import Refused
    from referee.service.disputes.remember import bears_on, last_refused

    if wanted.about is not None:
        act = understood(session, seated, wanted.about, None)
        if not isinstance(seated.judge(act), Refused):
            raise Problem("case.not_refused", what=wanted.about)
        return act, seated.revision
    last = last_refused(seated, wanted.seat) if wanted.at is None and wanted.of is None else None
    if last is None or not bears_on(seated, last.event, wanted.topic):
        return None, 0
    return last.event, last.revision


def asked_already(seated: "Table", wanted: Wanted, since: int) -> "DisputeOpened | None":
    """Find the open dispute that was named; where nothing at all was named, the last one."""
    from referee.service.disputes.find import asked_since, no_such_dispute, open_disputes

    timeline = seated.log_index.effective
    if wanted.of is not None:
        waiting = open_disputes(timeline)
        if wanted.of not in waiting:
            problem = Problem("case.no_open_dispute", dispute=wanted.of, known=tuple(waiting) or ("–",))
            raise problem.refused_at(seated, no_such_dispute(wanted.of))
        return waiting[wanted.of]
    if wanted.is_new or any(given is not None for given in (wanted.at, wanted.topic, wanted.about)):
        return None
    return asked_since(timeline, since)


def asked(session: Session, seated: "Table", found: Found, seat: str | None) -> str | None:
    """Show the case and let the people at the keyboard decide; None where nobody does, or is there.

    A word for the keyboard, such as `back` or `quit`, is no ruling: it was meant for the next prompt.
    """
    from cli.output.cases import how_to_decide, numbered, show

    show(session, seated, found, seat)
    if session.as_json or seated.state.closed:
        return None
    if not at_a_terminal():
        session.tell(how_to_decide(session, seated, found))
        return None
    session.tell(session.say("case.decide_now"))
    typed = heard(session)
    if not typed or not (near := near_above(seated, found.case, typed)):
        return typed
    session.tell("\n".join(numbered(session, seated.game, n, one) for n, one in near))
    session.tell(session.say("case.perhaps_above"))
    return heard(session, usual=typed)


def tell_nearest(session: Session, seated: "Table", question: str) -> None:
    """Name the rules and rulings that come nearest to a question, and how each is read."""
    from referee.l10n.options import in_prose
    from referee.rulebooks.search import search_rules, search_rulings

    if not question or session.as_json:
        return
    game, lang = seated.game.id, session.lang
    near = [f"  {rule.id}  {rule.title.of(lang)}" for rule in search_rules(question, lang, game)[:NEAREST]]
    near += [
        "  " + session.say("web.ruled_so", title=in_prose(game, ruling.title.of(lang), lang))
        for ruling in search_rulings(question, lang, game)[:NEAREST]
    ]
    if near:
        session.tell("\n".join((session.say("web.book_says"), *near)))


def leave_open(session: Session, seated: "Table", viewer: "Actor", found: Found) -> int:
    """Put on record what was left open, where it is not; give the exit code."""
    from cli.commands.table.do import report
    from referee.service.disputes.settle import put_question

    if found.opened is not None:
        return 0
    before, (_, answer) = seated.state, put_question(seated, viewer, found.laid, "")
    return report(session, seated, before, answer)


def at_a_terminal() -> bool:
    """Whether somebody is there to be asked."""
    return sys.stdin.isatty() and sys.stdout.isatty()


def heard(session: Session, usual: str | None = None) -> str | None:
    """Read a decision, or what Enter stands for: `usual`, else `LEFT_OPEN`; None at the end of input.

    What was meant for elsewhere leaves it open, too.
    """
    from cli.interactive.keyboard import Keyboard
    from cli.interactive.keyboard_words import is_for_the_keyboard

    typed = Keyboard(session).ask("> ")
    if typed is None:
        return usual
    typed = typed or usual or LEFT_OPEN
    if not is_for_the_keyboard(typed):
        return typed
    session.tell(session.say("case.left_open", typed=typed))
    return LEFT_OPEN


def near_above(seated: "Table", case: "Case", typed: str) -> list[tuple[int, "Possibility"]]:
    """List the ways to rule shown above, by their numbers, that words come near to which name none."""
    from referee.service.disputes.meaning import meant, perhaps_meant
    from referee.service.disputes.vote import is_way

    if is_way(seated.game, meant(seated.game, case, typed)):
        return []
    near = perhaps_meant(seated.game, typed, case)
    return [(n, one) for n, one in enumerate(case.possibilities, 1) if one.decision in near]


class Said(NamedTuple):
    """What is said at a dispute: a question, votes (`A,B:DECISION`), or a decision of who speaks."""

    question: str
    votes: list[str]
    words: str | None
    note: str
    from_here: bool

    @property
    def decides(self) -> bool:
        """Whether it is more than a question."""
        return bool(self.votes) or self.words is not None


def settled(
    session: Session, seated: "Table", actor: "Actor", viewer: "Actor", found: Found, said: Said
) -> int:
    """Record the question where it is new, and what is decided: by votes, or by the table as a whole."""
    from cli.commands.table.do import report
    from cli.output.cases import report_ruling
    from referee.service.disputes.find import open_disputes
    from referee.service.disputes.settle import decision_of, put_question, settle, vote
    from referee.service.tables.submissions import Noted, Recorded

    before, laid, votes = seated.state, found.laid, votes_said(seated, actor, said)
    decision, dispute = None, laid.opened.id if laid.opened is not None else ""
    if votes is not None and laid.opened is None:
        judge_votes(session, seated, actor, found, votes)
    elif votes is None and said.words is not None:
        decision = readable(seated, decision_of(seated, laid, said.words, said.note, session.lang))
    if laid.opened is None:
        dispute, answer = put_question(seated, viewer, laid, said.question, seen=laid.revision)
        if not said.decides or not isinstance(answer, Recorded):
            code = report(session, seated, before, answer)
            tell_nearest(session, seated, said.question)
            return code
        opened = open_disputes(seated.log_index.effective).get(dispute)
        laid = laid._replace(opened=opened, revision=answer.revision)
    if decision is not None:
        seen = laid.revision
        answer = settle(seated, dispute, laid.case, *decision, from_here=said.from_here, seen=seen)
        return report_ruling(session, seated, found, answer)
    outcome = vote(
        seated, actor, laid, votes or {}, session.lang, from_here=said.from_here, seen=laid.revision
    )
    if isinstance(outcome, Noted):
        return report_votes(session, seated, dispute, outcome)
    return report_ruling(session, seated, found, cast("Recorded | Conflict", readable(seated, outcome)))


def votes_said(seated: "Table", actor: "Actor", said: Said) -> dict[str, str] | None:
    """Read votes such as `A,B:tie_break=shared`, or what a seat decides, by seat; None where all decide."""
    from referee.service.disputes.meaning import how_said
    from referee.service.tables.who_sits import words as seats_in

    how, rest = how_said(said.words or "")
    votes = said.votes or (rest.split() if how == "vote" else [])
    if not votes:
        decides_alone = said.words is None or actor.is_whole(seated.state)
        return None if decides_alone else dict.fromkeys(actor.agrees_for, said.words or "")
    cast: dict[str, str] = {}
    for vote in votes:
        seats, colon, words = vote.replace("：", ":").partition(":")
        if not colon:
            raise Problem("case.vote_shape", text=vote)
        cast |= {str(known_seat(seated.name, seated.state, seat)): words for seat in seats_in(seats)}
    if not cast:
        raise Problem("case.vote_shape", text=" ".join(votes))
    return cast


def judge_votes(
    session: Session, seated: "Table", actor: "Actor", found: Found, votes: dict[str, str]
) -> None:
    """Raise Problem where votes name nothing, or do not settle a question that is not on record yet."""
    from referee.service.disputes.settle import votes_meant
    from referee.service.disputes.vote import count

    meant = readable(seated, votes_meant(seated, actor, found.laid, votes, session.lang))
    if not (counted := count(meant, seated.state.present)).decides:
        raise Problem("ruling.no_majority", RULE, **told_of(session, seated, counted))


def readable(seated: "Table", said: "T | Refused") -> "T":
    """Give what was said; raise Problem where it names nothing, or was settled before."""
    from referee.kernel.verdict import Refused

    if not isinstance(said, Refused):
        return said
    hint = RULE if said.reason == SETTLED else f"referee dispute {quote(seated.name)}"
    raise Problem(said.reason, hint, **said.args).refused_at(seated, said)


def told_of(session: Session, seated: "Table", counted: "Count") -> dict[str, Any]:
    """Say how votes stand, as messages have it."""
    from referee.l10n.options import decision_words

    return {
        "decision": decision_words(seated.game.id, counted.decision, session.lang),
        "names": seated.state.names,
        "n": len(counted.for_it),
        "of": counted.of,
        "against": counted.against or ("–",),
        "absent": counted.absent or ("–",),
    }


def report_votes(session: Session, seated: "Table", dispute: str, noted: "Noted") -> int:
    """Say how the votes that are kept stand so far."""
    from referee.service.answers import verdicts
    from referee.service.disputes.vote import count, votes_kept

    if session.as_json:
        session.emit(verdicts.Noted(revision=noted.revision))
        return 0
    counted = count(votes_kept(seated, dispute), seated.state.present)
    print(session.say("ruling.votes_so_far", **told_of(session, seated, counted)))
    return 0
