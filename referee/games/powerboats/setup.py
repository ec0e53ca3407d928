"""Before a race: the lake is laid, its course set, the boats are placed."""

from collections.abc import Iterator
from functools import lru_cache
from itertools import permutations

from msgspec.structs import replace

from referee.games.powerboats.course import COURSES_KEPT, UNSTARTED, Course, build, plan, unusual_rules
from referee.games.powerboats.events import BoatPlaced, BuoyName, CourseSet, LakeLaid, Mark
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
    cell_text,
    distance,
    is_water,
    neighbours,
    spots_of,
    water_of,
)
from referee.games.powerboats.maps import TEXTS_KEPT, find_fault, read_map, read_sound
from referee.games.powerboats.state import NOBODY, State, next_racer, next_to_place, with_boat
from referee.games.powerboats.tiles import SHIPPED, lay_tiles, shipped_lake
from referee.games.powerboats.turns import judge_phase
from referee.kernel.parts import Act, Listing, Refused, When, refuse

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
            raise place.fault(str(error), *error.rules, "POW-MAP-05", **error.args_) from None
    return lake


def _lake_of(event: LakeLaid) -> Lake:
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


def _rules_of_laying(event: LakeLaid) -> tuple[str, ...]:
    """Return the rules that allow a lake, and the way it is told."""
    if event.light_sides is not None:
        return ("POW-SET-02", "POW-MAP-08", "POW-MAP-07")
    if event.tiles is not None:
        return ("POW-SET-02", "POW-MAP-07")
    return ("POW-SET-02",) if event.map is None else ("POW-SET-02", "POW-MAP-01")


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
    return replace(
        event,
        line=spec.line,
        arrows=dict(zip(MARKS, spec.arrows, strict=True)),
        gates=dict(zip(MARKS, spec.gates, strict=True)),
        start=spec.start,
        finish=spec.finish,
    )


_COURSE = (
    *("POW-CRS-01", "POW-CRS-02", "POW-CRS-03", "POW-CRS-04", "POW-CRS-05", "POW-CRS-06"),
    *("POW-CRS-07", "POW-GATE-01"),
)


def _rules_of_course(state: State, event: CourseSet) -> tuple[str, ...]:
    """Return the rules that allow a course, first those that allow what is unusual in it."""
    spec = spec_of(_complete(state, event))  # type: ignore[arg-type]
    unusual = unusual_rules(build(state.lake, spec), state.lake)  # type: ignore[arg-type]
    return tuple(dict.fromkeys((*unusual, *_COURSE)))


def _judge_course(state: State, event: CourseSet) -> Refused | None:
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
    known = _stand_ins(lake, tuple(spots))
    for order in permutations(known) if known else ():
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


def _apply_course_set(state: State, event: CourseSet) -> State:
    """Set the buoys out, and wait for boats."""
    state = replace(state, course=build(state.lake, spec_of(event)), phase="placing")
    return replace(state, turn=next_to_place(state))


def _judge_placer(state: State, seat: str) -> Refused | None:
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
    course: Course = state.course  # type: ignore[assignment]
    args = {"seat": event.seat, "hex": cell_text(event.at)}
    at = course.number(event.at) if event.at[0] < course.columns else None
    holder = next((i for i, boat in enumerate(state.boats) if boat.at == at), None)
    if holder is not None:
        return refuse("powerboats.hex_taken", "POW-STA-02", **args, other=state.seats[holder])
    if at not in _berths(course, _taken_hexes(state)):
        # The book says behind the tile, and not how far.
        rules = ("POW-STA-06", "POW-STA-02") if at in course.behind else ("POW-STA-02", "POW-STA-06")
        return refuse("powerboats.not_behind_the_line", *rules, **args)
    return None


def _taken_hexes(state: State) -> frozenset[int]:
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


@lru_cache(maxsize=COURSES_KEPT)
def _placings_of(seat: str, course: Course, boats: frozenset[int]) -> tuple[BoatPlaced, ...]:
    cells = [course.hex_of(at) for at in sorted(_berths(course, boats))]
    return tuple(BoatPlaced(seat, cell, heading) for cell in cells for heading in HEADINGS)


def _rules_of_placing(state: State, event: BoatPlaced) -> tuple[str, ...]:
    """Return the rules that allow a berth: on the tile, behind it, or elsewhere where that is all taken."""
    course: Course = state.course  # type: ignore[assignment]
    at = course.number(event.at)
    if at in course.on_tile:
        return _PLACED
    return ("POW-STA-02", "POW-STA-06", *_PLACED[1:]) if at in course.behind else ("POW-STA-06", *_PLACED)


_PLACED = ("POW-STA-02", "POW-STA-01", "POW-STA-03")


def _apply_boat_placed(state: State, event: BoatPlaced) -> State:
    """Put a boat down, with the damage it begins the race with; after the last of them the race begins."""
    i, at = state.index[event.seat], state.course.number(event.at)  # type: ignore[union-attr]
    damage, heading = state.boats[i].damage, HEADING_INDEX[event.heading]
    state = with_boat(state, i, at=at, heading=heading, carried=damage, track=UNSTARTED)
    following = next_to_place(state)
    if following == NOBODY:
        return replace(state, phase="racing", turn=next_racer(state, state.start - 1))
    return replace(state, turn=following)


ACTS = (
    Act(
        event=LakeLaid,
        rules=lambda _, event: _rules_of_laying(event),
        when=When(phases=("lake",), by_table=True),
        judge=_judge_lake,
        apply=lambda state, event: replace(state, lake=_lake_of(event), phase="course"),
        candidates=Listing(lambda *_: _SHIPPED_LAKES, lambda *_: (LakeLaid(tiles=_LAID_OTHERWISE),)),
    ),
    Act(
        event=CourseSet,
        rules=_rules_of_course,
        when=When(phases=("course",), by_table=True),
        judge=_judge_course,
        apply=_apply_course_set,
        candidates=Listing(lambda state, _: courses_of(state.lake, state.race)),
        complete=_complete,  # type: ignore[arg-type]
    ),
    Act(
        event=BoatPlaced,
        rules=_rules_of_placing,
        when=When(phases=("placing",), judge=_judge_placer),
        judge=_judge_berth,
        apply=_apply_boat_placed,
        candidates=Listing(lambda state, seat: _placings_of(seat, state.course, _taken_hexes(state))),
    ),
)
