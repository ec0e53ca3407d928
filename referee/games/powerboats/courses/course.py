"""A course that boats can sail: everything a race asks of it, computed once and looked up ever after."""

import itertools
from functools import cache, lru_cache
from typing import Any, Final

import msgspec

from referee.games.powerboats.events import Heading, Sense
from referee.games.powerboats.lakes.hexes import (
    HEADING_INDEX,
    SECTORS,
    Cell,
    click,
    cross,
    neighbour,
    neighbours,
    sector,
    spot_of,
)
from referee.games.powerboats.lakes.lake import (
    LINE_HEXES,
    CourseSpec,
    Lake,
    is_on,
    is_water,
    line_from,
    water_of,
)

SIGN: Final[dict[Sense, int]] = {"ccw": 1, "cw": -1}
COURSES_KEPT: Final = 512
LAKES_KEPT: Final = 32
HEADINGS_COUNT: Final = 6

Rays = tuple[tuple[int, ...], ...]
"""By heading, the hexes a boat can run through until land or a buoy stops it."""


class Course(msgspec.Struct, frozen=True, kw_only=True, eq=False):
    """A course with its tables. Hexes are numbers: row × columns + column.

    `line`, `gates` and `rays` use heading numbers. `sectors`, `gate_sector` and every count of
    clicks are turned the way of their buoy's arrow, so that progress is always upwards; they go
    by buoy 1, 2, 3. `references` are the clicks from the mark before to the gate.
    """

    columns: int
    buoys: tuple[Cell, Cell, Cell, Cell]
    finish_buoy: Cell
    line: Heading
    tile: tuple[Cell, ...]
    arrows: tuple[Sense, Sense, Sense]
    gates: tuple[Heading, Heading, Heading]
    start: Cell
    finish: Cell
    on_tile: frozenset[int]
    behind: frozenset[int]
    rays: tuple[Rays, ...]
    sectors: tuple[tuple[int, ...], ...]
    gate_sector: tuple[int, int, int]
    gate_rows: tuple[tuple[int, ...], ...]
    references: tuple[int, int, int]
    marks: tuple[int, int, int]
    starts: dict[int, int]
    exits: frozenset[tuple[int, int]]
    entries: frozenset[tuple[int, int]]
    handovers: tuple[dict[int, int], dict[int, int]]

    def hex_of(self, at: int) -> Cell:
        """Give the column and row of a numbered hex."""
        row, column = divmod(at, self.columns)
        return column, row

    def number(self, cell: Cell) -> int:
        """Number a hex."""
        return cell[1] * self.columns + cell[0]


@lru_cache(maxsize=COURSES_KEPT)
def build(lake: Lake, spec: CourseSpec) -> Course:
    """Compute the tables of a course of which everything is told.

    Rules: POW-CRS-03, POW-CRS-06, POW-GATE-02, POW-GATE-06, POW-STA-05, POW-STA-06, POW-FIN-03
    """
    told: Any = spec
    *tile, finish_buoy = line_from(lake, told.buoys[0], HEADING_INDEX[told.line])
    closed = {*told.buoys, finish_buoy}
    water = {number(lake, cell): cell for cell in water_of(lake) if cell not in closed}
    numbers = [number(lake, cell) for cell in tile]
    signs, gates = [SIGN[arrow] for arrow in told.arrows], [HEADING_INDEX[gate] for gate in told.gates]
    rows = [row_of(lake, buoy, gate) for buoy, gate in zip(told.buoys[1:], gates, strict=True)]
    sectors = [sectors_round(lake, buoy, sign) for buoy, sign in zip(told.buoys[1:], signs, strict=True)]
    gate_sector = [2 * gate * sign % SECTORS for gate, sign in zip(gates, signs, strict=True)]
    marks = (numbers[1], rows[0][0], rows[1][0])
    references = [
        -((gate - row[mark]) % SECTORS) or -SECTORS
        for gate, row, mark in zip(gate_sector, sectors, marks, strict=True)
    ]
    ahead, astern = (walk(sectors[0], row, references[0]) for row in (numbers[1:], numbers[1::-1]))
    back = -side_of(lake, tile, told.start)
    return Course(
        columns=lake.columns,
        buoys=told.buoys,
        finish_buoy=finish_buoy,
        line=told.line,
        tile=tuple(tile),
        arrows=told.arrows,
        gates=told.gates,
        start=told.start,
        finish=told.finish,
        on_tile=frozenset(numbers),
        behind=frozenset(at for at, cell in water.items() if side_of(lake, tile, cell) == back),
        rays=all_rays(lake, closed),
        sectors=tuple(sectors),
        gate_sector=tuple(gate_sector),  # type: ignore[arg-type]
        gate_rows=tuple(tuple(at for at in row[1:] if at in water) for row in rows),
        references=tuple(references),  # type: ignore[arg-type]
        marks=marks,
        starts=astern | ahead,
        exits=frozenset(crossings(lake, tile, told.start, closed)),
        entries=frozenset((b, a) for a, b in crossings(lake, tile, told.finish, closed)),
        handovers=tuple(walk(sectors[i], rows[i - 1], references[i]) for i in (1, 2)),  # type: ignore[arg-type]
    )


