"""What happened, the board, what is possible, who won: as a person at a table reads it."""

import sys
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from cli.frame.session import Session, is_painted
from events.base import Event
from events.table import HouseRuled
from referee.kernel.game import Game
from referee.kernel.shared import SHARED
from referee.kernel.verdict import JudgedEvent

if TYPE_CHECKING:
    from referee.kernel.table import TableState
    from referee.service.logs.log_index import LogIndex, VisibleEntry
    from referee.service.tables.table import Table

MOST_LISTED = 12
"""More than this many possibilities are counted, not listed, beside a refusal."""


def names_of(state: "TableState | None") -> dict[str, str]:
    """Give the names people go by; seats without one keep their id."""
    return dict(state.names) if state is not None else {}


def sentence(session: Session, state: "TableState | None", event: Event) -> str:
    """Say what an event means, in the language of the session."""
    from referee.l10n.messages import event_words, place_of
    from referee.l10n.options import put_words_in

    words = event if state is None else put_words_in(event, session.lang, state.game)
    game = None if state is None else state.game
    text = event_words(words, session.lang, names_of(state), place_of(state, event), game)
    return with_typed(session, text, event.option, event.value) if isinstance(event, HouseRuled) else text


def with_typed(session: Session, text: str, option: str, value: object) -> str:
    """Add to the words of a house rule how it is typed."""
    return session.say("case.with_id", what=text.rstrip(".。"), id=f"{option}={value}")


def entry_line(
    session: Session, log_index: "LogIndex", seen: "VisibleEntry", viewer: str | None = None
) -> str:
    """Say an entry in full: consequences are indented, a house rule is also shown as it is typed."""
    from referee.service.wording import entry_words

    words, event = entry_words(log_index, seen, session.lang, viewer), seen.event
    said = with_typed(session, words, event.option, event.value) if isinstance(event, HouseRuled) else words
    return ("  " if seen.entry.kind == "consequence" else "") + said


def told_facts(session: Session, at: "Table", first: int, facts: Iterable[JudgedEvent]) -> Iterator[str]:
    """Write the facts of an action, recorded from entry `first` on, as who did it may read them.

    Only what the table says of other entries needs the log. What the act said itself is not told again.
    """
    from msgspec.structs import replace

    from referee.l10n.messages import left_unsaid

    told = tuple(facts)
    if any(type(judged.event) in SHARED for judged in told):
        for seen, judged in zip(at.log_index.view()[first - 1 :], told, strict=False):
            yield entry_line(session, at.log_index, replace(seen, event=judged.event))
        return
    state = at.before(first)
    for judged in told:
        if (event := left_unsaid(at.game.id, judged.event, told[0].event)) is not None:
            yield ("  " if judged.kind == "consequence" else "") + sentence(session, state, event)
        state = at.game.evolve(state, judged.event)


def board(session: Session, game: Game, state: "TableState", seat: str | None = None) -> str:
    """Draw the board as a seat, or everybody, may see it."""
    from cli.frame.wrapping import columns
    from referee.draw import text_board

    return text_board(game.view(state, seat), session.lang, is_painted(sys.stdout), columns())


def result(session: Session, state: "TableState", game: Game) -> str:
    """Say who has won, or that nobody has."""
    winners = game.winners(state)
    if winners is None:
        return session.say("cli.closed_before_the_end" if state.closed else "cli.not_over")
    if seats := game.undecided(state):
        return session.say("table.undecided", seats=seats, names=names_of(state))
    if not winners:
        return session.say("cli.nobody_won")
    return session.say(
        "cli.won" if len(winners) == 1 else "cli.won_together", seats=winners, names=names_of(state)
    )
