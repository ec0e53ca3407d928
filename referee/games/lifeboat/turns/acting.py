"""Who may act now, by what everybody can see."""

from events.base import TABLE
from referee.games.lifeboat.phases.navigation import is_automatic
from referee.games.lifeboat.phases.passing import may_decline
from referee.games.lifeboat.score import scoring
from referee.games.lifeboat.state import State, current, deals, is_taking, navigator, phase_of
from referee.games.lifeboat.turns.windows import in_window


def acting(state: State) -> tuple[str, ...]:
    """List who may act now, seats in turn order; the table where it must say what happened.

    Nothing hidden decides who is listed: in a window everybody who might hold a card.
    """
    if state.closed:
        return ()
    if state.phase == "action" and state.demand is None and state.stroke is None:
        i = current(state)
        return (state.seats[i],) if i >= 0 else acting_navigator(state)
    phase = phase_of(state)
    if phase in {"setup", "ended"}:
        return (TABLE,) if phase == "setup" or state.result is None else ()
    if phase == "supply":
        return (TABLE,) if state.packet is None else (state.seats[state.keepers[0]],)
    if phase == "action":
        return acting_in_slot(state)
    if phase == "navigation":
        return acting_navigator(state)
    return (*in_window(state), TABLE)


def acting_in_slot(state: State) -> tuple[str, ...]:
    """List who may act while a slot runs."""
    demand, seats = state.demand, state.seats
    if state.fight is not None:
        return (*in_window(state), TABLE)
    if demand is None:
        if state.stroke == ():
            return (TABLE,)
        return (seats[current(state)],)
    if demand.kind == "meal":
        return (*in_window(state), TABLE)
    if demand.kind == "signal" or is_taking(state):
        return (TABLE,)
    return (seats[demand.target],)


def acting_navigator(state: State) -> tuple[str, ...]:
    """List the navigator where there is a choice, the table where the top card is turned."""
    i = navigator(state)
    if i < 0:
        return (TABLE,)
    if deals(state, "navigation") and any(isinstance(card, int) for card in state.stack):
        return (TABLE,)
    if state.stack or is_automatic(state):
        return (state.seats[i],)
    seats = may_decline(state)
    return seats if deals(state, "navigation") and seats else (*seats, TABLE)


def unshown(state: State) -> tuple[str, ...]:
    """List who must still turn cards up before the game can be scored."""
    if state.phase != "ended" or state.result is not None:
        return ()
    return tuple([state.seats[i] for i in scoring.unshown(state)])
