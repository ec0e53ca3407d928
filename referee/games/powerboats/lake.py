"""Hexes with a point at the top, and a lake of them: water, land, lettered spots, courses.

A layout is 1 where odd rows are shoved half a hex right, 0 where even rows are.
"""

from collections import deque
from collections.abc import Callable, Iterable
from math import atan2, degrees, sqrt
from typing import Any, Final, Literal, TypeVar

import msgspec

from referee.games.powerboats.events import Heading, Sense

T = TypeVar("T")

HEADINGS: Final[tuple[Heading, ...]] = ("E", "NE", "NW", "W", "SW", "SE")
"""Counter-clockwise; heading 0 is E, and turning left adds one."""

HEADING_INDEX: Final = {heading: i for i, heading in enumerate(HEADINGS)}
SECTORS: Final = 12
"""Clicks of 30 degrees in a full circle; even sectors are hex rows, odd ones the wedges between."""

_SHOVED: Final = ((1, 0), (1, -1), (0, -1), (-1, 0), (0, 1), (1, 1))
_UNSHOVED: Final = ((1, 0), (0, -1), (-1, -1), (-1, 0), (-1, 1), (0, 1))

_SECTOR_OF: Final = {
    (1, 0, 1): 0,
    (1, -1, 1): 1,
    (1, -1, 0): 2,
    (1, -1, -1): 3,
    (0, -1, -1): 4,
    (-1, -1, -1): 5,
    (-1, 0, -1): 6,
    (-1, 1, -1): 7,
    (-1, 1, 0): 8,
    (-1, 1, 1): 9,
    (0, 1, 1): 10,
    (1, 1, 1): 11,
}
"""The sector by the signs of an axial difference and of their sum."""

Cell = tuple[int, int]
"""Column and row."""

Spot = tuple[int, int]
"""Twice a plane coordinate: x in half hexes, y in rows, upwards; integers, middles included."""


def cell_text(cell: Cell) -> str:
    """Return a hex as `column,row`."""
    return f"{cell[0]},{cell[1]}"


def is_shoved(row: int, layout: int) -> bool:
    """Return whether a row is shoved half a hex right."""
    return row & 1 == layout


def neighbour(cell: Cell, heading: int, layout: int) -> Cell:
    """Return the hex one step away in a heading (its number), on the map or not."""
    column, row = cell
    dc, dr = (_SHOVED if is_shoved(row, layout) else _UNSHOVED)[heading]
    return column + dc, row + dr


def neighbours(cell: Cell, layout: int) -> list[Cell]:
    """Return the six hexes round one, by heading."""
    column, row = cell
    return [(column + dc, row + dr) for dc, dr in (_SHOVED if row & 1 == layout else _UNSHOVED)]


def _axial(cell: Cell, layout: int) -> Cell:
    """Return axial coordinates: q along E, r along SE."""
    column, row = cell
    return column - (row - is_shoved(row, layout)) // 2, row


def sector(centre: Cell, cell: Cell, layout: int) -> int:
    """Return in which of the twelve sectors round `centre` a hex lies; even sectors are hex rows.

    Rules: POW-SECTOR-01
    """
    (q0, r0), (q1, r1) = _axial(centre, layout), _axial(cell, layout)
    dq, dr = q1 - q0, r1 - r0
    return _SECTOR_OF[(dq > 0) - (dq < 0), (dr > 0) - (dr < 0), (dq + dr > 0) - (dq + dr < 0)]


def click(before: int, after: int) -> int:
    """Return the clicks of one step between two sectors, counter-clockwise positive. Rules: POW-SECTOR-02."""
    return (after - before + 6) % SECTORS - 6


def spot_of(cell: Cell, layout: int) -> Spot:
    """Return the point of a hex in the plane."""
    column, row = cell
    return 2 * (2 * column + is_shoved(row, layout)), -2 * row


def middle(a: Spot, b: Spot) -> Spot:
    """Return the point half way between two hexes."""
    return (a[0] + b[0]) // 2, (a[1] + b[1]) // 2


def cross(a: Spot, b: Spot, c: Spot) -> int:
    """Return on which side of the line a → b point c lies: above 0 left, below 0 right, 0 in line."""
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def bearing(a: Spot, b: Spot) -> float:
    """Return the angle of b seen from a, in degrees from E, counter-clockwise."""
    return degrees(atan2((b[1] - a[1]) * sqrt(3), b[0] - a[0])) % 360


def distance(a: Cell, b: Cell, layout: int) -> int:
    """Return the steps between two hexes."""
    (q0, r0), (q1, r1) = _axial(a, layout), _axial(b, layout)
    dq, dr = q1 - q0, r1 - r0
    return max(abs(dq), abs(dr), abs(dq + dr))


_STEPS: Final = ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1))
"""One step in each heading, in axial coordinates."""

Leg = tuple[int, int]
"""A number of steps, and the number of a heading."""


def legs(start: Cell, end: Cell, layout: int) -> tuple[Leg, Leg]:
    """Return the shortest way between two hexes that bends once at most, by 60 degrees, the longer leg first.

    There is only one. The second leg has no steps where the way is straight, both where there is none.
    """
    if start == end:
        return (0, 0), (0, 0)
    (q0, r0), (q1, r1) = _axial(start, layout), _axial(end, layout)
    heading = sector(start, end, layout) // 2
    other = (heading + 1) % 6
    (q, r), (oq, o_r), (dq, dr) = _STEPS[heading], _STEPS[other], (q1 - q0, r1 - r0)
    turned = q * o_r - r * oq
    far, aside = (dq * o_r - dr * oq) // turned, (q * dr - r * dq) // turned
    ways = (far, heading), (aside, other)
    return ways if far >= aside else ways[::-1]


