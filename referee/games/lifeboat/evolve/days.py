"""Days and slots: how they begin and end, and the closing lines of a day's last steps."""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from events.base import Event
from referee.games.lifeboat import ledger as book
from referee.games.lifeboat.events import (
    DayEnded,
    OverboardClosed,
    Passed,
    ThirstClosed,
)
from referee.games.lifeboat.evolve.box import refill
from referee.games.lifeboat.state import (
    DECLINED,
    PUBLIC,
    State,
    awake,
    phase_of,
)

SPARE_OVERBOARD, SPARE_THIRST, CLOSED = 1, 2, 4
"""Closing lines that may still come although the step closed by itself; or the line came."""


def begin_day(state: State, event: Event) -> State:
    """Fix the day's order and open the supply phase, if there is anything to supply."""
    state = refill(state, event)
    supply = state.deck > 0 and bool(awake(state))
    return replace(state, phase="supply" if supply else "action", slots=state.boat)


def day_ended(state: State, event: DayEnded) -> State:
    """Put the card under the deck and the markers back; a new day."""
    line = book.Line(book.NAVIGATION, book.CHOSEN, book.DECK, (state.chosen,), PUBLIC, event, state.day)
    state = replace(
        state,
        day=event.day + 1,
        queue=(*state.queue, state.chosen),
        chosen=None,
        rowed=0,
        fought=0,
        looked=0,
        fallen=(),
        doomed=(),
        sharks=0,
        ghosts=0,
        paid=(0,) * len(state.seats),
        spare=(state.phase == "overboard") | (0 if state.spare == CLOSED else SPARE_THIRST),
        ledger=book.Ledger(state.ledger, line),
    )
    return begin_day(state, event)


def overboard_closed(state: State, _: OverboardClosed) -> State:
    """Leave the water for the thirst step; an extra line changes nothing."""
    if state.phase != "overboard":
        return state
    return replace(state, phase="thirst", fallen=(), doomed=(), sharks=0, ghosts=0)


def thirst_closed(state: State, _: ThirstClosed) -> State:
    """Remember that the step was closed by a line; an extra line changes nothing."""
    return replace(state, spare=CLOSED) if state.phase in {"overboard", "thirst"} else state


def end_slot(state: State, i: int) -> State:
    """Pass a slot: what stands before it in the order has passed too."""
    slots = state.slots
    after = slots[slots.index(i) + 1 :] if i in slots else slots
    return replace(state, slots=after, demand=None, fight=None, spare=0)


def end_meal(state: State) -> State:
    """End the slot of a meal nobody objected to."""
    demand = state.demand
    return end_slot(state, demand.by) if demand is not None and demand.kind == "meal" else state


def passed(state: State, event: Passed) -> State:
    """End a slot in which nothing was done, or let the top card be turned."""
    state = end_meal(state)
    if phase_of(state) == "navigation":
        return replace(state, looked=DECLINED)
    return end_slot(state, state.index[event.seat])


EVOLVERS: dict[type, Callable[[State, Any], State]] = {
    Passed: passed,
    OverboardClosed: overboard_closed,
    ThirstClosed: thirst_closed,
    DayEnded: day_ended,
}
