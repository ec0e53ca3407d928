"""What a hand allows, as far as it is known: kinds to show, cards to lay and to give."""

from functools import cache
from typing import Any

from events.base import Event
from referee.games.lifeboat.events import (
    CardPlayed,
    CardsTraded,
)
from referee.games.lifeboat.possible import provision_kinds
from referee.games.lifeboat.state import (
    State,
)

Events = tuple[Event, ...]
Kinds = tuple[str, ...]


def hand_kinds(state: State, i: int) -> Kinds:
    """List the kinds a seat may show out of its hand: those it holds, or those it might."""
    hand = state.hands[i]
    if hand is None or None in hand:
        return provision_kinds(state, i, 1 << i)
    if not hand or state.deals_provisions:
        return kinds_in(hand)
    possible = provision_kinds(state, i, 1 << i)
    return tuple([kind for kind in kinds_in(hand) if kind in possible])


@cache
def kinds_in(cards: tuple[Any, ...]) -> Kinds:
    """List the different cards among some."""
    return tuple(dict.fromkeys(cards))


def is_usable(state: State, i: int, card: str, kinds: Kinds) -> bool:
    """Tell whether a seat may use a card, in hand or face up."""
    return card in kinds or card in state.table[i]


def free_acts(state: State, i: int, phase: str, kinds: Kinds) -> Events:
    """List what a conscious seat may do whosever slot it is: lay cards, give cards.

    Rules: LIF-PLAY-01, LIF-ACT-02
    """
    seat = state.seats[i]
    has_preserver = "preserver" in kinds or "preserver" in state.table[i]
    may_give = phase == "action" and state.fight is None and may_trade(state)
    if not has_preserver and not (may_give and (kinds or state.table[i] or state.hands[i] is None)):
        return plays(seat, kinds)
    others = others_awake(state, i)
    given = giveable(state, i, kinds) if may_give else ()
    return freely(seat, kinds, others, given, has_preserver and may_throw(state, i))


@cache
def freely(
    seat: str, kinds: Kinds, others: tuple[str, ...], given: tuple[str | None, ...], throws: bool
) -> Events:
    """Lay each kind, throw the preserver to each of the others, give each card to each of them."""
    thrown = tuple(CardPlayed(seat, "preserver", other) for other in others) if throws else ()
    return plays(seat, kinds) + thrown + gifts(seat, others, given)


def may_trade(state: State) -> bool:
    """Tell whether no demand freezes trading.

    Rules: LIF-ACT-02
    """
    return state.demand is None or state.switches.freeze_on_demand == "no"


def giveable(state: State, i: int, kinds: Kinds) -> tuple[str | None, ...]:
    """List what a seat may give: its hand cards, an unseen one, and with the option its table."""
    hand = state.hands[i]
    cards: tuple[str | None, ...] = kinds
    if (hand is None or None in hand) and not state.deals_provisions:
        cards = (None, *(kind for kind in kinds if kind in (hand or ())))
    if state.switches.trade_face_up == "yes":
        cards += tuple(card for card in kinds_in(state.table[i]) if card not in cards)
    return cards


@cache
def plays(seat: str, kinds: Kinds) -> Events:
    """Lay each kind."""
    return tuple(CardPlayed(seat, kind) for kind in kinds)  # type: ignore[arg-type]


def may_throw(state: State, i: int) -> bool:
    """Tell whether a seat that has the preserver may lay it before another.

    Rules: LIF-STAT-03, LIF-PLAY-02
    """
    return "preserver" not in state.table[i] or state.switches.preserver_rethrow == "yes"


def others_awake(state: State, i: int) -> tuple[str, ...]:
    """Name the other conscious seats aboard."""
    wounds, sizes, seats = state.wounds, state.sizes, state.seats
    return tuple([seats[j] for j in state.boat if j != i and wounds[j] < sizes[j]])


@cache
def gifts(seat: str, others: tuple[str, ...], cards: tuple[str | None, ...]) -> Events:
    """Give each card to each of the others."""
    return tuple(CardsTraded((seat, o), ((c,), ())) for o in others for c in cards)  # type: ignore[arg-type]
