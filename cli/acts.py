"""Acts as people type them: notation, JSON, a number of the printed list, or what everybody does alike."""

from collections.abc import Collection, Iterable
from shlex import quote
from typing import TYPE_CHECKING

from cli.output.possible import act_lines, find_numbered_act, is_private, remember_numbers
from cli.output.sentences import MOST_LISTED, names_of
from cli.problems import Problem
from cli.session import Session
from events.base import TABLE, Event, type_of
from events.codec import MalformedError
from referee.kernel.game import NotationError
from referee.kernel.registry import codec_for
from referee.l10n.wording import doer_of
from referee.languages import words_for
from referee.service.tables.open_acts import open_to_all
from referee.service.tables.windows import is_closing

if TYPE_CHECKING:
    from referee.service.tables.table import Table


_EVERYBODY = "everybody"
"""The word for it in `languages.toml`."""


def said_of_everybody(line: str) -> str | None:
    """Give what a line says that everybody does; None where it does not begin with a word for them."""
    low = line.casefold()
    for word in (called for called, named in words_for("keyboard").items() if named == _EVERYBODY):
        rest = low.removeprefix(word)
        if rest != low and not (word.isascii() and rest[:1].isalnum()):
            return line[len(word) :].strip(" ,，、")
    return None


def find_next_for_all(session: Session, at: "Table", left: list[str], said: str) -> Event | None:
    """Find the first of some seats who may do now what was said: what it must, where nothing was said.

    A seat whose choice is secret is left out, unless what was said tells nothing of it, as that a card
    lies face down.
    """
    game, state = at.game, at.state
    for seat in left:
        events = [
            event
            for event in (*game.legal(state, seat), *game.legal(state, TABLE))
            if doer_of(event) == seat and not is_closing(game, event)
        ]
        if is_private(game, state, seat):
            events = [event for event in events if _hides_all(at, event)]
        due = [event for event in events if game.rank(type_of(event)) == 0]
        try:
            meant = session.read(state, said, seat) if said else due[0] if len(due) == 1 else None
        except NotationError:
            continue
        if meant is not None and meant in events:
            return meant
    return None


def _hides_all(at: "Table", event: Event) -> bool:
    """Return whether an act is done face down and names nothing that its seat alone may know."""
    return type_of(event) in at.game.sealed and bool(at.log_index.secrets.seen(None, event) == event)


def parse_act(
    session: Session, at: "Table", notation: str | None, event: str | None, seen: int | None = None
) -> Event:
    """Read an action from notation or from JSON."""
    if event is not None:
        try:
            return codec_for(at.game.id).event(event.encode())
        except MalformedError as error:
            from referee.kernel.fields.vocabulary import explained

            why = explained(at.game.id, event.encode(), error)
            raise Problem("cli.bad_event", why=why) from None
    listed = f"referee legal {quote(at.name)}"
    if (chosen := find_numbered_act(session, at, at.state, notation or "", listed, seen)) is not None:
        return chosen
    try:
        return session.read(at.state, notation or "")
    except NotationError as error:
        if meant := _acts_meant(session, at, notation or "", error):
            said = session.say(error.reason, names=at.state.names, **error.args_)
            one = f"referee do {quote(at.name)} {quote(session.notate(at.state, meant[0]))}"
            told = "\n".join(act_lines(session, at.game, at.state, meant))
            remember_numbers(session, at.name, at.revision)
            problem = Problem("cli.not_understood_meant", listed if meant[1:] else one, why=said, meant=told)
            raise problem.of_line(at, error, notation or "") from None
        raise not_understood(session, at, error, notation or "") from None


def _acts_meant(session: Session, at: "Table", line: str, error: NotationError) -> list[Event]:
    """List a few acts that a line may mean, none that only some may read."""
    from referee.service.wording.by_words import acts_meant

    return acts_meant(at.game, at.state, line, error, _open_acts(at), session.lang)


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
    from cli.changes import command_of_change
    from referee.service.wording.could_stand import expected_at

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
    told = glance_at(expected)
    return Problem("cli.not_understood_expected", hint, why=why, expected=told).of_line(at, error, line)


def _open_acts(at: "Table") -> list[Event]:
    """List the possible acts that everybody may read."""
    return [event for seat in at.game.acting(at.state) for event in open_to_all(at.game, at.state, seat)]


def glance_at(expected: Iterable[str]) -> tuple[str, ...]:
    """Name what could stand at a place, and only the beginning of a long list."""
    named = tuple(expected)
    return named if len(named) <= MOST_LISTED else (*named[:MOST_LISTED], "…")
