"""Laying the lake and setting the course: judged, and read back from the log."""

from collections.abc import Iterator
from functools import lru_cache
from itertools import permutations

from msgspec.structs import replace

from events.base import TABLE
from referee.games.powerboats.courses.course import build
from referee.games.powerboats.courses.plan import plan
from referee.games.powerboats.events import BuoyName, CourseSet, LakeLaid, Mark
from referee.games.powerboats.lakes.hexes import HEADINGS, Cell, distance, neighbours
from referee.games.powerboats.lakes.lake import (
    LETTERS,
    SPOTS_PER_LETTER,
    CourseSpec,
    Lake,
    LakeError,
    Letter,
    is_water,
    spots_of,
    water_of,
)
from referee.games.powerboats.lakes.tiles import SHIPPED, lay_tiles, shipped
from referee.games.powerboats.mapfile.maps import TEXTS_KEPT, place_of, read_map, read_sound
from referee.games.powerboats.phases.turns import judge_phase
from referee.games.powerboats.state import State, next_to_place
from referee.kernel.acts import Act
from referee.kernel.verdict import Refused, refuse

BUOYS: tuple[BuoyName, ...] = ("0", "1", "2", "3")
MARKS: tuple[Mark, ...] = ("1", "2", "3")
LAID_OTHERWISE = "D3r D4 D2r / D6 D1r D5"

MOST_HEXES = 1600
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
            place = place_of(places, str(error), error.args_)
            raise place.fault(str(error), *error.rules, **error.args_) from None
    return lake


def lake_of(event: LakeLaid) -> Lake:
    """Find the lake an event lays."""
    if event.lake is not None:
        return shipped(event.lake)
    if event.map is not None:
        return read_map(event.map)
    return lay_tiles(event.tiles or "", event.light_sides or "")


def judge_lake(state: State, event: LakeLaid) -> Refused | None:
    """Judge a lake, once for all three races: one way of telling it, and a sound one.

    Rules: POW-SET-02, POW-SET-06, POW-MAP-01, POW-MAP-07, POW-MAP-08
    """
    if state.lake is not None:
        return refuse("powerboats.lake_is_laid", "POW-SET-06", "POW-SET-02")
    ways = [way for way in ("lake", "map", "tiles") if getattr(event, way) is not None]
    if len(ways) != 1:
        return Refused("powerboats.lake_one_way", ("POW-SET-02",), {"n": len(ways)})
    if event.light_sides is not None and event.tiles is None:
        return Refused("powerboats.light_sides_of_no_tiles", ("POW-MAP-08",))
    if event.lake is not None and event.lake not in SHIPPED:
        told = {"lake": event.lake, "known": tuple(SHIPPED)}
        return Refused("powerboats.lake_unknown", ("POW-SET-02",), told)
    try:
        lake = lake_of(event)
        if lake.columns * lake.rows > MOST_HEXES:
            return Refused("powerboats.lake_too_large", ("POW-MAP-01",), {"most": MOST_HEXES})
        if event.map is not None:
            read_checked(event.map)
    except LakeError as error:
        return Refused(error.reason, error.rules, error.args_)
    return None


def spec_of(event: CourseSet) -> CourseSpec:
    """Read a course from the event that sets it."""
    return CourseSpec(
        buoys=tuple(event.buoys[name] for name in BUOYS),  # type: ignore[arg-type]
        line=event.line,
        arrows=tuple(event.arrows.get(mark) for mark in MARKS),  # type: ignore[arg-type]
        gates=tuple(event.gates.get(mark) for mark in MARKS),  # type: ignore[arg-type]
        start=event.start,
        finish=event.finish,
    )


def complete(state: State, event: CourseSet) -> CourseSet | Refused:
    """Judge a course and write into its event all that follows from it.

    Rules: POW-CRS-01, POW-CRS-02, POW-CRS-03, POW-CRS-04, POW-CRS-06, POW-CRS-07, POW-CRS-08
    """
    missing = next((name for name in BUOYS if name not in event.buoys), None)
    if missing is not None:
        return Refused("powerboats.buoy_missing", ("POW-CRS-02",), {"buoy": missing})
    try:
        spec = plan(state.lake, spec_of(event), LETTERS[event.race - 1], house=event.house)
    except LakeError as error:
        return Refused(error.reason, error.rules, error.args_)
    return told_whole(event, spec)


def told_whole(event: CourseSet, spec: CourseSpec) -> CourseSet:
    """Write a completed course as an event."""
    return replace(
        event,
        line=spec.line,
        arrows=dict(zip(MARKS, spec.arrows, strict=True)),
        gates=dict(zip(MARKS, spec.gates, strict=True)),
        start=spec.start,
        finish=spec.finish,
    )


