"""Before a race: the lake is laid, its course set, the boats are placed."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import permutations
from typing import Final

from msgspec.structs import replace

from referee.games.powerboats.course import (
    COURSES_KEPT,
    SIGN,
    UNSTARTED,
    Course,
    build,
    number,
    row_of,
    shortest_route,
    side_of,
)
from referee.games.powerboats.events import BoatPlaced, BuoyName, CourseSet, Heading, LakeLaid, Mark, Sense
from referee.games.powerboats.lake import (
    HEADING_INDEX,
    HEADINGS,
    LETTERS,
    SPOTS_PER_LETTER,
    Cell,
    CourseSpec,
    Lake,
    LakeError,
    Letter,
    Spot,
    bearing,
    cell_text,
    cross,
    distance,
    is_ahead,
    is_on,
    is_water,
    line_from,
    middle,
    neighbours,
    spot_of,
    spots_of,
    water_of,
)
from referee.games.powerboats.maps import TEXTS_KEPT, find_fault, read_map, read_sound
from referee.games.powerboats.state import NOBODY, State, next_racer, next_to_place
from referee.games.powerboats.tiles import SHIPPED, lay_tiles, shipped_lake
from referee.games.powerboats.turns import judge_phase
from referee.kernel.parts import Act, Listing, Refused, When, refuse, set_at

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
    if min(swept, _FULL - swept) < _HAIR and not is_ahead(*points[i - 1 : i + 2]):
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


BUOYS: tuple[BuoyName, ...] = ("0", "1", "2", "3")
MARKS: tuple[Mark, ...] = ("1", "2", "3")
_LAID_OTHERWISE = "D3r D4 D2r / D6 D1r D5"

_MOST_HEXES = 1600
"""Hexes of a lake that is painted; the tiles of the box make 900."""


@lru_cache(maxsize=TEXTS_KEPT)
def read_checked(text: str) -> Lake:
    """Read a map, its courses checked to the last: spots, line, arrows, gates, a way round.

    Raises MapError.

    Rules: POW-MAP-05
    """
    lake, courses = read_sound(text)
    for (letter, spec), places in zip(lake.courses, courses, strict=True):
        try:
            plan(lake, spec, letter, house=False)
        except LakeError as error:
            place = find_fault(places, str(error), error.args_)
            raise place.fault(str(error), *error.rules, **error.args_) from None
    return lake


def _lake_of(event: LakeLaid) -> Lake:
    """Return the lake an event lays. Raises LakeError where there is none."""
    if event.lake is not None:
        return shipped_lake(event.lake)
    if event.map is not None:
        return read_map(event.map)
    return lay_tiles(event.tiles or "", event.light_sides or "")


def _judge_lake(state: State, event: LakeLaid) -> Refused | None:
    """Judge a lake, once for all three races: one way of telling it, and a sound one. Rules: POW-MAP-07."""
    if state.lake is not None:
        return refuse("powerboats.lake_is_laid", "POW-SET-06", "POW-SET-02")
    ways = [way for way in ("lake", "map", "tiles") if getattr(event, way) is not None]
    if len(ways) != 1:
        return Refused("powerboats.lake_one_way", ("POW-SET-02",), {"n": len(ways)})
    if event.light_sides is not None and event.tiles is None:
        return Refused("powerboats.light_sides_of_no_tiles", ("POW-MAP-08",))
    if event.lake is not None and event.lake not in SHIPPED:
        args = {"lake": event.lake, "known": tuple(SHIPPED)}
        return Refused("powerboats.lake_unknown", ("POW-SET-02",), args)
    try:
        lake = _lake_of(event)
        if lake.columns * lake.rows > _MOST_HEXES:
            return Refused("powerboats.lake_too_large", ("POW-MAP-01",), {"most": _MOST_HEXES})
        if event.map is not None:
            read_checked(event.map)
    except LakeError as error:
        return Refused(error.reason, error.rules, error.args_)
    return None


def spec_of(event: CourseSet) -> CourseSpec:
    """Return the course that an event sets; None for what it leaves to the referee."""
    return CourseSpec(
        buoys=tuple(event.buoys[name] for name in BUOYS),  # type: ignore[arg-type]
        line=event.line,
        arrows=tuple(event.arrows.get(mark) for mark in MARKS),  # type: ignore[arg-type]
        gates=tuple(event.gates.get(mark) for mark in MARKS),  # type: ignore[arg-type]
        start=event.start,
        finish=event.finish,
    )


def _complete(state: State, event: CourseSet) -> CourseSet | Refused:
    """Return the event with all that follows from it, or why the course cannot be."""
    missing = next((name for name in BUOYS if name not in event.buoys), None)
    if missing is not None:
        return Refused("powerboats.buoy_missing", ("POW-CRS-02",), {"buoy": missing})
    try:
        spec = plan(state.lake, spec_of(event), LETTERS[event.race - 1], house=event.house)
    except LakeError as error:
        return Refused(error.reason, error.rules, error.args_)
    return _write_plan(event, spec)


def _write_plan(event: CourseSet, spec: CourseSpec) -> CourseSet:
    """Return the event with all that the completed course says."""
    return replace(
        event,
        line=spec.line,
        arrows=dict(zip(MARKS, spec.arrows, strict=True)),
        gates=dict(zip(MARKS, spec.gates, strict=True)),
        start=spec.start,
        finish=spec.finish,
    )


def _judge_course(state: State, event: CourseSet) -> Refused | None:
    """Refuse a course of another race than the next, or one that cannot be sailed; else None."""
    if refused := judge_phase(state, "course", ""):
        return refused
    if event.race != state.race:
        return refuse("powerboats.another_race", "POW-RACE-03", "POW-CRS-01", race=event.race, now=state.race)
    whole = _complete(state, event)
    return whole if isinstance(whole, Refused) else None


_SHIPPED_LAKES = tuple(LakeLaid(lake=name) for name in SHIPPED)
"""What is listed as possible, though any sound map is accepted."""


@lru_cache(maxsize=TEXTS_KEPT)
def courses_of(lake: Lake, race: int) -> tuple[CourseSet, ...]:
    """Return a race's courses: those of the map, and every order of the four letters. Kept."""
    letter = LETTERS[race - 1]
    written = (spec for known, spec in lake.courses if known == letter)
    found = [course for spec in written if (course := _find_course(lake, spec, letter, race))]
    by_buoys = {
        tuple(course.buoys.values()): course for course in (*found, *_lettered_courses(lake, letter, race))
    }
    return tuple(by_buoys.values())


