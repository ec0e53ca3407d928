"""Parse acts as people type them: notation, JSON, a number of the printed list, what everybody does."""

from shlex import quote
from typing import TYPE_CHECKING

from cli.output.possible import find_numbered_act, is_private
from cli.problems import Problem
from cli.session import Session
from events.base import TABLE, Event, type_of
from events.codec import MalformedError
from referee.kernel.game import NotationError
from referee.kernel.registry import codec_for
from referee.l10n.wording import doer_of
from referee.languages import words_for
from referee.service.tables.open_acts import is_closing

if TYPE_CHECKING:
    from referee.service.tables.table import Table


_EVERYBODY = "everybody"
"""The word for it in `languages.toml`."""


def find_said_of_everybody(line: str) -> str | None:
    """Return what a line says after a word for everybody (`all keep`: "keep"), in any language.

    None where it begins with no such word, an empty string where nothing follows it.
    """
    low = line.casefold()
    for word in (called for called, named in words_for("keyboard").items() if named == _EVERYBODY):
        rest = low.removeprefix(word)
        if rest != low and not (word.isascii() and rest[:1].isalnum()):
            return line[len(word) :].strip(" ,，、")
    return None


def find_next_for_all(session: Session, at: "Table", left: list[str], said: str) -> Event | None:
    """Return the act that `said` means for the first seat of `left` who may do it now, or None.

    Where nothing was said, the act that is due is meant. A seat whose choice is secret is skipped unless the
    act reveals nothing of it, such as a card laid face down.
    """
    game, state = at.game, at.state
    for seat in left:
        events = [
            event
            for event in (*game.legal(state, seat), *game.legal(state, TABLE))
            if doer_of(event) == seat and not is_closing(game, event)
        ]
        if is_private(game, state, seat):
            events = [
                event
                for event in events
                if type_of(event) in at.game.sealed and at.log_index.secrets.redact(None, event) == event
            ]
        due = [event for event in events if game.rank(type_of(event)) == 0]
        try:
            meant = session.parse(state, said, seat) if said else due[0] if len(due) == 1 else None
        except NotationError:
            continue
        if meant is not None and meant in events:
            return meant
    return None


def parse_act(
    session: Session, at: "Table", notation: str | None, event: str | None, seen: int | None = None
) -> Event:
    """Return the act that a line of notation, a number of the printed list or a JSON `event` means.

    `seen` is the revision whose numbers count even where no list was printed. Raises Problem.
    """
    if event is not None:
        codec = codec_for(at.game.id)
        try:
            return codec.event(event.encode())
        except MalformedError as error:
            from referee.kernel.vocabulary import explain  # the same

            why = explain(codec, event.encode(), error)
            raise Problem("cli.bad_event", why=why) from None
    listed = f"referee legal {quote(at.name)}"
    if (chosen := find_numbered_act(session, at, at.state, notation or "", listed, seen)) is not None:
        return chosen
    try:
        return session.parse(at.state, notation or "")
    except NotationError as error:
        from cli.unreadable import problem_of_line  # a cold start without it: 5 ms

        raise problem_of_line(session, at, notation or "", error) from None
