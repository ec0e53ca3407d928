"""What a seat, or everybody, may see: the only way out of a state to a screen. Powerboats has no secrets."""

from operator import attrgetter
from typing import Any

import msgspec
from msgspec.structs import replace

from events.base import TABLE
from referee.games.powerboats.course import Course
from referee.games.powerboats.events import Heading, Sense, Standing, Turn
from referee.games.powerboats.lake import HEADINGS, Cell, Lake
from referee.games.powerboats.state import NOBODY, NOWHERE, State
from referee.games.powerboats.turns import speeds, ways
from referee.kernel.parts import Status, TableView, set_at, winners_of_result


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
    of everything its dice may come to, while it has yet to throw them.
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
    }


def _boat_view(state: State, i: int) -> BoatView:
    """Return one boat as it is shown; its place is 0 until it has finished."""
    boat = state.boats[i]
    track = boat.track
    return BoatView(
        at=None if boat.at == NOWHERE or state.course is None else state.course.hex_of(boat.at),
        heading=HEADINGS[boat.heading],
        dice=boat.dice,
        damage=boat.damage,
        carried=boat.carried,
        buoys=track.buoys,
        progress=track.progress,
        margin=track.margin,
        turns=boat.turns,
        place=state.finished.index(i) + 1 if i in state.finished else 0,
        sunk=i in state.sunk,
    )


def course_view(course: Course) -> CourseView:
    """Return a course with its hexes as columns and rows."""
    cell = course.hex_of
    return CourseView(
        buoys=course.buoys,
        finish_buoy=course.finish_buoy,
        line=course.line,
        tile=course.tile,
        arrows=course.arrows,
        gates=course.gates,
        gate_rows=tuple(tuple(cell(at) for at in row) for row in course.gate_rows),
        start=course.start,
        finish=course.finish,
        exits=tuple(sorted((cell(a), cell(b)) for a, b in course.exits)),
        entries=tuple(sorted((cell(a), cell(b)) for a, b in course.entries)),
    )


def preview(state: State) -> tuple[Preview, ...]:
    """Return what each of the three turns would do to the boat whose turn it is; empty where nobody races."""
    if state.phase != "racing" or state.turn == NOBODY:
        return ()
    cell = state.course.hex_of  # type: ignore[union-attr]
    return tuple(
        Preview(
            turn=way.turn,
            heading=HEADINGS[way.heading],
            run=way.run,
            crashes=way.damage > 0,
            at=cell(way.at),
            back=way.back,
            damage=way.damage,
            allowed=way.is_allowed,
        )
        for way in ways(state)
    )


def outlooks(state: State) -> tuple[Outlook, ...]:
    """Return previews for every sum the dice may come to, while they are still to be thrown."""
    if state.phase != "racing" or state.turn == NOBODY or state.thrown:
        return ()
    return tuple(Outlook(speed, preview(_with_speed(state, speed))) for speed in speeds(state))


def _with_speed(state: State, speed: int) -> State:
    """Return the state as if the dice of the boat whose turn it is came to `speed`."""
    boat = replace(state.boats[state.turn], dice=(speed,))
    return replace(state, boats=set_at(state.boats, state.turn, boat))


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
