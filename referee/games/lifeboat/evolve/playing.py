"""Cards that change hands freely or are laid face up, and special cards that are used."""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from events.base import Event
from referee.games.lifeboat import ledger as book
from referee.games.lifeboat.events import (
    CardDiscarded,
    CardPlayed,
    CardsTraded,
    SpecialUsed,
)
from referee.games.lifeboat.evolve.days import end_meal, end_slot
from referee.games.lifeboat.evolve.demands import can_be_given
from referee.games.lifeboat.hands import hand_over, show, spend
from referee.games.lifeboat.state import (
    PUBLIC,
    Demand,
    State,
    less,
    put,
)
from referee.games.lifeboat.tables import identify


def cards_traded(state: State, event: CardsTraded) -> State:
    """Exchange hand cards; a demand for what is no longer there is void.

    Logs from before `demand_lapsed` say so nowhere else.
    """
    i, j = state.index[event.seats[0]], state.index[event.seats[1]]
    ours, theirs = in_hand(state, i, event.gives[0]), in_hand(state, j, event.gives[1])
    state = hand_over(state, i, j, ours, event, theirs)
    demand = state.demand
    if demand and demand.kind == "mug" and not can_be_given(state, demand):
        return end_slot(state, demand.by)
    return state


def in_hand(state: State, i: int, cards: tuple[Any, ...]) -> tuple[Any, ...]:
    """Leave out the cards that lie face up: they are moved by `card_moved`."""
    return split_gift(state, i, cards)[0]


def split_gift(state: State, i: int, cards: tuple[Any, ...]) -> tuple[tuple[Any, ...], tuple[Any, ...]]:
    """Part what a seat gives into hand cards and face-up cards; a face-up copy goes first."""
    if state.switches.trade_face_up == "no":
        return cards, ()
    table, hand, up = list(state.table[i]), [], []
    for card in cards:
        if card in table:
            table.remove(card)
            up.append(card)
        else:
            hand.append(card)
    return tuple(hand), tuple(up)


def card_played(state: State, event: CardPlayed) -> State:
    """Lay a hand card face up, or throw a preserver that lies face up to somebody else."""
    i = state.index[event.seat]
    on = state.index[event.on or event.seat]
    if i != on and event.card in state.table[i]:
        table = put(state.table, i, less(state.table[i], event.card))
        return replace(state, table=put(table, on, (*table[on], event.card)))
    return show(state, i, event.card, on, event)


def card_discarded(state: State, event: CardDiscarded) -> State:
    """Discard a face-up card."""
    i = state.index[event.seat]
    table = put(state.table, i, less(state.table[i], event.card))
    parasols = state.parasols & ~(1 << i) if event.card == "parasol" else state.parasols
    return replace(state, table=table, parasols=parasols, discard=(*state.discard, event.card))


def keep_up(state: State, i: int, card: str, event: Event) -> State:
    """Lay a card that is used and stays, where it does not lie face up yet."""
    return state if card in state.table[i] else show(state, i, card, i, event)


def special_used(state: State, event: SpecialUsed) -> State:
    """Use a card as the action; what it does to others follows as consequences."""
    state = end_meal(state)
    i, card = state.index[event.seat], event.card
    if card == "parasol":
        opened = keep_up(state, i, card, event)
        return end_slot(replace(opened, parasols=opened.parasols | 1 << i), i)
    if card == "medkit" and state.character[i] == "harter":
        return end_slot(keep_up(state, i, card, event), i)
    state = keep_up(state, i, card, event) if card == "cannibalism" else spend(state, i, card, event)
    if card == "cannibalism":
        corpse = state.index[event.corpse] if event.corpse else -1
        return replace(state, demand=Demand(i, "meal", corpse), spare=0)
    if card == "flare" and not event.drawn and state.queue:
        return replace(state, demand=Demand(i, "signal", i), spare=0)
    if card == "flare":
        state = signal(state, tuple(map(identify, event.drawn)), event)
    return end_slot(state, i)


def signal(state: State, cards: tuple[Any, ...], event: Event) -> State:
    """Put the cards of a flare under the deck, as drawn."""
    drawn = book.Line(book.NAVIGATION, book.DECK, book.OPEN, cards, PUBLIC, event, state.day)
    under = book.Line(book.NAVIGATION, book.OPEN, book.DECK, cards, PUBLIC, event, state.day)
    queue = (*state.queue[len(cards) :], *cards)
    return replace(state, queue=queue, ledger=book.Ledger(book.Ledger(state.ledger, drawn), under))


EVOLVERS: dict[type, Callable[[State, Any], State]] = {
    CardsTraded: cards_traded,
    CardPlayed: card_played,
    SpecialUsed: special_used,
    CardDiscarded: card_discarded,
}
