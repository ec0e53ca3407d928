"""Actions in a slot: rowing, the special cards."""

from collections import Counter
from collections.abc import Callable
from functools import lru_cache
from itertools import compress, product
from operator import not_
from typing import Any

from msgspec.structs import replace

from referee.games.lifeboat.cards import hand_kinds, judge_holding, judge_shown, lay_once, spend
from referee.games.lifeboat.ending import fly
from referee.games.lifeboat.events import NavigationDrawn, Rowed, SpecialUsed
from referee.games.lifeboat.harm import heal
from referee.games.lifeboat.ledger import (
    DECK,
    DRAWN,
    NAVIGATION_DECK,
    OPEN,
    PUBLIC,
    STACK,
    Cards,
    add_line,
)
from referee.games.lifeboat.possible import judge_navigation
from referee.games.lifeboat.secrecy import SECRETS
from referee.games.lifeboat.state import (
    Demand,
    State,
    current,
    is_conscious,
    is_dead,
    is_stroke_dealt,
    must_name,
    navigator,
    phase_of,
    stroke_size,
)
from referee.games.lifeboat.tables import BIRDS_TO_LAND, FLARE_CARDS, SPECIALS, content_of, identify_all
from referee.games.lifeboat.turns import actor, also_citing, end_slot, judge_alive, judge_slot
from referee.kernel.parts import LISTS_KEPT, Act, Draft, Event, Listing, Refused, When, refuse


def _judge_rowing(state: State, event: Rowed) -> Refused | None:
    if state.stroke is not None and not event.drawn:
        return refuse("lifeboat.one_action", "LIF-ACT-01", seat=event.seat)
    if refused := _judge_stroke(state, event):
        return refused
    if not event.drawn or state.stroke:
        return None
    rower = 1 << state.index[event.seat]
    return judge_navigation(state, lambda: _apply_rowed(state, event), event.drawn, rower)


def _judge_rower(state: State, seat: str) -> Refused | None:
    if state.stroke is None:
        return judge_slot(state, seat)
    due = actor(state)
    return None if seat == due else refuse("lifeboat.not_your_slot", "LIF-TURN-02", seat=seat, actor=due)


def _rules_of_size(state: State) -> tuple[str, ...]:
    return ("LIF-ROW-01", "LIF-VAR-ROW1") if state.options.row_one == "yes" else ("LIF-ROW-01",)


def _rules_of_rowing(state: State, _: Rowed) -> tuple[str, ...]:
    """Return the rules of a stroke: that of drawing first, where the cards are drawn that of placing them."""
    draw = ("LIF-VAR-ROW1", "LIF-ROW-01") if state.options.row_one == "yes" else ("LIF-ROW-01",)
    placing = ("LIF-ROW-02", "LIF-ROW-03")
    return (*placing, *draw) if state.stroke else (*draw, *placing)


def _judge_stroke(state: State, event: Rowed) -> Refused | None:
    needed = len(state.stroke) if state.stroke else stroke_size(state, state.index[event.seat])
    if not event.drawn and state.deals_navigation:
        return None
    if needed and not event.drawn:
        return refuse("lifeboat.which_stroke", *_rules_of_size(state), needed=needed)
    if len(event.drawn) != needed:
        return refuse("lifeboat.wrong_stroke", *_rules_of_size(state), n=len(event.drawn), needed=needed)
    drawn = identify_all(event.drawn)
    piles = identify_all((*event.stacked, *event.buried))
    if must_name(state, "navigation") and None in (*drawn, *piles):
        return refuse("lifeboat.name_the_card", "LIF-ROW-02", seat=event.seat)
    if state.stroke and any(card is not None and card not in state.stroke for card in drawn):
        return refuse("lifeboat.not_drawn_by_you", "LIF-ROW-02", seat=event.seat)
    if state.stroke:
        drawn = state.stroke
    named = [card for card in piles if card is not None]
    extra = Counter(named) - Counter(drawn)
    if len(extra) > drawn.count(None) or any(named.count(card) > 1 for card in extra):
        return refuse("lifeboat.not_drawn_by_you", "LIF-ROW-02", seat=event.seat)
    return None


