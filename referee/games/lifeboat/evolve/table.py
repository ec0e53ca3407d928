"""What every game shares, what the table sets by hand, and what is turned up at the end."""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from events.base import Event
from events.table import (
    Corrected,
    HouseRuled,
    SecretOpened,
)
from referee.games.lifeboat import ledger as book
from referee.games.lifeboat import picks
from referee.games.lifeboat.charter import CHARTER
from referee.games.lifeboat.events import (
    Died,
    FightClosed,
    GameEnded,
    HandRevealed,
    KnockedOut,
)
from referee.games.lifeboat.evolve.resuming import resume
from referee.games.lifeboat.position import accounted, place
from referee.games.lifeboat.state import (
    PUBLIC,
    State,
    is_untouched,
    put,
    set_aside,
    set_up,
    sizes_of,
)
from referee.games.lifeboat.tables import BIRDS_TO_LAND
from referee.kernel.table import SHARED_RULES, evolve_table_event, redeem


def table_event(state: State, event: Event) -> State:
    """Apply an event every game shares; a switch may say what is set up, and who is big."""
    before, state = state, evolve_table_event(CHARTER, state, event)
    if isinstance(event, SecretOpened) and event.about:
        return replace(state, ledger=picks.named(state, event))
    if state.switches == before.switches:
        return state
    if is_untouched(state):
        return replace(state, **set_up(state.switches, len(state.seats), state.chance))
    sizes = sizes_of(state.switches, state.character)
    state = replace(set_aside_more(before, state), sizes=sizes)
    return resume(before, state, event)


def set_aside_more(before: State, state: State) -> State:
    """Take provisions off the deck, or put them back, where the table agrees how many are set aside."""
    n = len(state.seats)
    more = set_aside(state.switches, n) - set_aside(before.switches, n)
    more = min(max(more, -state.aside), state.deck)
    return replace(state, aside=state.aside + more, deck=state.deck - more)


def corrected(state: State, event: Corrected[Any]) -> State:
    """Set facts by hand: a fourth bird ends the game.

    One that was over goes on where they say so, its hands taken up again.
    """
    placed = resume(state, place(state, event), event)
    if placed.birds >= BIRDS_TO_LAND and placed.phase != "setup":
        placed = replace(placed, phase="ended")
    return placed if placed.phase == "ended" else replace(placed, result=None, revealed=0)


def unchanged(state: State, _: Event) -> State:
    """Leave the state as it is."""
    return state


def hand_revealed(state: State, event: HandRevealed) -> State:
    """Turn a seat's cards up."""
    i = state.index[event.seat]
    hand = state.hands[i]
    state = redeem(state, event.seat) if event.love or event.hate else state
    line = book.Line(book.PROVISIONS, i, i, event.hand, PUBLIC, event, state.day)
    cards = event.hand if None not in event.hand or hand is None or None in hand else hand
    ledger = book.with_secrets(state.ledger, i, event.love, event.hate, PUBLIC, event, state.day)
    seen = replace(state, hands=put(state.hands, i, cards))
    return replace(
        accounted(seen) if hand is None else seen,
        love=put(state.love, i, event.love or state.love[i]),
        hate=put(state.hate, i, event.hate or state.hate[i]),
        revealed=state.revealed | (state.phase == "ended") << i,
        ledger=book.Ledger(ledger, line),
    )


def game_ended(state: State, event: GameEnded) -> State:
    """Keep the result."""
    return replace(state, phase="ended", result=event)


EVOLVERS: dict[type, Callable[[State, Any], State]] = {
    **dict.fromkeys(SHARED_RULES, table_event),
    HouseRuled: table_event,
    Corrected: corrected,
    FightClosed: unchanged,
    HandRevealed: hand_revealed,
    KnockedOut: unchanged,
    Died: unchanged,
    GameEnded: game_ended,
}
