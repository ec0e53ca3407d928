"""Rowing: the stroke, its cards, and what the referee shows of those it deals."""

from referee.games.lifeboat.common import (
    judge_seat,
    judge_slot,
    write,
)
from referee.games.lifeboat.draft import refuse
from referee.games.lifeboat.events import (
    NavigationDrawn,
    Rowed,
)
from referee.games.lifeboat.fights import settled
from referee.games.lifeboat.possible import judge_navigation
from referee.games.lifeboat.slots import begin
from referee.games.lifeboat.specials import fly, judge_signal
from referee.games.lifeboat.state import (
    State,
    deals,
    is_conscious,
    must_name,
    navigator,
    phase_of,
    stroke_size,
)
from referee.games.lifeboat.tables import FLARE_CARDS, identify
from referee.kernel.verdict import Refused, Verdict


def rowed(state: State, event: Rowed) -> Verdict:
    """Row: look at cards, put each into the row stack or under the deck.

    Rules: LIF-ROW-01, LIF-ROW-02, LIF-ROW-03, LIF-VAR-ROW1
    """
    before = settled(state)
    refused = judge_slot(before, event.seat) if before.stroke is None else judge_stroke_owner(before, event)
    if refused or (refused := judge_stroke(before, event)):
        return refused
    variant = ("LIF-VAR-ROW1",) if state.switches.row_one == "yes" else ()
    draft = begin(state, event, "LIF-ROW-01", *variant, "LIF-ROW-02", "LIF-ROW-03")
    if not event.drawn or before.stroke:
        return draft.accept()
    seen = 1 << state.index[event.seat]
    return judge_navigation(before, draft.state, event.drawn, seen) or draft.accept()


def judge_stroke_owner(state: State, event: Rowed) -> Refused | None:
    """Refuse to end somebody else's stroke.

    Rules: LIF-ACT-01
    """
    if refused := judge_seat(state, event.seat):
        return refused
    actor = next(i for i in state.slots if is_conscious(state, i))
    if state.index[event.seat] != actor:
        return refuse("lifeboat.not_your_slot", "LIF-TURN-02", seat=event.seat, actor=state.seats[actor])
    return refuse("lifeboat.one_action", "LIF-ACT-01", seat=event.seat) if not event.drawn else None


def judge_stroke(state: State, event: Rowed) -> Refused | None:
    """Refuse piles that what was drawn cannot make.

    Rules: LIF-ROW-01, LIF-ROW-02
    """
    needed = len(state.stroke) if state.stroke else stroke_size(state, state.index[event.seat])
    dealt = deals(state, "navigation")
    if not event.drawn and dealt:
        return None
    if len(event.drawn) != needed:
        rules = ("LIF-ROW-01", "LIF-VAR-ROW1") if state.switches.row_one == "yes" else ("LIF-ROW-01",)
        return refuse("lifeboat.wrong_stroke", *rules, n=len(event.drawn), needed=needed)
    drawn = list(map(identify, event.drawn))
    piles = list(map(identify, (*event.stacked, *event.buried)))
    if must_name(state, "navigation") and None in (*drawn, *piles):
        return refuse("lifeboat.name_the_card", "LIF-ROW-02", seat=event.seat)
    if state.stroke and any(card is not None and card not in state.stroke for card in drawn):
        return refuse("lifeboat.not_drawn_by_you", "LIF-ROW-02", seat=event.seat)
    if state.stroke:
        drawn = list(state.stroke)
    named = [card for card in piles if card is not None]
    extra = [card for card in set(named) if named.count(card) > drawn.count(card)]
    if len(extra) > drawn.count(None) or any(named.count(card) > 1 for card in extra):
        return refuse("lifeboat.not_drawn_by_you", "LIF-ROW-02", seat=event.seat)
    return None


def navigation_drawn(state: State, event: NavigationDrawn) -> Verdict:
    """Show the cards an announced stroke, flare or compass drew.

    Rules: LIF-ROW-01, LIF-SPEC-03, LIF-NAV-03
    """
    if refused := judge_seat(state, event.seat):
        return refused
    i = state.index[event.seat]
    needed = cards_due(state, i)
    if not needed:
        return refuse("lifeboat.nothing_drawn", "LIF-ROW-01", seat=event.seat)
    is_signal = state.demand is not None
    if len(event.cards) != needed and not is_signal:
        return refuse("lifeboat.wrong_stroke", "LIF-ROW-01", n=len(event.cards), needed=needed)
    if None in event.cards and must_name(state, "navigation"):
        return refuse("lifeboat.name_the_card", "LIF-ROW-01", seat=event.seat)
    if is_signal and (refused := judge_signal(state, event.cards)):
        return refused
    draft = write(state, event, "observation", "LIF-SPEC-03" if is_signal else "LIF-ROW-01")
    if refused := judge_navigation(state, draft.state, event.cards, 1 << i):
        return refused
    if is_signal:
        fly(draft, tuple(map(identify, event.cards)))
    return draft.accept()


def cards_due(state: State, i: int) -> int:
    """Count the navigation cards the referee owes a seat a look at."""
    if state.demand is not None:
        is_due = state.demand.kind == "signal" and state.demand.by == i
        return min(FLARE_CARDS, len(state.queue)) if is_due else 0
    if state.stroke == ():
        actor = next((j for j in state.slots if is_conscious(state, j)), -1)
        return stroke_size(state, i) if actor == i else 0
    is_looking = deals(state, "navigation") and phase_of(state) == "navigation"
    return sum(isinstance(c, int) for c in state.stack) if is_looking and navigator(state) == i else 0