def _strokes(state: State, seat: str) -> tuple[Rowed, ...]:
    if state.stroke is not None:
        return splits(seat, state.stroke) if state.stroke else ()
    if state.deals_navigation:
        return (Rowed(seat),)
    return _unseen_strokes(seat, stroke_size(state, state.index[seat]))


@lru_cache(maxsize=LISTS_KEPT)
def _unseen_strokes(seat: str, n: int) -> tuple[Rowed, ...]:
    return tuple(Rowed(seat, (None,) * n, (None,) * k, (None,) * (n - k)) for k in range(n + 1))


@lru_cache(maxsize=LISTS_KEPT)
def splits(seat: str, drawn: Cards) -> tuple[Rowed, ...]:
    """Return every way to part the cards drawn between row stack and deck; cached."""
    return tuple(
        Rowed(seat, drawn, tuple(compress(drawn, way)), tuple(compress(drawn, map(not_, way))))
        for way in product((True, False), repeat=len(drawn))
    )


def _with_marker(state: State, event: Rowed) -> Rowed:
    is_over = bool(event.drawn) or not state.queue
    is_due = bool(event.stacked) or state.options.row_marker == "always"
    return replace(event, marked=is_over and is_due)


def _apply_rowed(state: State, event: Rowed) -> State:
    """Put what was drawn into the row stack and under the deck; with nothing drawn yet, announce a stroke."""
    if not event.drawn:
        if state.queue:
            return replace(state, stroke=())
        return _finish_stroke(state, event, (), ())
    i = state.index[event.seat]
    if not state.stroke:
        state = _draw_for_stroke(state, i, identify_all(event.drawn), event)
    drawn = state.stroke or ()
    stacked, buried = _infer_piles(drawn, identify_all(event.stacked), identify_all(event.buried))
    return _finish_stroke(state, event, stacked, buried)


def _infer_piles(drawn: Cards, stacked: Cards, buried: Cards) -> Any:
    """Return (stacked, buried) with a name for the only card the rower did not name, if one is missing."""
    piles = (*stacked, *buried)
    if piles.count(None) != 1:
        return stacked, buried
    unnamed = list((Counter(drawn) - Counter(piles)).elements())
    if len(unnamed) != 1:
        return stacked, buried
    named = tuple(unnamed[0] if card is None else card for card in piles)
    return named[: len(stacked)], named[len(stacked) :]


def _finish_stroke(state: State, event: Rowed, stacked: Cards, buried: Cards) -> State:
    i = state.index[event.seat]
    ledger = add_line(state.ledger, event, state.day, NAVIGATION_DECK, DRAWN, STACK, stacked, 1 << i)
    return end_slot(
        state,
        i,
        stroke=None,
        stack=(*state.stack, *stacked),
        stackers=(*state.stackers, *(i,) * len(stacked)),
        queue=(*state.queue, *buried),
        rowed=state.rowed | event.marked << i,
        ledger=add_line(ledger, event, state.day, NAVIGATION_DECK, DRAWN, DECK, buried, 1 << i),
    )


def _judge_drawing(state: State, event: NavigationDrawn) -> Refused | None:
    """Judge the cards the referee shows for a stroke, a flare or a compass. Rules: LIF-NAV-03."""
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
    top = None if is_signal or state.stroke is not None else cards_to_show(state.stack)
    return judge_navigation(state, lambda: _apply_navigation_drawn(state, event), event.cards, 1 << i, top)


def _rules_of_showing(state: State, _: NavigationDrawn) -> tuple[str, ...]:
    """Return the rules by which the cards of a flare, a stroke or a look of the navigator are shown."""
    is_given = state.options.row_one == "yes"
    if state.demand is not None:
        return ("LIF-SPEC-03",)
    if state.stroke is not None:
        return ("LIF-VAR-ROW1", "LIF-ROW-01") if is_given else ("LIF-ROW-01",)
    return ("LIF-VAR-NAV1",) if is_given and state.looked == 1 else ("LIF-NAV-03",)


