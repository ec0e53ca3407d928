"""`referee dispute`: what bears on a moment, every way to rule, whether it matters; the table decides."""

import sys
from typing import Annotated, Any, NamedTuple

import typer

from cli.problems import Problem
from cli.session import Session
from cli.show import Asker
from cli.tables import TableArgument, known_seat, sit_down

EXAMPLE = """\
Examples:

\b
  referee dispute evening
  referee dispute evening --topic fork
  referee dispute evening --at 41 --topic steal --question "was it empty on the way up?" --by B
  referee dispute evening --about "A1 up to S4"
  referee dispute evening --at 41 --topic steal --decide unload_then_steal_at_end=forbidden --note "2 to 1"
  referee dispute evening --topic tie --decide "edition ja"
  referee dispute evening --topic tie --vote A,B:tie_break=shared --vote C:tie_break=gem_value
  referee dispute evening --of D1 --toss
"""


def command(
    ctx: typer.Context,
    table: Annotated[str, TableArgument],
    at: Annotated[
        int | None,
        typer.Option("--at", metavar="N", help="The disputed entry; else the last refusal or action."),
    ] = None,
    topic: Annotated[
        str | None, typer.Option(metavar="TOPIC", help="What about: fork, tie, steal, …")
    ] = None,
    about: Annotated[
        str | None, typer.Option(metavar="NOTATION", help="What was refused; else what was refused last.")
    ] = None,
    question: Annotated[str, typer.Option(metavar="TEXT", help="The question, recorded.")] = "",
    by: Annotated[str, typer.Option(metavar="SEAT", help="Who asks.")] = "table",
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
        list[str] | None, typer.Option(metavar="A,B:DECISION", help="Count votes; most decide.")
    ] = None,
    *,
    toss: Annotated[bool, typer.Option("--toss", help="Let a coin decide, and record that it did.")] = False,
    from_here: Annotated[
        bool, typer.Option("--from-here", help="What was done stands; the ruling holds from here on.")
    ] = False,
    seat: Asker = None,
) -> None:
    """Lay a dispute open, and settle it as the table decides."""
    session = ctx.ensure_object(Session)
    seated = sit_down(session, table)
    known_seat(table, seated.state, seat)
    found = find(session, seated, Wanted(at, topic, about, of, seat, is_new=bool(question)))
    shown = decide is None and not (question or toss or vote)
    if shown:
        from cli.case import show

        show(session, seated, found, seat)
        decide = asked(session)
    decision = decided(session, seated, found.case, vote or [], decide, note, toss=toss)
    if decision is None and (shown or found.opened is not None):
        raise typer.Exit
    raise typer.Exit(settled(session, seated, found, by, question, decision, from_here=from_here))


class Wanted(NamedTuple):
    """What was asked for on the command line; `is_new`: a question is put, nothing old is settled."""

    at: int | None
    topic: str | None
    about: str | None
    of: str | None
    seat: str | None
    is_new: bool


class Found(NamedTuple):
    """A case laid open in its story; `opened` where it was asked already and is not settled."""

    story: Any
    case: Any
    opened: Any = None


class Decision(NamedTuple):
    """How a table decided: the words, what they rest on, and how it came about."""

    words: str
    basis: str
    note: str = ""


def find(session: Session, seated: Any, wanted: Wanted) -> Found:
    """Find what is in dispute: what was asked and is open, what was refused last, the last action."""
    from referee.service.disputes import UnknownTopicError, case_of, last_act, last_word, lay_open
    from referee.service.retelling import NoSuchEntryError, story_of
    from referee.service.secrecy import secrets_of, story_known

    secrets = secrets_of(seated.log)
    story = story_known(story_of(seated.log), secrets, wanted.seat)
    act, since = refused(session, seated, wanted)
    if (opened := asked_already(story, wanted, since)) is not None:
        return Found(story, case_of(story, opened, wanted.seat), opened)
    seq = wanted.at
    if seq is None:
        seq = last_act(story) if act is None else last_word(story)
    try:
        told = story.told[story.index(seq)]
        waits = act is None and secrets.waits(told.seq or 0, told.event, wanted.seat)
        return Found(story, lay_open(story, seq, wanted.topic, act, wanted.seat, waits=waits))
    except UnknownTopicError as error:
        raise Problem("case.unknown_topic", topic=error.args[0], known=error.args[1]) from None
    except NoSuchEntryError:
        raise Problem("case.not_in_force", f"referee log {seated.name}", n=seq) from None


