"""Where a hex of the lake is, as one says it at the table: by the boats, buoys and start hexes near it.

Whatever is said of a hex is true of no other: what is said is the way to it from one thing that is seen.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from math import atan2, degrees
from typing import NamedTuple

from referee.games.powerboats.events import Heading, Turn
from referee.games.powerboats.lake import (
    HEADINGS,
    LETTERS,
    Cell,
    Lake,
    distance,
    is_on,
    is_shoved,
    is_water,
    left_to_right,
    legs,
    neighbour,
    neighbours,
    sector,
    spots_of,
    spread,
)
from referee.games.powerboats.state import NOWHERE, State

BETWEEN = "/"
"""Parts the words of a place; no part but the last, which may be the name of a seat, holds one."""

ROUND_A_BOAT = ("ahead", "left_bow", "left_stern", "behind", "right_stern", "right_bow")
"""What is said of the six hexes round a boat, from its bow on counter-clockwise."""


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

    The boat of `mover` is no landmark. `water` where there is no lake.
    """
    if chart.lake is None:
        return "water"
    boats = tuple(boat for boat in chart.boats if boat[0] != mover)
    return _beside_boats(chart.lake, boats, cell) or _by_landmarks(chart, boats, cell)


def _beside_boats(lake: Lake, boats: Sequence[tuple[str, Cell, int]], cell: Cell) -> str | None:
    """Return where a hex is on which a boat lies, or that is in line with one beside it; else None."""
    around = neighbours(cell, lake.layout)
    for seat, at, heading in boats:
        if at == cell:
            return _place("at_boat", seat)
        if at in around and (side := _side_of(at, heading, cell, lake.layout)) in ("ahead", "behind"):
            return _place(side, seat)
    return None


def _by_landmarks(chart: Chart, boats: Sequence[tuple[str, Cell, int]], cell: Cell) -> str:
    """Return where a hex is by the landmark from which the way to it is shortest and straightest."""
    lake: Lake = chart.lake  # type: ignore[assignment]
    marks = _marks_of(lake, chart.tile, chart.buoys, chart.finish_buoy)
    if cell in marks.gaps:
        return marks.gaps[cell]
    found = [(_cost(at, cell, lake.layout) + more, at, named) for at, named, more in marks.marks]
    ways = [(_cost(at, cell, lake.layout), n) for n, (_, at, _) in enumerate(boats)]
    cost, at, named = min(found, key=lambda each: each[0])
    if ways and min(ways)[0] < cost:
        seat, at, heading = boats[min(ways)[1]]
        if min(ways)[0] == _ONE_STEP:
            return _place(_side_of(at, heading, cell, lake.layout), seat)
        named = _place("boat", seat)
    return _way_from(at, named, cell, lake.layout)


def _side_of(at: Cell, heading: int, cell: Cell, layout: int) -> str:
    """Return on which side of a boat a hex beside it is."""
    return ROUND_A_BOAT[(neighbours(at, layout).index(cell) - heading) % 6]


_ONE_STEP = 2


def _cost(start: Cell, end: Cell, layout: int) -> int:
    """Return how hard it is to see a way: two a hex, and one where it bends."""
    return 2 * distance(start, end, layout) + sector(start, end, layout) % 2 if start != end else 0


def _way_from(start: Cell, named: str, cell: Cell, layout: int) -> str:
    """Return a place by its way from a landmark: there, beside it, straight on, or with one bend."""
    (far, way), (aside, other) = legs(start, cell, layout)
    if not far:
        return named
    if aside:
        return _place("off", far, HEADINGS[way], aside, HEADINGS[other], named)
    return _place("beside", HEADINGS[way], named) if far == 1 else _place("away", far, HEADINGS[way], named)


def _place(*parts: object) -> str:
    return BETWEEN.join(map(str, parts))