def looker(state: State) -> int:
    """Return the seat the referee may owe a look at navigation cards; -1 for nobody."""
    if state.demand is not None:
        return state.demand.by if state.demand.kind == "signal" else -1
    if state.stroke == ():
        return current(state)
    return navigator(state) if state.deals_navigation and phase_of(state) == "navigation" else -1


def cards_due(state: State, i: int) -> int:
    """Return how many navigation cards the referee owes seat `i`, which must be the `looker`."""
    if state.demand is not None:
        return min(FLARE_CARDS, len(state.queue))
    if state.stroke == ():
        return stroke_size(state, i)
    return len(cards_to_show(state.stack))


def cards_to_show(stack: Cards) -> tuple[int, ...]:
    """Return the cards of a row stack that the referee has still to show, as their numbers."""
    return tuple([card for card in stack if isinstance(card, int)])


def _apply_navigation_drawn(state: State, event: NavigationDrawn) -> State:
    i, cards = state.index[event.seat], identify_all(event.cards)
    if state.demand is not None and state.demand.kind == "signal":
        return end_slot(apply_signal(state, cards, event), i)
    if state.stroke is None:
        ledger = add_line(state.ledger, event, state.day, NAVIGATION_DECK, STACK, STACK, cards, 1 << i)
        shown = iter(cards)
        stack = tuple([next(shown) if isinstance(card, int) else card for card in state.stack])
        return replace(state, stack=stack, ledger=ledger)
    return _draw_for_stroke(state, i, cards, event)


def _draw_for_stroke(state: State, i: int, cards: Cards, event: Rowed | NavigationDrawn) -> State:
    ledger = add_line(state.ledger, event, state.day, NAVIGATION_DECK, DECK, DRAWN, cards, 1 << i)
    return replace(state, stroke=cards, queue=state.queue[len(cards) :], ledger=ledger)


def _signal_birds(draft: Draft[State], event: NavigationDrawn) -> None:
    if draft.before.demand is not None:
        fly(draft, identify_all(event.cards))


_SIGHTED: Cards = ("N22", "N08", "N04")
"""Navigation cards that a flare may draw."""

_EARLY = {"lifeboat.not_your_slot", "lifeboat.one_action", "lifeboat.wrong_phase"}
"""Refusals because of the time: they cite first that a special card is used as the action."""


def _judge_user(state: State, seat: str) -> Refused | None:
    """Refuse a special card outside the seat's slot, citing that it is used as the action."""
    refused = judge_slot(state, seat)
    if refused is None or refused.reason not in _EARLY:
        return also_citing(refused, "LIF-SPEC-02")
    return refuse(refused.reason, "LIF-SPEC-02", *refused.rules, **refused.args)


def _judge_special(state: State, event: SpecialUsed) -> Refused | None:
    i = state.index[event.seat]
    if event.card not in _USES:
        return refuse("lifeboat.not_special", "LIF-SPEC-01", seat=event.seat, card=event.card)

    def after() -> State:
        return _apply_special_used(state, replace(event, kept=_is_kept(state, event)))

    return (
        judge_holding(state, i, event.card, "LIF-SPEC-01")
        or _USES[event.card][0](state, event)
        or judge_shown(state, after, i, event.card)
        or judge_navigation(state, after, event.drawn, 1 << i)
    )


def _rules_of_special(state: State, event: SpecialUsed) -> tuple[str, ...]:
    """Return the rules of a special card; first of all that Dr. Harter's kit, once open, is used again."""
    use, action = rules = _USES[event.card][1]
    i = state.index[event.seat]
    if _is_kept(state, event):
        is_again = "medkit" in state.table[i]
        return ("LIF-CAN-03", use, action) if is_again else (use, "LIF-CAN-03", action)
    if event.card == "medkit" and not is_conscious(state, i if event.on is None else state.index[event.on]):
        return (use, "LIF-STAT-02", action)
    return rules


