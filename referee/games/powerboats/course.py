"""A course: its tables, the track of a boat on it, the shortest way round, what the referee adds to it."""

import itertools
from collections import deque
from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from heapq import heapify, heappop, heappush
from typing import Any, Final, NamedTuple

from msgspec.structs import asdict, replace

from referee.games.powerboats.events import Heading, Sense
from referee.games.powerboats.lake import (
    HEADING_INDEX,
    HEADINGS,
    LINE_HEXES,
    SECTORS,
    SPOTS_PER_LETTER,
    Cell,
    CourseSpec,
    Lake,
    LakeError,
    Letter,
    Spot,
    bearing,
    cell_text,
    click,
    cross,
    is_on,
    is_water,
    line_from,
    middle,
    neighbour,
    neighbours,
    sector,
    spot_of,
    spots_of,
    water_of,
)

SIGN: Final[dict[Sense, int]] = {"ccw": 1, "cw": -1}
COURSES_KEPT: Final = 512
_LAKES_KEPT: Final = 32
_HEADINGS_COUNT: Final = 6

_Rays = tuple[tuple[int, ...], ...]
"""By heading, the hexes a boat can run through until land or a buoy stops it."""


class Course(CourseSpec, frozen=True, kw_only=True, eq=False):
    """A course with its tables. Hexes are numbers: row × columns + column.

    `line`, `gates` and `rays` use heading numbers. `sectors`, `gate_sector` and every count of
    clicks are turned the way of their buoy's arrow, so that progress is always upwards; they go
    by buoy 1, 2, 3. `references` are the clicks from the mark before to the gate.
    """

    columns: int
    line: Heading
    finish_buoy: Cell
    tile: tuple[Cell, ...]
    arrows: tuple[Sense, Sense, Sense]
    gates: tuple[Heading, Heading, Heading]
    start: Cell
    finish: Cell
    on_tile: frozenset[int]
    behind: frozenset[int]
    rays: tuple[_Rays, ...]
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
        """Return the column and row of a numbered hex."""
        row, column = divmod(at, self.columns)
        return column, row

    def number(self, cell: Cell) -> int:
        """Return the number of a hex."""
        return cell[1] * self.columns + cell[0]


@lru_cache(maxsize=COURSES_KEPT)
def build(lake: Lake, spec: CourseSpec) -> Course:
    """Return the tables of a course of which everything is told. Kept: a course is built once."""
    whole: Any = spec
    *tile, finish_buoy = line_from(lake, whole.buoys[0], HEADING_INDEX[whole.line])
    closed = {*whole.buoys, finish_buoy}
    water = {number(lake, cell): cell for cell in water_of(lake) if cell not in closed}
    numbers = [number(lake, cell) for cell in tile]
    signs, gates = [SIGN[arrow] for arrow in whole.arrows], [HEADING_INDEX[gate] for gate in whole.gates]
    rows = [row_of(lake, buoy, gate) for buoy, gate in zip(whole.buoys[1:], gates, strict=True)]
    sectors = [_sectors_round(lake, buoy, sign) for buoy, sign in zip(whole.buoys[1:], signs, strict=True)]
    gate_sector = [2 * gate * sign % SECTORS for gate, sign in zip(gates, signs, strict=True)]
    marks = (numbers[1], rows[0][0], rows[1][0])
    references = [
        -((gate - row[mark]) % SECTORS) or -SECTORS
        for gate, row, mark in zip(gate_sector, sectors, marks, strict=True)
    ]
    ahead, astern = (_walk(sectors[0], row, references[0]) for row in (numbers[1:], numbers[1::-1]))
    back = -side_of(lake, tile, whole.start)
    return Course(
        **asdict(whole),
        columns=lake.columns,
        finish_buoy=finish_buoy,
        tile=tuple(tile),
        on_tile=frozenset(numbers),
        behind=frozenset(at for at, cell in water.items() if side_of(lake, tile, cell) == back),
        rays=_all_rays(lake, closed),
        sectors=tuple(sectors),
        gate_sector=tuple(gate_sector),  # type: ignore[arg-type]
        gate_rows=tuple(tuple(at for at in row[1:] if at in water) for row in rows),
        references=tuple(references),  # type: ignore[arg-type]
        marks=marks,
        starts=astern | ahead,
        exits=frozenset(_crossings(lake, tile, whole.start, closed)),
        entries=frozenset((b, a) for a, b in _crossings(lake, tile, whole.finish, closed)),
        handovers=tuple(_walk(sectors[i], rows[i - 1], references[i]) for i in (1, 2)),  # type: ignore[arg-type]
    )


