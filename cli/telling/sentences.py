"""What happened, the board, what is possible, who won: as a person at a table reads it."""

import sys
from collections.abc import Iterable, Iterator
from typing import Any

from cli.frame.session import Session, is_painted
from events.base import Event
from events.table import HouseRuled
from referee.kernel.game import Game
from referee.kernel.verdict import Fact

MOST_LISTED = 12
"""More than this many possibilities are counted, not listed, beside a refusal."""


def names_of(state: Any) -> dict[str, str]:
    """Give the names people go by; seats without one keep their id."""
    return dict(state.names) if state is not None else {}


def sentence(session: Session, state: Any, event: Event) -> str:
    """Say what an event means, in the language of the session."""
    from referee.l10n.options import worded
    from referee.l10n.tell import place_of, tell

    words = event if state is None else worded(event, session.lang, state.game)
    game = None if state is None else state.game
    text = tell(words, session.lang, names_of(state), place_of(state, event), game)
    if not isinstance(event, HouseRuled):
        return text
    return session.say("case.with_id", what=text.rstrip(".。"), id=f"{event.option}={event.value}")


def told_facts(session: Session, game: Game, state: Any, facts: Iterable[Fact]) -> Iterator[str]:
    """Write the facts of an action, its consequences indented under it."""
    for fact in facts:
        indent = "  " if fact.kind == "consequence" else ""
        yield indent + sentence(session, state, fact.event)
        state = game.evolve(state, fact.event)


def board(session: Session, game: Game, state: Any, seat: str | None = None) -> str:
    """Draw the board as a seat, or everybody, may see it."""
    from cli.frame.wrapping import columns
    from referee.draw import text_board

    return text_board(game.view(state, seat), session.lang, is_painted(sys.stdout), columns())


def possible(session: Session, game: Game, state: Any, seats: Iterable[str], most: int = 10_000) -> str:
    """List what seats may do now, in notation."""
    from cli.telling.face_down import open_to_all
    from referee.service.windows import in_order

    lines = []
    for seat in seats:
        events = in_order(game, open_to_all(game, state, seat))
        lines += ["  " + session.notate(state, event) for event in events[:most]]
        if len(events) > most:
            lines.append("  " + session.say("cli.and_more", n=len(events) - most))
    return "\n".join(lines)


def result(session: Session, state: Any, game: Game) -> str:
    """Say who has won, or that nobody has."""
    winners = game.winners(state)
    if winners is None:
        return session.say("cli.not_over")
    if not winners:
        return session.say("cli.nobody_won")
    return session.say(
        "cli.won" if len(winners) == 1 else "cli.won_together", seats=winners, names=names_of(state)
    )
