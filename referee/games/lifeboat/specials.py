"""Special cards as an action: medical kit, parasol, flare gun, cannibalism."""

from collections.abc import Callable
from functools import lru_cache

from msgspec.structs import replace

from events.base import Event
from referee.games.lifeboat.cards import hand_kinds, judge_holding, judge_shown, lay_once, spend
from referee.games.lifeboat.ending import fly
from referee.games.lifeboat.events import SpecialUsed
from referee.games.lifeboat.harm import heal
from referee.games.lifeboat.ledger import DECK, NAVIGATION_DECK, OPEN, PUBLIC, Cards, ledger_after
from referee.games.lifeboat.possible import judge_navigation
from referee.games.lifeboat.state import Demand, State, is_dead, is_stroke_dealt
from referee.games.lifeboat.tables import BIRDS_TO_LAND, FLARE_CARDS, SPECIALS, content_of, identify_all
from referee.games.lifeboat.turns import also_citing, end_slot, judge_alive, judge_slot
from referee.kernel.acts import LISTS_KEPT, Act, Draft, Listing, When
from referee.kernel.verdict import Refused, refuse

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


_USES: dict[str, tuple[Callable[[State, SpecialUsed], Refused | None], tuple[str, ...]]] = {
    "medkit": (_judge_medkit, ("LIF-SPEC-05", "LIF-SPEC-01")),
    "parasol": (_judge_parasol, ("LIF-SPEC-04", "LIF-SPEC-01")),
    "flare": (_judge_flare, ("LIF-SPEC-03", "LIF-SPEC-01")),
    "cannibalism": (_judge_cannibal, ("LIF-CAN-01", "LIF-SPEC-01")),
}
"""By card: what judges its use, and the rules it is used by."""


def _rules_of_special(state: State, event: SpecialUsed) -> tuple[str, ...]:
    return (*_USES[event.card][1], "LIF-CAN-03") if _is_kept(state, event) else _USES[event.card][1]


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
    drawn, under = (NAVIGATION_DECK, DECK, OPEN, cards, PUBLIC), (NAVIGATION_DECK, OPEN, DECK, cards, PUBLIC)
    queue = (*state.queue[len(cards) :], *cards)
    return replace(state, queue=queue, ledger=ledger_after(state, event, drawn, under))


def _take_effect(draft: Draft[State], event: SpecialUsed) -> None:
    if event.card == "medkit":
        heal(draft, draft.state.index[event.on or event.seat], "medkit", "LIF-SPEC-05")
    if event.card == "flare" and event.drawn:
        fly(draft, identify_all(event.drawn))


ACTS = (
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
