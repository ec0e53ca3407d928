"""What the board would show had an act been allowed: the facts to set by hand."""

from typing import Any

from events.base import Event
from referee.games.niagara.events import CanoeBought, CanoeMoved, CloudMoved, TurnEnded
from referee.games.niagara.tables import GEM_INDEX, RIVER


def facts_for(event: Event | None, state: Any) -> str:
    """Put canoe, gems or cloud where the act would have."""
    match event:
        case CanoeMoved(seat, canoe, to):
            place = "lost" if to == "falls" else to
            return f"canoes.{seat}.{canoe}.at={place} {turn_over(state, seat, canoe)}".rstrip()
        case CanoeBought(seat, gem, canoe):
            left = max(0, state.owned[state.index[seat]][GEM_INDEX[gem]] - 1)
            return f"canoes.{seat}.{canoe or 1}.at=land owned.{seat}.{gem}={left}"
        case CloudMoved(seat, to):
            return f"weather={to} {turn_over(state, seat)}".rstrip()
        case TurnEnded(seat):
            return turn_over(state, seat)
    return ""


def turn_over(state: Any, seat: str, canoe: int = 3) -> str:
    """Write that a turn is over, unless a canoe of the seat but this one has still to act."""
    i = state.index[seat]
    rest = [n for n in (1, 2) if not (state.used | canoe) & n and state.at[2 * i + n - 1] in RIVER]
    if state.turn != i or rest:
        return ""
    acted = [each for k, each in enumerate(state.seats) if state.done >> k & 1 or k == i]
    return f"acted=[{','.join(acted)}]"