def judge_course(state: State, event: CourseSet) -> Refused | None:
    """Judge a race's buoys. Rules: POW-RACE-03, POW-CRS-01."""
    if refused := judge_phase(state, "course", ""):
        return refused
    if event.race != state.race:
        return refuse("powerboats.another_race", "POW-RACE-03", "POW-CRS-01", race=event.race, now=state.race)
    whole = complete(state, event)
    return whole if isinstance(whole, Refused) else None


def templates(state: State, seat: str) -> tuple[LakeLaid, ...]:
    """Give one way a table may lay its own tiles: the others are typed alike."""
    is_due = seat == TABLE and state.phase == "lake" and not state.closed
    return (LakeLaid(tiles=LAID_OTHERWISE),) if is_due else ()


SHIPPED_LAKES = tuple(LakeLaid(lake=name) for name in SHIPPED)
"""What is listed as possible, though any sound map is accepted."""


@lru_cache(maxsize=TEXTS_KEPT)
def courses_of(lake: Lake, race: int) -> tuple[CourseSet, ...]:
    """List a race's courses: those of the map, and every order of the four letters.

    Rules: POW-CRS-01, POW-CRS-02, POW-CRS-03
    """
    letter = LETTERS[race - 1]
    written = (spec for known, spec in lake.courses if known == letter)
    found = [course for spec in written if (course := planned(lake, spec, letter, race))]
    by_buoys = {tuple(course.buoys.values()): course for course in (*found, *lettered(lake, letter, race))}
    return tuple(by_buoys.values())


def invented(lake: Lake, course: CourseSet) -> tuple[Cell, ...]:
    """List the buoys of a course that stand for letters nobody told the referee of."""
    letter = LETTERS[course.race - 1]
    told = {buoy for written, spec in lake.courses if written == letter for buoy in spec.buoys}
    return tuple(buoy for buoy in course.buoys.values() if buoy not in spots_of(lake, letter).keys() | told)


def lettered(lake: Lake, letter: Letter, race: int) -> Iterator[CourseSet]:
    """Plan every order of a letter's spots, the start tile on the side that is known or on a fit one.

    Spots nobody knows are stood in for: the referee cannot tell where a letter lies that it was
    never told.

    Rules: POW-CRS-01, POW-CRS-02, POW-CRS-03
    """
    spots = spots_of(lake, letter)
    for order in permutations(stand_ins(lake, tuple(spots))):
        spot = spots.get(order[0])
        for line in (spot.side,) if spot and spot.side else HEADINGS:
            if course := planned(lake, CourseSpec(buoys=order, line=line), letter, race):  # type: ignore[arg-type]
                yield course
                break


def stand_ins(lake: Lake, spots: tuple[Cell, ...]) -> tuple[Cell, ...]:
    """Fill up spots to four with open water as far from all the others as can be."""

    def apart(cell: Cell) -> int:
        return min((distance(cell, spot, lake.layout) for spot in spots), default=0)

    off_shore = (cell for cell in water_of(lake) if 1 < cell[0] < lake.columns - 2)
    open_water = [at for at in off_shore if all(is_water(lake, near) for near in neighbours(at, lake.layout))]
    while len(spots) < SPOTS_PER_LETTER and open_water:
        spots = (*spots, max(open_water, key=apart))
        open_water.remove(spots[-1])
    return spots


def planned(lake: Lake, spec: CourseSpec, letter: Letter, race: int) -> CourseSet | None:
    """Complete a course; None where it cannot be sailed."""
    try:
        whole = plan(lake, spec, letter, house=False)
    except LakeError:
        return None
    bare = CourseSet(race=race, buoys=dict(zip(BUOYS, whole.buoys, strict=True)))  # type: ignore[arg-type]
    return told_whole(bare, whole)


def lake_laid(state: State, event: LakeLaid) -> State:
    """Lay the lake."""
    return replace(state, lake=lake_of(event), phase="course")


def course_set(state: State, event: CourseSet) -> State:
    """Set the buoys out, and wait for boats."""
    state = replace(state, course=build(state.lake, spec_of(event)), phase="placing")
    return replace(state, turn=next_to_place(state))


ACTS = (
    Act(
        event=LakeLaid,
        rules=("POW-SET-02",),
        judge=judge_lake,
        apply=lake_laid,
        candidates=lambda _state, _seat: SHIPPED_LAKES,
        phases=("lake",),
        by_table=True,
    ),
    Act(
        event=CourseSet,
        rules=(
            *("POW-CRS-01", "POW-CRS-02", "POW-CRS-03", "POW-CRS-04", "POW-CRS-05", "POW-CRS-06"),
            *("POW-CRS-07", "POW-GATE-01"),
        ),
        judge=judge_course,
        complete=complete,  # type: ignore[arg-type]
        apply=course_set,
        listed=lambda state, _: courses_of(state.lake, state.race),
        phases=("course",),
        by_table=True,
    ),
)
