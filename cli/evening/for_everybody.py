"""What everybody does alike, told in one line: `everybody gets a card`, `all keep`, `大家各留一张`."""

from typing import TYPE_CHECKING

from cli.telling.just_recorded import is_private
from events.base import TABLE, Event, type_of
from referee.kernel.game import NotationError
from referee.l10n.wording import doer_of
from referee.service.tables.windows import is_closing

if TYPE_CHECKING:
    from cli.evening.evening import Evening

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
    """Put the act of one seat after the other, whoever may, each once; tell whether anybody did.

    A seat whose choice is secret is left out: it is asked behind the curtain.
    """
    left = list(evening.at.state.seats)
    while (found := next_to_do(evening, left, said)) is not None:
        revision = evening.at.revision
        evening.put(found)
        left.remove(str(doer_of(found)))
        if evening.at.revision == revision:
            break
    return len(left) < len(evening.at.state.seats)


def next_to_do(evening: "Evening", left: list[str], said: str) -> Event | None:
    """Find the first of some seats who may do now what was said: what it must, where nothing was said."""
    game, state = evening.at.game, evening.at.state
    for seat in left:
        if is_private(game, state, seat):
            continue
        events = [
            event
            for event in (*game.legal(state, seat), *game.legal(state, TABLE))
            if doer_of(event) == seat and not is_closing(game, event)
        ]
        due = [event for event in events if game.rank(type_of(event)) == 0]
        try:
            meant = evening.read(seat, said) if said else due[0] if len(due) == 1 else None
        except NotationError:
            continue
        if meant is not None and meant in events:
            return meant
    return None