def _is_kept(state: State, event: SpecialUsed) -> bool:
    """Return whether a card that others spend is kept: Dr. Harter's kit. Rules: LIF-CAN-03."""
    return event.card == "medkit" and state.character[state.index[event.seat]] == "harter"


def _judge_medkit(state: State, event: SpecialUsed) -> Refused | None:
    seat = event.on or event.seat
    i = state.index[seat]
    if refused := judge_alive(state, i):
        return also_citing(refused, "LIF-SPEC-05")
    return None if state.wounds[i] else refuse("lifeboat.not_wounded", "LIF-SPEC-05", seat=seat)


def _judge_parasol(state: State, event: SpecialUsed) -> Refused | None:
    is_open = state.parasols >> state.index[event.seat] & 1
    return refuse("lifeboat.parasol_is_open", "LIF-SPEC-04", seat=event.seat) if is_open else None


def _judge_flare(state: State, event: SpecialUsed) -> Refused | None:
    """Refuse a signal that did not draw what it should; where the referee deals, it is only announced."""
    is_announced = not event.drawn and state.deals_navigation
    return None if is_announced else judge_signal(state, event.drawn)


def judge_signal(state: State, drawn: Cards) -> Refused | None:
    """Refuse a wrong number of cards, or cards nobody read."""
    if None in drawn:
        return refuse("lifeboat.name_the_card", "LIF-SPEC-03", seat="")
    landed = cards_to_landing(state.birds, identify_all(drawn))
    needed = landed or min(FLARE_CARDS, len(state.queue))
    if len(drawn) != needed:
        rules = ("LIF-SPEC-03", "LIF-BIRD-02") if landed else ("LIF-SPEC-03",)
        return refuse("lifeboat.wrong_flare", *rules, n=len(drawn), needed=needed)
    return None


def cards_to_landing(birds: int, cards: Cards) -> int:
    """Return how many cards there are up to the fourth bird; 0 where it does not come. Rules: LIF-BIRD-02."""
    for n, card in enumerate(cards, 1):
        birds = max(0, birds + content_of(card).bird)
        if birds >= BIRDS_TO_LAND:
            return n
    return 0


def _judge_cannibal(state: State, event: SpecialUsed) -> Refused | None:
    if state.options.cannibalism == "no":
        return refuse("lifeboat.no_cannibalism", "LIF-SET-10")
    if event.corpse is None:
        return refuse("lifeboat.no_corpse", "LIF-CAN-01", seat=event.seat)
    i = state.index[event.corpse]
    if i not in state.boat or not is_dead(state, i) or i in state.eaten:
        return refuse("lifeboat.no_corpse", "LIF-CAN-01", seat=event.corpse)
    return None


_USES: dict[str, tuple[Callable[[State, SpecialUsed], Refused | None], tuple[str, str]]] = {
    "medkit": (_judge_medkit, ("LIF-SPEC-05", "LIF-SPEC-01")),
    "parasol": (_judge_parasol, ("LIF-SPEC-04", "LIF-SPEC-01")),
    "flare": (_judge_flare, ("LIF-SPEC-03", "LIF-SPEC-01")),
    "cannibalism": (_judge_cannibal, ("LIF-CAN-01", "LIF-SPEC-01")),
}
"""By card: what judges its use, and the rules it is used by."""


def _specials(state: State, seat: str) -> tuple[SpecialUsed, ...]:
    """Return the special cards a seat may use, and on whom; what a physical flare will draw is not listed."""
    i = state.index[seat]
    cards = SPECIALS.intersection(hand_kinds(state, i) + state.table[i])
    if not cards:
        return ()
    uses = _candidate_uses(seat, tuple([state.seats[j] for j in state.boat]), cards)
    return tuple([use for use in uses if _USES[use.card][0](state, use) is None])


