"""`referee do`: tell the referee what a seat did, or what the table showed."""

from collections.abc import Iterable
from shlex import quote
from typing import TYPE_CHECKING, Annotated

import typer

from cli.frame import completions
from cli.frame.problems import Problem, code_of
from cli.frame.session import Session
from cli.tables.find_table import TableArgument, sit_down
from cli.telling.possible_now import choices, numbered
from events.base import Event
from referee.kernel.game import NotationError
from referee.kernel.verdict import Refused

if TYPE_CHECKING:
    from referee.kernel.table import TableState
    from referee.service.tables.submissions import Answer, Recorded
    from referee.service.tables.table import Table

FEW = 6
"""So many ways to go on with a line are told whole."""

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
) -> None:
    """Tell the referee what a seat did or the table showed."""
    session = ctx.ensure_object(Session)
    line = " ".join(notation or ()) or None
    if (line is None) == (event is None):
        raise Problem("cli.one_of", "referee do --help")
    at = sit_down(session, table)
    told = understood(session, at, line, event)
    before = at.state
    if anyway:
        from cli.tables.voices import voice_of
        from referee.service.desk.play_anyway import play_anyway

        answer = play_anyway(at, voice_of(session, at), told, seen=seen, key=key)
    else:
        answer = at.submit(told, seen=seen, key=key)
    raise typer.Exit(report(session, at, before, answer, told))


def understood(session: Session, at: "Table", notation: str | None, event: str | None) -> Event:
    """Read an action from notation or from JSON."""
    if event is not None:
        from events.codec import MalformedError
        from referee.kernel.registry import codec_for

        try:
            return codec_for(at.game.id).event(event.encode())
        except MalformedError as error:
            from referee.kernel.vocabulary import explained

            why = explained(at.game.id, event.encode(), error)
            raise Problem("cli.bad_event", why=why) from None
    listed = f"referee legal {quote(at.name)}"
    if (chosen := numbered(session, at.game, at.state, notation or "", listed)) is not None:
        return chosen
    try:
        return session.read(at.state, notation or "")
    except NotationError as error:
        if meant := perhaps_meant(session, at, notation or "", error):
            said = session.say(error.reason, names=at.state.names, **error.args_)
            one = f"referee do {quote(at.name)} {quote(session.notate(at.state, meant[0]))}"
            told = "\n".join(choices(session, at.game, at.state, meant))
            raise Problem(
                "cli.not_understood_meant", listed if meant[1:] else one, why=said, meant=told
            ) from None
        raise not_understood(session, at, error, notation or "") from None


def perhaps_meant(session: Session, at: "Table", line: str, error: NotationError) -> list[Event]:
    """List what a line may mean, as far as everybody may read that; not too many."""
    from referee.service.answers.by_words import meant_by

    events = open_now(at)
    lines, labels = session.lines(at.state, events), session.labels(at.state, events)
    said = [" ".join(both) for both in zip(lines, labels, strict=True)]
    meant = [events[n] for n in meant_by(line, said, error.part_of)]
    return meant if len(meant) <= FEW or error.part_of else []


def not_understood(session: Session, at: "Table", error: NotationError, line: str = "") -> Problem:
    """Say what a line of notation does not mean, and what could stand there."""
    from cli.telling.sentences import names_of

    why = session.say(error.reason, names=names_of(at.state), **error.args_)
    hint = f"referee legal {quote(at.name)}"
    next_words = next_of(session, at, error, line)
    known = (word for word in possible_of(session, at, error.expected) if not begins_any(word, next_words))
    expected = (*known, *next_words)
    if not expected:
        return Problem("cli.not_understood", hint, why=why)
    return Problem("cli.not_understood_expected", hint, why=why, expected=glance_at(expected))


def possible_of(session: Session, at: "Table", expected: tuple[str, ...]) -> tuple[str, ...]:
    """Keep of what could stand in a line what something possible now begins with or holds."""
    words = {word for line in possible_lines(session, at) for word in line.replace(",", " ").split()}
    acting, names = at.game.acting(at.state), at.state.names
    known = words | {*acting} | {names.get(seat, seat) for seat in acting}
    return tuple(each for each in expected if each in known)


def possible_lines(session: Session, at: "Table") -> list[str]:
    """Write what everybody may read of what is possible now, as one types it; in English, too."""
    from referee.l10n.wording import notate

    events = open_now(at)
    lines = (notate(at.state, event, lang) for lang in (session.lang, "en") for event in events)
    return list(dict.fromkeys(line for line in lines if not line.startswith("{")))


def open_now(at: "Table") -> list[Event]:
    """List what everybody may read of what is possible now."""
    from cli.telling.face_down import open_to_all

    return [event for seat in at.game.acting(at.state) for event in open_to_all(at.game, at.state, seat)]


def next_of(session: Session, at: "Table", error: NotationError, line: str) -> list[str]:
    """List how possible lines go on where a line stops making sense: whole where they are few."""
    from referee.kernel.notation import plain

    made_sense = "".join(plain(at.state, line).split())[: error.at or 0].casefold()
    if not made_sense:
        return []
    rests = dict.fromkeys(filter(None, (after(made_sense, each) for each in possible_lines(session, at))))
    words = dict.fromkeys(rest.split()[0] for rest in rests)
    return list(rests if len(rests) <= FEW or len(words) == 1 else words)


def after(begun: str, line: str) -> str:
    """Give the rest of a line after how it begins, told without blanks; nothing of another line."""
    words = line.split()
    for n, word in enumerate(words):
        if not begun:
            return " ".join(words[n:])
        if not begun.startswith(word.casefold()):
            return ""
        begun = begun[len(word) :]
    return ""


def begins_any(word: str, lines: Iterable[str]) -> bool:
    """Whether one of some lines begins with a word."""
    return any(line == word or line.startswith(f"{word} ") for line in lines)


def glance_at(expected: Iterable[str]) -> tuple[str, ...]:
    """Name what could stand somewhere; of very much only the first."""
    from cli.telling.sentences import MOST_LISTED

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
        from referee.service.answers.acts import Stale

        session.emit(Stale(seen=answer.expected, revision=answer.revision))
    else:
        session.tell(session.say("cli.conflict", seen=answer.expected, revision=answer.revision))
    return 1


def report_recorded(session: Session, at: "Table", before: "TableState", recorded: "Recorded") -> int:
    """Print an action and what followed from it."""
    from cli.telling.sentences import told_facts

    if session.as_json:
        from referee.service.answers.acts import accepted

        events = (fact.event for fact in recorded.facts)
        session.emit(accepted(before, recorded, events, session.lang))
        return 0
    print("\n".join(told_facts(session, at, recorded.first, recorded.facts)))
    return 0


def report_refused(session: Session, at: "Table", refused: Refused, event: Event | None = None) -> int:
    """Print a refusal: JSON is data, words are talk."""
    from cli.telling.refusals import answered, full

    if session.as_json:
        session.emit(answered(session, at.game, at.state, refused))
    else:
        session.tell(full(session, at.game, at.state, refused, where=at.name, table=at.name, event=event))
    return code_of(refused)
