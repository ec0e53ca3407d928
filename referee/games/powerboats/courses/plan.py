"""Setting a course: what the table says, completed by what follows, refused where it cannot be."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from msgspec.structs import replace

from referee.games.powerboats.courses.course import COURSES_KEPT, SIGN, Course, build, number, row_of, side_of
from referee.games.powerboats.courses.route import shortest_route
from referee.games.powerboats.events import Heading, Sense
from referee.games.powerboats.lakes.hexes import (
    HEADING_INDEX,
    HEADINGS,
    Cell,
    Spot,
    bearing,
    cell_text,
    cross,
    is_ahead,
    middle,
    neighbours,
    spot_of,
)
from referee.games.powerboats.lakes.lake import (
    SPOTS_PER_LETTER,
    CourseSpec,
    Lake,
    LakeError,
    Letter,
    is_on,
    is_water,
    line_from,
    spots_of,
)

SHARPEST: Final = 120.0
"""Degrees a boat must at least sweep round a buoy whose arrow goes against the bend."""

FULL: Final = 360.0
HAIR: Final = 1e-9
"""Less than any two different bearings between hexes of a map can differ."""


@lru_cache(maxsize=COURSES_KEPT)
def plan(lake: Lake, spec: CourseSpec, letter: Letter, *, house: bool) -> CourseSpec:
    """Complete a course: line, arrows, gates and sides, and check that it can be sailed.

    Raises LakeError where it cannot.

    Rules: POW-CRS-01, POW-CRS-02, POW-CRS-03, POW-CRS-04, POW-CRS-05, POW-CRS-06, POW-CRS-07
    """
    check_buoys(lake, spec, letter, house=house)
    spec = replace(spec, line=line_of(lake, spec, letter, house=house))
    *tile, finish_buoy = line_from(lake, spec.buoys[0], HEADING_INDEX[spec.line])  # type: ignore[index]
    check_line(lake, spec.buoys, tile, finish_buoy)
    points = points_of(lake, tile, spec.buoys)
    spec = replace(spec, arrows=tuple(arrow_of(spec, points, i) for i in (1, 2, 3)))
    spec = replace(spec, gates=tuple(gate_of(lake, spec, points, i) for i in (1, 2, 3)))
    return with_sides(lake, spec, tile)


def check_buoys(lake: Lake, spec: CourseSpec, letter: Letter, *, house: bool) -> None:
    """Check that the buoys are on four different hexes, on the spots of the race.

    Rules: POW-CRS-01, POW-CRS-02
    """
    for i, buoy in enumerate(spec.buoys):
        if not is_on(lake, buoy):
            raise LakeError("buoy_off_map", "POW-CRS-02", buoy=i, hex=cell_text(buoy))
        if buoy in spec.buoys[:i]:
            raise LakeError(
                "buoys_share", "POW-CRS-02", buoy=i, other=spec.buoys.index(buoy), hex=cell_text(buoy)
            )
    known = spots_of(lake, letter)
    strangers = [buoy for buoy in spec.buoys if buoy not in known]
    if not house and len(strangers) > SPOTS_PER_LETTER - len(known):
        i = spec.buoys.index(strangers[0])
        raise LakeError("buoy_off_spot", "POW-CRS-01", buoy=i, hex=cell_text(strangers[0]), letter=letter)


def line_of(lake: Lake, spec: CourseSpec, letter: Letter, *, house: bool) -> Heading:
    """Find the side of buoy 0 on which the start tile lies: the letter's. Rules: POW-CRS-03."""
    spot = spots_of(lake, letter).get(spec.buoys[0])
    if spec.line is None:
        if spot is None or spot.side is None:
            raise LakeError("line_unknown", "POW-CRS-03", hex=cell_text(spec.buoys[0]))
        return spot.side
    if not house and spot and spot.sure and spot.side not in (None, spec.line):
        raise LakeError("line_side", "POW-CRS-03", hex=cell_text(spot.at), side=spot.side, line=spec.line)
    return spec.line


def check_line(lake: Lake, buoys: tuple[Cell, ...], tile: list[Cell], finish_buoy: Cell) -> None:
    """Check that the start tile lies on water and that its ends and hexes are free.

    Rules: POW-CRS-02, POW-CRS-03, POW-CRS-08
    """
    for cell in tile:
        if cell in buoys:
            raise LakeError("buoy_on_line", "POW-CRS-03", buoy=buoys.index(cell), hex=cell_text(cell))
        if not is_water(lake, cell):
            raise LakeError("line_on_land", "POW-CRS-03", hex=cell_text(cell))
    if not is_on(lake, finish_buoy):
        raise LakeError("finish_off_map", "POW-CRS-08", "POW-CRS-03", hex=cell_text(finish_buoy))
    if finish_buoy in buoys:
        i = buoys.index(finish_buoy)
        told = {"buoy": i, "hex": cell_text(finish_buoy)}
        raise LakeError("finish_on_buoy", "POW-CRS-08", "POW-CRS-03", "POW-CRS-02", **told)


