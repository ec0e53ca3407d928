"""The state of a series of Powerboats, and questions about it that need no judgement."""

from typing import Final

import msgspec

from events.table import TableOpened
from referee.games.powerboats.courses.course import Course
from referee.games.powerboats.courses.rounding import UNSTARTED, Track
from referee.games.powerboats.events import GameEnded
from referee.games.powerboats.lakes.lake import Lake
from referee.games.powerboats.ruleset import RULESET
from referee.kernel.facts import RowState, number_seats
from referee.kernel.table import table_fields

NOWHERE: Final = -1
"""The hex of a boat that is not on the lake."""

NOBODY: Final = -1
SINKING: Final = 4
"""Damage that sinks a boat."""

RACES: Final = 3


class Boat(msgspec.Struct, frozen=True, gc=False):
    """One seat's boat. `heading` is a number, `carried` the damage it began this race with.

    `turns` are the turns it has taken in this race.
    """

    at: int = NOWHERE
    heading: int = 0
    dice: tuple[int, ...] = ()
    damage: int = 0
    carried: int = 0
    track: Track = UNSTARTED
    turns: int = 0


class Wake(msgspec.Struct, frozen=True, gc=False):
    """The last move: who, from where, to where."""

    seat: int
    start: int
    end: int


class Sailed(msgspec.Struct, frozen=True):
    """A race that is over: its number, the seats that finished it, in order, and the points of each seat.

    `ahead` is what turns ahead and wrecks brought each seat, or would have.
    """

    race: int
    order: tuple[int, ...]
    points: tuple[int, ...]
    ahead: tuple[int, ...]


class State(RowState, frozen=True, kw_only=True, gc=False):
    """Everything the log says, for one moment.

    Seats are numbers in turn order, -1 for nobody; boats go by seat. `phase` is `lake`,
    `course`, `placing`, `racing` or `ended`. `thrown`: the seat whose turn it is has thrown.
    `finished` are seats in order; `sunk` those wrecked before the line; `retired` the lone boat
    that stopped. `sailed` are the races that are over.
    """

    phase: str = "lake"
    lake: Lake | None = None
    course: Course | None = None
    race: int = 1
    start: int = 0
    turn: int = NOBODY
    thrown: bool = False
    boats: tuple[Boat, ...]
    finished: tuple[int, ...] = ()
    sunk: tuple[int, ...] = ()
    retired: int = NOBODY
    points: tuple[int, ...]
    sailed: tuple[Sailed, ...] = ()
    wake: Wake | None = None
    result: GameEnded | None = None


def open_state(opened: TableOpened) -> State:
    """Set the table up: a boat and no point for every seat."""
    n = len(opened.seats)
    return State(
        **table_fields(RULESET, opened),
        index=number_seats(opened),
        boats=(Boat(),) * n,
        points=(0,) * n,
    )


def next_racer(state: State, i: int, leaving: int = NOBODY) -> int:
    """Find the next seat after `i` in turn order that races on; `leaving` does not. Rules: POW-TRN-01."""
    boats = state.boats
    n = len(boats)
    for step in range(1, n + 1):
        other = (i + step) % n
        if boats[other].at != NOWHERE and other != leaving:
            return other
    return NOBODY


def next_to_place(state: State) -> int:
    """Find the seat that places its boat next: against the turn order, the start player last.

    Rules: POW-STA-01
    """
    n, out = len(state.seats), {*state.finished, *state.sunk, state.retired}
    order = ((state.start - step) % n for step in range(1, n + 1))
    return next((i for i in order if state.boats[i].at == NOWHERE and i not in out), NOBODY)
