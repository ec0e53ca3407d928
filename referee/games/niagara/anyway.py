"""What the board would show had an act been allowed: the facts that do not follow from the act itself."""

from collections.abc import Mapping
from typing import Any

from events.base import Event
from referee.games.niagara.events import CanoeBought, CanoeMoved, Gem, GemPassed, RiverFlowed
from referee.games.niagara.state import canoe_index, lost_canoes
from referee.games.niagara.tables import GEM_INDEX, RIVER
from referee.kernel.registry import AnywayFacts


def room_for(event: Event | None, state: Any) -> Mapping[str, Any]:
    """Let everybody have had a turn before the river flows."""
    return {"acted": [*state.seats]} if isinstance(event, RiverFlowed) else {}


def facts_for(event: Event | None, state: Any) -> Mapping[str, Any]:
    """Put the canoe and its load where the act says, whatever the site has; pay what is paid."""
    match event:
        case CanoeMoved(seat, canoe):
            said = as_it_says(event, state)
            return {**said, **turn_over(state, seat, canoe)} if said else {}
        case CanoeBought(seat, gem, canoe):
            return paid_for(state, seat, gem, canoe)
        case GemPassed(seat, giver, taker):
            return handed_over(state, seat, giver, taker)
    return {}


def as_it_says(event: CanoeMoved, state: Any) -> Mapping[str, Any]:
    """Write where on the river a canoe stops, and the gem it loads; nothing where it stays as it was."""
    i = canoe_index(state, event.seat, event.canoe)
    loads = [each.gem for each in (*event.before, *event.after) if each.act == "load"]
    gem = loads[-1] if loads else state.cargo[i]
    if event.to not in RIVER or event.steal or (event.to, gem) == (state.at[i], state.cargo[i]):
        return {}
    at = f"canoes.{event.seat}.{event.canoe}"
    return {f"{at}.at": event.to, **({f"{at}.gem": gem} if loads else {})}


def paid_for(state: Any, seat: str, gem: Gem, canoe: int | None) -> Mapping[str, Any]:
    """Put a lost canoe ashore and take its price, where its owner has that gem."""
    i = state.index[seat]
    lost, left = lost_canoes(state, i), state.owned[i][GEM_INDEX[gem]] - 1
    if left < 0 or canoe not in (None, *lost) or not lost:
        return {}
    return {f"canoes.{seat}.{canoe or lost[0]}.at": "land", f"owned.{seat}.{gem}": left}


def handed_over(state: Any, seat: str, giver: int, taker: int) -> Mapping[str, Any]:
    """Take a gem from one canoe into the other, where one has it and the other none."""
    gem, other = (state.cargo[canoe_index(state, seat, canoe)] for canoe in (giver, taker))
    if gem is None or other is not None:
        return {}
    return {f"canoes.{seat}.{giver}.gem": None, f"canoes.{seat}.{taker}.gem": gem}


def turn_over(state: Any, seat: str, canoe: int = 3) -> Mapping[str, Any]:
    """Write that a turn is over, unless a canoe of the seat but this one has still to act."""
    i = state.index[seat]
    rest = [n for n in (1, 2) if not (state.used | canoe) & n and state.at[2 * i + n - 1] in RIVER]
    if state.turn != i or rest:
        return {}
    return {"acted": [each for k, each in enumerate(state.seats) if state.done >> k & 1 or k == i]}


ANYWAY = AnywayFacts(
    room_for=room_for,
    facts_for=facts_for,
    forgotten=("used", "launched", "landed", "granted"),
)