def number(lake: Lake, cell: Cell) -> int:
    """Return the number of a hex: row × columns + column."""
    return cell[1] * lake.columns + cell[0]


@lru_cache(maxsize=COURSES_KEPT)
def _sectors_round(lake: Lake, buoy: Cell, sign: int) -> tuple[int, ...]:
    """Return the sector of every hex round a buoy, by number, counted the arrow's way (`sign`).

    Rules: POW-SECTOR-01
    """
    return tuple(
        0 if (c, r) == buoy else sector(buoy, (c, r), lake.layout) * sign % SECTORS
        for r in range(lake.rows)
        for c in range(lake.columns)
    )


def row_of(lake: Lake, buoy: Cell, heading: int) -> list[int]:
    """Return the number of a buoy's hex and then of its gate row, out to the edge of the map.

    Rules: POW-GATE-01
    """
    cell, row = buoy, []
    while is_on(lake, cell):
        row.append(number(lake, cell))
        cell = neighbour(cell, heading, lake.layout)
    return row


def _walk(sectors: tuple[int, ...], row: list[int], progress: int) -> dict[int, int]:
    """Return the progress at every hex of a row, from the progress at its first hex.

    Rules: POW-GATE-06, POW-SECTOR-02
    """
    counted = {row[0]: progress}
    for a, b in itertools.pairwise(row):
        progress += click(sectors[a], sectors[b])
        counted[b] = progress
    return counted


def side_of(lake: Lake, tile: list[Cell], cell: Cell) -> int:
    """Return on which side of the start tile a hex lies: 1 left of its heading, -1 right, 0 in line.

    Rules: POW-CRS-06
    """
    a, b = spot_of(tile[0], lake.layout), spot_of(tile[-1], lake.layout)
    turn = cross(a, b, spot_of(cell, lake.layout))
    return (turn > 0) - (turn < 0)


def _crossings(lake: Lake, tile: list[Cell], named: Cell, closed: set[Cell]) -> set[tuple[int, int]]:
    """Return the steps off the start tile to the side of the hex `named`.

    Rules: POW-CRS-06, POW-STA-05, POW-FIN-03
    """
    side = side_of(lake, tile, named)
    near = ((cell, other) for cell in tile for other in neighbours(cell, lake.layout) if other not in closed)
    return {(number(lake, a), number(lake, b)) for a, b in near if side_of(lake, tile, b) == side}


