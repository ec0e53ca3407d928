"""Rowing: the stroke, its cards, and what the referee shows of those it deals."""

from functools import lru_cache
from itertools import product
from typing import Any

from msgspec.structs import replace

from referee.games.lifeboat.conflicts import after_meal
from referee.games.lifeboat.ending import fly
from referee.games.lifeboat.events import NavigationDrawn, Rowed
from referee.games.lifeboat.ledger import DECK, DRAWN, NAVIGATION_DECK, STACK, Ledger, LedgerLine
from referee.games.lifeboat.possible import judge_navigation
from referee.games.lifeboat.secrecy import SECRETS
from referee.games.lifeboat.specials import judge_signal, signal
from referee.games.lifeboat.state import (
    State,
    current,
    deals,
    is_stroke_dealt,
    must_name,
    navigator,
    phase_of,
    stroke_size,
)
from referee.games.lifeboat.tables import FLARE_CARDS, identified
from referee.games.lifeboat.turns import actor, end_slot, judge_slot
from referee.kernel.acts import LISTS_KEPT, Act, Draft
from referee.kernel.verdict import Refused, refuse

Cards = tuple[Any, ...]


def judge_rowing(state: State, event: Rowed) -> Refused | None:
    """Judge a stroke: look at cards, put each into the row stack or under the deck."""
    if state.stroke is not None and not event.drawn:
        return refuse("lifeboat.one_action", "LIF-ACT-01", seat=event.seat)
    if refused := judge_stroke(state, event):
        return refused
    if not event.drawn or state.stroke:
        return None
    return judge_navigation(state, lambda: rowed(state, event), event.drawn, 1 << state.index[event.seat])


def judge_rower(state: State, seat: str) -> Refused | None:
    """Refuse to begin a stroke outside one's slot, or to end somebody else's."""
    if state.stroke is None:
        return judge_slot(state, seat)
    due = actor(state)
    return None if seat == due else refuse("lifeboat.not_your_slot", "LIF-TURN-02", seat=seat, actor=due)


def rules_of_size(state: State) -> tuple[str, ...]:
    """Name the rules that say how many cards a stroke draws."""
    return ("LIF-ROW-01", "LIF-VAR-ROW1") if state.options.row_one == "yes" else ("LIF-ROW-01",)


def judge_stroke(state: State, event: Rowed) -> Refused | None:
    """Refuse piles that what was drawn cannot make."""
    needed = len(state.stroke) if state.stroke else stroke_size(state, state.index[event.seat])
    if not event.drawn and deals(state, "navigation"):
        return None
    if needed and not event.drawn:
        return refuse("lifeboat.which_stroke", *rules_of_size(state), needed=needed)
    if len(event.drawn) != needed:
        return refuse("lifeboat.wrong_stroke", *rules_of_size(state), n=len(event.drawn), needed=needed)
    drawn = identified(event.drawn)
    piles = identified((*event.stacked, *event.buried))
    if must_name(state, "navigation") and None in (*drawn, *piles):
        return refuse("lifeboat.name_the_card", "LIF-ROW-02", seat=event.seat)
    if state.stroke and any(card is not None and card not in state.stroke for card in drawn):
        return refuse("lifeboat.not_drawn_by_you", "LIF-ROW-02", seat=event.seat)
    if state.stroke:
        drawn = state.stroke
    named = [card for card in piles if card is not None]
    extra = [card for card in set(named) if named.count(card) > drawn.count(card)]
    if len(extra) > drawn.count(None) or any(named.count(card) > 1 for card in extra):
        return refuse("lifeboat.not_drawn_by_you", "LIF-ROW-02", seat=event.seat)
    return None


def strokes(state: State, seat: str) -> tuple[Rowed, ...]:
    """List the ways to row: to announce it, to part what was drawn, or cards the referee does not see."""
    if state.stroke is not None:
        return splits(seat, state.stroke) if state.stroke else ()
    return (Rowed(seat),) if state.deals_navigation else unseen(seat, stroke_size(state, state.index[seat]))


@lru_cache(maxsize=LISTS_KEPT)
def unseen(seat: str, n: int) -> tuple[Rowed, ...]:
    """Row with cards the referee does not see: none to all of them stacked."""
    return tuple(Rowed(seat, (None,) * n, (None,) * k, (None,) * (n - k)) for k in range(n + 1))


@lru_cache(maxsize=LISTS_KEPT)
def splits(seat: str, drawn: tuple[Any, ...]) -> tuple[Rowed, ...]:
    """Row with cards that were drawn: every way to part them."""
    return tuple(
        Rowed(
            seat,
            drawn,
            tuple(card for card, up in zip(drawn, way, strict=True) if up),
            tuple(card for card, up in zip(drawn, way, strict=True) if not up),
        )
        for way in product((True, False), repeat=len(drawn))
    )


def with_marker(state: State, event: Rowed) -> Rowed:
    """Write down whether a stroke that ends gets the row marker."""
    is_over = bool(event.drawn) or not state.queue
    is_due = bool(event.stacked) or state.options.row_marker == "always"
    return replace(event, marked=is_over and is_due)


def rowed(state: State, event: Rowed) -> State:
    """Put what was drawn into the row stack and under the deck; nothing drawn yet announces it."""
    if not event.drawn:
        return replace(state, stroke=()) if state.queue else finish_stroke(state, event, (), (), state.ledger)
    i = state.index[event.seat]
    if not state.stroke:
        state = draw_for_stroke(state, i, identified(event.drawn), event)
    stacked, buried = infer_piles(state.stroke or (), identified(event.stacked), identified(event.buried))
    older, readers = state.ledger, 1 << i
    if stacked:
        line = LedgerLine(NAVIGATION_DECK, DRAWN, STACK, stacked, readers, event, state.day)
        older = Ledger(older, line)
    if buried:
        line = LedgerLine(NAVIGATION_DECK, DRAWN, DECK, buried, readers, event, state.day)
        older = Ledger(older, line)
    return finish_stroke(state, event, stacked, buried, older)


