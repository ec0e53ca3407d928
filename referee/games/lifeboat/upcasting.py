"""Upcast older logs of Lifeboat: what their events leave out is found in the state before them.

Reducers read facts, never options. Version 1 wrote some of these facts down nowhere: its reducers read
the options, and here they are read as it did, whatever the rules say since.
"""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from referee.games.lifeboat import events
from referee.games.lifeboat.state import State
from referee.games.lifeboat.turns import end_slot
from referee.kernel.parts import Event, Mended


def _complete_cards_traded(state: State, event: events.CardsTraded) -> events.CardsTraded:
    """Add which cards lay face up: those went first, where the option lets them be traded."""
    if state.options.trade_face_up == "no":
        return event
    ups = []
    for seat, cards in zip(event.seats, event.gives, strict=True):
        table, up = list(state.table[state.index[seat]]), []
        for card in cards:
            if card in table:
                table.remove(card)
                up.append(card)
        ups.append(tuple(up))
    return replace(event, face_up=tuple(ups))


def _complete_rowed(state: State, event: events.Rowed) -> events.Rowed:
    is_over = bool(event.drawn) or not state.queue
    return replace(event, marked=is_over and (bool(event.stacked) or state.options.row_marker == "always"))


def _complete_special_used(state: State, event: events.SpecialUsed) -> events.SpecialUsed:
    is_harter = state.character[state.index[event.seat]] == "harter"
    return replace(event, kept=event.card == "medkit" and is_harter)


def _complete_fell_overboard(state: State, event: events.FellOverboard) -> events.FellOverboard:
    """Add whether the seat was doomed, by its wounds and preserver."""
    i = state.index[event.seat]
    wounds, size = state.wounds[i], state.sizes[i]
    return replace(event, doomed=wounds > size or (wounds == size and "preserver" not in state.table[i]))


def _complete_seats_changed(state: State, event: events.SeatsChanged) -> events.SeatsChanged:
    demand = state.demand
    if demand is None or state.options.seat_change_go_now == "no":
        return event
    is_next = demand.target in end_slot(state, demand.by).slots
    return replace(event, next=state.seats[demand.target] if is_next else None)


_V1: dict[type, Callable[[State, Any], Event]] = {
    events.CardsTraded: _complete_cards_traded,
    events.Rowed: _complete_rowed,
    events.SpecialUsed: _complete_special_used,
    events.CompassUsed: lambda state, event: replace(
        event, given=state.options.row_one == "yes" and state.looked == 0
    ),
    events.FellOverboard: _complete_fell_overboard,
    events.CorpseEaten: lambda state, event: replace(event, stays=state.options.cannibal_loot == "stays"),
    events.SeatsChanged: _complete_seats_changed,
}
"""What version 1 leaves out, by type of event."""


MENDED = (Mended(version=2, derived=(events.DemandLapsed,), refused=("lifeboat.chum_is_thrown",)),)
"""Version 1 ended a demand for what was gone without a word, and let chum be played that is thrown today."""


def upcast(state: State, event: Event) -> Event:
    """Return an event with what version 1 left out, by the state before it; of later versions as it is."""
    complete = _V1.get(type(event)) if state.opened_at == 1 else None
    return complete(state, event) if complete is not None else event
