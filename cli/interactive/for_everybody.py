"""What everybody does alike, told in one line: `everybody gets a card`, `all keep`, `大家各留一张`."""

from typing import TYPE_CHECKING

from cli.frame.session import Session
from cli.output.just_recorded import is_private
from events.base import TABLE, Event, type_of
from referee.kernel.game import NotationError
from referee.l10n.wording import doer_of
from referee.service.tables.open_acts import is_closing

if TYPE_CHECKING:
    from cli.interactive.evening import Evening
    from referee.service.tables.table import Table

EVERYBODY = "everybody"
"""The word for it in `languages.toml`."""


def told_of_all(line: str) -> str | None:
    """Give what a line says that everybody does; None where it does not begin with a word for them."""
    from referee.languages import words_for

    low = line.casefold()
    for word in (called for called, named in words_for("keyboard").items() if named == EVERYBODY):
        rest = low.removeprefix(word)
        if rest != low and not (word.isascii() and rest[:1].isalnum()):
            return line[len(word) :].strip(" ,，、")
    return None


def do_for_all(evening: "Evening", said: str) -> bool:
    """Put the act of one seat after the other, whoever may, each once; tell whether anybody did."""
    left = list(evening.at.state.seats)
    while (found := next_of_all(evening.session, evening.at, left, said)) is not None:
        revision = evening.at.revision
        evening.put(found)
        left.remove(str(doer_of(found)))
        if evening.at.revision == revision:
            break
    return len(left) < len(evening.at.state.seats)


def next_of_all(session: Session, at: "Table", left: list[str], said: str) -> Event | None:
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
            events = [event for event in events if hides_all(at, event)]
        due = [event for event in events if game.rank(type_of(event)) == 0]
        try:
            meant = session.read(state, said, seat) if said else due[0] if len(due) == 1 else None
        except NotationError:
            continue
        if meant is not None and meant in events:
            return meant
    return None


def hides_all(at: "Table", event: Event) -> bool:
    """Return whether an act is done face down and names nothing that its seat alone may know."""
    return type_of(event) in at.game.sealed and bool(at.log_index.secrets.redact(None, event) == event)
