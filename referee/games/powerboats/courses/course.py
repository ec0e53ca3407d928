"""A course that boats can sail: everything a race asks of it, computed once and looked up ever after."""

import itertools
from functools import lru_cache
from typing import Final

import msgspec

from referee.games.powerboats.events import Heading, Sense
from referee.games.powerboats.lakes.hexes import (
    HEADING_INDEX,
    SECTORS,
    Cell,
    click,
    cross,
    neighbour,
    sector,
    spot_of,
)
from referee.games.powerboats.lakes.lake import LINE_HEXES, CourseSpec, Lake, is_water, line_from

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

    Rules: POW-CRS-03, POW-CRS-06, POW-GATE-02, POW-GATE-06, POW-STA-05, POW-FIN-03
    """
    line = HEADING_INDEX[spec.line]  # type: ignore[index]
    *tile, finish_buoy = line_from(lake, spec.buoys[0], line)
    closed = {*spec.buoys, finish_buoy}
    tables = [mark_tables(lake, spec, tile, closed, i) for i in (1, 2, 3)]
    exits = crossings(lake, tile, spec.start, closed)  # type: ignore[arg-type]
    entries = crossings(lake, tile, spec.finish, closed)  # type: ignore[arg-type]
    numbers = [number(lake, cell) for cell in tile]
    sectors = tuple(table[0] for table in tables)
    return Course(
        columns=lake.columns,
        buoys=spec.buoys,
        finish_buoy=finish_buoy,
        line=spec.line,  # type: ignore[arg-type]
        tile=tuple(tile),
        arrows=spec.arrows,  # type: ignore[arg-type]
        gates=spec.gates,  # type: ignore[arg-type]
        start=spec.start,  # type: ignore[arg-type]
        finish=spec.finish,  # type: ignore[arg-type]
        on_tile=frozenset(numbers),
        behind=backwater(lake, tile, spec.start, closed),  # type: ignore[arg-type]
        rays=all_rays(lake, closed),
        sectors=sectors,
        gate_sector=tuple(table[1] for table in tables),  # type: ignore[arg-type]
        gate_rows=tuple(table[2] for table in tables),
        references=tuple(table[3] for table in tables),  # type: ignore[arg-type]
        marks=(numbers[1], number(lake, spec.buoys[1]), number(lake, spec.buoys[2])),
        starts=walk(sectors[0], [numbers[1], *numbers[1::-1]], tables[0][3])
        | walk(sectors[0], numbers[1:], tables[0][3]),
        exits=frozenset(exits),
        entries=frozenset((b, a) for a, b in entries),
        handovers=(
            walk(sectors[1], row_of(lake, spec, 1), tables[1][3]),
            walk(sectors[2], row_of(lake, spec, 2), tables[2][3]),
        ),
    )


def number(lake: Lake, cell: Cell) -> int:
    """Number a hex."""
    return cell[1] * lake.columns + cell[0]


def mark_tables(
    lake: Lake, spec: CourseSpec, tile: list[Cell], closed: set[Cell], i: int
) -> tuple[tuple[int, ...], int, tuple[int, ...], int]:
    """Give buoy i's sectors by hex, its gate's sector, its gate row's water, its reference.

    Rules: POW-SECTOR-01, POW-GATE-02
    """
    buoy, sign = spec.buoys[i], SIGN[spec.arrows[i - 1]]  # type: ignore[index]
    sectors = sectors_round(lake, buoy, sign)
    gate = 2 * HEADING_INDEX[spec.gates[i - 1]] * sign % SECTORS  # type: ignore[index]
    before = tile[1] if i == 1 else spec.buoys[i - 1]
    reference = -((gate - sectors[number(lake, before)]) % SECTORS) or -SECTORS
    row = [at for at in row_of(lake, spec, i)[1:] if is_open(lake, at, closed)]
    return sectors, gate, tuple(row), reference


@lru_cache(maxsize=COURSES_KEPT)
def sectors_round(lake: Lake, buoy: Cell, sign: int) -> tuple[int, ...]:
    """Give the sector of every hex round a buoy, counted the arrow's way.

    Rules: POW-SECTOR-01
    """
    return tuple(
        0 if (c, r) == buoy else sector(buoy, (c, r), lake.layout) * sign % SECTORS
        for r in range(lake.rows)
        for c in range(lake.columns)
    )


def is_open(lake: Lake, at: int, closed: set[Cell]) -> bool:
    """Whether a boat may be on a numbered hex."""
    row, column = divmod(at, lake.columns)
    return is_water(lake, (column, row)) and (column, row) not in closed


def row_of(lake: Lake, spec: CourseSpec, i: int) -> list[int]:
    """List buoy i's hex and then its gate row, out to the edge of the map.

    Rules: POW-GATE-01
    """
    heading = HEADING_INDEX[spec.gates[i - 1]]  # type: ignore[index]
    cell, row = spec.buoys[i], []
    while 0 <= cell[0] < lake.columns and 0 <= cell[1] < lake.rows:
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
    steps = set()
    for cell in tile:
        for heading in range(6):
            near = neighbour(cell, heading, lake.layout)
            if side_of(lake, tile, near) == side and near not in closed:
                steps.add((number(lake, cell), number(lake, near)))
    return steps


def backwater(lake: Lake, tile: list[Cell], start: Cell, closed: set[Cell]) -> frozenset[int]:
    """List the water hexes on the back side of the start tile, wherever they are.

    Rules: POW-STA-06
    """
    back = -side_of(lake, tile, start)
    return frozenset(
        number(lake, (c, r))
        for r in range(lake.rows)
        for c in range(lake.columns)
        if is_water(lake, (c, r)) and (c, r) not in closed and side_of(lake, tile, (c, r)) == back
    )


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
    found: dict[tuple[int, int], tuple[int, ...]] = {}

    def ray(cell: Cell, heading: int) -> tuple[int, ...]:
        at = number(lake, cell)
        if (at, heading) not in found:
            step = neighbour(cell, heading, lake.layout)
            is_over = not is_water(lake, step)
            found[at, heading] = () if is_over else (number(lake, step), *ray(step, heading))
        return found[at, heading]

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
