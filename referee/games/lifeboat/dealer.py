"""Dealing: a pure function of the seed and the state, so that anybody can audit it."""

from functools import lru_cache
from itertools import filterfalse
from typing import Any

from referee.games.lifeboat import events
from referee.games.lifeboat.acting import acting_navigator
from referee.games.lifeboat.actions import cards_due, cards_to_landing, cards_to_show, looker
from referee.games.lifeboat.ledger import Cards
from referee.games.lifeboat.possible import known_provisions
from referee.games.lifeboat.state import State, awake, is_taking, navigator, phase_of
from referee.games.lifeboat.tables import CASTS, NAVIGATION, NUMBERS, PROVISIONS, START_ORDER
from referee.kernel.parts import TABLE, Event, pick_index, shuffle


def deal(state: State, seed: str) -> Event | None:
    """Return the event by which the referee shows the table its next cards; None where people must act.

    Rules: LIF-SET-02, LIF-SET-03, LIF-SET-05, LIF-SUP-01, LIF-SPEC-03
    """
    if state.chance != "referee" or state.closed:
        return None
    if state.phase == "action":
        if is_taking(state):
            return _blind_draw(state, seed) if state.deals_provisions else None
        return _deal_navigation(state, seed) if state.deals_navigation else None
    if state.phase == "setup":
        return _deal_setup(state, seed)
    if state.phase == "supply" and state.packet is None and state.deals_provisions:
        conscious = awake(state)
        n = min(len(conscious), state.deck)
        return events.ProvisionsDrawn(state.seats[conscious[0]], _top_provisions(state, seed, n))
    return None


def _deal_setup(state: State, seed: str) -> Event | None:
    """Return the next event of the set-up: characters, loves and hates, first provisions; None at its end."""
    if not all(state.character):
        pool = CASTS[state.expansion]
        return events.CharactersDealt(
            dict(zip(state.seats, _fill_row(state.character, seed, "characters", pool), strict=True))
        )
    if not state.deals_provisions:
        return None
    for i, seat in enumerate(state.seats):
        if state.love[i] is None or state.hate[i] is None:
            in_play = tuple([c for c in START_ORDER if c in state.character])
            love, hate = (
                _fill_row(state.love, seed, "love", in_play),
                _fill_row(state.hate, seed, "hate", in_play),
            )
            return events.SecretsDealt(seat, love[i], hate[i])
    for i, seat in enumerate(state.seats):
        if not state.dealt >> i & 1:
            return events.ProvisionDealt(seat, _top_provisions(state, seed, 1)[0])
    return None


def _fill_row(row: tuple[Any, ...], seed: str, name: str, pool: tuple[Any, ...]) -> tuple[Any, ...]:
    """Return `row` with a card for each None in it, from `pool` shuffled by `name`; no card twice."""
    rest = iter([card for card in shuffle(seed, name, pool) if card not in row])
    return tuple([card or next(rest) for card in row])


def _top_provisions(state: State, seed: str, n: int) -> Cards:
    """Return the `n` top cards of the shuffled provisions: those that are known to lie nowhere else.

    What is aside lay at the bottom. Cards set by hand are out of the deck.
    """
    dealt, top = known_provisions(state), list[str]()
    for card in _whole_deck(seed, expansion=state.expansion):
        if card in dealt:
            dealt.remove(card)
        else:
            top.append(card)
            if len(top) == n:
                break
    return tuple(top)


@lru_cache(maxsize=64)
def _whole_deck(seed: str, *, expansion: bool) -> Cards:
    return shuffle(seed, "provisions", [card for card, n in PROVISIONS[expansion].items() for _ in range(n)])


@lru_cache(maxsize=64)
def _navigation_deck(seed: str) -> Cards:
    """Return all printed navigation cards, shuffled by the seed. Cached."""
    return shuffle(seed, "navigation", tuple(NAVIGATION))


def _blind_draw(state: State, seed: str) -> Event | None:
    demand = state.demand
    hand = state.hands[demand.target] if demand else None
    if demand is None or not hand:
        return None
    n = pick_index(seed, f"draw {state.day} {state.slots} {hand}", len(hand))
    return events.CardTaken(state.seats[demand.by], state.seats[demand.target], hand[n])  # type: ignore[arg-type]


def _name_cards(state: State, seed: str, queued: Cards) -> Cards:
    """Return `queued` cards by name: numbers stand for cards of the shuffled deck not named anywhere."""
    if NUMBERS.isdisjoint(queued):
        return queued
    cards = {*state.queue, *state.stack, *(state.stroke or ()), state.chosen}
    numbers = sorted(NUMBERS & cards)
    unnamed = list(filterfalse(cards.__contains__, _navigation_deck(seed)))
    return tuple([unnamed[numbers.index(card)] if isinstance(card, int) else card for card in queued])


def _deal_navigation(state: State, seed: str) -> Event | None:
    """Return the event that shows a rower, signaller or navigator cards, or turns the top card.

    None where nothing is due.
    """
    i, phase = looker(state), phase_of(state)
    if i >= 0 and (n := cards_due(state, i)):
        is_stack = phase == "navigation"
        unseen = cards_to_show(state.stack) if is_stack else state.queue[:n]
        cards = _name_cards(state, seed, unseen)
        if state.demand is not None:
            until_landing = cards_to_landing(state.birds, cards) or None
            return events.NavigationDrawn(state.seats[i], cards[:until_landing], openly=True)
        return events.NavigationDrawn(state.seats[i], cards)
    if phase != "navigation" or (state.stack and navigator(state) >= 0):
        return None
    if acting_navigator(state) != (TABLE,):
        return None
    queue = state.queue if navigator(state) >= 0 else (*state.queue, *state.stack)
    return events.NavigationChosen(*_name_cards(state, seed, queue[:1]))
