"""Wounds, and what they do to somebody."""

from referee.games.lifeboat.draft import Draft
from referee.games.lifeboat.events import Cause, Died, Healed, KnockedOut, Wounded


def wound(draft: Draft, i: int, cause: Cause, rule: str, amount: int = 1) -> None:
    """Wound a seat; say whether that knocked it out or killed it.

    Rules: LIF-STAT-01
    """
    seat, size = draft.state.seats[i], draft.state.sizes[i]
    before = draft.state.wounds[i]
    draft.derive(Wounded(seat, amount, cause), rule)
    after = before + amount
    if after > size >= before:
        draft.derive(Died(seat), "LIF-STAT-01")
    elif after == size > before:
        draft.derive(KnockedOut(seat), "LIF-STAT-01")


def heal(draft: Draft, i: int, cause: Cause, rule: str) -> None:
    """Take one wound from a seat.

    Rules: LIF-STAT-01
    """
    draft.derive(Healed(draft.state.seats[i], 1, cause), rule, "LIF-STAT-01")
