"""Dealing from a seed: a pure function of the seed and the state, so that anybody can audit it."""

from collections.abc import Iterable
from functools import lru_cache
from itertools import filterfalse
from typing import Any

from events.base import TABLE, Event
from referee.games.lifeboat.events import (
    CardTaken,
    CharactersDealt,
    NavigationChosen,
    NavigationDrawn,
    ProvisionDealt,
    ProvisionsDrawn,
    SecretsDealt,
)
from referee.games.lifeboat.hidden_cards.possible import known_provisions
from referee.games.lifeboat.phases.rowing import cards_due, looker, unseen_in
from referee.games.lifeboat.phases.specials import landing
from referee.games.lifeboat.state import State, awake, box, deals, is_taking, navigator, phase_of
from referee.games.lifeboat.tables import NAVIGATION, NUMBERS, START_ORDER
from referee.games.lifeboat.turns.acting import acting_navigator
from referee.kernel.seed import pick_index, shuffle


def deal(state: State, seed: str) -> Event | None:
    """Give the observation the referee owes the table now; None where people must act.

    Rules: LIF-SET-02, LIF-SET-03, LIF-SET-05, LIF-SUP-01, LIF-ROW-01, LIF-NAV-02, LIF-SPEC-03
    """
    if state.chance != "referee" or state.closed:
        return None
    if state.phase == "action":
        if is_taking(state):
            return blind_draw(state, seed) if state.deals_provisions else None
        return deal_navigation(state, seed) if state.deals_navigation else None
    if state.phase == "setup":
        return deal_setup(state, seed)
    if state.phase == "supply" and state.packet is None and state.deals_provisions:
        conscious = awake(state)
        n = min(len(conscious), state.deck)
        return ProvisionsDrawn(state.seats[conscious[0]], top_provisions(state, seed, n))
    return None


def deal_setup(state: State, seed: str) -> Event | None:
    """Deal characters, loves and hates, and first provisions."""
    if not all(state.character):
        pool = tuple([c for c in START_ORDER if state.expansion or c != "harter"])
        return CharactersDealt(
            dict(zip(state.seats, filled(state.character, seed, "characters", pool), strict=True))
        )
    if not deals(state, "provisions"):
        return None
    for i, seat in enumerate(state.seats):
        if state.love[i] is None or state.hate[i] is None:
            in_play = tuple([c for c in START_ORDER if c in state.character])
            love, hate = filled(state.love, seed, "love", in_play), filled(state.hate, seed, "hate", in_play)
            return SecretsDealt(seat, love[i], hate[i])
    for i, seat in enumerate(state.seats):
        if not state.dealt >> i & 1:
            return ProvisionDealt(seat, top_provisions(state, seed, 1)[0])
    return None


def filled(row: tuple[Any, ...], seed: str, name: str, pool: tuple[Any, ...]) -> tuple[Any, ...]:
    """Deal a card of a shuffled pool to every seat; what was dealt, or set by hand, stays."""
    rest = iter([card for card in shuffle(seed, name, pool) if card not in row])
    return tuple([card or next(rest) for card in row])


def top_provisions(state: State, seed: str, n: int) -> tuple[Any, ...]:
    """Give the `n` top cards of the provisions deck: what lies elsewhere was dealt.

    What is aside lay at the bottom. Whoever sets cards by hand finds them out of the deck, and none in
    two places.
    """
    dealt, top = known_provisions(state), []
    for card in whole_deck(seed, expansion=state.expansion):
        if card in dealt:
            dealt.remove(card)
        else:
            top.append(card)
            if len(top) == n:
                break
    return tuple(top)


@lru_cache(maxsize=64)
def whole_deck(seed: str, *, expansion: bool) -> tuple[Any, ...]:
    """Shuffle the provisions of a box, with or without Cannibalism."""
    kinds = box(expansion=expansion)
    return shuffle(seed, "provisions", [card for card, n in kinds.items() for _ in range(n)])


def blind_draw(state: State, seed: str) -> Event | None:
    """Draw a card from a hand."""
    demand = state.demand
    hand = state.hands[demand.target] if demand else None
    if demand is None or not hand:
        return None
    n = pick_index(seed, f"draw {state.day} {state.slots} {hand}", len(hand))
    return CardTaken(state.seats[demand.by], state.seats[demand.target], hand[n])  # type: ignore[arg-type]


def named(state: State, seed: str, queued: Iterable[Any]) -> tuple[Any, ...]:
    """Name queued cards: numbers stand for the cards of the shuffled deck that lie nowhere by name."""
    cards = {*state.queue, *state.stack, *(state.stroke or ()), state.chosen}
    numbers = sorted(NUMBERS & cards)
    unnamed = list(filterfalse(cards.__contains__, shuffle(seed, "navigation", tuple(NAVIGATION))))
    return tuple([unnamed[numbers.index(card)] if isinstance(card, int) else card for card in queued])


def deal_navigation(state: State, seed: str) -> Event | None:
    """Show a rower, a signaller or a navigator the cards it drew, or turn the top card."""
    i, phase = looker(state), phase_of(state)
    if i >= 0 and (n := cards_due(state, i)):
        is_stack = phase == "navigation"
        unseen = unseen_in(state.stack) if is_stack else state.queue[:n]
        cards = named(state, seed, unseen)
        if state.demand is not None:
            return NavigationDrawn(state.seats[i], until_landing(state, cards), openly=True)
        return NavigationDrawn(state.seats[i], cards)
    if phase != "navigation" or (state.stack and navigator(state) >= 0):
        return None
    if acting_navigator(state) != (TABLE,):
        return None
    queue = state.queue if navigator(state) >= 0 else (*state.queue, *state.stack)
    return NavigationChosen(*named(state, seed, queue[:1]))


def until_landing(state: State, cards: tuple[Any, ...]) -> tuple[Any, ...]:
    """Cut a flare's cards off after the fourth bird."""
    return cards[: landing(state.birds, cards) or None]
