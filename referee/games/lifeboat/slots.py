"""Slots of the action phase: what begins one, and doing nothing in it."""

from typing import Any

from referee.games.lifeboat.common import (
    judge_seat,
    judge_slot,
    write,
)
from referee.games.lifeboat.draft import Draft, refuse
from referee.games.lifeboat.events import (
    Passed,
)
from referee.games.lifeboat.fights import serve_meal, settled
from referee.games.lifeboat.state import (
    State,
    deals,
    navigator,
    phase_of,
)
from referee.kernel.verdict import Refused, Verdict


def begin(state: State, event: Any, *rules: str) -> Draft:
    """Begin a slot's action: a meal nobody objected to happens first."""
    draft = write(state, event, "action", *rules)
    serve_meal(draft, state)
    return draft


def passed(state: State, event: Passed) -> Verdict:
    """Do nothing, in a slot or as the navigator who could look at the top card.

    Rules: LIF-ACT-01, LIF-NAV-03
    """
    before = settled(state)
    if phase_of(before) == "navigation" and deals(state, "navigation"):
        return judge_decline(before, event.seat) or begin(state, event, "LIF-NAV-03").accept()
    return judge_slot(before, event.seat) or begin(state, event, "LIF-ACT-01").accept()


def judge_decline(state: State, seat: str) -> Refused | None:
    """Refuse to leave the top card to the deck, but for a navigator who could look at it.

    Rules: LIF-NAV-02, LIF-NAV-03
    """
    if refused := judge_seat(state, seat):
        return refused
    if seat in may_decline(state):
        return None
    return refuse("lifeboat.wrong_phase", "LIF-TURN-01", phase="navigation", needed="action")


def may_decline(state: State) -> tuple[str, ...]:
    """Name the navigator who must say that it will not look, before the referee turns the top card.

    Rules: LIF-NAV-02, LIF-NAV-03
    """
    i = navigator(state)
    is_free = i >= 0 and not state.stack and state.looked == 0 and state.switches.row_one == "no"
    has_cards = is_free and (state.hands[i] != () or "compass" in state.table[i])
    return (state.seats[i],) if has_cards else ()
