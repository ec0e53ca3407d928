"""What a seat, or everybody, may see: the only way out of a state to a screen. Powerboats has no secrets."""

from operator import attrgetter
from typing import Any

import msgspec

from events.base import TABLE
from referee.games.powerboats.course import Course
from referee.games.powerboats.events import Heading, Sense, Standing, Turn
from referee.games.powerboats.lake import HEADINGS, Cell, Lake
from referee.games.powerboats.state import NOBODY, NOWHERE, State, has_turn, with_boat
from referee.games.powerboats.turns import is_first_die, lying, speeds_after, ways
from referee.kernel.parts import Status, TableView, names, throws_itself, winners_of_result


class BoatView(msgspec.Struct, frozen=True):
    """One boat as it lies: `at` None where it is not on the lake; `place` 0 where it has none."""

    at: Cell | None
    heading: Heading
    dice: tuple[int, ...]
    damage: int
    carried: int
    buoys: int
    progress: int | None
    margin: int | None
    turns: int
    place: int
    sunk: bool


class Preview(msgspec.Struct, frozen=True):
    """What one of the three turns would do to the boat whose turn it is.

    `run` hexes of water, `at` where it would stand after stepping `back` behind boats, `damage`
    where it `crashes`; `allowed` tells whether the rules let it.
    """

    turn: Turn
    heading: Heading
    run: int
    crashes: bool
    at: Cell
    back: int
    damage: int
    allowed: bool


class Outlook(msgspec.Struct, frozen=True):
    """What the three turns would do to the boat whose turn it is, once its dice come to `speed`."""

    speed: int
    ways: tuple[Preview, ...]


class SailedView(msgspec.Struct, frozen=True):
    """A race that is over: who finished it, in order, and the points it gave each seat."""

    race: int
    places: tuple[str, ...]
    points: dict[str, int]


class CourseView(msgspec.Struct, frozen=True):
    """The course: buoys 0 to 3, the start tile, arrows and gate rows of buoys 1 to 3, the sides."""

    buoys: tuple[Cell, ...]
    finish_buoy: Cell
    line: Heading
    tile: tuple[Cell, ...]
    arrows: tuple[Sense, ...]
    gates: tuple[Heading, ...]
    gate_rows: tuple[tuple[Cell, ...], ...]
    start: Cell
    finish: Cell
    exits: tuple[tuple[Cell, Cell], ...]
    entries: tuple[tuple[Cell, Cell], ...]


class View(TableView, frozen=True, kw_only=True):
    """Powerboats as anybody sees it.

    `wake` is the last move: whose, from, to. `previews` are the three ways of the boat whose
    turn it is, with the dice it has now; empty where nobody is to move. `outlooks` are those
    of everything its dice may come to, while it has yet to throw them. `throws_itself`: the referee
    throws. `sailed` are the races that are over.
    """

    phase: str
    race: int
    start_player: str
    turn: str | None
    lake: Lake | None
    course: CourseView | None
    boats: dict[str, BoatView]
    points: dict[str, int]
    wake: tuple[str, Cell, Cell] | None
    previews: tuple[Preview, ...]
    outlooks: tuple[Outlook, ...]
    winners: tuple[str, ...] | None
    standings: tuple[Standing, ...]
    sailed: tuple[SailedView, ...] = ()
    throws_itself: bool = False


def show(state: State, _: str | None) -> dict[str, Any]:
    """Return what anybody sees beside the facts; only the seed of the dice is hidden. Rules: POW-DIE-06."""
    wake, course = state.wake, state.course
    return {
        "lake": state.lake,
        "course": course_view(course) if course else None,
        "boats": {s: _boat_view(state, i) for i, s in enumerate(state.seats)},
        "wake": (state.seats[wake.seat], course.hex_of(wake.start), course.hex_of(wake.end))
        if wake and course
        else None,
        "previews": preview(state),
        "outlooks": outlooks(state),
        "standings": state.result.standings if state.result else (),
        "throws_itself": throws_itself(state),
        "sailed": tuple(
            SailedView(race.race, names(state, race.order), dict(zip(state.seats, race.points, strict=True)))
            for race in state.sailed
        ),
    }


def _boat_view(state: State, i: int) -> BoatView:
    """Return one boat as it is shown; its place is 0 until it has finished."""
    boat = state.boats[i]
    return BoatView(
        at=None if boat.at == NOWHERE or state.course is None else state.course.hex_of(boat.at),
        heading=HEADINGS[boat.heading],
        dice=boat.dice,
        damage=boat.damage,
        carried=boat.carried,
        **boat.track._asdict(),
        turns=boat.turns,
        place=state.finished.index(i) + 1 if i in state.finished else 0,
        sunk=i in state.sunk,
    )


def course_view(course: Course) -> CourseView:
    """Return a course with its hexes as columns and rows."""
    cell = course.hex_of
    shown: dict[str, Any] = {name: getattr(course, name) for name in CourseView.__struct_fields__}
    shown["gate_rows"] = tuple(tuple(map(cell, row)) for row in course.gate_rows)
    for name in ("exits", "entries"):
        shown[name] = tuple(sorted((cell(a), cell(b)) for a, b in shown[name]))
    return CourseView(**shown)


def preview(state: State) -> tuple[Preview, ...]:
    """Return what each of the three turns would do to the boat whose turn it is; empty where nobody races."""
    if not has_turn(state):
        return ()
    course: Course = state.course  # type: ignore[assignment]
    return tuple(
        Preview(turn, HEADINGS[heading], run, damage > 0, course.hex_of(at), back, damage, is_allowed)
        for turn, heading, run, at, back, damage, is_allowed in ways(state)
    )


def outlooks(state: State) -> tuple[Outlook, ...]:
    """Return previews for every sum the dice may come to, while they are still to be thrown."""
    if not has_turn(state) or state.thrown:
        return ()
    speeds = speeds_after(lying(state), is_first=is_first_die(state))
    return tuple(Outlook(speed, preview(with_boat(state, state.turn, dice=(speed,)))) for speed in speeds)


def phase(state: State) -> str:
    """Return `lake`, `course`, `placing`, `dice`, `move` or `ended`."""
    if state.phase == "racing":
        return "move" if state.thrown else "dice"
    return state.phase


def turn(state: State) -> str | None:
    """Return whose turn it is; None where it is nobody's."""
    return state.seats[state.turn] if state.turn != NOBODY else None


def acting(state: State) -> tuple[str, ...]:
    """Return who may act now: the seat whose turn it is, or the table where it sets something out."""
    if state.result is not None or state.closed:
        return ()
    return (TABLE,) if state.phase in ("lake", "course") else (state.seats[state.turn],)


STATUS = Status(phase, turn, acting, winners_of_result, counter=attrgetter("race"))