def infer_piles(drawn: Cards, stacked: Cards, buried: Cards) -> Any:
    """Name the one card a rower did not name, where all the others are known."""
    if stacked.count(None) + buried.count(None) != 1:
        return stacked, buried
    unnamed = list(drawn)
    for card in (*stacked, *buried):
        if card is not None and card in unnamed:
            unnamed.remove(card)
    if len(unnamed) != 1:
        return stacked, buried
    named = tuple(unnamed[0] if card is None else card for card in (*stacked, *buried))
    return named[: len(stacked)], named[len(stacked) :]


def finish_stroke(state: State, event: Rowed, stacked: Cards, buried: Cards, ledger: Ledger | None) -> State:
    """Lay both piles down, give the row marker, end the slot."""
    i = state.index[event.seat]
    return end_slot(
        state,
        i,
        stroke=None,
        stack=(*state.stack, *stacked),
        stackers=(*state.stackers, *(i,) * len(stacked)),
        queue=(*state.queue, *buried),
        rowed=state.rowed | event.marked << i,
        ledger=ledger,
    )


def judge_drawing(state: State, event: NavigationDrawn) -> Refused | None:
    """Judge the cards a stroke, flare or compass drew. Rules: LIF-NAV-03."""
    i = state.index[event.seat]
    needed = cards_due(state, i) if looker(state) == i else 0
    if not needed:
        return refuse("lifeboat.nothing_drawn", "LIF-ROW-01", seat=event.seat)
    is_signal = state.demand is not None
    if len(event.cards) != needed and not is_signal:
        return refuse("lifeboat.wrong_stroke", "LIF-ROW-01", n=len(event.cards), needed=needed)
    if None in event.cards and must_name(state, "navigation"):
        return refuse("lifeboat.name_the_card", "LIF-ROW-01", seat=event.seat)
    if is_signal and (refused := judge_signal(state, event.cards)):
        return refused
    top = None if is_signal or state.stroke is not None else unseen_in(state.stack)
    return judge_navigation(state, lambda: navigation_drawn(state, event), event.cards, 1 << i, top)


def looker(state: State) -> int:
    """Find the seat the referee may owe a look at navigation cards; -1: nobody."""
    if state.demand is not None:
        return state.demand.by if state.demand.kind == "signal" else -1
    if state.stroke == ():
        return current(state)
    return navigator(state) if state.deals_navigation and phase_of(state) == "navigation" else -1


def cards_due(state: State, i: int) -> int:
    """Count the navigation cards the referee owes the seat that looks."""
    if state.demand is not None:
        return min(FLARE_CARDS, len(state.queue))
    if state.stroke == ():
        return stroke_size(state, i)
    return len(unseen_in(state.stack))


def unseen_in(stack: Cards) -> tuple[int, ...]:
    """List the cards of the row stack that the referee has still to show."""
    return tuple([card for card in stack if isinstance(card, int)])


def navigation_drawn(state: State, event: NavigationDrawn) -> State:
    """Show a seat the cards it drew: for a stroke, for a flare, or with the compass."""
    i, cards = state.index[event.seat], identified(event.cards)
    if state.demand is not None and state.demand.kind == "signal":
        return end_slot(signal(state, cards, event), i)
    if state.stroke is None:
        line = LedgerLine(NAVIGATION_DECK, STACK, STACK, cards, 1 << i, event, state.day)
        shown = iter(cards)
        stack = tuple([next(shown) if isinstance(card, int) else card for card in state.stack])
        return replace(state, stack=stack, ledger=Ledger(state.ledger, line))
    return draw_for_stroke(state, i, cards, event)


def draw_for_stroke(state: State, i: int, cards: tuple[Any, ...], event: Rowed | NavigationDrawn) -> State:
    """Take cards off the navigation deck for a rower to look at."""
    line = LedgerLine(NAVIGATION_DECK, DECK, DRAWN, cards, 1 << i, event, state.day)
    ledger = Ledger(state.ledger, line)
    return replace(state, stroke=cards, queue=state.queue[len(cards) :], ledger=ledger)


def signal_birds(draft: Draft[State], event: NavigationDrawn) -> None:
    """Let the birds of a flare's cards fly."""
    if draft.before.demand is not None:
        fly(draft, identified(event.cards))


ACTS = (
    after_meal(
        Act(
            event=Rowed,
            secret=SECRETS[Rowed],
            rules=lambda state, _: (*rules_of_size(state), "LIF-ROW-02", "LIF-ROW-03"),
            may=judge_rower,
            judge=judge_rowing,
            complete=with_marker,
            apply=rowed,
            dealt=is_stroke_dealt,
            listed=strokes,
            phases=("slot", "stroke"),
            reveals=True,
            depends_on_hidden=True,
        )
    ),
    Act(
        event=NavigationDrawn,
        secret=SECRETS[NavigationDrawn],
        rules=lambda state, _: ("LIF-ROW-01",) if state.demand is None else ("LIF-SPEC-03",),
        judge=judge_drawing,
        apply=navigation_drawn,
        dealt=lambda state, _: state.deals_navigation,
        follow=signal_birds,
        by_table=True,
        reveals=True,
    ),
)
