"""What a table of physical cards may have seen: the observations that are due, cards unseen as null."""

from functools import cache
from typing import Any

from events.base import Event
from referee.games.lifeboat.events import (
    CardTaken,
    CharactersDealt,
    FightClosed,
    HandRevealed,
    NavigationChosen,
    OverboardClosed,
    ProvisionDealt,
    ProvisionsDrawn,
    ThirstClosed,
)
from referee.games.lifeboat.evolve.days import SPARE_OVERBOARD, SPARE_THIRST
from referee.games.lifeboat.fights import has_open_meal
from referee.games.lifeboat.navigation import is_automatic
from referee.games.lifeboat.possible import top_kinds
from referee.games.lifeboat.scoring import unshown
from referee.games.lifeboat.state import State, awake, is_taking, navigator, phase_of
from referee.games.lifeboat.tables import START_ORDER

Events = tuple[Event, ...]


def observations(state: State) -> Events:
    """List what the table may say now: windows closed, cards dealt, drawn, turned up or shown.

    Of the ways to deal characters only a few are listed, of hidden cards only how many there are.
    """
    match phase_of(state):
        case "setup":
            return setups(state)
        case "supply" if state.packet is None and not state.deals_provisions:
            conscious = awake(state)
            unseen = (None,) * min(len(conscious), state.deck)
            return (ProvisionsDrawn(state.seats[conscious[0]], unseen), *closings(state))
        case "action" if is_taking(state) and not state.deals_provisions and state.demand is not None:
            return (CardTaken(state.seats[state.demand.by], state.seats[state.demand.target]),)
        case "navigation":
            return closings(state) + tops(state)
        case "ended":
            return reveals(state)
    return closings(state)


def closings(state: State) -> Events:
    """List the windows the table may close: first the open one, then those that closed by themselves."""
    phase = phase_of(state)
    has_fight = state.fight is not None or has_open_meal(state)
    is_open = (has_fight, phase == "overboard", phase == "thirst")
    is_spare = (
        False,
        state.phase == "overboard" or state.spare & SPARE_OVERBOARD,
        state.spare & SPARE_THIRST,
    )
    lines = (FightClosed(), OverboardClosed(), ThirstClosed())
    due = [line for line, is_due in zip(lines, is_open, strict=True) if is_due]
    extra = [line for line, is_extra in zip(lines, is_spare, strict=True) if is_extra and line not in due]
    return (*due, *extra)


def setups(state: State) -> Events:
    """List characters dealt in a few ways, then first provisions face down."""
    if not all(state.character):
        box = state.seats, state.character
        return dealings(*box, expansion=state.expansion) if state.chance == "table" else ()
    if state.deals_provisions:
        return ()
    return tuple(ProvisionDealt(seat) for i, seat in enumerate(state.seats) if not state.dealt >> i & 1)


@cache
def dealings(seats: tuple[str, ...], dealt: tuple[Any, ...], *, expansion: bool) -> Events:
    """Deal the characters in each turn of their order, both ways round; those set by hand stay."""
    pool = [c for c in START_ORDER if c not in dealt and (c != "harter" or expansion)]
    orders = [line[k:] + line[:k] for line in (pool, pool[::-1]) for k in range(len(pool))]
    rows = [tuple([card or rest.pop() for card in dealt]) for rest in (order[::-1] for order in orders)]
    return tuple(CharactersDealt(dict(zip(seats, row, strict=True))) for row in dict.fromkeys(rows))


def tops(state: State) -> Events:
    """List what the top of a physical navigation deck may be, as far as everybody can know."""
    has_choice = navigator(state) >= 0 and (state.stack or is_automatic(state))
    if has_choice or state.deals_navigation:
        return ()
    return tuple(NavigationChosen(card) for card in top_kinds(state))


def reveals(state: State) -> Events:
    """List who must still turn its cards up, with cards nobody reads; not before its seals are opened.

    Rules: TAB-SEAL-01
    """
    if state.result is not None:
        return ()
    sealed = {seal.seat for seal in state.seals}
    seats = ((state.seats[i], state.hands[i]) for i in unshown(state))
    return tuple(HandRevealed(seat, unread(hand)) for seat, hand in seats if seat not in sealed)


def unread(hand: Any) -> tuple[None, ...]:
    """Count a hand, card by card."""
    return (None,) * len(hand or ())
