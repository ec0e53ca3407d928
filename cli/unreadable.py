"""Explain a line that cannot be read: acts it may mean, what could stand where it goes wrong."""

from collections.abc import Collection, Iterable
from shlex import quote

from cli.changes import command_of_change
from cli.output.possible import act_lines, remember_numbers
from cli.output.sentences import MOST_LISTED, names_of
from cli.problems import Problem
from cli.session import Session
from events.base import Event
from referee.kernel.game import NotationError
from referee.service.line_reading import acts_meant, expected_at
from referee.service.tables.open_acts import public_acts
from referee.service.tables.table import Table


def problem_of_line(session: Session, at: Table, line: str, error: NotationError) -> Problem:
    """Return the Problem of a line that cannot be read: acts it may mean, else what could stand there.

    Remembers the numbers of the acts printed.
    """
    meant = acts_meant(at.game, at.state, line, error, _open_acts(at), session.lang)
    if not meant:
        return problem_of_notation(session, at, error, line)
    why = session.say(error.reason, names=at.state.names, **error.args_)
    one = f"referee do {quote(at.name)} {quote(session.notate(at.state, meant[0]))}"
    hint = f"referee legal {quote(at.name)}" if meant[1:] else one
    lines = "\n".join(act_lines(session, at.game, at.state, meant))
    remember_numbers(session, at.name, at.revision)
    return Problem("cli.not_understood_meant", hint, why=why, meant=lines).of_line(at, error, line)


def problem_of_notation(
    session: Session,
    at: Table,
    error: NotationError,
    line: str = "",
    possible: Collection[Event] | None = None,
    speaker: str | None = None,
) -> Problem:
    """Return the Problem of a line that cannot be read, with what could stand where it goes wrong.

    That is taken from `possible`, else from what is public. A `speaker` who is asked need not be named.
    """
    why = session.say(error.reason, names=names_of(at.state), **error.args_)
    if by_hand := command_of_change(at.game, at.state, line):
        hint = f"referee {by_hand} {quote(at.name)} {quote(line)}"
        return Problem("cli.not_understood", hint, why=why).of_line(at, error, line)
    hint = f"referee legal {quote(at.name)}"
    listed = _open_acts(at) if possible is None else possible
    expected = expected_at(at.game, at.state, line, error, listed, session.lang)
    if speaker is not None:
        names = at.state.names
        needless = {speaker, names.get(speaker)} if error.at else {*at.state.seats, *names.values()}
        expected = tuple(each for each in expected if each not in needless)
    if not expected:
        return Problem("cli.not_understood", hint, why=why).of_line(at, error, line)
    shown = glance_at(expected)
    return Problem("cli.not_understood_expected", hint, why=why, expected=shown).of_line(at, error, line)


def _open_acts(at: Table) -> list[Event]:
    """Return the possible acts that everybody may read."""
    return [event for seat in at.game.acting(at.state) for event in public_acts(at.game, at.state, seat)]


def glance_at(expected: Iterable[str]) -> tuple[str, ...]:
    """Return the first `MOST_LISTED` of some words, with an ellipsis where there are more."""
    named = tuple(expected)
    return named if len(named) <= MOST_LISTED else (*named[:MOST_LISTED], "…")
