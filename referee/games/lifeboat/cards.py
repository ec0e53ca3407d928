"""Provisions moving between hands, table, discard pile and deck; cards that nobody counted."""

from functools import lru_cache
from typing import Any

from msgspec.structs import replace

from referee.games.lifeboat.events import CardDiscarded
from referee.games.lifeboat.ledger import (
    HELD,
    NAVIGATION_DECK,
    OPEN,
    PROVISION_DECK,
    PUBLIC,
    STACK,
    Cards,
    Pool,
    add_line,
)
from referee.games.lifeboat.possible import After, judge_provisions, known_provisions, possible_kinds
from referee.games.lifeboat.state import Hand, State, may_hold, printed_provisions, without_one
from referee.kernel.parts import LISTS_KEPT, Consequence, Event, Refused, refuse, set_at


def without_card(hand: Any, card: Any) -> Any:
    """Return `hand` without a card; None (a hand of unknown size) and an empty hand stay as they are.

    A known card goes out by name, or else in place of one not seen. An unnamed one (None) leaves the rest
    unknown, unless all were alike.
    """
    if hand is None or not hand:
        return hand
    if card is not None:
        if card in hand:
            return without_one(hand, card)
        unseen = next((i for i, other in enumerate(hand) if other is None or isinstance(other, int)), 0)
        return hand[:unseen] + hand[unseen + 1 :]
    return hand[1:] if len(set(hand)) == 1 else (None,) * (len(hand) - 1)


def hand_over(state: State, i: int, j: int, ours: Cards, event: Event, theirs: Cards = ()) -> State:
    """Move cards `ours` from hand `i` to `j` and `theirs` back, both at once, and write it to the ledger.

    None is a card nobody named; it gets its name where all of a hand are of one kind.
    """
    one, other = state.hands[i], state.hands[j]
    if None in ours:
        ours = _name_gift(one, ours)
    if None in theirs:
        theirs = _name_gift(other, theirs)
    for card in _known_first(ours):
        one = without_card(one, card)
    for card in _known_first(theirs):
        other = without_card(other, card)
    one = None if one is None else (*one, *theirs)
    other = None if other is None else (*other, *ours)
    readers, ledger = 1 << i | 1 << j, state.ledger
    moves: list[tuple[Pool, Pool, Cards, int]] = [(i, j, ours, readers)]
    if theirs:
        moves = [(i, HELD, ours, readers), (j, i, theirs, readers), (HELD, j, (None,) * len(ours), 0)]
    for source, target, cards, seen in moves:
        ledger = add_line(ledger, event, state.day, PROVISION_DECK, source, target, cards, seen)
    after = replace(state, hands=set_at(set_at(state.hands, i, one), j, other), ledger=ledger)
    return account_for_cards(after) if one is None or other is None else after


def _name_gift(hand: Hand | None, cards: Cards) -> Cards:
    """Return `cards` with names for those without, where all of the hand is of one kind."""
    if hand and None not in hand and len(set(hand)) == 1:
        return tuple(hand[0] if card is None else card for card in cards)
    return cards


def _known_first(cards: Cards) -> Cards:
    """Return cards with those without a name (None) last, so that known ones leave a hand first."""
    return cards if len(cards) < 2 else tuple(sorted(cards, key=lambda card: card is None))


def lay_face_up(state: State, i: int, card: str, on: int, event: Event, **facts: Any) -> State:
    """Lay a card from hand `i` face up before seat `on`, and set `facts` of the state.

    Writes it to the ledger, as known to all.
    """
    shown = replace(
        state,
        hands=set_at(state.hands, i, without_card(state.hands[i], card)),
        table=set_at(state.table, on, (*state.table[on], card)),
        ledger=add_line(state.ledger, event, state.day, PROVISION_DECK, i, OPEN, (card,), PUBLIC),
        **facts,
    )
    return account_for_cards(shown) if state.hands[i] is None else shown


def spend(state: State, i: int, card: str, event: Event, **facts: Any) -> State:
    """Discard a card of a seat (a face-up copy first, else from its hand), and set `facts` of the state.

    Rules: LIF-PLAY-03
    """
    discard = (*state.discard, card)
    if card in state.table[i]:
        table = set_at(state.table, i, without_one(state.table[i], card))
        return replace(state, table=table, discard=discard, **facts)
    ledger = add_line(state.ledger, event, state.day, PROVISION_DECK, i, OPEN, (card,), PUBLIC)
    hands = set_at(state.hands, i, without_card(state.hands[i], card))
    spent = replace(state, hands=hands, discard=discard, ledger=ledger, **facts)
    return account_for_cards(spent) if state.hands[i] is None else spent


