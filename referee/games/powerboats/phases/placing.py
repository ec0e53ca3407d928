"""Placing boats on the start tile, or behind it."""

from functools import lru_cache

from msgspec.structs import replace

from referee.games.powerboats.courses.course import COURSES_KEPT, Course
from referee.games.powerboats.courses.rounding import UNSTARTED
from referee.games.powerboats.events import BoatPlaced
from referee.games.powerboats.lakes.hexes import HEADING_INDEX, HEADINGS, cell_text
from referee.games.powerboats.phases.turns import judge_phase
from referee.games.powerboats.state import NOBODY, State, next_racer, next_to_place
from referee.kernel.acts import Act
from referee.kernel.facts import put
from referee.kernel.verdict import Refused, refuse


def judge_placer(state: State, seat: str) -> Refused | None:
    """Judge whether a seat places its boat next. Rules: POW-STA-01."""
    if refused := judge_phase(state, "placing", seat, "POW-STA-01"):
        return refused
    i = state.index[seat]
    if state.boats[i].at >= 0:
        return refuse("powerboats.placed_already", "POW-STA-01", seat=seat)
    if i != state.turn:
        turn = state.seats[state.turn]
        return refuse("powerboats.not_your_placing", "POW-STA-01", seat=seat, turn=turn)
    return None


def judge_berth(state: State, event: BoatPlaced) -> Refused | None:
    """Judge a hex to start from. Rules: POW-STA-02, POW-STA-06."""
    course: Course = state.course  # type: ignore[assignment]
    told = {"seat": event.seat, "hex": cell_text(event.at)}
    at = course.number(event.at) if event.at[0] < course.columns else None
    holder = next((i for i, boat in enumerate(state.boats) if boat.at == at), None)
    if holder is not None:
        return refuse("powerboats.hex_taken", "POW-STA-02", **told, other=state.seats[holder])
    if at not in berths(course, taken(state)):
        return refuse("powerboats.not_behind_the_line", "POW-STA-02", "POW-STA-06", **told)
    return None


def taken(state: State) -> frozenset[int]:
    """Gather the hexes boats are on."""
    return frozenset([boat.at for boat in state.boats if boat.at >= 0])


@lru_cache(maxsize=COURSES_KEPT)
def berths(course: Course, boats: frozenset[int]) -> frozenset[int]:
    """List the hexes a boat may start from: the tile's, and behind it what touches tile or boats.

    Where that is all taken, a narrow bay behind the tile, any water that touches tile or boats will do.

    Rules: POW-STA-02, POW-STA-06
    """
    touched = course.on_tile | boats
    near = {ray[0] for at in touched for ray in course.rays[at] if ray}
    behind = course.on_tile | (course.behind & near)
    return frozenset(behind - boats or near - boats)


def placings(state: State, seat: str) -> tuple[BoatPlaced, ...]:
    """List every way to place the next boat. Rules: POW-STA-02, POW-STA-03."""
    return placings_of(seat, state.course, taken(state))


@lru_cache(maxsize=COURSES_KEPT)
def placings_of(seat: str, course: Course, boats: frozenset[int]) -> tuple[BoatPlaced, ...]:
    """Write a placing for every berth and heading."""
    cells = [course.hex_of(at) for at in sorted(berths(course, boats))]
    return tuple(BoatPlaced(seat, cell, heading) for cell in cells for heading in HEADINGS)


def boat_placed(state: State, event: BoatPlaced) -> State:
    """Put a boat down, with the damage it begins the race with; after the last of them the race begins."""
    i, at = state.index[event.seat], state.course.number(event.at)  # type: ignore[union-attr]
    boat, heading = state.boats[i], HEADING_INDEX[event.heading]
    boat = replace(boat, at=at, heading=heading, carried=boat.damage, track=UNSTARTED)
    state = replace(state, boats=put(state.boats, i, boat))
    following = next_to_place(state)
    if following == NOBODY:
        return replace(state, phase="racing", turn=next_racer(state, state.start - 1))
    return replace(state, turn=following)


ACTS = (
    Act(
        event=BoatPlaced,
        rules=("POW-STA-01", "POW-STA-02", "POW-STA-03"),
        may=judge_placer,
        judge=judge_berth,
        apply=boat_placed,
        listed=placings,
        phases=("placing",),
    ),
)
