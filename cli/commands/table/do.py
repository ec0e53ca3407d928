"""`referee do`: tell the referee what a seat did, or what the table showed."""

import sys
from collections.abc import Collection, Iterable
from shlex import quote
from typing import TYPE_CHECKING, Annotated

import typer

from cli.frame.problems import Problem, code_of
from cli.frame.session import Session, set_out
from cli.help import completions
from cli.output.possible_now import choices, numbered
from cli.tables.actors import actor_of
from cli.tables.find_table import TableArgument, sit_down
from cli.tables.printed_list import remember_numbers
from events.base import Event
from events.table import TakenBack
from referee.kernel.game import NotationError
from referee.kernel.verdict import Refused

if TYPE_CHECKING:
    from referee.kernel.table import TableState
    from referee.service.commands.actor import Actor
    from referee.service.tables.submissions import Answer, Recorded
    from referee.service.tables.table import Table

EXAMPLE = """\
Examples:

\b
  referee do evening A plays 4
  referee do A plays 4
  referee do 2
  referee do evening "B2 up to S3, steal from A1"
  referee do evening --event '{"type":"turn_ended","seat":"A"}'
"""


def command(
    ctx: typer.Context,
    table: Annotated[str, TableArgument],
    notation: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="NOTATION...", help="What was done; no quotes needed.", autocompletion=completions.acts
        ),
    ] = None,
    event: Annotated[str | None, typer.Option(metavar="JSON", help="The same as an event.")] = None,
    seen: Annotated[
        int | None, typer.Option(metavar="N", help="Only if the table is still at revision N.")
    ] = None,
    key: Annotated[str | None, typer.Option(metavar="KEY", help="The same key gets the same answer.")] = None,
    *,
    anyway: Annotated[
        bool, typer.Option("--anyway", help="Where the referee refuses it: play it all the same.")
    ] = False,
    board: Annotated[bool, typer.Option("--board", help="Show the board after it.")] = False,
) -> None:
    """Tell the referee what a seat did or the table showed."""
    session = ctx.ensure_object(Session)
    line = " ".join(notation or ()) or None
    at = sit_down(session, table)
    if (line is None) == (event is None):
        raise Problem("cli.one_of", "referee do --help")
    if line is not None and (code := done_by_all(session, at, line)) is not None:
        raise typer.Exit(code)
    told = understood(session, at, line, event, seen)
    before, actor = at.state, actor_of(session, at)
    if isinstance(told, TakenBack) and seen is None:
        seen = at.revision  # what comes this very moment is not undone
    answer = tell(at, actor, told, seen, key, anyway=anyway)
    code = report(session, at, before, answer, told)
    if board and not session.as_json:
        from cli.output.sentences import board as drawn

        print(drawn(session, at.game, at.state))
    raise typer.Exit(code)


def done_by_all(session: Session, at: "Table", line: str) -> int | None:
    """Tell for each seat what everybody does, and print it; None where that is not said, or nobody may."""
    from cli.interactive.for_everybody import next_of_all, told_of_all
    from referee.l10n.wording import doer_of
    from referee.service.commands.say import tell as said_by
    from referee.service.tables.table import Recorded

    if (said := told_of_all(line)) is None:
        return None
    left, code = list(at.state.seats), None
    while (found := next_of_all(session, at, left, said)) is not None:
        before = at.state
        answer = said_by(at, actor_of(session, at), found)
        code = report(session, at, before, answer, found)
        left.remove(str(doer_of(found)))
        if not isinstance(answer, Recorded):
            break
    return code


def tell(
    at: "Table", actor: "Actor", told: Event, seen: int | None, key: str | None, *, anyway: bool
) -> "Answer":
    """Tell the desk what was done, under a key once; `anyway` where the referee refuses it."""
    if anyway:
        from referee.service.commands.changes.play_anyway import play_anyway as said
    else:
        from referee.service.commands.say import tell as said
    if key is None:
        return said(at, actor, told, seen=seen)
    from referee.service.commands.once import once
    from referee.service.tables.submissions import Submission, digest_of

    asked = Submission(key, digest_of((told,) if anyway else at.as_said(at.state, told)))
    return once(at, asked, lambda table: said(table, actor, told, seen=seen, key=asked))


def understood(
    session: Session, at: "Table", notation: str | None, event: str | None, seen: int | None = None
) -> Event:
    """Read an action from notation or from JSON."""
    if event is not None:
        from events.codec import MalformedError
        from referee.kernel.registry import codec_for

        try:
            return codec_for(at.game.id).event(event.encode())
        except MalformedError as error:
            from referee.kernel.vocabulary import explain

            why = explain(codec_for(at.game.id), event.encode(), error)
            raise Problem("cli.bad_event", why=why) from None
    listed = f"referee legal {quote(at.name)}"
    if (chosen := numbered(session, at, at.state, notation or "", listed, seen)) is not None:
        return chosen
    try:
        return session.read(at.state, notation or "")
    except NotationError as error:
        if meant := perhaps_meant(session, at, notation or "", error):
            said = session.say(error.reason, names=at.state.names, **error.args_)
            one = f"referee do {quote(at.name)} {quote(session.notate(at.state, meant[0]))}"
            told = "\n".join(choices(session, at.game, at.state, meant))
            remember_numbers(session, at.name, at.revision)
            problem = Problem("cli.not_understood_meant", listed if meant[1:] else one, why=said, meant=told)
            raise problem.of_line(at, error, notation or "") from None
        raise not_understood(session, at, error, notation or "") from None