def number(lake: Lake, cell: Cell) -> int:
    """Number a hex."""
    return cell[1] * lake.columns + cell[0]


@lru_cache(maxsize=COURSES_KEPT)
def sectors_round(lake: Lake, buoy: Cell, sign: int) -> tuple[int, ...]:
    """Give the sector of every hex round a buoy, counted the arrow's way. Rules: POW-SECTOR-01."""
    return tuple(
        0 if (c, r) == buoy else sector(buoy, (c, r), lake.layout) * sign % SECTORS
        for r in range(lake.rows)
        for c in range(lake.columns)
    )


def row_of(lake: Lake, buoy: Cell, heading: int) -> list[int]:
    """List a buoy's hex and then its gate row, out to the edge of the map. Rules: POW-GATE-01."""
    cell, row = buoy, []
    while is_on(lake, cell):
        row.append(number(lake, cell))
        cell = neighbour(cell, heading, lake.layout)
    return row


def walk(sectors: tuple[int, ...], row: list[int], progress: int) -> dict[int, int]:
    """Count the progress at every hex of a row, from the progress at its first hex.

    Rules: POW-GATE-06, POW-SECTOR-02
    """
    counted = {row[0]: progress}
    for a, b in itertools.pairwise(row):
        progress += click(sectors[a], sectors[b])
        counted[b] = progress
    return counted


def side_of(lake: Lake, tile: list[Cell], cell: Cell) -> int:
    """Tell on which side of the start tile a hex lies: 1 left of its heading, -1 right, 0 in line.

    Rules: POW-CRS-06
    """
    a, b = spot_of(tile[0], lake.layout), spot_of(tile[-1], lake.layout)
    turn = cross(a, b, spot_of(cell, lake.layout))
    return (turn > 0) - (turn < 0)


def crossings(lake: Lake, tile: list[Cell], named: Cell, closed: set[Cell]) -> set[tuple[int, int]]:
    """List the steps off the start tile to the side of the hex named.

    Rules: POW-CRS-06, POW-STA-05, POW-FIN-03
    """
    side = side_of(lake, tile, named)
    near = ((cell, other) for cell in tile for other in neighbours(cell, lake.layout) if other not in closed)
    return {(number(lake, a), number(lake, b)) for a, b in near if side_of(lake, tile, b) == side}


def all_rays(lake: Lake, closed: set[Cell]) -> tuple[Rays, ...]:
    """Cut the lake's straight runs where buoys stand; runs no buoy stops are shared by all courses.

    Rules: POW-MOV-02, POW-CRA-01
    """
    free = lake_rays(lake)
    rays = list(free)
    for cell in closed:
        if not is_water(lake, cell):
            continue
        for heading in range(HEADINGS_COUNT):
            behind = free[number(lake, cell)][(heading + HEADINGS_COUNT // 2) % HEADINGS_COUNT]
            for steps, at in enumerate(behind):
                row = rays[at]
                if len(row[heading]) > steps:
                    rays[at] = (*row[:heading], row[heading][:steps], *row[heading + 1 :])
    return tuple(rays)


@lru_cache(maxsize=LAKES_KEPT)
def lake_rays(lake: Lake) -> tuple[Rays, ...]:
    """Compute every straight run over water, from every hex in every heading, buoys aside.

    Rules: POW-MOV-02
    """

    @cache
    def ray(cell: Cell, heading: int) -> tuple[int, ...]:
        step = neighbour(cell, heading, lake.layout)
        return (number(lake, step), *ray(step, heading)) if is_water(lake, step) else ()

    return tuple(
        tuple(ray((c, r), heading) if is_water(lake, (c, r)) else () for heading in range(HEADINGS_COUNT))
        for r in range(lake.rows)
        for c in range(lake.columns)
    )


def usual_progress(course: Course, target: int, at: int) -> int:
    """Count the progress to gate `target` (1 to 3) of a boat that came straight from the mark before.

    Where the buoy is between them, it came round it the arrow's way.

    Rules: POW-GATE-02
    """
    sectors = course.sectors[target - 1]
    before = course.marks[target - 1]
    moved = -click(sectors[at], sectors[before])
    progress = course.references[target - 1] + moved
    return progress if progress < 0 else progress - SECTORS


def usual_margin(course: Course, mark: int, at: int) -> int:
    """Count the clicks past gate `mark` (1 to 3) of a boat that went on in the arrow's way.

    Rules: POW-GATE-04
    """
    return (course.sectors[mark - 1][at] - course.gate_sector[mark - 1]) % SECTORS


assert LINE_HEXES == 4  # noqa: S101 - the tables above take the tile's second hex as its middle
