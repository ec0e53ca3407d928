"""What is possible, in words for one screen: cards only a seat sees, windows and whose word ends them."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from cli.frame.session import Session
from events.base import type_of
from referee.kernel.game import Game
from referee.service.tables.windows import in_order

if TYPE_CHECKING:
    from referee.kernel.table import TableState


def closing_words(session: Session, game: Game, state: "TableState") -> list[str]:
    """Head what the whole table says to end a window: when, and who may still do what."""
    from referee.draw import board_of

    view = game.view(state, None)
    if not getattr(view, "windows", None):
        return []
    words = board_of(game.id).window_words(view, session.lang)
    return [session.say("cli.table_says"), *("    " + each for each in words)]


def template_words(session: Session, game: Game, state: "TableState", seats: Iterable[str]) -> list[str]:
    """Write the lines to go by of what is too much to list."""
    if game.templates is None:
        return []
    found = [event for seat in seats for event in game.templates(state, seat)]
    lines = ["    " + session.notate(state, event) for event in found]
    return [session.say("cli.read_aloud"), *lines] if lines else []


def card_words(session: Session, game: Game, state: "TableState", seats: Iterable[str]) -> list[str]:
    """Say what each seat does by cards only it may see: what kind of thing, and how it lists them."""
    if not game.handled or game.winners(state) is not None:
        return []
    who: dict[tuple[str, ...], list[str]] = {}
    for seat in seats:
        who.setdefault(kinds_by_cards(session, game, state, seat), []).append(seat)
    return [
        session.say(
            "cli.by_cards", seats=those, names=state.names, what=kinds, id="SEAT" if those[1:] else those[0]
        )
        for kinds, those in who.items()
        if kinds
    ]


def kinds_by_cards(session: Session, game: Game, state: "TableState", seat: str) -> tuple[str, ...]:
    """Name the kinds of acts hidden cards decide that a seat may do.

    What it may do by what everybody may know is always named: its own hand only ever allows less.
    """
    from referee.l10n import noun

    events = in_order(game, (*game.legal(state, seat), *game.legal(game.known(state, None), seat)))
    kinds = dict.fromkeys(kind for event in events if (kind := type_of(event)) in game.handled)
    return tuple(noun("event", kind, session.lang, game.id) for kind in kinds)


def offered(game: Game, state: "TableState", seats: Iterable[str]) -> bool:
    """Tell whether there is anything at all that some seats, or the table, may do."""
    return any(
        game.legal(state, seat) or (game.templates is not None and game.templates(state, seat))
        for seat in seats
    )
