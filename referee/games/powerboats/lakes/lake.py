"""A lake as a value: water and land by hex, lettered spots, and the courses written with it."""

from typing import Final, Literal

import msgspec

from referee.games.powerboats.events import Heading, Sense
from referee.games.powerboats.lakes.hexes import Cell, beyond, neighbour

Letter = Literal["A", "B", "C"]
LETTERS: Final[tuple[Letter, ...]] = ("A", "B", "C")
"""The letter of the spots used in race 1, 2 and 3."""

SPOTS_PER_LETTER: Final = 4
LINE_HEXES: Final = 4
"""How long the start tile is."""

LAND: Final = "#"
WATER: Final = "."


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
        """Count the hexes of a row."""
        return len(self.cells[0])

    @property
    def rows(self) -> int:
        """Count the rows."""
        return len(self.cells)


def is_on(lake: Lake, cell: Cell) -> bool:
    """Whether a hex is on the map at all."""
    return 0 <= cell[0] < lake.columns and 0 <= cell[1] < lake.rows


def is_water(lake: Lake, cell: Cell) -> bool:
    """Whether a hex is water."""
    return is_on(lake, cell) and lake.cells[cell[1]][cell[0]] == WATER


def water_of(lake: Lake) -> list[Cell]:
    """List the water hexes, row by row."""
    return [(c, r) for r, row in enumerate(lake.cells) for c, cell in enumerate(row) if cell == WATER]


def line_from(lake: Lake, buoy: Cell, heading: int) -> tuple[Cell, ...]:
    """List the start tile's hexes from buoy 0, and the finish buoy's hex after them.

    Rules: POW-CRS-03
    """
    return tuple(beyond(buoy, heading, n, lake.layout) for n in range(1, LINE_HEXES + 2))


def spots_of(lake: Lake, letter: Letter) -> dict[Cell, LetterSpot]:
    """Find the known spots of a letter, by hex.

    Rules: POW-CRS-01
    """
    return {spot.at: spot for spot in lake.spots if spot.letter == letter}


def first_open_border(lake: Lake) -> Cell | None:
    """Find a border hex that is not land.

    Rules: POW-MAP-03
    """
    last_column, last_row = lake.columns - 1, lake.rows - 1
    return next(
        (at for at in water_of(lake) if at[0] in (0, last_column) or at[1] in (0, last_row)),
        None,
    )


def first_pond(lake: Lake, anchor: Cell | None = None) -> Cell | None:
    """Find a water hex cut off from the lake: from `anchor`, or else from its largest water.

    Rules: POW-MAP-06
    """
    lakes = waters(lake)
    if len(lakes) < 2:
        return None
    main = next((w for w in lakes if anchor in w), None) or max(lakes, key=len)
    return next(at for at in water_of(lake) if at not in main)


def waters(lake: Lake) -> list[set[Cell]]:
    """Split the water into pieces that hang together."""
    left = set(water_of(lake))
    pieces = []
    while left:
        pieces.append(flood(left, left.pop(), lake.layout))
    return pieces


def flood(left: set[Cell], at: Cell, layout: int) -> set[Cell]:
    """Take a hex and everything joined to it out of `left`."""
    found, edge = {at}, [at]
    while edge:
        cell = edge.pop()
        for heading in range(6):
            near = neighbour(cell, heading, layout)
            if near in left:
                left.remove(near)
                found.add(near)
                edge.append(near)
    return found
