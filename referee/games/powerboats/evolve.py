"""The reducer: one event applied to a state. It moves boats and counters and judges nothing."""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from events.base import Event
from events.table import (
    Corrected,
    HouseRuled,
)
from referee.games.powerboats.charter import CHARTER
from referee.games.powerboats.course import build
from referee.games.powerboats.events import (
    BoatMoved,
    BoatPlaced,
    BoatRetired,
    BoatsRepaired,
    BoatStopped,
    BuoyLost,
    BuoyRounded,
    CourseSet,
    Crashed,
    DiceThrown,
    Finished,
    GameEnded,
    LakeLaid,
    RaceEnded,
    SteppedBack,
    Sunk,
)
from referee.games.powerboats.hexes import HEADING_INDEX
from referee.games.powerboats.laying import lake_of, spec_of
from referee.games.powerboats.position import place
from referee.games.powerboats.rounding import UNSTARTED, Track
from referee.games.powerboats.scoring import by_turns
from referee.games.powerboats.state import (
    NOBODY,
    NOWHERE,
    Boat,
    State,
    Wake,
    is_racing,
    next_racer,
    next_to_place,
    open_state,
    put,
)
from referee.kernel.table import SHARED_RULES, evolve_table_event

TURNED = {"left": 1, "straight": 0, "right": -1}


def evolve(state: State | None, event: Event) -> State:
    """Apply one accepted event; `table_opened` starts from None."""
    if state is None:
        return open_state(event)  # type: ignore[arg-type]
    return EVOLVERS[type(event)](state, event)


def table_event(state: State, event: Event) -> State:
    """Apply an event that every game shares."""
    return evolve_table_event(CHARTER, state, event)


def unchanged(state: State, _: Event) -> State:
    """Leave the state as it is."""
    return state


def corrected(state: State, event: Corrected[Any]) -> State:
    """Set facts by hand."""
    return place(state, event.position)


def lake_laid(state: State, event: LakeLaid) -> State:
    """Lay the lake."""
    return replace(state, lake=lake_of(event), phase="course")


def course_set(state: State, event: CourseSet) -> State:
    """Set the buoys out, and wait for boats."""
    course = build(state.lake, spec_of(event))
    state = replace(state, course=course, phase="placing")
    return replace(state, turn=next_to_place(state))


def boat_placed(state: State, event: BoatPlaced) -> State:
    """Put a boat down; after the last of them the race begins."""
    i, at = state.index[event.seat], state.course.number(event.at)  # type: ignore[union-attr]
    boat = replace(state.boats[i], at=at, heading=HEADING_INDEX[event.heading], track=UNSTARTED)
    state = replace(state, boats=put(state.boats, i, boat))
    following = next_to_place(state)
    if following == NOBODY:
        first = state.start if is_racing(state, state.start) else next_racer(state, state.start)
        return replace(state, phase="racing", turn=first)
    return replace(state, turn=following)


def dice_thrown(state: State, event: DiceThrown) -> State:
    """Show the dice of a seat."""
    i = state.index[event.seat]
    rolled = event.rolled or ()
    boats = put(state.boats, i, replace(state.boats[i], dice=(*event.held, *rolled)))
    if state.chance == "table":
        return replace(state, boats=boats, thrown=True)
    return replace(state, boats=boats, thrown=True, throws=(*state.throws, *rolled))


def boat_moved(state: State, event: BoatMoved) -> State:
    """Turn a boat; where it stops is another event."""
    i = state.index[event.seat]
    boat = state.boats[i]
    heading = (boat.heading + TURNED[event.turn]) % 6
    return replace(state, boats=put(state.boats, i, replace(boat, heading=heading, turns=boat.turns + 1)))


def crashed(state: State, event: Crashed) -> State:
    """Damage a boat and take its dice."""
    i = state.index[event.seat]
    boat = state.boats[i]
    return replace(
        state, boats=put(state.boats, i, replace(boat, dice=(), damage=boat.damage + event.damage))
    )


