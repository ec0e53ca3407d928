"""Players who want to win: each knows how far it is home from everywhere, and has a temper."""

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from random import Random
from typing import Any, NamedTuple, TypeVar

from msgspec.structs import replace

from events.base import TABLE, Event
from referee.games.powerboats import GAME
from referee.games.powerboats.courses.course import Course
from referee.games.powerboats.courses.rounding import Track, sail
from referee.games.powerboats.courses.route import SAFE, Node, begin, is_home, step
from referee.games.powerboats.events import BoatMoved, BoatPlaced, BoatRetired, DiceThrown
from referee.games.powerboats.lakes.hexes import HEADING_INDEX
from referee.games.powerboats.phases.dice import FACES, choices, is_first_die, lying
from referee.games.powerboats.phases.moving import ways
from referee.games.powerboats.state import SINKING, State
from referee.kernel.chance import throws_itself
from referee.kernel.verdict import Refused
from referee.service.simulation.study import Players

T = TypeVar("T")

LOST = 400
"""The way home of a boat that has lost its way, or sinks."""

TRIES = 3
"""How often a player imagines each throw."""


LOOK = 5
"""How many hexes of the next run a player looks at."""


class Temper(NamedTuple):
    """What a player fears and fancies: damage, how many dice it likes, how often it steers at random."""

    fear: float = 6.0
    dice: int = 3
    drift: float = 0.04


def spread(edge: Iterable[T], after: Callable[[T], Iterable[T]], first: int = 0) -> dict[T, int]:
    """Count the steps from an edge, on which `first` are counted, to all that can be reached from it."""
    far = dict.fromkeys(edge, first)
    waiting = deque(far)
    while waiting:
        here = waiting.popleft()
        for there in after(here):
            if there not in far:
                far[there] = far[here] + 1
                waiting.append(there)
    return far


def neighbours(course: Course) -> list[tuple[int, ...]]:
    """List the hexes of water around each hex."""
    return [tuple(ray[0] for ray in rays if ray) for rays in course.rays]


@lru_cache(maxsize=32)
def chart(course: Course) -> dict[Node, int]:
    """Measure the way home from everywhere a boat can sensibly be, in hexes."""
    near = neighbours(course)
    back: dict[Node, list[Node]] = {}
    home: list[Node] = []

    def steps(node: Node) -> Iterator[Node]:
        for b in near[node[0]]:
            found = step(course, node, b)
            if is_home(course, node, found):
                home.append(node)
            elif found is not None:
                back.setdefault(found, []).append(node)
                yield found

    spread(begin(course), steps)
    return spread(home, lambda node: back.get(node, ()), 1)


def way_home(course: Course, at: int, track: Track) -> int:
    """Look up how far home it is."""
    if track.buoys < 0:
        return LOST // 2 + to_tile(course).get(at, 99)
    node = (at, track.buoys, track.progress or 0, SAFE if track.margin is None else track.margin)
    return chart(course).get(node, LOST)


@lru_cache(maxsize=32)
def to_tile(course: Course) -> dict[int, int]:
    """Measure the way to the start tile for boats that have not started."""
    return spread(course.on_tile, neighbours(course).__getitem__)


def best_way(state: State, temper: Temper) -> tuple[float, str]:
    """Choose among the ways the rules allow; give what it is worth, less being better."""
    found = [(worth(state, way, temper), way.turn) for way in ways(state) if way.is_allowed]
    return min(found)


def worth(state: State, way: Any, temper: Temper) -> float:
    """Say what a way is worth: the way home after it, damage, and room to go on."""
    course: Any = state.course
    boat = state.boats[state.turn]
    path = course.rays[boat.at][way.heading][: way.run]
    options = state.options
    track, marks = sail(
        course, options.rounding, options.start_line, boat.track, boat.at, path[: len(path) - way.back]
    )
    if marks and marks[-1].what == "finished":
        return -100
    sinks: bool = boat.damage + way.damage >= SINKING
    room = max(len(course.rays[way.at][(way.heading + turn) % 6]) for turn in (-1, 0, 1))
    cramped = 3 * max(0, 3 - room)
    left: float = (way_home(course, way.at, track) + ahead(state, way, track)) / 2
    return left + temper.fear * way.damage + cramped + (LOST if sinks else 0) + (4 if way.damage else 0)  # type: ignore[no-any-return]


def ahead(state: State, way: Any, track: Track) -> float:
    """Look at the way home after another run, whichever way the boat may turn then."""
    course: Any = state.course
    options = state.options
    best: float = way_home(course, way.at, track) + 2.0
    for turn in (-1, 0, 1):
        ray = course.rays[way.at][(way.heading + turn) % 6][:LOOK]
        after, at = track, way.at
        for b in ray:
            after, marks = sail(course, options.rounding, options.start_line, after, at, (b,))
            if marks and marks[-1].what == "finished":
                return -10
            at = b
            best = min(best, way_home(course, at, after))
    return best


def choose_throw(state: State, temper: Temper, random: Random) -> DiceThrown:
    """Choose what to throw by imagining it a few times."""
    seat = state.seats[state.turn]
    options = choices(lying(state), is_first=is_first_die(state))
    liked = [o for o in options if len(o[0]) + o[1] <= temper.dice and len(o[0]) + o[1] > 0]
    held, roll = min(liked or options, key=lambda o: imagined(state, o, temper, random))
    thrown = None if throws_itself(state) else tuple(random.choice(FACES) for _ in range(roll))
    return DiceThrown(seat, held, roll, thrown)


def imagined(state: State, option: tuple[Any, int], temper: Temper, random: Random) -> float:
    """Say what a throw is worth on average, as far as imagination goes."""
    held, roll = option
    total: float = 0.0
    for _ in range(TRIES if roll else 1):
        rolled = tuple(random.choice(FACES) for _ in range(roll))
        thrown = DiceThrown(state.seats[state.turn], held, roll, rolled)
        verdict = GAME.decide(replace(state, chance=TABLE), thrown)
        if isinstance(verdict, Refused):
            return float(LOST)
        total += best_way(verdict.state, temper)[0] - 0.3 * (sum(held) + sum(rolled))
    return total / (TRIES if roll else 1)


def act(state: State, temper: Temper, random: Random) -> Event:
    """Choose what the seat whose turn it is does."""
    seat = state.seats[state.turn]
    legal = GAME.legal(state, seat)
    if isinstance(legal[0], BoatPlaced):
        course: Any = state.course
        ends = {course.hex_of(a): course.hex_of(b) for a, b in course.exits}
        placings = [e for e in legal if isinstance(e, BoatPlaced)]
        return random.choice([e for e in placings if e.at in ends and leaves(course, e)] or placings)
    if retiring := [event for event in legal if isinstance(event, BoatRetired)]:
        return retiring[0]
    if not state.thrown:
        return choose_throw(state, temper, random)
    if random.random() < temper.drift:
        return random.choice(legal)
    turn: Any = best_way(state, temper)[1]
    return BoatMoved(seat, turn)


def leaves(course: Course, event: BoatPlaced) -> bool:
    """Whether a boat placed like this can go straight over the line."""
    at = course.number(event.at)
    ray = course.rays[at][HEADING_INDEX[event.heading]]
    return len(ray) > 2 and (at, ray[0]) in course.exits


def steady(_game: Any, state: State, _seat: str, _legal: tuple[Event, ...], random: Random) -> Event:
    """Sail a turn as somebody would who knows the way and fears the shore."""
    return act(state, Temper(), random)


PLAYERS = Players({"steady": steady})
