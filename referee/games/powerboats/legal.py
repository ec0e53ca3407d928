"""Every action the rules allow now, by seat; for the table, lakes and courses it may set out."""

from collections.abc import Iterator
from functools import cache, lru_cache
from itertools import islice, permutations

from events.base import TABLE, Event
from referee.games.powerboats.dice import throws
from referee.games.powerboats.ending import may_retire
from referee.games.powerboats.events import BoatMoved, BoatRetired, CourseSet, LakeLaid
from referee.games.powerboats.hexes import HEADINGS, Cell, distance, neighbour
from referee.games.powerboats.lake import (
    LETTERS,
    SPOTS_PER_LETTER,
    CourseSpec,
    Lake,
    Letter,
    is_water,
    spots_of,
    water_of,
)
from referee.games.powerboats.lake_data import SHIPPED
from referee.games.powerboats.laying import BUOYS, told_whole
from referee.games.powerboats.moving import TURNS, must_throw, runs
from referee.games.powerboats.placing import placings
from referee.games.powerboats.plan import CourseError, plan
from referee.games.powerboats.state import State


def legal(state: State, seat: str) -> tuple[Event, ...]:
    """List every event `decide` would accept of a seat; of the table, what it may set out.

    Of the table's lakes the shipped ones are listed, though any sound map is accepted; of its
    courses those on the letters with the usual arrows and gates, and those written with the map.
    """
    if state.result is not None or state.closed:
        return ()
    if seat == TABLE:
        return settings(state)
    i = state.index.get(seat, -1)
    if i < 0 or i != state.turn:
        return ()
    if state.phase == "placing":
        return placings(state)
    return turn_actions(state, seat) if state.phase == "racing" else ()


def acting(state: State) -> tuple[str, ...]:
    """List who may act now: the seat whose turn it is, or the table where it sets something out."""
    if state.result is not None or state.closed:
        return ()
    return (TABLE,) if state.phase in ("lake", "course") else (state.seats[state.turn],)


def turn_actions(state: State, seat: str) -> tuple[Event, ...]:
    """List what the seat whose turn it is may do: throw, move, stop racing.

    Rules: POW-TRN-03, POW-RACE-02
    """
    if state.thrown:
        return moves(state, seat)
    actions: tuple[Event, ...] = throws(state)
    if not must_throw(state):
        actions = (*actions, *moves(state, seat))
    return (*actions, BoatRetired(seat)) if may_retire(state) else actions


def moves(state: State, seat: str) -> tuple[Event, ...]:
    """List the turns that lead a free way, or else the longest.

    Rules: POW-MOV-01, POW-MOV-03, POW-MOV-04, POW-TRN-02
    """
    left, straight, right = runs(state)
    best = max(left, straight, right)
    return moves_of(seat, left == best, straight == best, right == best)


@cache
def moves_of(seat: str, *allowed: bool) -> tuple[Event, ...]:
    """Write a move for each turn allowed."""
    return tuple(BoatMoved(seat, turn) for (turn, _), is_in in zip(TURNS, allowed, strict=True) if is_in)


def settings(state: State) -> tuple[Event, ...]:
    """List what the table may set out now."""
    if state.phase == "lake":
        return tuple(LakeLaid(lake=name) for name in SHIPPED)
    if state.phase == "course" and state.lake is not None:
        return courses_of(state.lake, state.race)
    return ()


@lru_cache(maxsize=64)
def courses_of(lake: Lake, race: int) -> tuple[CourseSet, ...]:
    """List a race's courses: those of the map, and every order of the four letters.

    Rules: POW-CRS-01, POW-CRS-02, POW-CRS-03
    """
    letter = LETTERS[race - 1]
    written = (spec for known, spec in lake.courses if known == letter)
    found = [course for spec in written if (course := planned(lake, spec, letter, race))]
    return tuple({as_key(course): course for course in (*found, *lettered(lake, letter, race))}.values())


def invented(lake: Lake, course: CourseSet) -> tuple[Cell, ...]:
    """List the buoys of a course that stand for letters nobody told the referee of."""
    letter = LETTERS[course.race - 1]
    known = spots_of(lake, letter)
    told = {buoy for written, spec in lake.courses if written == letter for buoy in spec.buoys}
    return tuple(buoy for buoy in course.buoys.values() if buoy not in known and buoy not in told)


def as_key(course: CourseSet) -> tuple[Cell, ...]:
    """Tell courses apart by their buoys."""
    return tuple(course.buoys.values())


def lettered(lake: Lake, letter: Letter, race: int) -> Iterator[CourseSet]:
    """Plan every order of a letter's spots, the start tile on the side that is known or on a fit one.

    Spots nobody knows are stood in for: the referee cannot tell where a letter lies that it was
    never told.

    Rules: POW-CRS-01, POW-CRS-02, POW-CRS-03
    """
    spots = spots_of(lake, letter)
    for order in permutations(stand_ins(lake, tuple(spots))):
        spot = spots.get(order[0])
        sides = (spot.side,) if spot and spot.side else HEADINGS
        specs = (CourseSpec(buoys=order, line=line) for line in sides)  # type: ignore[arg-type]
        courses = (planned(lake, spec, letter, race) for spec in specs)
        yield from islice((course for course in courses if course is not None), 1)


def stand_ins(lake: Lake, spots: tuple[Cell, ...]) -> tuple[Cell, ...]:
    """Fill up spots to four with open water as far from all the others as can be."""
    near_shore = {0, 1, lake.columns - 1, lake.columns - 2}
    open_water = [
        cell
        for cell in water_of(lake)
        if cell[0] not in near_shore
        and all(is_water(lake, neighbour(cell, heading, lake.layout)) for heading in range(6))
    ]
    while len(spots) < SPOTS_PER_LETTER and open_water:
        apart = max(
            open_water, key=lambda cell: min((distance(cell, s, lake.layout) for s in spots), default=0)
        )
        spots = (*spots, apart)
        open_water.remove(apart)
    return spots


def planned(lake: Lake, spec: CourseSpec, letter: Letter, race: int) -> CourseSet | None:
    """Complete a course; None where it cannot be sailed."""
    try:
        whole = plan(lake, spec, letter, house=False)
    except CourseError:
        return None
    bare = CourseSet(race=race, buoys=dict(zip(BUOYS, whole.buoys, strict=True)))  # type: ignore[arg-type]
    return told_whole(bare, whole)
