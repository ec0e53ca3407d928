"""Players who want to win: each knows how far it is home from everywhere, and plays by weights."""

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from random import Random
from typing import Any, NamedTuple, TypeVar

from msgspec.structs import replace

from events.base import TABLE, Event
from referee.games.powerboats import GAME
from referee.games.powerboats.course import SAFE, Course, Node, Track, begin, is_home, near_water, sail, step
from referee.games.powerboats.events import BoatMoved, BoatPlaced, BoatRetired, DiceThrown
from referee.games.powerboats.lake import HEADING_INDEX
from referee.games.powerboats.state import SINKING, State
from referee.games.powerboats.turns import FACES, choices, is_first_die, lying, ways
from referee.kernel.parts import Refused, throws_itself
from referee.service.simulation.study import Players

T = TypeVar("T")

_LOST = 400
"""The way home of a boat that has lost its way, or sinks."""

_TRIES = 3
"""How often a player imagines each throw."""


_LOOK = 5
"""How many hexes of the next run a player looks at."""


class Weights(NamedTuple):
    """What a player fears and fancies: damage, how many dice it likes, how often it steers at random."""

    fear: float = 6.0
    dice: int = 3
    drift: float = 0.04


def _spread(edge: Iterable[T], after: Callable[[T], Iterable[T]], first: int = 0) -> dict[T, int]:
    """Return the steps from an edge, on which `first` are counted, to all that can be reached from it."""
    far = dict.fromkeys(edge, first)
    waiting = deque(far)
    while waiting:
        here = waiting.popleft()
        for there in after(here):
            if there not in far:
                far[there] = far[here] + 1
                waiting.append(there)
    return far


@lru_cache(maxsize=32)
def _chart(course: Course) -> dict[Node, int]:
    """Return the way home in hexes from everywhere a boat can sensibly be. Kept for each course."""
    near = near_water(course)
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

    _spread(begin(course), steps)
    return _spread(home, lambda node: back.get(node, ()), 1)


def _way_home(course: Course, at: int, track: Track) -> int:
    """Return how far home it is; `_LOST` from where no way is known."""
    if track.buoys < 0:
        return _LOST // 2 + _to_tile(course).get(at, 99)
    node = (at, track.buoys, track.progress or 0, SAFE if track.margin is None else track.margin)
    return _chart(course).get(node, _LOST)


@lru_cache(maxsize=32)
def _to_tile(course: Course) -> dict[int, int]:
    """Return the way to the start tile from each hex, for boats that have not started."""
    return _spread(course.on_tile, near_water(course).__getitem__)


def _best_way(state: State, weights: Weights) -> tuple[float, str]:
    """Return the best of the ways the rules allow, as (what it is worth, its turn); less is better."""
    found = [(_worth(state, way, weights), way.turn) for way in ways(state) if way.is_allowed]
    return min(found)


def _worth(state: State, way: Any, weights: Weights) -> float:
    """Return what a way is worth: the way home after it, damage, and room to go on; less is better."""
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
    left: float = (_way_home(course, way.at, track) + _ahead(state, way, track)) / 2
    return left + weights.fear * way.damage + cramped + (_LOST if sinks else 0) + (4 if way.damage else 0)  # type: ignore[no-any-return]


def _ahead(state: State, way: Any, track: Track) -> float:
    """Look at the way home after another run, whichever way the boat may turn then."""
    course: Any = state.course
    options = state.options
    best: float = _way_home(course, way.at, track) + 2.0
    for turn in (-1, 0, 1):
        ray = course.rays[way.at][(way.heading + turn) % 6][:_LOOK]
        after, at = track, way.at
        for b in ray:
            after, marks = sail(course, options.rounding, options.start_line, after, at, (b,))
            if marks and marks[-1].what == "finished":
                return -10
            at = b
            best = min(best, _way_home(course, at, after))
    return best


def _choose_throw(state: State, weights: Weights, random: Random) -> DiceThrown:
    """Return the throw that does best when it is imagined a few times."""
    seat = state.seats[state.turn]
    options = choices(lying(state), is_first=is_first_die(state))
    liked = [o for o in options if len(o[0]) + o[1] <= weights.dice and len(o[0]) + o[1] > 0]
    held, roll = min(liked or options, key=lambda o: _imagined(state, o, weights, random))
    thrown = None if throws_itself(state) else tuple(random.choice(FACES) for _ in range(roll))
    return DiceThrown(seat, held, roll, thrown)


def _imagined(state: State, option: tuple[Any, int], weights: Weights, random: Random) -> float:
    """Return what a throw is worth on average; less is better."""
    held, roll = option
    total: float = 0.0
    for _ in range(_TRIES if roll else 1):
        rolled = tuple(random.choice(FACES) for _ in range(roll))
        thrown = DiceThrown(state.seats[state.turn], held, roll, rolled)
        verdict = GAME.decide(replace(state, chance=TABLE), thrown)
        if isinstance(verdict, Refused):
            return float(_LOST)
        total += _best_way(verdict.state, weights)[0] - 0.3 * (sum(held) + sum(rolled))
    return total / (_TRIES if roll else 1)


def _act(state: State, weights: Weights, random: Random) -> Event:
    """Return what the seat whose turn it is does."""
    seat = state.seats[state.turn]
    legal = GAME.legal(state, seat)
    if isinstance(legal[0], BoatPlaced):
        course: Any = state.course
        ends = {course.hex_of(a): course.hex_of(b) for a, b in course.exits}
        placings = [e for e in legal if isinstance(e, BoatPlaced)]
        return random.choice([e for e in placings if e.at in ends and _leaves(course, e)] or placings)
    if retiring := [event for event in legal if isinstance(event, BoatRetired)]:
        return retiring[0]
    if not state.thrown:
        return _choose_throw(state, weights, random)
    if random.random() < weights.drift:
        return random.choice(legal)
    turn: Any = _best_way(state, weights)[1]
    return BoatMoved(seat, turn)


def _leaves(course: Course, event: BoatPlaced) -> bool:
    """Return whether a boat placed like this can go straight over the line."""
    at = course.number(event.at)
    ray = course.rays[at][HEADING_INDEX[event.heading]]
    return len(ray) > 2 and (at, ray[0]) in course.exits


def _steady(_game: Any, state: State, _seat: str, _legal: tuple[Event, ...], random: Random) -> Event:
    """Return the act of a player who knows the way and fears the shore."""
    return _act(state, Weights(), random)


PLAYERS = Players({"steady": _steady})
