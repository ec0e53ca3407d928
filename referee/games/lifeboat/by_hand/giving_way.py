"""Cards the referee dealt that the table finds elsewhere: whoever was dealt them has others instead."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from referee.games.lifeboat.events import Position
from referee.games.lifeboat.state import State, must_name, printed
from referee.games.lifeboat.tables import START_ORDER


def give_way(state: State, position: Position) -> State:
    """Replace what nobody but the referee sees where facts set by hand leave no such card.

    Only what lies unseen gives way, so that no refusal tells what others hold. Told from what one
    asker may read, all of it is unseen from here on.

    Rules: LIF-COR-01
    """
    if not state.deals_provisions or not (position.hands or position.table or position.discard):
        return state
    told = [state.index[seat] for seat in position.hands or ()]
    left: Counter[Any] = Counter(printed(state))
    for row in (state.discard, *state.table, *(state.hands[i] for i in told)):
        left.subtract(Counter(row or ()))
    unseen = [None if i in told else hand for i, hand in enumerate(state.hands)]
    *hands, packet, removed = exchanged([*unseen, state.packet, state.removed], left, state)
    whole = tuple([state.hands[i] if i in told else hand for i, hand in enumerate(hands)])
    return replace(state, hands=whole, packet=packet, removed=removed or ())


def exchanged(rows: list[Any], left: Counter[Any], state: State) -> list[Any]:
    """Keep the cards of rows as far as they are left, and fill the gaps with others that are."""
    kept = [None if row is None else tuple(if_left(row, left)) for row in rows]
    if not must_name(state, "provisions"):
        return [None if row is None else (None,) * len(row) for row in rows]
    spare = left.elements()
    return [None if row is None else tuple(card or next(spare) for card in row) for row in kept]


def if_left(row: tuple[Any, ...], left: Counter[Any]) -> Iterator[Any]:
    """Give each card that is left, taking it away; None for one that is not."""
    for card in row:
        if left[card] > 0:
            left[card] -= 1
            yield card
        else:
            yield None


def secrets_left(state: State, cards: tuple[Any, ...], told: tuple[int, ...]) -> tuple[Any, ...]:
    """Exchange loves, or hates, that were dealt and are told of others, or are in play no more.

    Rules: LIF-COR-01
    """
    if not state.deals_provisions or not all(state.character):
        return cards
    if not must_name(state, "provisions"):
        return tuple([c if i in told or not told else None for i, c in enumerate(cards)])
    named = [cards[i] for i in told]
    kept = [
        c if i in told or (c in state.character and c not in named) else None for i, c in enumerate(cards)
    ]
    spare = iter([card for card in START_ORDER if card in state.character and card not in kept])
    return tuple([new or (next(spare) if old else None) for old, new in zip(cards, kept, strict=True)])
