"""Where a hex of the lake is, as one says it at the table: by the nearest boat, buoy or start hex."""

from collections.abc import Iterator
from math import atan2, degrees
from typing import NamedTuple

from referee.games.powerboats.events import Heading, Turn
from referee.games.powerboats.lake import HEADINGS, Cell, Lake, distance, is_shoved, neighbour
from referee.games.powerboats.state import NOWHERE, State

BETWEEN = "/"
"""Parts the words of a place; no part but the last, which may be the name of a seat, holds one."""


class Chart(NamedTuple):
    """What places are told by: the lake, the boats on it, the start tile and the buoys."""

    lake: Lake | None
    boats: tuple[tuple[str, Cell, int], ...] = ()
    """Seat, hex, and the number of the heading."""

    tile: tuple[Cell, ...] = ()
    buoys: tuple[Cell, ...] = ()
    finish_buoy: Cell | None = None


def chart_of(state: State) -> Chart:
    """Return the chart of a state."""
    course = state.course
    if course is None:
        return Chart(state.lake)
    boats = (
        (seat, course.hex_of(boat.at), boat.heading)
        for seat, boat in zip(state.seats, state.boats, strict=True)
        if boat.at != NOWHERE
    )
    return Chart(state.lake, tuple(boats), course.tile, course.buoys, course.finish_buoy)


def whereabouts(chart: Chart, cell: Cell, mover: str | None = None) -> str:
    """Return where a hex is, in no language yet: `behind/B`, `away/2/NE/buoy/1`.

    The boat of `mover` is no landmark. `water` where nothing is near by which a place is told.
    """
    lake = chart.lake
    if lake is None:
        return "water"
    others = [boat for boat in chart.boats if boat[0] != mover]
    for seat, at, heading in others:
        if at == cell:
            return _place("at_boat", seat)
        if neighbour(cell, heading, lake.layout) == at:
            return _place("behind", seat)
        if neighbour(at, heading, lake.layout) == cell:
            return _place("ahead", seat)
    found = [*_landmarks(chart), *((at, _place("boat", seat)) for seat, at, _ in others)]
    if not found:
        return next((_place("spot", spot.letter) for spot in lake.spots if spot.at == cell), "water")
    near, named = min(found, key=lambda each: distance(cell, each[0], lake.layout))
    steps = distance(cell, near, lake.layout)
    return named if steps == 0 else _place("away", steps, _way_to(near, cell, lake.layout), named)


def _place(*parts: object) -> str:
    return BETWEEN.join(map(str, parts))


def _landmarks(chart: Chart) -> Iterator[tuple[Cell, str]]:
    """Yield what a place is told by beside the boats, the start tile before a buoy."""
    yield from ((cell, _place("start", n)) for n, cell in enumerate(chart.tile, 1))
    yield from ((cell, _place("buoy", n)) for n, cell in enumerate(chart.buoys))
    if chart.finish_buoy is not None:
        yield chart.finish_buoy, "finish_buoy"


def turn_towards(lake: Lake, start: Cell, heading: Heading, end: Cell) -> Turn:
    """Return the turn that brings the bow of a boat nearest to the way from its hex to another."""
    aside = (_angle(start, end, lake.layout) - 60 * HEADINGS.index(heading) + 180) % 360 - 180
    return "straight" if abs(aside) <= 30 else "left" if aside > 0 else "right"


def _way_to(start: Cell, end: Cell, layout: int) -> str:
    return HEADINGS[round(_angle(start, end, layout) / 60) % len(HEADINGS)]


def _angle(start: Cell, end: Cell, layout: int) -> float:
    """Return the way from one hex to another in degrees, counter-clockwise from the east."""
    (x0, y0), (x1, y1) = _plane(start, layout), _plane(end, layout)
    return degrees(atan2(y0 - y1, x1 - x0)) % 360


def _plane(cell: Cell, layout: int) -> tuple[float, float]:
    column, row = cell
    return 3**0.5 * (column + 0.5 * is_shoved(row, layout)), 1.5 * row
