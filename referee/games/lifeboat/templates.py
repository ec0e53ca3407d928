"""What a table tells in too many ways to list, one sample of each kind; the others are told alike."""

from itertools import chain
from typing import Any

from msgspec.structs import replace

from events.base import TABLE, Event
from referee.games.lifeboat import navigation, setup
from referee.games.lifeboat.cards import hand_kinds
from referee.games.lifeboat.ending import reveals
from referee.games.lifeboat.events import CardsTraded, HandRevealed, SpecialUsed
from referee.games.lifeboat.playing import gifts
from referee.games.lifeboat.state import State, deals
from referee.games.lifeboat.tables import content_of
from referee.games.lifeboat.turns import judge_slot

SIGHTED: tuple[Any, ...] = ("N22", "N08", "N04")
"""Navigation cards that a flare may draw."""


def templates(state: State, seat: str) -> tuple[Event, ...]:
    """Give the samples for a seat, or for the table."""
    if state.closed:
        return ()
    own = (shown,) if seat == TABLE else (traded, signalled)
    kinds = (setup.templates, navigation.templates, *own)
    return tuple(chain.from_iterable(kind(state, seat) for kind in kinds))


def traded(state: State, seat: str) -> tuple[CardsTraded, ...]:
    """Give a trade of a card for a card."""
    theirs = ("water" if state.deals_provisions else None,)
    fair = (gift for gift in gifts(state, seat) if state.hands[state.index[gift.seats[1]]] != ())
    return tuple(replace(gift, gives=(gift.gives[0], theirs)) for gift in list(fair)[:1])


def signalled(state: State, seat: str) -> tuple[SpecialUsed, ...]:
    """Give a signal of a flare whose cards lie on the table. Rules: LIF-SPEC-03."""
    i = state.index[seat]
    is_held = "flare" in hand_kinds(state, i) + state.table[i]
    if not is_held or deals(state, "navigation") or judge_slot(state, seat) is not None:
        return ()
    return (SpecialUsed(seat, "flare", drawn=tuple(map(content_of, SIGHTED[: len(state.queue)]))),)


def shown(state: State, _: str) -> tuple[HandRevealed, ...]:
    """Give a hand turned up at the end, with a love and a hate."""
    cast: tuple[Any, ...] = tuple(filter(None, state.character))
    if state.phase != "ended" or not cast:
        return ()
    water: Any = ("water",)
    due = reveals(state, TABLE)[:1]
    return tuple(HandRevealed(each.seat, water * len(each.hand), cast[-1], cast[0]) for each in due)
