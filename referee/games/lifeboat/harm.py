"""Wounds, unconsciousness and death, and seats that leave the boat."""

from typing import Any

from msgspec.structs import replace

from referee.games.lifeboat.cards import account_for_cards
from referee.games.lifeboat.events import Cause, Died, Healed, KnockedOut, LostAtSea, Wounded
from referee.games.lifeboat.ledger import PROVISION_DECK, REMOVED, add_line
from referee.games.lifeboat.state import State
from referee.kernel.parts import Consequence, Draft, Event, set_at, unchanged


def wound(draft: Draft[State], i: int, cause: Cause, *rules: str, amount: int = 1) -> None:
    """Derive wounds of a seat, citing `rules`, and whether they knock it out or kill it."""
    seat, size = draft.state.seats[i], draft.state.sizes[i]
    before = draft.state.wounds[i]
    draft.derive(Wounded(seat, amount, cause), *rules)
    after = before + amount
    if after > size >= before:
        draft.derive(Died(seat), "LIF-STAT-01")
    elif after == size > before:
        draft.derive(KnockedOut(seat), "LIF-STAT-01")


def heal(draft: Draft[State], i: int, cause: Cause, rule: str) -> None:
    """Derive one wound less for a seat."""
    draft.derive(Healed(draft.state.seats[i], 1, cause), rule, "LIF-STAT-01")


def _apply_wounded(state: State, event: Wounded) -> State:
    i = state.index[event.seat]
    return replace(state, wounds=set_at(state.wounds, i, state.wounds[i] + event.amount))


def apply_healed(state: State, event: Healed) -> State:
    """Take wounds away, down to none."""
    i = state.index[event.seat]
    return replace(state, wounds=set_at(state.wounds, i, max(0, state.wounds[i] - event.amount)))


def _apply_lost_at_sea(state: State, event: LostAtSea) -> State:
    i = state.index[event.seat]
    return leave(state, i, event, lost=(*state.lost, i))


def leave(state: State, i: int, event: Event, **facts: Any) -> State:
    """Take a seat out of the boat, its cards out of the game, and set `facts` of the state."""
    hand, table = state.hands[i] or (), state.table[i]
    left = replace(
        state,
        boat=tuple([j for j in state.boat if j != i]),
        slots=tuple([j for j in state.slots if j != i]),
        hands=set_at(state.hands, i, ()),
        table=set_at(state.table, i, ()),
        parasols=state.parasols & ~(1 << i),
        removed=(*state.removed, *hand, *table),
        ledger=add_line(state.ledger, event, state.day, PROVISION_DECK, i, REMOVED, (None,) * len(hand), 0),
        **facts,
    )
    return account_for_cards(left) if state.hands[i] is None else left


_WOUNDING = ("LIF-FIGHT-08", "LIF-OVER-01", "LIF-OVER-02", "LIF-THIRST-04")

CONSEQUENCES = (
    Consequence(event=Wounded, rules=_WOUNDING, apply=_apply_wounded),
    Consequence(event=Healed, rules=("LIF-SPEC-05", "LIF-CAN-01"), apply=apply_healed),
    Consequence(event=KnockedOut, rules=("LIF-STAT-01",), apply=unchanged),
    Consequence(event=Died, rules=("LIF-STAT-01",), apply=unchanged, turning=True),
    Consequence(event=LostAtSea, rules=("LIF-STAT-05",), apply=_apply_lost_at_sea, turning=True),
)