def invented_buoys(lake: Lake, course: CourseSet) -> tuple[Cell, ...]:
    """Return the buoys of a course that stand for letters nobody told the referee of."""
    letter = LETTERS[course.race - 1]
    known = {buoy for written, spec in lake.courses if written == letter for buoy in spec.buoys}
    known.update(spots_of(lake, letter))
    return tuple(buoy for buoy in course.buoys.values() if buoy not in known)


def _lettered_courses(lake: Lake, letter: Letter, race: int) -> Iterator[CourseSet]:
    """Yield the course of every order of a letter's spots, the start tile on the side that is known or fits.

    Spots nobody knows are stood in for: the referee cannot tell where a letter lies that it was
    never told.

    Rules: POW-CRS-01, POW-CRS-02, POW-CRS-03
    """
    spots = spots_of(lake, letter)
    for order in permutations(_stand_ins(lake, tuple(spots))):
        spot = spots.get(order[0])
        for line in (spot.side,) if spot and spot.side else HEADINGS:
            if course := _find_course(lake, CourseSpec(buoys=order, line=line), letter, race):  # type: ignore[arg-type]
                yield course
                break


def _stand_ins(lake: Lake, spots: tuple[Cell, ...]) -> tuple[Cell, ...]:
    """Return four spots: those given, then open water as far from all the others as can be."""

    def apart(cell: Cell) -> int:
        return min((distance(cell, spot, lake.layout) for spot in spots), default=0)

    off_shore = (cell for cell in water_of(lake) if 1 < cell[0] < lake.columns - 2)
    open_water = [at for at in off_shore if all(is_water(lake, near) for near in neighbours(at, lake.layout))]
    while len(spots) < SPOTS_PER_LETTER and open_water:
        spots = (*spots, max(open_water, key=apart))
        open_water.remove(spots[-1])
    return spots


def _find_course(lake: Lake, spec: CourseSpec, letter: Letter, race: int) -> CourseSet | None:
    """Return a completed course as its event; None where it cannot be sailed."""
    try:
        whole = plan(lake, spec, letter, house=False)
    except LakeError:
        return None
    bare = CourseSet(race=race, buoys=dict(zip(BUOYS, whole.buoys, strict=True)))  # type: ignore[arg-type]
    return _write_plan(bare, whole)


def _apply_lake_laid(state: State, event: LakeLaid) -> State:
    return replace(state, lake=_lake_of(event), phase="course")


def _apply_course_set(state: State, event: CourseSet) -> State:
    """Set the buoys out, and wait for boats."""
    state = replace(state, course=build(state.lake, spec_of(event)), phase="placing")
    return replace(state, turn=next_to_place(state))


