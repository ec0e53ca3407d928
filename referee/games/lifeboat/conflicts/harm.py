"""Wounds, what they do to somebody, and seats that leave the boat."""

from typing import Any

from msgspec.structs import replace

from events.base import Event
from referee.games.lifeboat.by_hand.position import accounted
from referee.games.lifeboat.events import Cause, Died, Healed, KnockedOut, LostAtSea, Wounded
from referee.games.lifeboat.hidden_cards import ledger as book
from referee.games.lifeboat.state import State
from referee.kernel.acts import Consequence, Draft, unchanged
from referee.kernel.facts import put


def wound(draft: Draft[State], i: int, cause: Cause, rule: str, amount: int = 1) -> None:
    """Wound a seat; say whether that knocked it out or killed it. Rules: LIF-STAT-01."""
    seat, size = draft.state.seats[i], draft.state.sizes[i]
    before = draft.state.wounds[i]
    draft.derive(Wounded(seat, amount, cause), rule)
    after = before + amount
    if after > size >= before:
        draft.derive(Died(seat), "LIF-STAT-01")
    elif after == size > before:
        draft.derive(KnockedOut(seat), "LIF-STAT-01")


def heal(draft: Draft[State], i: int, cause: Cause, rule: str) -> None:
    """Take one wound from a seat. Rules: LIF-STAT-01."""
    draft.derive(Healed(draft.state.seats[i], 1, cause), rule, "LIF-STAT-01")


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
    return leave(state, i, event, lost=(*state.lost, i))


def leave(state: State, i: int, event: Event, **facts: Any) -> State:
    """Take a seat out of the boat, what it had out of the game, other facts set with it."""
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
        **facts,
    )
    return accounted(left) if state.hands[i] is None else left


WOUNDING = ("LIF-FIGHT-08", "LIF-OVER-01", "LIF-OVER-02", "LIF-THIRST-04")

CONSEQUENCES = (
    Consequence(event=Wounded, rules=WOUNDING, apply=wounded),
    Consequence(event=Healed, rules=("LIF-SPEC-05", "LIF-CAN-01"), apply=healed),
    Consequence(event=KnockedOut, rules=("LIF-STAT-01",), apply=unchanged),
    Consequence(event=Died, rules=("LIF-STAT-01",), apply=unchanged, turning=True),
    Consequence(event=LostAtSea, rules=("LIF-STAT-05",), apply=lost_at_sea, turning=True),
)