def _all_rays(lake: Lake, closed: set[Cell]) -> tuple[_Rays, ...]:
    """Return the straight runs over water until land or a buoy; those no buoy cuts are shared by all courses.

    Rules: POW-MOV-02, POW-CRA-01
    """
    free = _lake_rays(lake)
    rays = list(free)
    for cell in closed:
        if not is_water(lake, cell):
            continue
        for heading in range(_HEADINGS_COUNT):
            behind = free[number(lake, cell)][(heading + _HEADINGS_COUNT // 2) % _HEADINGS_COUNT]
            for steps, at in enumerate(behind):
                row = rays[at]
                if len(row[heading]) > steps:
                    rays[at] = (*row[:heading], row[heading][:steps], *row[heading + 1 :])
    return tuple(rays)


@lru_cache(maxsize=_LAKES_KEPT)
def _lake_rays(lake: Lake) -> tuple[_Rays, ...]:
    """Return every straight run over water by hex and heading, buoys aside."""

    @cache
    def ray(cell: Cell, heading: int) -> tuple[int, ...]:
        step = neighbour(cell, heading, lake.layout)
        return (number(lake, step), *ray(step, heading)) if is_water(lake, step) else ()

    return tuple(
        tuple(ray((c, r), heading) if is_water(lake, (c, r)) else () for heading in range(_HEADINGS_COUNT))
        for r in range(lake.rows)
        for c in range(lake.columns)
    )


def usual_progress(course: Course, target: int, at: int) -> int:
    """Return the progress to gate `target` (1 to 3) of a boat that came straight from the mark before.

    Where the buoy is between them, it came round it the arrow's way.

    Rules: POW-GATE-02
    """
    sectors = course.sectors[target - 1]
    before = course.marks[target - 1]
    moved = -click(sectors[at], sectors[before])
    progress = course.references[target - 1] + moved
    return progress if progress < 0 else progress - SECTORS


def usual_margin(course: Course, mark: int, at: int) -> int:
    """Return the clicks past gate `mark` (1 to 3) of a boat that went on in the arrow's way.

    Rules: POW-GATE-04
    """
    return (course.sectors[mark - 1][at] - course.gate_sector[mark - 1]) % SECTORS


assert LINE_HEXES == 4  # noqa: S101 - the tables above take the tile's second hex as its middle


BUOYS: Final = 3


class Track(NamedTuple):
    """How far a boat is round the course.

    `buoys` -1 before the start, then how many are rounded; `progress` clicks to the next gate,
    below 0; `margin` clicks past the last gate; None where there is no such gate to reach or lose.
    """

    buoys: int
    progress: int | None
    margin: int | None


class Mark(NamedTuple):
    """Something a track did at a hex: `started`, `rounded`, `lost` (with the buoy) or `finished`."""

    what: str
    buoy: int
    at: int


UNSTARTED: Final = Track(-1, None, None)


def sail(  # noqa: C901 - the definition goes hex by hex, and so does the code
    course: Course, rounding: str, start_line: str, track: Track, at: int, path: tuple[int, ...]
) -> tuple[Track, list[Mark]]:
    """Follow a track from `at` over the hexes of a path; return the track after it and what happened.

    Nothing is counted after the finish. `rounding` and `start_line` are the options of those names.

    Rules: POW-RND-01, POW-RND-02, POW-GATE-03, POW-GATE-04, POW-GATE-05, POW-FIN-01, POW-FIN-03
    """
    buoys, progress, margin = track
    if rounding != "string":
        margin = None
    found: list[Mark] = []
    for b in path:
        if buoys < 0:
            progress = _starting_progress(course, start_line, at, b)
            if progress is None:
                at = b
                continue
            buoys = 0
            found.append(Mark("started", 0, b))
        elif buoys < BUOYS:
            sectors = course.sectors[buoys]
            moved = (sectors[b] - sectors[at] + 6) % SECTORS - 6
            progress += moved  # type: ignore[operator]
            if rounding == "gate":
                progress = _progress_without_memory(course, buoys, b, moved)
        if margin is not None:
            sectors = course.sectors[buoys - 1]
            margin += (sectors[b] - sectors[at] + 6) % SECTORS - 6
            if margin < 0:
                found.append(Mark("lost", buoys, b))
                buoys, progress, margin = buoys - 1, margin, None
                at = b
                continue
        if buoys < BUOYS and progress >= 0:  # type: ignore[operator]
            buoys += 1
            found.append(Mark("rounded", buoys, b))
            margin = progress if rounding == "string" else None
            progress = _progress_to_next(course, buoys, b)
        if buoys == BUOYS and (at, b) in course.entries:
            found.append(Mark("finished", 0, b))
            break
        at = b
    return Track(buoys, progress, margin), found


def _starting_progress(course: Course, start_line: str, at: int, b: int) -> int | None:
    """Return the progress to gate 1 of a boat that starts with the step from `at` to `b`; None: no start.

    Rules: POW-STA-05
    """
    if (at, b) not in course.exits and (start_line != "free" or b in course.on_tile):
        return None
    before = course.starts[at] if at in course.on_tile else usual_progress(course, 1, at)
    return before + click(course.sectors[0][at], course.sectors[0][b])


def _progress_without_memory(course: Course, buoys: int, at: int, moved: int) -> int:
    """Return the progress where only the gate row and the way it is reached matter.

    `buoys` are rounded; `moved` are the clicks of the step to `at`.

    Rules: POW-GATE-03
    """
    short = (course.gate_sector[buoys] - course.sectors[buoys][at]) % SECTORS
    if short:
        return -short
    return 0 if moved > 0 else -SECTORS


def _progress_to_next(course: Course, buoys: int, at: int) -> int | None:
    """Return the progress to the next gate as a buoy is rounded, None after the last. Rules: POW-GATE-06."""
    if buoys == BUOYS:
        return None
    counted = course.handovers[buoys - 1].get(at)
    return usual_progress(course, buoys + 1, at) if counted is None else counted


_DEEPEST: Final = -24
"""How many clicks the wrong way round a buoy are still searched: two circles."""

_WIDEST: Final = 36
"""How many clicks past a gate are still told apart: three circles."""

SAFE: Final = -1
"""The margin of a buoy that cannot be lost any more."""

_NEVER: Final = 1 << 30
"""More steps than any way has."""

Node = tuple[int, int, int, int]
"""Hex, buoys rounded, progress to the next gate, margin past the last one."""

_Near = list[tuple[int, ...]]
"""By hex, the hexes of water a step away."""

_Ahead = list[list[int]]
"""By buoys rounded and by hex, how many steps there are at least to the finish."""


def near_water(course: Course) -> _Near:
    """Return the hexes of water around each hex, by number."""
    return [tuple(ray[0] for ray in rays if ray) for rays in course.rays]


def shortest_route(course: Course) -> tuple[int, ...] | None:
    """Return a shortest complete track from the start tile over the finish; None where there is none.

    A step is that of `sail` in mode `string`, written out. What promises the shortest way is
    searched first: all the courses of a race are proved in the time of a blink.
    """
    near = near_water(course)
    ways: dict[Node, tuple[int, ...]] = {**begin(course)}
    ahead = _look_ahead(course, near, ways)
    queue = [(1 + ahead[0][node[0]], node) for node in ways]
    heapify(queue)
    while queue and queue[0][0] < _NEVER:
        promised, node = heappop(queue)
        at, buoys, *_ = node
        steps = len(ways[node])
        if promised >= steps + ahead[buoys][at]:
            continue  # reached in fewer steps since
        for b in near[at]:
            found = step(course, node, b)
            if is_home(course, node, found):
                return (*ways[node], b)
            if found is not None and (found not in ways or steps < len(ways[found]) - 1):
                ways[found] = (*ways[node], b)
                heappush(queue, (steps + ahead[found[1]][b], found))
    return None


def _look_ahead(course: Course, near: _Near, edge: Iterable[Node]) -> _Ahead:
    """Return the steps that are left at least: every gate row not reached yet, then the finish.

    All 0 on a course where a gate may be behind a boat before its turn comes, for there a buoy is
    rounded without standing on its row, and where buoy 3 can be rounded on the finish itself.
    """
    starts = [progress for _, _, progress, _ in edge]
    handed = [_progress_to_next(course, i, at) or 0 for i in (1, 2) for at in course.gate_rows[i - 1]]
    if max(starts + handed, default=0) >= 0 or not course.on_tile.isdisjoint(course.gate_rows[-1]):
        return [[0] * len(near)] * (BUOYS + 1)
    ahead = [[steps + 1 for steps in _flood(near, {a for a, _ in course.entries})]]
    for row in reversed(course.gate_rows):
        after = min((ahead[0][at] for at in row), default=_NEVER)
        ahead.insert(0, [steps + after for steps in _flood(near, row)])
    return ahead


def _flood(near: _Near, goals: Iterable[int]) -> list[int]:
    """Return the steps to the nearest goal from every hex; `_NEVER` where there is no way."""
    # A list in place of `spread`: every course that is listed is proved by four of these.
    steps = [_NEVER] * len(near)
    edge = deque(goals)
    for at in edge:
        steps[at] = 0
    while edge:
        at = edge.popleft()
        for b in near[at]:
            if steps[b] == _NEVER:
                steps[b] = steps[at] + 1
                edge.append(b)
    return steps


def begin(course: Course) -> dict[Node, tuple[int, int]]:
    """Return the steps that start the race from the tile, as (from, to) by the node they reach."""
    steps: dict[Node, tuple[int, int]] = {}
    for a, b in sorted(course.exits):
        progress = _starting_progress(course, "enforced", a, b) or 0
        steps.setdefault((b, 0, progress, SAFE), (a, b))
    return steps


def is_home(course: Course, node: Node, found: Node | None) -> bool:
    """Return whether the step from `node` to `found` crosses the finish the right way, all buoys rounded."""
    return found is not None and found[1] == BUOYS and (node[0], found[0]) in course.entries


def step(course: Course, node: Node, b: int) -> Node | None:
    """Return the node one step on; None where it leads farther astray than is searched."""
    at, buoys, progress, margin = node
    if buoys < BUOYS:
        row = course.sectors[buoys]
        progress += (row[b] - row[at] + 6) % SECTORS - 6
    if margin != SAFE:
        row = course.sectors[buoys - 1]
        margin += (row[b] - row[at] + 6) % SECTORS - 6
        if margin < 0:
            return b, buoys - 1, margin, SAFE
        if margin > _WIDEST:
            return None
    if buoys < BUOYS and progress >= 0:
        return b, buoys + 1, _progress_to_next(course, buoys + 1, b) or 0, progress
    return None if progress < _DEEPEST else (b, buoys, progress, margin)


_SHARPEST: Final = 120.0
"""Degrees a boat must at least sweep round a buoy whose arrow goes against the bend."""

_FULL: Final = 360.0
_HAIR: Final = 1e-9
"""Less than any two different bearings between hexes of a map can differ."""


@lru_cache(maxsize=COURSES_KEPT)
def plan(lake: Lake, spec: CourseSpec, letter: Letter, *, house: bool) -> CourseSpec:
    """Return a course with its line, arrows, gates and sides, checked that it can be sailed.

    What the table says stays. `house` lets buoys lie where the letters do not put them. Raises LakeError.
    """
    check_buoys(lake, spec, letter, house=house)
    spec = replace(spec, line=_line_of(lake, spec, letter, house=house))
    *tile, finish_buoy = line_from(lake, spec.buoys[0], HEADING_INDEX[spec.line])  # type: ignore[index]
    check_line(lake, spec.buoys, tile, finish_buoy)
    points = points_of(lake, tile, spec.buoys)
    spec = replace(spec, arrows=tuple(arrow_of(spec, points, i) for i in (1, 2, 3)))
    spec = replace(spec, gates=tuple(gate_of(lake, spec, points, i) for i in (1, 2, 3)))
    return _with_sides(lake, spec, tile)


def check_buoys(lake: Lake, spec: CourseSpec, letter: Letter, *, house: bool) -> None:
    """Raise LakeError unless the buoys are on four different hexes, on the spots of the race."""
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


def _line_of(lake: Lake, spec: CourseSpec, letter: Letter, *, house: bool) -> Heading:
    """Return the side of buoy 0 on which the start tile lies: the letter's, where none is told."""
    spot = spots_of(lake, letter).get(spec.buoys[0])
    if spec.line is None:
        if spot is None or spot.side is None:
            raise LakeError("line_unknown", "POW-CRS-03", hex=cell_text(spec.buoys[0]))
        return spot.side
    if not house and spot and spot.sure and spot.side not in (None, spec.line):
        raise LakeError("line_side", "POW-CRS-03", hex=cell_text(spot.at), side=spot.side, line=spec.line)
    return spec.line


def check_line(lake: Lake, buoys: tuple[Cell, ...], tile: list[Cell], finish_buoy: Cell) -> None:
    """Raise LakeError unless the start tile lies on water and its ends and hexes are free."""
    for cell in tile:
        if cell in buoys:
            raise LakeError("buoy_on_line", "POW-CRS-03", buoy=buoys.index(cell), hex=cell_text(cell))
        if not is_water(lake, cell):
            raise LakeError("line_on_land", "POW-CRS-03", hex=cell_text(cell))
    if not is_on(lake, finish_buoy):
        raise LakeError("finish_off_map", "POW-CRS-08", "POW-CRS-03", hex=cell_text(finish_buoy))
    if finish_buoy in buoys:
        i = buoys.index(finish_buoy)
        args = {"buoy": i, "hex": cell_text(finish_buoy)}
        raise LakeError("finish_on_buoy", "POW-CRS-08", "POW-CRS-03", "POW-CRS-02", **args)


def points_of(lake: Lake, tile: Sequence[Cell], buoys: tuple[Cell, ...]) -> tuple[Spot, ...]:
    """Return the course's turning points: the middle of the line, three buoys, the middle again."""
    first, *rounded, last = (spot_of(cell, lake.layout) for cell in (tile[0], *buoys[1:], tile[-1]))
    centre = middle(first, last)
    return (centre, *rounded, centre)


def arrow_of(spec: CourseSpec, points: tuple[Spot, ...], i: int) -> Sense:
    """Return the arrow of buoy i: the way of the bend; the other only where it needs no circle.

    Rules: POW-CRS-05
    """
    bend = cross(*points[i - 1 : i + 2])
    given = spec.arrows[i - 1]
    usual: Sense = "ccw" if bend >= 0 else "cw"
    if given is None or bend == 0 or given == usual:
        return given or usual
    if _sweep(points, i, given) < _SHARPEST - _HAIR:
        raise LakeError("full_circle", "POW-CRS-04", buoy=i, arrow=given, usual=usual)
    return given


def _sweep(points: tuple[Spot, ...], i: int, arrow: Sense) -> float:
    """Return the angle swept round buoy i, in degrees, from the mark before to the mark after.

    Rules: POW-GATE-01
    """
    before, after = bearing(points[i], points[i - 1]), bearing(points[i], points[i + 1])
    swept = (after - before) * SIGN[arrow] % _FULL
    if min(swept, _FULL - swept) < _HAIR:
        return _FULL
    return swept


def gate_of(lake: Lake, spec: CourseSpec, points: tuple[Spot, ...], i: int) -> Heading:
    """Return the gate of buoy i: the one told, or the hex row nearest to the outside of the bend."""
    arrow = spec.arrows[i - 1] or "ccw"
    gate = spec.gates[i - 1]
    if gate is None:
        half = bearing(points[i], points[i - 1]) * SIGN[arrow] + _sweep(points, i, arrow) / 2
        nearest = int((half / 60 + 0.5 + _HAIR) // 1)  # halves upwards: later in the arrow's direction
        gate = HEADINGS[nearest * SIGN[arrow] % 6]
    row = row_of(lake, spec.buoys[i], HEADING_INDEX[gate])[1:]
    if not any(is_water(lake, (at % lake.columns, at // lake.columns)) for at in row):
        raise LakeError("gate_dry", "POW-GATE-01", buoy=i, gate=gate)
    if i < 3 and number(lake, spec.buoys[i + 1]) in row:
        raise LakeError("gate_on_buoy", "POW-GATE-01", buoy=i, gate=gate, other=i + 1)
    return gate


def _with_sides(lake: Lake, spec: CourseSpec, tile: list[Cell]) -> CourseSpec:
    """Return the course with the sides from which the line is left and entered.

    Where buoy 1 or 3 lies in line with the tile, the side with the shorter way is taken. Raises LakeError
    where there is no way round.

    Rules: POW-CRS-06
    """
    starts = _side_choices(lake, tile, spec.start, spec.buoys[1], "start")
    finishes = _side_choices(lake, tile, spec.finish, spec.buoys[3], "finish")
    whole = [replace(spec, start=start, finish=finish) for start in starts for finish in finishes]
    lengths = {each: length for each in whole if (length := _way_round(lake, each))}
    if not lengths:
        raise LakeError("no_route", "POW-CRS-07")
    return min(lengths, key=lengths.__getitem__)


@lru_cache(maxsize=COURSES_KEPT)
def _way_round(lake: Lake, spec: CourseSpec) -> int:
    """Return the steps of a shortest way round a whole course; 0 where there is none.

    Kept, because a course is proved when it is listed and again when it is set.

    Rules: POW-CRS-07
    """
    return len(shortest_route(build(lake, spec)) or ())


def _side_choices(
    lake: Lake, tile: list[Cell], named: Cell | None, buoy: Cell, which: str
) -> tuple[Cell, ...]:
    """Return hexes that could name a side of the line: one, or two where nothing decides.

    `named` is the hex told, `which` is "start" or "finish".
    """
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
    """Return the buoys whose arrow goes against the bend, though no circle is needed. Rules: POW-CRS-04."""
    points = points_of(lake, course.tile, course.buoys)
    return tuple(i for i in (1, 2, 3) if cross(*points[i - 1 : i + 2]) * SIGN[course.arrows[i - 1]] < 0)


def unusual_rules(course: Course, lake: Lake) -> tuple[str, ...]:
    """Return the rules that allow what is set otherwise than the referee would: arrows, gates, sides."""
    points = points_of(lake, course.tile, course.buoys)
    plain = CourseSpec(buoys=course.buoys, line=course.line, arrows=course.arrows)
    sides = ((course.start, course.buoys[1]), (course.finish, course.buoys[3]))
    unusual = (
        ("POW-CRS-04", against_the_bend(course, lake)),
        ("POW-GATE-01", any(_usual_gate(lake, plain, points, i) != course.gates[i - 1] for i in (1, 2, 3))),
        ("POW-CRS-06", any(_is_away(lake, course.tile, *side) for side in sides)),
    )
    return tuple(rule for rule, holds in unusual if holds)


def _usual_gate(lake: Lake, spec: CourseSpec, points: tuple[Spot, ...], i: int) -> Heading | None:
    """Return the gate of buoy i that the referee would set; None where it would have no water."""
    try:
        return gate_of(lake, spec, points, i)
    except LakeError:
        return None


def _is_away(lake: Lake, tile: Sequence[Cell], named: Cell, buoy: Cell) -> bool:
    """Return whether the hex `named` names the side of the line that is turned away from a buoy."""
    return side_of(lake, [*tile], named) == -side_of(lake, [*tile], buoy) != 0
