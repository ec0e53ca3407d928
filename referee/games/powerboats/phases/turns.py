"""Whose turn it is, and what has to come first."""

from referee.games.powerboats.state import State
from referee.kernel.verdict import Refused, refuse


def judge_phase(state: State, wanted: str, seat: str, *rules: str) -> Refused | None:
    """Refuse what comes before its time or after it: lake, course, boats, race; `rules` say when its time is.

    Rules: POW-RACE-03
    """
    if state.phase == wanted:
        return None
    return refuse(f"powerboats.now_{state.phase}", "POW-RACE-03", *rules, seat=seat, race=state.race)


def judge_turn(state: State, seat: str) -> Refused | None:
    """Refuse a seat whose turn it is not, or that races no more.

    Rules: POW-TRN-01, POW-RACE-03, POW-FIN-01, POW-DMG-01
    """
    i = state.index[seat]
    if state.phase == "racing" and i == state.turn:
        return None
    if refused := judge_phase(state, "racing", seat, "POW-TRN-01"):
        return refused
    if i in state.finished:
        return refuse("powerboats.has_finished", "POW-FIN-01", "POW-BOA-04", seat=seat)
    if i in state.sunk:
        return refuse("powerboats.is_sunk", "POW-DMG-01", "POW-BOA-04", seat=seat)
    return refuse("powerboats.not_your_turn", "POW-TRN-01", seat=seat, turn=state.seats[state.turn])