def refused(session: Session, seated: Any, wanted: Wanted) -> tuple[Any, int]:
    """Find what was refused: as named, else last; and the revision it was refused on."""
    from cli.do import understood
    from referee.kernel.verdict import Refused
    from referee.service.refusals import bears_on, last_refused

    if wanted.about is not None:
        act = understood(session, seated, wanted.about, None)
        if not isinstance(seated.judge(act), Refused):
            raise Problem("case.not_refused", what=wanted.about)
        return act, seated.revision
    last = last_refused(seated, wanted.seat) if wanted.at is None and wanted.of is None else None
    if last is None or not bears_on(seated, last.event, wanted.topic):
        return None, 0
    return last.event, last.revision


def asked_already(story: Any, wanted: Wanted, since: int) -> Any:
    """Find the open dispute that is meant: the one named, else the last, where nothing else is named."""
    from referee.service.disputes import disputes_of

    waiting = {one.opened.id: one for one in disputes_of(story) if one.ruling is None}
    if wanted.of is not None:
        if wanted.of not in waiting:
            raise Problem("case.no_open_dispute", dispute=wanted.of, known=tuple(waiting) or ("–",))
        return waiting[wanted.of].opened
    if wanted.is_new or any(given is not None for given in (wanted.at, wanted.topic, wanted.about)):
        return None
    last = max(waiting.values(), key=lambda one: one.seq, default=None)
    return last.opened if last is not None and last.seq > since else None


def asked(session: Session) -> str | None:
    """Let the people at the keyboard decide; None where nobody is there, or they leave it open."""
    from cli.curtain import Keyboard

    if session.as_json or not (sys.stdin.isatty() and sys.stdout.isatty()):
        return None
    session.tell(session.say("case.decide_now"))
    return Keyboard(session).ask("> ") or None


def decided(
    session: Session, seated: Any, case: Any, votes: list[str], words: str | None, note: str, *, toss: bool
) -> Decision | None:
    """Read how the table decides: by a coin, a vote, an edition, the referee's default, or words."""
    from referee.service.disputes import basis_of, default_decision

    if toss or words == "toss":
        return Decision(tossed(case), "table", session.say("case.coin"))
    if words and words.startswith("vote "):
        votes, words = words.split()[1:], None
    if votes:
        return counted(session, seated, votes)
    if words is None:
        return None
    decision = default_decision(case, seated.state.edition) if words == "default" else words
    return Decision(decision, basis_of(case, decision), note)


def counted(session: Session, seated: Any, votes: list[str]) -> Decision:
    """Count votes such as `A,B:tie_break=shared`."""
    from cli.opening import words as seats_in
    from referee.service.settling import winner_of

    cast: dict[str, str] = {}
    for vote in votes:
        seats, colon, decision = vote.partition(":")
        if not colon:
            raise Problem("case.vote_shape", text=vote)
        cast |= {str(known_seat(seated.name, seated.state, s)): decision.strip() for s in seats_in(seats)}
    decision = winner_of(cast)
    if decision is None:
        raise Problem("case.vote_tied")
    fors = tuple(seat for seat, choice in cast.items() if choice == decision)
    return Decision(decision, "table", session.say("case.voted", seats=fors, n=len(fors), of=len(cast)))


def tossed(case: Any) -> str:
    """Let chance choose among the ways to rule."""
    import secrets

    from referee.service.disputes import ways_of

    return secrets.choice(ways_of(case))


def settled(
    session: Session,
    seated: Any,
    found: Found,
    by: str,
    question: str,
    decision: Decision | None,
    *,
    from_here: bool,
) -> int:
    """Record the question where it is new, and the decision where there is one."""
    from cli.case import report_ruling
    from cli.do import report
    from referee.kernel.verdict import Refused
    from referee.service.settling import open_dispute, settle

    before = seated.state
    name = found.opened.id if found.opened is not None else None
    if name is None:
        name, answer = open_dispute(seated, found.case, by, question)
        if decision is None or isinstance(answer, Refused):
            return report(session, seated, before, answer)
    if decision is None:
        return 0
    answer = settle(
        seated, name, found.case, decision.words, decision.basis, decision.note, from_here=from_here
    )
    return report_ruling(session, seated, found, answer)
