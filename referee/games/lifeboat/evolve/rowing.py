"""Strokes: navigation cards come off the deck and go into the row stack or under it."""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from events.base import Event
from referee.games.lifeboat import ledger as book
from referee.games.lifeboat.events import (
    NavigationDrawn,
    Rowed,
)
from referee.games.lifeboat.evolve.days import end_meal, end_slot
from referee.games.lifeboat.evolve.playing import signal
from referee.games.lifeboat.state import (
    State,
)
from referee.games.lifeboat.tables import identify


def navigation_drawn(state: State, event: NavigationDrawn) -> State:
    """Show a seat the cards it drew: for a stroke, for a flare, or with the compass."""
    i, cards = state.index[event.seat], tuple(map(identify, event.cards))
    if state.demand is not None and state.demand.kind == "signal":
        return end_slot(signal(state, cards, event), i)
    if state.stroke is None:
        line = book.Line(book.NAVIGATION, book.STACK, book.STACK, cards, 1 << i, event, state.day)
        shown = iter(cards)
        stack = tuple([next(shown) if isinstance(card, int) else card for card in state.stack])
        return replace(state, stack=stack, ledger=book.Ledger(state.ledger, line))
    return draw_for_stroke(state, i, cards, event)


def draw_for_stroke(state: State, i: int, cards: tuple[Any, ...], event: Event) -> State:
    """Take cards off the navigation deck for a rower to look at."""
    line = book.Line(book.NAVIGATION, book.DECK, book.DRAWN, cards, 1 << i, event, state.day)
    return replace(
        state, stroke=cards, queue=state.queue[len(cards) :], ledger=book.Ledger(state.ledger, line)
    )


def rowed(state: State, event: Rowed) -> State:
    """Put what was drawn into the row stack and under the deck; nothing drawn yet announces it."""
    state = end_meal(state)
    i = state.index[event.seat]
    if not event.drawn:
        return replace(state, stroke=()) if state.queue else finish_stroke(state, i, (), ())
    if not state.stroke:
        state = draw_for_stroke(state, i, tuple(map(identify, event.drawn)), event)
    drawn = state.stroke or ()
    stacked, buried = tuple(map(identify, event.stacked)), tuple(map(identify, event.buried))
    stacked, buried = infer_piles(tuple(drawn), stacked, buried)
    older, knowers = state.ledger, 1 << i
    if stacked:
        older = book.Ledger(
            older, book.Line(book.NAVIGATION, book.DRAWN, book.STACK, stacked, knowers, event, state.day)
        )
    if buried:
        older = book.Ledger(
            older, book.Line(book.NAVIGATION, book.DRAWN, book.DECK, buried, knowers, event, state.day)
        )
    return finish_stroke(replace(state, ledger=older), i, stacked, buried)


def infer_piles(drawn: tuple[Any, ...], stacked: tuple[Any, ...], buried: tuple[Any, ...]) -> Any:
    """Name the one card a rower did not name, where all the others are known."""
    unnamed = list(drawn)
    for card in (*stacked, *buried):
        if card is not None and card in unnamed:
            unnamed.remove(card)
    gaps = [*stacked, *buried].count(None)
    if gaps != 1 or len(unnamed) != 1:
        return stacked, buried
    named = tuple(unnamed[0] if card is None else card for card in (*stacked, *buried))
    return named[: len(stacked)], named[len(stacked) :]


def finish_stroke(state: State, i: int, stacked: tuple[Any, ...], buried: tuple[Any, ...]) -> State:
    """Lay both piles down, give the row marker, end the slot."""
    marked = bool(stacked) or state.switches.row_marker == "always"
    state = replace(
        state,
        stroke=None,
        stack=(*state.stack, *stacked),
        stackers=(*state.stackers, *(i,) * len(stacked)),
        queue=(*state.queue, *buried),
        rowed=state.rowed | marked << i,
    )
    return end_slot(state, i)


EVOLVERS: dict[type, Callable[[State, Any], State]] = {
    NavigationDrawn: navigation_drawn,
    Rowed: rowed,
}
