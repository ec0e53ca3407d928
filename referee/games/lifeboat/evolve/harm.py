"""Wounds that come and go, and seats that leave the boat."""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from events.base import Event
from referee.games.lifeboat import ledger as book
from referee.games.lifeboat.events import (
    CorpseEaten,
    Healed,
    LostAtSea,
    Wounded,
)
from referee.games.lifeboat.evolve.days import end_meal
from referee.games.lifeboat.position import accounted
from referee.games.lifeboat.state import (
    State,
    put,
)


def wounded(state: State, event: Wounded) -> State:
    """Add wounds."""
    i = state.index[event.seat]
    return replace(state, wounds=put(state.wounds, i, state.wounds[i] + event.amount))


def healed(state: State, event: Healed) -> State:
    """Remove wounds."""
    i = state.index[event.seat]
    return replace(state, wounds=put(state.wounds, i, max(0, state.wounds[i] - event.amount)))


def lost_at_sea(state: State, event: LostAtSea) -> State:
    """Take a seat out of the boat with everything it had."""
    i = state.index[event.seat]
    return replace(leave(state, i, event), lost=(*state.lost, i))


def corpse_eaten(state: State, event: CorpseEaten) -> State:
    """Take a corpse out of the game; with `cannibal_loot` it stays aboard with its goods."""
    i = state.index[event.seat]
    state = end_meal(replace(state, eaten=(*state.eaten, i)))
    return leave(state, i, event) if state.switches.cannibal_loot == "leaves" else state


def leave(state: State, i: int, event: Event) -> State:
    """Take a seat out of the boat, its hand and its face-up cards out of the game."""
    hand, table = state.hands[i] or (), state.table[i]
    line = book.Line(book.PROVISIONS, i, book.REMOVED, (None,) * len(hand), 0, event, state.day)
    left = replace(
        state,
        boat=tuple([j for j in state.boat if j != i]),
        slots=tuple([j for j in state.slots if j != i]),
        hands=put(state.hands, i, ()),
        table=put(state.table, i, ()),
        parasols=state.parasols & ~(1 << i),
        removed=(*state.removed, *hand, *table),
        ledger=book.Ledger(state.ledger, line) if hand else state.ledger,
    )
    return accounted(left) if state.hands[i] is None else left


EVOLVERS: dict[type, Callable[[State, Any], State]] = {
    Wounded: wounded,
    Healed: healed,
    LostAtSea: lost_at_sea,
    CorpseEaten: corpse_eaten,
}