def finished(state: State, event: Finished) -> State:
    """Note who came in next."""
    return replace(state, finished=(*state.finished, state.index[event.seat]))


def sunk(state: State, event: Sunk) -> State:
    """Note a wreck; one that had finished keeps its place."""
    return state if event.finished else replace(state, sunk=(*state.sunk, state.index[event.seat]))


def boat_stopped(state: State, event: BoatStopped) -> State:
    """Put a boat where its move ended, off the lake where its race ended, and pass the turn."""
    i = state.index[event.seat]
    column, row = event.at
    at = row * state.course.columns + column  # type: ignore[union-attr]
    boat = state.boats[i]
    wake = Wake(i, boat.at, at)
    is_out = i in state.finished or i in state.sunk
    track = Track(event.buoys, event.progress, event.margin)
    boat = Boat(
        NOWHERE if is_out else at, boat.heading, boat.dice, boat.damage, boat.carried, track, boat.turns
    )
    turn = NOBODY if event.next is None else state.index[event.next]
    return replace(state, boats=put(state.boats, i, boat), wake=wake, turn=turn, thrown=False)


def boat_retired(state: State, event: BoatRetired) -> State:
    """Take the lone boat off the lake."""
    i = state.index[event.seat]
    boats = put(state.boats, i, replace(state.boats[i], at=NOWHERE, dice=()))
    return replace(state, boats=boats, retired=i, turn=NOBODY, thrown=False)


def race_ended(state: State, event: RaceEnded) -> State:
    """Add the points of a race; a race that ends again, after the series, gets others instead."""
    sailed, orders, ahead, points = state.sailed, state.orders, state.ahead, state.points
    if state.phase == "ended":
        points = tuple(n - less for n, less in zip(points, sailed[-1], strict=True))
        sailed, orders, ahead = sailed[:-1], orders[:-1], ahead[:-1]
    order = tuple(state.index[seat] for seat in event.places)
    won = tuple(event.points.get(seat, 0) for seat in state.seats)
    turns = tuple(boat.turns for boat in state.boats)
    more = tuple(by_turns(turns, order, len(event.sunk), i) for i in range(len(turns)))
    return replace(
        state,
        points=tuple(n + gained for n, gained in zip(points, won, strict=True)),
        sailed=(*sailed, won),
        orders=(*orders, order),
        ahead=(*ahead, more),
        turn=NOBODY,
    )


def boats_repaired(state: State, event: BoatsRepaired) -> State:
    """Clear the lake for the next race; each boat keeps what is not repaired."""
    boats = tuple(Boat(damage=event.damage[s], carried=event.damage[s]) for s in state.seats)
    return replace(
        state,
        boats=boats,
        race=event.race,
        start=state.index[event.start_player],
        phase="course",
        course=None,
        finished=(),
        sunk=(),
        retired=NOBODY,
        wake=None,
    )


def game_ended(state: State, event: GameEnded) -> State:
    """Keep the final table."""
    return replace(state, result=event, phase="ended", turn=NOBODY)


EVOLVERS: dict[type, Callable[[State, Any], State]] = {
    **dict.fromkeys(SHARED_RULES, table_event),
    HouseRuled: table_event,
    LakeLaid: lake_laid,
    CourseSet: course_set,
    BoatPlaced: boat_placed,
    DiceThrown: dice_thrown,
    BoatMoved: boat_moved,
    BoatRetired: boat_retired,
    Crashed: crashed,
    SteppedBack: unchanged,
    BuoyRounded: unchanged,
    BuoyLost: unchanged,
    Finished: finished,
    Sunk: sunk,
    BoatStopped: boat_stopped,
    RaceEnded: race_ended,
    BoatsRepaired: boats_repaired,
    GameEnded: game_ended,
    Corrected: corrected,
}
