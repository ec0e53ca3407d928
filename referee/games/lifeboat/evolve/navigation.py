"""The day's card: how it is chosen, and what birds, water and thirst do."""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from events.base import Event
from referee.games.lifeboat import ledger as book
from referee.games.lifeboat.events import (
    BirdLost,
    BirdSighted,
    ChumUsed,
    CompassUsed,
    FellOverboard,
    GhostCalled,
    NavigationChosen,
    WaterUsed,
)
from referee.games.lifeboat.evolve.days import end_meal
from referee.games.lifeboat.evolve.playing import keep_up
from referee.games.lifeboat.hands import lose, spend
from referee.games.lifeboat.state import (
    PUBLIC,
    State,
    is_conscious,
    put,
)
from referee.games.lifeboat.tables import BIRDS_TO_LAND, identify


def compass_used(state: State, event: CompassUsed) -> State:
    """Put the top card on the row stack; a compass used from the hand stays face up."""
    i, card = state.index[event.seat], identify(event.card)
    if state.looked >= (state.switches.row_one == "yes"):
        state = keep_up(state, i, "compass", event)
    line = book.Line(book.NAVIGATION, book.DECK, book.STACK, (card,), 1 << i, event, state.day)
    card = state.queue[0] if card is None else card
    return replace(
        end_meal(state),
        stack=(*state.stack, card),
        stackers=(*state.stackers, i),
        queue=state.queue[1:],
        looked=state.looked + 1,
        ledger=book.Ledger(state.ledger, line),
    )


def navigation_chosen(state: State, event: NavigationChosen) -> State:
    """Turn the day's card up; what is left of the row stack goes under the deck."""
    state = end_meal(state)
    card: Any = identify(event.card)
    state = replace(state, phase="overboard", chosen=card, spare=0)
    if event.seat is None:
        state = bury_stack(state, state.stack, PUBLIC if not state.stack else 0, event)
        line = book.Line(book.NAVIGATION, book.DECK, book.CHOSEN, (card,), PUBLIC, event, state.day)
        return replace(state, queue=state.queue[1:], ledger=book.Ledger(state.ledger, line))
    i = state.index[event.seat]
    line = book.Line(book.NAVIGATION, book.STACK, book.CHOSEN, (card,), PUBLIC, event, state.day)
    return bury_stack(
        replace(state, ledger=book.Ledger(state.ledger, line)), lose(state.stack, card), 1 << i, event
    )


def bury_stack(state: State, rest: tuple[Any, ...] | None, knowers: int, event: Event) -> State:
    """Put the rest of the row stack under the deck, in an order nobody is asked for."""
    cards = tuple(rest or ())
    if not cards:
        return replace(state, stack=(), stackers=())
    unordered = cards if len(cards) == 1 or state.deals_navigation else (None,) * len(cards)
    told = tuple([None if isinstance(card, int) else card for card in unordered])
    line = book.Line(book.NAVIGATION, book.STACK, book.DECK, told, knowers, event, state.day)
    return replace(
        state, stack=(), stackers=(), queue=(*state.queue, *unordered), ledger=book.Ledger(state.ledger, line)
    )


def bird_sighted(state: State, _: BirdSighted) -> State:
    """Add a bird; the fourth ends the game."""
    birds = state.birds + 1
    phase = "ended" if birds >= BIRDS_TO_LAND else state.phase
    return replace(state, birds=birds, phase=phase)


def bird_lost(state: State, _: BirdLost) -> State:
    """Remove a bird."""
    return replace(state, birds=state.birds - 1)


def fell_overboard(state: State, event: FellOverboard) -> State:
    """Put a seat in the water, and remember whom the water will not give back."""
    i = state.index[event.seat]
    doomed = state.doomed
    if not is_conscious(state, i) and ("preserver" not in state.table[i] or state.wounds[i] > state.sizes[i]):
        doomed = (*doomed, i)
    return replace(state, fallen=(*state.fallen, i), doomed=doomed)


def chum_used(state: State, event: ChumUsed) -> State:
    """Throw chum."""
    return replace(spend(state, state.index[event.seat], "chum", event), sharks=state.sharks + 1)


def ghost_called(state: State, event: GhostCalled) -> State:
    """Call the sharks."""
    return replace(state, ghosts=state.ghosts | 1 << state.index[event.seat])


def water_used(state: State, event: WaterUsed) -> State:
    """Spend a water on a thirst."""
    on = state.index[event.on]
    state = spend(state, state.index[event.seat], "water", event)
    return replace(state, paid=put(state.paid, on, state.paid[on] + 1))


EVOLVERS: dict[type, Callable[[State, Any], State]] = {
    CompassUsed: compass_used,
    NavigationChosen: navigation_chosen,
    WaterUsed: water_used,
    ChumUsed: chum_used,
    GhostCalled: ghost_called,
    BirdSighted: bird_sighted,
    BirdLost: bird_lost,
    FellOverboard: fell_overboard,
}
