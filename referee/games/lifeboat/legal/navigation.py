"""What the navigation phase allows: to the navigator, to those with water, to ghosts."""

from typing import Any

from events.base import Event
from referee.games.lifeboat.events import (
    CompassUsed,
    GhostCalled,
    NavigationChosen,
    Passed,
    WaterUsed,
)
from referee.games.lifeboat.ledger import STACK
from referee.games.lifeboat.legal.hands import Events, Kinds, is_usable
from referee.games.lifeboat.navigation import is_automatic, most_looks
from referee.games.lifeboat.possible import navigation_kinds
from referee.games.lifeboat.slots import may_decline
from referee.games.lifeboat.state import (
    State,
    deals,
    navigator,
    phase_of,
)
from referee.games.lifeboat.thirst import thirsty


def navigator_acts(state: State, i: int, kinds: Kinds) -> Events:
    """List the navigator's choices.

    Rules: LIF-NAV-01, LIF-NAV-03
    """
    if navigator(state) != i:
        return ()
    seat = state.seats[i]
    events: list[Event] = []
    if deals(state, "navigation") and seat in may_decline(state):
        events.append(Passed(seat))
    looks = is_automatic(state) or (
        state.looked < most_looks(state) and is_usable(state, i, "compass", kinds)
    )
    if looks and state.queue:
        events.append(CompassUsed(seat))
    if state.stack and not is_automatic(state):
        events += [NavigationChosen(card, seat) for card in stack_kinds(state, i)]
    return tuple(events)


def stack_kinds(state: State, i: int) -> tuple[Any, ...]:
    """List the cards that may lie in the row stack, as far as its navigator sees it and can know."""
    named = tuple([card for card in state.stack if card is not None and not isinstance(card, int)])
    if len(named) == len(state.stack):
        return state.stack
    if deals(state, "navigation"):
        return ()
    return tuple(dict.fromkeys((*named, *navigation_kinds(state, STACK, 1 << i))))


def waters(state: State, i: int) -> Events:
    """List whose thirst a seat may quench.

    Rules: LIF-THIRST-04
    """
    seat = state.seats[i]
    return tuple([WaterUsed(seat, state.seats[j]) for j in thirsty(state)])


def ghost_calls(state: State, i: int) -> Events:
    """List what a ghost may do.

    Rules: LIF-VAR-GHOST
    """
    has_power = state.switches.ghost_sharks == "yes" and phase_of(state) == "overboard"
    return (
        (GhostCalled(state.seats[i]),) if has_power and i in state.lost and not state.ghosts >> i & 1 else ()
    )