def points_of(lake: Lake, tile: Sequence[Cell], buoys: tuple[Cell, ...]) -> tuple[Spot, ...]:
    """Give the course's turning points: the middle of the line, three buoys, the middle again."""
    first, *rounded, last = (spot_of(cell, lake.layout) for cell in (tile[0], *buoys[1:], tile[-1]))
    centre = middle(first, last)
    return (centre, *rounded, centre)


def arrow_of(spec: CourseSpec, points: tuple[Spot, ...], i: int) -> Sense:
    """Find the arrow of buoy i: the way of the bend; the other only where it needs no circle.

    Rules: POW-CRS-04, POW-CRS-05
    """
    bend = cross(*points[i - 1 : i + 2])
    given = spec.arrows[i - 1]
    usual: Sense = "ccw" if bend >= 0 else "cw"
    if given is None or bend == 0 or given == usual:
        return given or usual
    if sweep(points, i, given) < SHARPEST - HAIR:
        raise LakeError("full_circle", "POW-CRS-04", buoy=i, arrow=given, usual=usual)
    return given


def sweep(points: tuple[Spot, ...], i: int, arrow: Sense) -> float:
    """Measure the angle swept round buoy i, from the mark before to the mark after. Rules: POW-GATE-01."""
    before, after = bearing(points[i], points[i - 1]), bearing(points[i], points[i + 1])
    swept = (after - before) * SIGN[arrow] % FULL
    if min(swept, FULL - swept) < HAIR and not is_ahead(*points[i - 1 : i + 2]):
        return FULL
    return swept


def gate_of(lake: Lake, spec: CourseSpec, points: tuple[Spot, ...], i: int) -> Heading:
    """Find the gate of buoy i: the hex row nearest to the outside of the bend. Rules: POW-GATE-01."""
    arrow = spec.arrows[i - 1] or "ccw"
    gate = spec.gates[i - 1]
    if gate is None:
        half = bearing(points[i], points[i - 1]) * SIGN[arrow] + sweep(points, i, arrow) / 2
        nearest = int((half / 60 + 0.5 + HAIR) // 1)  # halves upwards: later in the arrow's direction
        gate = HEADINGS[nearest * SIGN[arrow] % 6]
    row = row_of(lake, spec.buoys[i], HEADING_INDEX[gate])[1:]
    if not any(is_water(lake, (at % lake.columns, at // lake.columns)) for at in row):
        raise LakeError("gate_dry", "POW-GATE-01", buoy=i, gate=gate)
    if i < 3 and number(lake, spec.buoys[i + 1]) in row:
        raise LakeError("gate_on_buoy", "POW-GATE-01", buoy=i, gate=gate, other=i + 1)
    return gate


def with_sides(lake: Lake, spec: CourseSpec, tile: list[Cell]) -> CourseSpec:
    """Settle from which side the line is left and entered, and prove that there is a way round.

    Where buoy 1 or 3 lies in line with the tile, the side with the shorter way is taken.

    Rules: POW-CRS-06, POW-CRS-07
    """
    starts = side_choices(lake, tile, spec.start, spec.buoys[1], "start")
    finishes = side_choices(lake, tile, spec.finish, spec.buoys[3], "finish")
    whole = [replace(spec, start=start, finish=finish) for start in starts for finish in finishes]
    lengths = {each: length for each in whole if (length := way_round(lake, each))}
    if not lengths:
        raise LakeError("no_route", "POW-CRS-07")
    return min(lengths, key=lengths.__getitem__)


@lru_cache(maxsize=COURSES_KEPT)
def way_round(lake: Lake, spec: CourseSpec) -> int:
    """Count the steps of a shortest way round a whole course; 0: there is none.

    Kept, because a course is proved when it is listed and again when it is set.

    Rules: POW-CRS-07
    """
    return len(shortest_route(build(lake, spec)) or ())


def side_choices(
    lake: Lake, tile: list[Cell], named: Cell | None, buoy: Cell, which: str
) -> tuple[Cell, ...]:
    """List hexes that could name a side of the line: one, or two where nothing decides. Rules: POW-CRS-06."""
    if named is not None:
        if not is_on(lake, named):
            raise LakeError("side_off_map", "POW-CRS-06", which=which, hex=cell_text(named))
        if side_of(lake, tile, named) == 0:
            raise LakeError("side_in_line", "POW-CRS-06", which=which, hex=cell_text(named))
        return (named,)
    if side_of(lake, tile, buoy):
        return (buoy,)
    near = neighbours(tile[1], lake.layout)
    return tuple(next(cell for cell in near if side_of(lake, tile, cell) == side) for side in (1, -1))


def against_the_bend(course: Course, lake: Lake) -> tuple[int, ...]:
    """List the buoys whose arrow goes against the bend, though no circle is needed. Rules: POW-CRS-04."""
    points = points_of(lake, course.tile, course.buoys)
    return tuple(i for i in (1, 2, 3) if cross(*points[i - 1 : i + 2]) * SIGN[course.arrows[i - 1]] < 0)