def _judge_placer(state: State, seat: str) -> Refused | None:
    """Judge whether a seat places its boat next."""
    if refused := judge_phase(state, "placing", seat, "POW-STA-01"):
        return refused
    i = state.index[seat]
    if state.boats[i].at >= 0:
        return refuse("powerboats.placed_already", "POW-STA-01", seat=seat)
    if i != state.turn:
        turn = state.seats[state.turn]
        return refuse("powerboats.not_your_placing", "POW-STA-01", seat=seat, turn=turn)
    return None


def _judge_berth(state: State, event: BoatPlaced) -> Refused | None:
    """Judge a hex to start from."""
    course: Course = state.course  # type: ignore[assignment]
    args = {"seat": event.seat, "hex": cell_text(event.at)}
    at = course.number(event.at) if event.at[0] < course.columns else None
    holder = next((i for i, boat in enumerate(state.boats) if boat.at == at), None)
    if holder is not None:
        return refuse("powerboats.hex_taken", "POW-STA-02", **args, other=state.seats[holder])
    if at not in _berths(course, _taken_hexes(state)):
        return refuse("powerboats.not_behind_the_line", "POW-STA-02", "POW-STA-06", **args)
    return None


def _taken_hexes(state: State) -> frozenset[int]:
    """Return the hexes boats are on."""
    return frozenset([boat.at for boat in state.boats if boat.at >= 0])


@lru_cache(maxsize=COURSES_KEPT)
def _berths(course: Course, boats: frozenset[int]) -> frozenset[int]:
    """Return the hexes a boat may start from: the tile's, and behind it what touches tile or boats.

    Where that is all taken, a narrow bay behind the tile, any water that touches tile or boats will do.

    Rules: POW-STA-02, POW-STA-06
    """
    touched = course.on_tile | boats
    near = {ray[0] for at in touched for ray in course.rays[at] if ray}
    behind = course.on_tile | (course.behind & near)
    return frozenset(behind - boats or near - boats)


def _placings(state: State, seat: str) -> tuple[BoatPlaced, ...]:
    """Return every berth and heading for the boat of a seat."""
    return _placings_of(seat, state.course, _taken_hexes(state))


@lru_cache(maxsize=COURSES_KEPT)
def _placings_of(seat: str, course: Course, boats: frozenset[int]) -> tuple[BoatPlaced, ...]:
    """Return a placing for every berth and heading."""
    cells = [course.hex_of(at) for at in sorted(_berths(course, boats))]
    return tuple(BoatPlaced(seat, cell, heading) for cell in cells for heading in HEADINGS)


def _apply_boat_placed(state: State, event: BoatPlaced) -> State:
    """Put a boat down, with the damage it begins the race with; after the last of them the race begins."""
    i, at = state.index[event.seat], state.course.number(event.at)  # type: ignore[union-attr]
    boat, heading = state.boats[i], HEADING_INDEX[event.heading]
    boat = replace(boat, at=at, heading=heading, carried=boat.damage, track=UNSTARTED)
    state = replace(state, boats=set_at(state.boats, i, boat))
    following = next_to_place(state)
    if following == NOBODY:
        return replace(state, phase="racing", turn=next_racer(state, state.start - 1))
    return replace(state, turn=following)


ACTS = (
    Act(
        event=LakeLaid,
        rules=("POW-SET-02",),
        when=When(phases=("lake",), by_table=True),
        judge=_judge_lake,
        apply=_apply_lake_laid,
        candidates=Listing(lambda *_: _SHIPPED_LAKES, lambda *_: (LakeLaid(tiles=_LAID_OTHERWISE),)),
    ),
    Act(
        event=CourseSet,
        rules=(
            *("POW-CRS-01", "POW-CRS-02", "POW-CRS-03", "POW-CRS-04", "POW-CRS-05", "POW-CRS-06"),
            *("POW-CRS-07", "POW-GATE-01"),
        ),
        when=When(phases=("course",), by_table=True),
        judge=_judge_course,
        apply=_apply_course_set,
        candidates=Listing(lambda state, _: courses_of(state.lake, state.race)),
        complete=_complete,  # type: ignore[arg-type]
    ),
    Act(
        event=BoatPlaced,
        rules=("POW-STA-01", "POW-STA-02", "POW-STA-03"),
        when=When(phases=("placing",), judge=_judge_placer),
        judge=_judge_berth,
        apply=_apply_boat_placed,
        candidates=Listing(_placings),
    ),
)