class _Marks(NamedTuple):
    """What is seen of a lake and a course, whatever boats do.

    `marks` are hexes with their names, and how much longer a way from them may seem than it is; `gaps` the
    hexes that are said to be between two things.
    """

    marks: tuple[tuple[Cell, str, int], ...]
    gaps: dict[Cell, str]


_FAINT = 5
"""A letter of another race is paler than a buoy: it has to be two hexes nearer."""


@lru_cache(maxsize=32)
def _marks_of(
    lake: Lake, tile: tuple[Cell, ...], buoys: tuple[Cell, ...], finish_buoy: Cell | None
) -> _Marks:
    """Return what is seen of a lake and a course. Cached."""
    named = [(cell, _place("buoy", n)) for n, cell in enumerate(buoys)]
    named += [(finish_buoy, "finish_buoy")] if finish_buoy is not None else []
    closed = {cell for cell, _ in named}
    marks = [(cell, _place("start", n), 0) for n, cell in enumerate(tile, 1)]
    marks += [(cell, name, 0) for cell, name in named]
    faint = _FAINT if buoys else 0
    marks += [(cell, name, faint) for cell, name in _letters(lake) if cell not in closed]
    if not marks:
        marks.append(((lake.columns // 2, lake.rows // 2), "middle", 0))
    return _Marks(tuple(marks), dict(_gaps(lake, dict(named))))


def _letters(lake: Lake) -> Iterator[tuple[Cell, str]]:
    """Yield the printed letters, each with its place among those alike from the left."""
    for letter in LETTERS:
        alike = left_to_right(lake, spots_of(lake, letter))
        for n, cell in enumerate(alike):
            # Of fewer than four, those in the middle are left out.
            place = n + 1 if 2 * n < len(alike) else n + 5 - len(alike)
            yield cell, _place("spot", letter, place)


def _gaps(lake: Lake, named: dict[Cell, str]) -> Iterator[tuple[Cell, str]]:
    """Yield the hexes between two buoys, and those between a buoy and the land that alone are."""
    islands, twice = _islands(lake), set[str]()
    found: dict[str, Cell] = {}
    for at, name in named.items():
        for heading, cell in enumerate(neighbours(at, lake.layout)):
            beyond = neighbour(cell, heading, lake.layout)
            if not is_water(lake, cell) or cell in named:
                continue
            if beyond in named:
                said = _place("between", *sorted((name, named[beyond])))
            elif is_on(lake, beyond) and not is_water(lake, beyond):
                said = _place("between", name, "island" if beyond in islands else "shore")
            else:
                continue
            twice |= {said} if found.setdefault(said, cell) != cell else set()
    yield from ((cell, said) for said, cell in found.items() if said not in twice)


def _islands(lake: Lake) -> set[Cell]:
    """Return the land that is cut off from the border of the map."""
    land = {(c, r) for r in range(lake.rows) for c in range(lake.columns) if not is_water(lake, (c, r))}
    border = [(c, r) for c, r in land if c in (0, lake.columns - 1) or r in (0, lake.rows - 1)]
    return land - spread(border, lambda at: land.intersection(neighbours(at, lake.layout))).keys()


def turn_towards(lake: Lake, start: Cell, heading: Heading, end: Cell) -> Turn:
    """Return the turn that brings the bow of a boat nearest to the way from its hex to another."""
    aside = (_angle(start, end, lake.layout) - 60 * HEADINGS.index(heading) + 180) % 360 - 180
    return "straight" if abs(aside) <= 30 else "left" if aside > 0 else "right"


def _angle(start: Cell, end: Cell, layout: int) -> float:
    """Return the way from one hex to another in degrees, counter-clockwise from the east."""
    (x0, y0), (x1, y1) = _plane(start, layout), _plane(end, layout)
    return degrees(atan2(y0 - y1, x1 - x0)) % 360


def _plane(cell: Cell, layout: int) -> tuple[float, float]:
    column, row = cell
    return 3**0.5 * (column + 0.5 * is_shoved(row, layout)), 1.5 * row
