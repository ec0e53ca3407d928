"""Hands: what is in them, and cards moving between them, the table and the discard pile."""

from functools import lru_cache
from typing import Any

from msgspec.structs import replace

from events.base import Event
from referee.games.lifeboat.by_hand.position import accounted
from referee.games.lifeboat.events import CardDiscarded
from referee.games.lifeboat.hidden_cards import ledger as book
from referee.games.lifeboat.hidden_cards.possible import After, judge_provisions, provision_kinds
from referee.games.lifeboat.state import PUBLIC, Hand, State, less, may_hold
from referee.kernel.acts import LISTS_KEPT, Consequence
from referee.kernel.facts import put
from referee.kernel.verdict import Refused, refuse


def lose(hand: Any, card: Any) -> Any:
    """Take a card out of a hand, as far as it is known.

    A known card goes out by name, or else for one not seen. One that nobody named leaves the
    rest uncertain, unless all were alike.
    """
    if hand is None or not hand:
        return hand
    if card is not None:
        if card in hand:
            return less(hand, card)
        unseen = next((i for i, other in enumerate(hand) if other is None or isinstance(other, int)), 0)
        return hand[:unseen] + hand[unseen + 1 :]
    return hand[1:] if len(set(hand)) == 1 else (None,) * (len(hand) - 1)


def hand_over(
    state: State, i: int, j: int, ours: tuple[Any, ...], event: Event, theirs: tuple[Any, ...] = ()
) -> State:
    """Move cards between two hands, both ways at once."""
    one, other = state.hands[i], state.hands[j]
    if None in ours:
        ours = named_gift(one, ours)
    if None in theirs:
        theirs = named_gift(other, theirs)
    for card in known_first(ours):
        one = lose(one, card)
    for card in known_first(theirs):
        other = lose(other, card)
    one = None if one is None else (*one, *theirs)
    other = None if other is None else (*other, *ours)
    readers, ledger, held = 1 << i | 1 << j, state.ledger, book.HELD
    moves: list[Any] = [(i, j, ours, readers)]
    if theirs:
        moves = [(i, held, ours, readers), (j, i, theirs, readers), (held, j, (None,) * len(ours), 0)]
    for source, target, cards, seen in moves:
        if cards:
            line = book.Line(book.PROVISIONS, source, target, cards, seen, event, state.day)
            ledger = book.Ledger(ledger, line)
    after = replace(state, hands=put(put(state.hands, i, one), j, other), ledger=ledger)
    return accounted(after) if one is None or other is None else after


def named_gift(hand: Hand | None, cards: tuple[Any, ...]) -> tuple[Any, ...]:
    """Name what is given without a name where the hand is all of one kind."""
    if hand and None not in hand and len(set(hand)) == 1:
        return tuple(hand[0] if card is None else card for card in cards)
    return cards


def known_first(cards: tuple[Any, ...]) -> tuple[Any, ...]:
    """Put named cards before those without a name."""
    return cards if len(cards) < 2 else tuple(sorted(cards, key=lambda card: card is None))


def show(state: State, i: int, card: str, on: int, event: Event, **facts: Any) -> State:
    """Lay a hand card face up before a seat, other facts set with it."""
    line = book.Line(book.PROVISIONS, i, book.OPEN, (card,), PUBLIC, event, state.day)
    shown = replace(
        state,
        hands=put(state.hands, i, lose(state.hands[i], card)),
        table=put(state.table, on, (*state.table[on], card)),
        ledger=book.Ledger(state.ledger, line),
        **facts,
    )
    return accounted(shown) if state.hands[i] is None else shown


def spend(state: State, i: int, card: str, event: Event, **facts: Any) -> State:
    """Use a card up, other facts set with it: a face-up copy goes first. Rules: LIF-PLAY-03."""
    discard = (*state.discard, card)
    if card in state.table[i]:
        table = put(state.table, i, less(state.table[i], card))
        return replace(state, table=table, discard=discard, **facts)
    line = book.Line(book.PROVISIONS, i, book.OPEN, (card,), PUBLIC, event, state.day)
    hands = put(state.hands, i, lose(state.hands[i], card))
    spent = replace(state, hands=hands, discard=discard, ledger=book.Ledger(state.ledger, line), **facts)
    return accounted(spent) if state.hands[i] is None else spent


def keep_up(state: State, i: int, card: str, event: Event) -> State:
    """Lay a card that is used and stays, where it does not lie face up yet."""
    return state if card in state.table[i] else show(state, i, card, i, event)


def holds(state: State, i: int, kind: str) -> bool:
    """Tell whether a seat may show a card: out of its hand, or because it lies before it."""
    return kind in state.table[i] or kind in hand_kinds(state, i)


def hand_kinds(state: State, i: int) -> tuple[str, ...]:
    """List the kinds a seat may show out of its hand: those it holds, or those it might."""
    hand = state.hands[i]
    if hand is None or None in hand:
        return provision_kinds(state, i, 1 << i)
    if not hand or state.deals_provisions:
        return kinds_in(hand)
    possible = provision_kinds(state, i, 1 << i)
    return tuple([kind for kind in kinds_in(hand) if kind in possible])


@lru_cache(maxsize=LISTS_KEPT)
def kinds_in(cards: tuple[Any, ...]) -> tuple[Any, ...]:
    """List the different cards among some."""
    return tuple(dict.fromkeys(cards))


def judge_holding(state: State, i: int, card: str, *uses: str) -> Refused | None:
    """Refuse a card that a seat certainly has neither in hand nor face up; `uses` say what it is for.

    Rules: LIF-PLAY-01
    """
    if card in state.table[i] or may_hold(state, i, card):
        return None
    return refuse("lifeboat.no_such_card", "LIF-PLAY-01", *uses, seat=state.seats[i], card=card)


def judge_shown(state: State, after: After, i: int, card: str) -> Refused | None:
    """Refuse a card out of an unseen hand that cannot be there. Rules: LIF-INFO-01."""
    if card in state.table[i] or is_certain(state, i, card):
        return None
    return judge_provisions(state, after, (card,), 1 << i)


def is_certain(state: State, i: int, card: str | None) -> bool:
    """Tell whether a hand holds a card beyond doubt: the referee dealt it."""
    return state.deals_provisions and card in (state.hands[i] or ())


def card_discarded(state: State, event: CardDiscarded) -> State:
    """Discard a face-up card."""
    i = state.index[event.seat]
    table = put(state.table, i, less(state.table[i], event.card))
    parasols = state.parasols & ~(1 << i) if event.card == "parasol" else state.parasols
    return replace(state, table=table, parasols=parasols, discard=(*state.discard, event.card))


CONSEQUENCES = (Consequence(event=CardDiscarded, rules=("LIF-OVER-03", "LIF-PLAY-03"), apply=card_discarded),)
