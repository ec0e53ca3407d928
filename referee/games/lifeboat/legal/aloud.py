"""What a table reads aloud of cards that are not in the box: too much to list, so one to go by."""

from events.base import TABLE, Event
from referee.games.lifeboat.decide import decide
from referee.games.lifeboat.events import NavigationChosen, NavigationContent
from referee.games.lifeboat.navigation import is_automatic
from referee.games.lifeboat.state import State, navigator, phase_of
from referee.kernel.verdict import Accepted

READ_ALOUD = NavigationContent(1, ("kid", "harter"), ("kid",), fight=True)
"""A card that is not in the box, to show how one is told: all of it is there to be changed."""


def templates(state: State, seat: str) -> tuple[Event, ...]:
    """Give what a seat, or the table, may say of a navigation card that only its owners can read.

    Rules: LIF-SET-10
    """
    if not state.expansion or state.deals_navigation or phase_of(state) != "navigation":
        return ()
    i = navigator(state)
    chooser = state.seats[i] if i >= 0 and (state.stack or is_automatic(state)) else None
    event = NavigationChosen(READ_ALOUD, chooser)
    if seat != (chooser or TABLE) or not isinstance(decide(state, event), Accepted):
        return ()
    return (event,)
