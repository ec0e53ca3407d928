"""A lake as a value: water and land by hex, lettered spots, and the courses written with it."""

from typing import Any, Final, Literal

import msgspec

from referee.games.powerboats.events import Heading, Sense
from referee.games.powerboats.lakes.hexes import Cell, neighbour, neighbours

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
    """List the start tile's hexes from buoy 0, and the finish buoy's hex after them. Rules: POW-CRS-03."""
    hexes = [buoy]
    for _ in range(LINE_HEXES + 1):
        hexes.append(neighbour(hexes[-1], heading, lake.layout))
    return tuple(hexes[1:])


def spots_of(lake: Lake, letter: Letter) -> dict[Cell, LetterSpot]:
    """Find the known spots of a letter, by hex. Rules: POW-CRS-01."""
    return {spot.at: spot for spot in lake.spots if spot.letter == letter}


def first_open_border(lake: Lake) -> Cell | None:
    """Find a border hex that is not land. Rules: POW-MAP-03."""
    columns, rows = (0, lake.columns - 1), (0, lake.rows - 1)
    return next((at for at in water_of(lake) if at[0] in columns or at[1] in rows), None)


def first_pond(lake: Lake, anchor: Cell | None = None) -> Cell | None:
    """Find a water hex cut off from the lake: from `anchor`, or else from its largest water.

    Rules: POW-MAP-06
    """
    waters, left = [], set(water_of(lake))
    while left:
        waters.append(flood(left, left.pop(), lake.layout))
    if len(waters) < 2:
        return None
    main = next((water for water in waters if anchor in water), None) or max(waters, key=len)
    return next(at for at in water_of(lake) if at not in main)


def flood(left: set[Cell], at: Cell, layout: int) -> set[Cell]:
    """Take a hex and everything joined to it out of `left`."""
    found, edge = {at}, [at]
    while edge:
        near = left.intersection(neighbours(edge.pop(), layout))
        left -= near
        found |= near
        edge += near
    return found