@lru_cache(maxsize=LISTS_KEPT)
def _candidate_uses(seat: str, aboard: tuple[str, ...], cards: frozenset[str]) -> tuple[SpecialUsed, ...]:
    """Return the uses of `cards` by a seat on each person aboard, possible or not. Cached."""
    kits = [SpecialUsed(seat, "medkit", other) for other in aboard]
    meals = [SpecialUsed(seat, "cannibalism", corpse=other) for other in aboard]
    uses = (*kits, SpecialUsed(seat, "parasol"), SpecialUsed(seat, "flare"), *meals)
    return tuple(use for use in uses if use.card in cards)


def sample_signals(state: State, seat: str) -> tuple[SpecialUsed, ...]:
    """Return at most one signal of a flare whose cards lie on the table, as an example."""
    is_held = "flare" in hand_kinds(state, state.index[seat]) + state.table[state.index[seat]]
    if not is_held or state.deals_navigation or judge_slot(state, seat) is not None:
        return ()
    return (SpecialUsed(seat, "flare", drawn=tuple(map(content_of, _SIGHTED[: len(state.queue)]))),)


def _apply_special_used(state: State, event: SpecialUsed) -> State:
    """Lay or spend the card and apply its effect on its seat; the slot ends unless something is due.

    A meal waits for objections, a flare without cards for the referee to show them.
    """
    i, card = state.index[event.seat], event.card
    is_left = event.kept or card in {"parasol", "cannibalism"}
    state = lay_once(state, i, card, event) if is_left else spend(state, i, card, event)
    if card == "parasol":
        state = replace(state, parasols=state.parasols | 1 << i)
    if card == "cannibalism":
        corpse = state.index[event.corpse] if event.corpse else -1
        return replace(state, demand=Demand(i, "meal", corpse), spare=0)
    if card == "flare" and not event.drawn and state.queue:
        return replace(state, demand=Demand(i, "signal", i), spare=0)
    if card == "flare":
        state = apply_signal(state, identify_all(event.drawn), event)
    return end_slot(state, i)


def apply_signal(state: State, cards: Cards, event: Event) -> State:
    """Put the cards of a flare under the deck, in the order drawn."""
    ledger = add_line(state.ledger, event, state.day, NAVIGATION_DECK, DECK, OPEN, cards, PUBLIC)
    ledger = add_line(ledger, event, state.day, NAVIGATION_DECK, OPEN, DECK, cards, PUBLIC)
    return replace(state, queue=(*state.queue[len(cards) :], *cards), ledger=ledger)


def _take_effect(draft: Draft[State], event: SpecialUsed) -> None:
    if event.card == "medkit":
        heal(draft, draft.state.index[event.on or event.seat], "medkit", "LIF-SPEC-05")
    if event.card == "flare" and event.drawn:
        fly(draft, identify_all(event.drawn))


ACTS = (
    Act(
        event=Rowed,
        rules=_rules_of_rowing,
        when=When(phases=("slot", "stroke"), judge=_judge_rower),
        judge=_judge_rowing,
        apply=_apply_rowed,
        candidates=Listing(_strokes),
        complete=_with_marker,
        secret=SECRETS[Rowed],
        chance=is_stroke_dealt,
        depends_on_hidden=True,
    ),
    Act(
        event=NavigationDrawn,
        rules=_rules_of_showing,
        when=When(by_table=True),
        judge=_judge_drawing,
        apply=_apply_navigation_drawn,
        follow=_signal_birds,
        secret=SECRETS[NavigationDrawn],
        chance=lambda state, _: state.deals_navigation,
    ),
    Act(
        event=SpecialUsed,
        rules=_rules_of_special,
        when=When(phases=("slot",), judge=_judge_user),
        judge=_judge_special,
        apply=_apply_special_used,
        candidates=Listing(_specials, sample_signals),
        complete=lambda state, event: replace(event, kept=_is_kept(state, event)),
        follow=_take_effect,
        chance=is_stroke_dealt,
        depends_on_hidden=True,
        needs_confirmation=True,
    ),
)
