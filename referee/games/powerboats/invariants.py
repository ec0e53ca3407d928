"""What must hold in every state: boats on water, one to a hex, and nothing counted twice."""

from referee.games.powerboats.course import Course, usual_margin, usual_progress
from referee.games.powerboats.hexes import SECTORS
from referee.games.powerboats.lake import is_water
from referee.games.powerboats.rounding import BUOYS
from referee.games.powerboats.state import NOBODY, NOWHERE, SINKING, Boat, State


def invariants(state: State) -> tuple[str, ...]:
    """Say what is broken, one message each; nothing in a sound state."""
    return (*broken_boats(state), *broken_tracks(state), *broken_order(state))


def broken_boats(state: State) -> list[str]:
    """Look for boats on land, on buoys, or on each other, and for wrecks afloat."""
    afloat = [boat.at for boat in state.boats if boat.at != NOWHERE]
    broken = [] if len(afloat) == len(set(afloat)) else ["two boats share a hex"]
    for seat, boat in zip(state.seats, state.boats, strict=True):
        if boat.at == NOWHERE:
            continue
        course, lake = state.course, state.lake
        if course is None or lake is None:
            broken.append(f"{seat} is on no lake")
        elif not is_water(lake, course.hex_of(boat.at)):
            broken.append(f"{seat} is on land")
        elif course.hex_of(boat.at) in (*course.buoys, course.finish_buoy):
            broken.append(f"{seat} is on a buoy")
        if boat.damage >= SINKING and state.seats.index(seat) not in (*state.finished, *state.sunk):
            broken.append(f"{seat} floats with {boat.damage} damage")
    return broken


def broken_tracks(state: State) -> list[str]:
    """Look for progress that contradicts the buoys rounded."""
    broken = []
    for seat, boat in zip(state.seats, state.boats, strict=True):
        buoys, progress, margin = boat.track
        if boat.at == NOWHERE:
            continue
        if (progress is None) != (buoys in (-1, BUOYS)):
            broken.append(f"{seat} has progress {progress} after {buoys} buoys")
        if (progress or 0) > 0 or (margin or 0) < 0:
            broken.append(f"{seat} is past a gate: {boat.track}")
        if state.course and elsewhere(state.course, boat):
            broken.append(f"{seat} has clicks of another hex: {boat.track}")
    return broken


def elsewhere(course: Course, boat: Boat) -> bool:
    """Whether a boat's clicks are those of another hex, whole circles aside."""
    buoys, progress, margin = boat.track
    far = progress is not None and (progress - usual_progress(course, buoys + 1, boat.at)) % SECTORS
    past = margin is not None and (margin - usual_margin(course, buoys, boat.at)) % SECTORS
    return bool(far or past)


def broken_order(state: State) -> list[str]:
    """Look for seats that ended twice, and turns nobody has."""
    over = (*state.finished, *state.sunk)
    broken = [] if len(set(over)) == len(over) else ["a seat ended its race twice"]
    if state.phase == "racing" and (state.turn == NOBODY or state.boats[state.turn].at == NOWHERE):
        broken.append("the turn is nobody's")
    return broken