Letter = Literal["A", "B", "C"]
LETTERS: Final[tuple[Letter, ...]] = ("A", "B", "C")
"""The letter of the spots used in race 1, 2 and 3."""

SPOTS_PER_LETTER: Final = 4
LINE_HEXES: Final = 4
"""How long the start tile is."""

TILE_COLUMNS: Final = 8
TILE_ROWS: Final = 12

LAND: Final = "#"
WATER: Final = "."


class LakeError(ValueError):
    """A lake or a course that cannot be: a message id without the name of the game, the rules, arguments."""

    place = ""
    """Where in a text, as one says it: `:row:column`."""

    def __init__(self, reason: str, *rules: str, **args: Any) -> None:
        super().__init__(reason)
        self.reason, self.rules, self.args_ = f"powerboats.{reason}", rules, args


class LetterSpot(msgspec.Struct, frozen=True):
    """A printed letter: its hex and the side it hugs; `sure` False where a picture hides it."""

    letter: Letter
    at: Cell
    side: Heading | None = None
    sure: bool = True


class CourseSpec(msgspec.Struct, frozen=True, kw_only=True):
    """A course as it is told: None where the referee is to derive."""

    buoys: tuple[Cell, Cell, Cell, Cell]
    line: Heading | None = None
    arrows: tuple[Sense | None, Sense | None, Sense | None] = (None, None, None)
    gates: tuple[Heading | None, Heading | None, Heading | None] = (None, None, None)
    start: Cell | None = None
    finish: Cell | None = None


class Lake(msgspec.Struct, frozen=True, kw_only=True):
    """A lake. `cells` are rows of `#` and `.`; `layout` 1 where odd rows are shoved right."""

    name: str
    source: str = ""
    layout: int = 1
    cells: tuple[str, ...]
    spots: tuple[LetterSpot, ...] = ()
    courses: tuple[tuple[Letter, CourseSpec], ...] = ()
    seams: tuple[int, int, int, int] | None = None
    """First column and row, tile width and height of a lake laid of tiles; for pictures."""

    @property
    def columns(self) -> int:
        return len(self.cells[0])

    @property
    def rows(self) -> int:
        return len(self.cells)


def is_on(lake: Lake, cell: Cell) -> bool:
    """Return whether a hex is on the map at all, water or land."""
    return 0 <= cell[0] < lake.columns and 0 <= cell[1] < lake.rows


def is_water(lake: Lake, cell: Cell) -> bool:
    """Return whether a hex is water; False off the map."""
    return is_on(lake, cell) and lake.cells[cell[1]][cell[0]] == WATER


def water_of(lake: Lake) -> list[Cell]:
    """Return the water hexes, row by row."""
    return [(c, r) for r, row in enumerate(lake.cells) for c, cell in enumerate(row) if cell == WATER]


def line_from(lake: Lake, buoy: Cell, heading: int) -> tuple[Cell, ...]:
    """Return the start tile's four hexes from buoy 0 on, and the finish buoy's hex after them.

    Rules: POW-CRS-03
    """
    hexes = [buoy]
    for _ in range(LINE_HEXES + 1):
        hexes.append(neighbour(hexes[-1], heading, lake.layout))
    return tuple(hexes[1:])


def spots_of(lake: Lake, letter: Letter) -> dict[Cell, LetterSpot]:
    """Return the known spots of a letter, by hex. Rules: POW-CRS-01."""
    return {spot.at: spot for spot in lake.spots if spot.letter == letter}


def left_to_right(lake: Lake, cells: Iterable[Cell]) -> list[Cell]:
    """Return hexes of a lake from the left; of two as far left, the one above is first."""
    return sorted(cells, key=lambda cell: (spot_of(cell, lake.layout)[0], cell[1]))


def first_open_border(lake: Lake) -> Cell | None:
    """Return a border hex that is not land; None where the border is closed. Rules: POW-MAP-03."""
    columns, rows = (0, lake.columns - 1), (0, lake.rows - 1)
    return next((at for at in water_of(lake) if at[0] in columns or at[1] in rows), None)


def first_pond(lake: Lake, anchor: Cell | None = None) -> Cell | None:
    """Return a water hex cut off from the lake: from `anchor`, or else from its largest water.

    None where the water hangs together.

    Rules: POW-MAP-06
    """
    water = set(water_of(lake))
    waters, left = [], {*water}
    while left:
        waters.append(spread([left.pop()], lambda at: water.intersection(neighbours(at, lake.layout))))
        left -= waters[-1].keys()
    if len(waters) < 2:
        return None
    main = next((each for each in waters if anchor in each), None) or max(waters, key=len)
    return next(at for at in water_of(lake) if at not in main)


def spread(edge: Iterable[T], after: Callable[[T], Iterable[T]], first: int = 0) -> dict[T, int]:
    """Return the steps from an edge, on which `first` are counted, to all that can be reached from it."""
    far = dict.fromkeys(edge, first)
    waiting = deque(far)
    while waiting:
        here = waiting.popleft()
        for there in after(here):
            if there not in far:
                far[there] = far[here] + 1
                waiting.append(there)
    return far
