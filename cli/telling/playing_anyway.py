"""What the board would show had an act been allowed: the facts with which a table plays it anyway."""

from typing import Any

from events.base import Event
from referee.games.lifeboat.events import CardPlayed, MugDemanded, Passed, Rowed, SeatDemanded, WaterUsed
from referee.games.niagara.events import CanoeBought, CanoeMoved, CloudMoved, TurnEnded
from referee.games.niagara.tables import GEM_INDEX, RIVER
from referee.games.powerboats.events import BoatMoved, BoatPlaced, BoatRetired, DiceThrown

UNTOLD = "FACT=VALUE"


def facts_for(event: Event | None, state: Any) -> str:
    """Write the facts to type; in capitals what only the table can say."""
    return FINDERS[state.game](event, state) or UNTOLD


def for_niagara(event: Event | None, state: Any) -> str:
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


def for_powerboats(event: Event | None, _: Any) -> str:
    """Put the boat, or the dice of its seat, where the act would have."""
    match event:
        case BoatPlaced(seat, at, heading):
            return f"boats.{seat}.at=[{at[0]},{at[1]}] boats.{seat}.heading={heading}"
        case BoatMoved(seat):
            return f"boats.{seat}.at=[COLUMN,ROW] boats.{seat}.heading=HEADING turn=SEAT"
        case BoatRetired(seat):
            return f"boats.{seat}.at=none"
        case DiceThrown(seat, held, _, rolled):
            dice = ",".join(map(str, (*held, *(rolled or ())))) or "DIE,DIE"
            return f"turn={seat} boats.{seat}.dice=[{dice}] thrown=true"
    return ""


def for_lifeboat(event: Event | None, state: Any) -> str:
    """Lay the card, heal the wound, or give the action to who wanted it."""
    match event:
        case CardPlayed(seat, card):
            return f"table.{seat}=[{','.join((*state.table[state.index[seat]], card))}]"
        case WaterUsed(_, on):
            return f"wounds.{on}={max(0, state.wounds[state.index[on]] - 1)}"
        case Rowed(seat) | Passed(seat) | SeatDemanded(seat) | MugDemanded(seat):
            return f"acting={seat}"
    return ""


FINDERS = {"niagara": for_niagara, "powerboats": for_powerboats, "lifeboat": for_lifeboat}


def turn_over(state: Any, seat: str, canoe: int = 3) -> str:
    """Write that a turn is over, unless a canoe of the seat but this one has still to act."""
    i = state.index[seat]
    rest = [n for n in (1, 2) if not (state.used | canoe) & n and state.at[2 * i + n - 1] in RIVER]
    if state.turn != i or rest:
        return ""
    acted = [each for k, each in enumerate(state.seats) if state.done >> k & 1 or k == i]
    return f"acted=[{','.join(acted)}]"