def perhaps_meant(session: Session, at: "Table", line: str, error: NotationError) -> list[Event]:
    """List a few acts that a line may mean, none that only some may read."""
    from referee.service.line_reading import acts_meant

    return acts_meant(at.game, at.state, line, error, open_now(at), session.lang)


def not_understood(
    session: Session,
    at: "Table",
    error: NotationError,
    line: str = "",
    possible: Collection[Event] | None = None,
    speaker: str | None = None,
) -> Problem:
    """Say what a line of notation does not mean, and what could stand there.

    Of what is `possible`, else of what everybody may read of it. The `speaker` who is asked needs no name to
    begin with, and the own name nowhere.
    """
    from cli.output.sentences import names_of
    from cli.tables.changes_by_hand import command_for
    from referee.service.line_reading import expected_at

    why = session.say(error.reason, names=names_of(at.state), **error.args_)
    if by_hand := command_for(at.game, at.state, line):
        hint = f"referee {by_hand} {quote(at.name)} {quote(line)}"
        return Problem("cli.not_understood", hint, why=why).of_line(at, error, line)
    hint = f"referee legal {quote(at.name)}"
    listed = open_now(at) if possible is None else possible
    expected = expected_at(at.game, at.state, line, error, listed, session.lang)
    if speaker is not None:
        names = at.state.names
        needless = {speaker, names.get(speaker)} if error.at else {*at.state.seats, *names.values()}
        expected = tuple(each for each in expected if each not in needless)
    if not expected:
        return Problem("cli.not_understood", hint, why=why).of_line(at, error, line)
    told = glance_at(expected)
    return Problem("cli.not_understood_expected", hint, why=why, expected=told).of_line(at, error, line)


def open_now(at: "Table") -> list[Event]:
    """List the possible acts that everybody may read."""
    from referee.service.tables.open_acts import open_to_all

    return [event for seat in at.game.acting(at.state) for event in open_to_all(at.game, at.state, seat)]


def glance_at(expected: Iterable[str]) -> tuple[str, ...]:
    """Name what could stand at a place, and only the beginning of a long list."""
    from cli.output.sentences import MOST_LISTED

    named = tuple(expected)
    return named if len(named) <= MOST_LISTED else (*named[:MOST_LISTED], "…")


def report(
    session: Session, at: "Table", before: "TableState", answer: "Answer", event: Event | None = None
) -> int:
    """Print what became of a submission; give the exit code."""
    from referee.service.tables.table import Recorded

    if isinstance(answer, Recorded):
        return report_recorded(session, at, before, answer)
    if isinstance(answer, Refused):
        return report_refused(session, at, answer, event)
    if session.as_json:
        from referee.service.answers.verdicts import Stale

        session.emit(Stale(seen=answer.expected, revision=answer.revision))
    else:
        session.tell(session.say("cli.conflict", seen=answer.expected, revision=answer.revision))
    return 1


def report_recorded(session: Session, at: "Table", before: "TableState", recorded: "Recorded") -> int:
    """Print an action, what followed from it, and what the referee dealt then."""
    from cli.output.sentences import entry_line, told_facts

    if session.as_json:
        from referee.service.answers.verdicts import make_accepted, make_told_again
        from referee.service.tables.submissions import Retold

        if isinstance(recorded, Retold):
            secrets = at.log_index.secrets
            session.emit(make_told_again(before, at.state, recorded, secrets, None, session.lang))
            return 0
        events = (judged.event for judged in recorded.judged)
        session.emit(make_accepted(before, recorded, events, session.lang))
        return 0
    dealt = at.log_index.view()[recorded.revision :] if at.revision > recorded.revision else ()
    lines = [
        *told_facts(session, at, recorded.first, recorded.judged),
        *(entry_line(session, at.log_index, seen) for seen in dealt),
    ]
    print(set_out("\n".join(lines), sys.stdout))
    return 0


def report_refused(session: Session, at: "Table", refused: Refused, event: Event | None = None) -> int:
    """Print a refusal: JSON is data, words are talk."""
    from cli.output.earlier_entry import earlier_entries, earlier_words, with_earlier
    from cli.output.refusals import answered, brief

    earlier = earlier_entries(session, at, refused, event)
    if session.as_json:
        session.emit(with_earlier(session, answered(session, at.game, at.state, refused), at, earlier))
    else:
        more = earlier_words(session, at, earlier)
        session.tell(
            brief(session, at.game, at.state, refused, where=at.name, table=at.name, event=event, more=more)
        )
        remember_numbers(session, at.name, at.revision)
    return code_of(refused)
