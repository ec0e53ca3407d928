"""What the board would show had an act been allowed: the facts that do not follow from the act itself."""

from collections.abc import Mapping
from typing import Any

from events.base import Event
from referee.games.niagara.events import CanoeBought, CanoeMoved, Gem, GemPassed, RiverFlowed
from referee.games.niagara.state import canoe_index, lost_canoes
from referee.games.niagara.tables import GEM_INDEX, RIVER
from referee.kernel.parts import AnywayFacts


def _room_for(event: Event | None, state: Any) -> Mapping[str, Any]:
    """Return the facts with which the act is possible: before the river flows all had turns.

    Empty for all other acts.
    """
    return {"acted": [*state.seats]} if isinstance(event, RiverFlowed) else {}


def _facts_for(event: Event | None, state: Any) -> Mapping[str, Any]:
    """Return the facts that the act would have changed; empty where nobody can say."""
    match event:
        case CanoeMoved(seat, canoe):
            said = _facts_of_move(event, state)
            return {**said, **_facts_of_turn_end(state, seat, canoe)} if said else {}
        case CanoeBought(seat, gem, canoe):
            return _facts_of_purchase(state, seat, gem, canoe)
        case GemPassed(seat, giver, taker):
            return _facts_of_passing(state, seat, giver, taker)
    return {}


def _facts_of_move(event: CanoeMoved, state: Any) -> Mapping[str, Any]:
    """Return where on the river the canoe stops, and its gem where it loads one, whatever the site has.

    Empty where it leaves the river, steals, or would stay as it was.
    """
    i = canoe_index(state, event.seat, event.canoe)
    loads = [each.gem for each in (*event.before, *event.after) if each.act == "load"]
    gem = loads[-1] if loads else state.cargo[i]
    if event.to not in RIVER or event.steal or (event.to, gem) == (state.at[i], state.cargo[i]):
        return {}
    at = f"canoes.{event.seat}.{event.canoe}"
    return {f"{at}.at": event.to, **({f"{at}.gem": gem} if loads else {})}


def _facts_of_purchase(state: Any, seat: str, gem: Gem, canoe: int | None) -> Mapping[str, Any]:
    """Return a lost canoe ashore and its price paid; empty where the seat lacks the gem or the canoe."""
    i = state.index[seat]
    lost, left = lost_canoes(state, i), state.owned[i][GEM_INDEX[gem]] - 1
    if left < 0 or canoe not in (None, *lost) or not lost:
        return {}
    return {f"canoes.{seat}.{canoe or lost[0]}.at": "land", f"owned.{seat}.{gem}": left}


def _facts_of_passing(state: Any, seat: str, giver: int, taker: int) -> Mapping[str, Any]:
    """Return the gem in the other canoe; empty where the giver has none or the taker has one."""
    gem, other = (state.cargo[canoe_index(state, seat, canoe)] for canoe in (giver, taker))
    if gem is None or other is not None:
        return {}
    return {f"canoes.{seat}.{giver}.gem": None, f"canoes.{seat}.{taker}.gem": gem}


def _facts_of_turn_end(state: Any, seat: str, canoe: int = 3) -> Mapping[str, Any]:
    """Return that the seat has had its turn; empty where it has none, or another canoe has still to act.

    `canoe` has acted: 1 or 2, 3 for both.
    """
    i = state.index[seat]
    rest = [n for n in (1, 2) if not (state.used | canoe) & n and state.at[2 * i + n - 1] in RIVER]
    if state.turn != i or rest:
        return {}
    return {"acted": [each for k, each in enumerate(state.seats) if state.done >> k & 1 or k == i]}


ANYWAY = AnywayFacts(
    room_for=_room_for,
    facts_for=_facts_for,
    forgotten=("used", "launched", "landed", "granted"),
)