def lay_once(state: State, i: int, card: str, event: Event) -> State:
    """Lay a card that is used but not spent before its seat; unchanged if one of its kind lies there."""
    return state if card in state.table[i] else lay_face_up(state, i, card, i, event)


def holds(state: State, i: int, kind: str) -> bool:
    """Return whether a seat may show a card of a kind, out of its hand or face up."""
    return kind in state.table[i] or kind in hand_kinds(state, i)


def hand_kinds(state: State, i: int) -> tuple[str, ...]:
    """Return the kinds a seat may show out of its hand: those it holds or, in a hand not seen, might hold."""
    hand = state.hands[i]
    if hand is None or None in hand:
        return possible_kinds(state, PROVISION_DECK, i, 1 << i)
    if not hand or state.deals_provisions:
        return kinds_in(hand)
    possible = possible_kinds(state, PROVISION_DECK, i, 1 << i)
    return tuple([kind for kind in kinds_in(hand) if kind in possible])


@lru_cache(maxsize=LISTS_KEPT)
def kinds_in(cards: Cards) -> Cards:
    """Return the different cards, in the order of their first; cached."""
    return tuple(dict.fromkeys(cards))


def judge_holding(state: State, i: int, card: str, *uses: str) -> Refused | None:
    """Refuse a card that a seat certainly has neither in hand nor face up, citing the rules `uses` too."""
    if card in state.table[i] or may_hold(state, i, card):
        return None
    return refuse("lifeboat.no_such_card", "LIF-PLAY-01", *uses, seat=state.seats[i], card=card)


def judge_shown(state: State, after: After, i: int, card: str) -> Refused | None:
    """Refuse a card out of an unseen hand that cannot be there, by what its seat knows.

    `after` makes the state once the card is shown.
    """
    if card in state.table[i] or is_certain(state, i, card):
        return None
    return judge_provisions(state, after, (card,), 1 << i)


def is_certain(state: State, i: int, card: str | None) -> bool:
    """Return whether the referee dealt a hand with this card in it."""
    return state.deals_provisions and card in (state.hands[i] or ())


def apply_card_discarded(state: State, event: CardDiscarded) -> State:
    """Move a face-up card to the discard pile; an open parasol closes."""
    i = state.index[event.seat]
    table = set_at(state.table, i, without_one(state.table[i], event.card))
    parasols = state.parasols & ~(1 << i) if event.card == "parasol" else state.parasols
    return replace(state, table=table, parasols=parasols, discard=(*state.discard, event.card))


def account_for_cards(state: State) -> State:
    """Return the state with `aside` counting what lies nowhere else, and the deck no larger than that leaves.

    A hand of unknown size may hold the rest; it is empty once all cards are accounted for.
    """
    left = max(0, count_unplaced(state))
    deck = min(state.deck, left)
    if None not in state.hands:
        return replace(state, deck=deck, aside=left - deck)
    hands = state.hands if left or state.phase == "setup" else tuple([hand or () for hand in state.hands])
    return replace(state, deck=deck, aside=min(state.aside, left - deck), hands=hands)


def count_unplaced(state: State) -> int:
    """Return how many printed provisions are in the deck, aside, or in hands of unknown size.

    Negative where more lie on the table than there are.
    """
    return sum(printed_provisions(state).values()) - len(known_provisions(state))


def restart_navigation(state: State, event: Event) -> State:
    """Start the ledger of navigation cards anew from where they are now, as after a correction."""
    by = zip(state.stack, state.stackers, strict=True)
    stack = tuple([(card, 1 << seat if seat >= 0 else 0) for card, seat in by])
    chosen = () if state.chosen is None else (state.chosen,)
    whole = (stack, chosen, tuple(state.queue))
    return replace(
        state, ledger=add_line(state.ledger, event, state.day, NAVIGATION_DECK, None, STACK, whole, PUBLIC)
    )


def restart_provisions(state: State, event: Event) -> State:
    """Start the ledger of provisions anew from where they are now, as after a correction."""
    none_yet = () if state.phase == "setup" else None
    hands = tuple([(none_yet if hand is None else hand, 1 << i) for i, hand in enumerate(state.hands)])
    seen = (*state.discard, *(card for table in state.table for card in table))
    whole = (hands, seen, state.removed, state.packet or ())
    return replace(
        state, ledger=add_line(state.ledger, event, state.day, PROVISION_DECK, None, OPEN, whole, PUBLIC)
    )


CONSEQUENCES = (
    Consequence(event=CardDiscarded, rules=("LIF-OVER-03", "LIF-PLAY-03"), apply=apply_card_discarded),
)
