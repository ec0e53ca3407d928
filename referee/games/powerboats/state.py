"""What a table of Powerboats agrees on, and what is true at it."""

from typing import Any, Final

import msgspec
from msgspec.structs import replace

from events.table import TableOpened
from referee.games.powerboats.course import UNSTARTED, Course, Track
from referee.games.powerboats.events import GameEnded
from referee.games.powerboats.lake import Lake
from referee.kernel import parts
from referee.kernel.parts import RowState, choice, first_values, number_seats, set_at, table_fields, yes_or_no

PLAYERS: Final = range(2, 7)

_OPTIONS = (
    choice("rounding", ("string", "latch", "gate"), "POW-GATE-03", "POW-GATE-04"),
    choice("scoring", ("places", "turns_ahead"), "POW-SCO-01", "POW-VAR-01"),
    choice("first_turn", ("free", "one_die"), "POW-DIE-07"),
    yes_or_no("start_line", "POW-STA-05", "POW-CRS-06", yes="enforced", no="free"),
    choice("lone_boat", ("may_stop", "must_finish"), "POW-RACE-02"),
)

DICE: Final = parts.Dice("dice", 18, facts=("boats.dice",), sides=3, is_limit=False)

_EQUIPMENT: Final = parts.Equipment(
    (
        parts.Pieces("boat", 1, each=True, facts=("boats.at",)),
        DICE,
        parts.Amount("damage", 10, facts=("boats.damage",), is_limit=False),
    ),
    rules=("POW-SET-05",),
)

_BY_SEATS: Final[dict[int, dict[str, parts.Plain]]] = {2: {"scoring": "turns_ahead"}}
"""The rulebook scores turns ahead where two play, and leaves it to a larger table."""

RULESET: Final = parts.Ruleset(
    id="powerboats",
    players=PLAYERS,
    players_rule="POW-SET-01",
    options={option.name: option for option in _OPTIONS},
    editions={"zh": first_values(_OPTIONS)},
    by_seats=_BY_SEATS,
    rules_version=4,
    equipment=_EQUIPMENT,
)

TOPICS: Final[dict[str, tuple[str, ...]]] = {
    "rounding": ("POW-GATE-03", "POW-GATE-04", "POW-RND-01", "POW-RND-02", "POW-GATE-01", "POW-GATE-02"),
    "finish": ("POW-FIN-01", "POW-FIN-02", "POW-RACE-01", "POW-RACE-02"),
    "crash": ("POW-CRA-01", "POW-CRA-02", "POW-CRA-03", "POW-MOV-01", "POW-MOV-03", "POW-MOV-04"),
    "damage": ("POW-DMG-01", "POW-DMG-02", "POW-CRA-03"),
    "boats": ("POW-BOA-01", "POW-BOA-02", "POW-BOA-03"),
    "dice": ("POW-DIE-01", "POW-DIE-02", "POW-DIE-03", "POW-DIE-04", "POW-DIE-07"),
    "move": ("POW-MOV-01", "POW-MOV-02", "POW-MOV-05", "POW-TRN-02"),
    "start": ("POW-STA-01", "POW-STA-02", "POW-STA-05", "POW-CRS-06"),
    "course": ("POW-CRS-01", "POW-CRS-03", "POW-CRS-04", "POW-CRS-06"),
    "score": ("POW-SCO-01", "POW-SCO-02", "POW-SCO-03", "POW-VAR-01", "POW-VAR-02"),
    "tie": ("POW-SCO-04", "POW-SCO-05"),
}
"""What tables dispute about, each with the rules that bear on it, the most telling first."""


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
    """Return the table as it is set up: a boat and no point for every seat."""
    n = len(opened.seats)
    return State(
        **table_fields(RULESET, opened),
        index=number_seats(opened),
        boats=(Boat(),) * n,
        points=(0,) * n,
    )


def has_turn(state: State) -> bool:
    """Return whether it is the turn of a boat that races."""
    return state.phase == "racing" and state.turn != NOBODY


def with_boat(state: State, i: int, **changes: Any) -> State:
    """Return the state with fields of the boat of seat `i` changed."""
    return replace(state, boats=set_at(state.boats, i, replace(state.boats[i], **changes)))


def next_racer(state: State, i: int, leaving: int = NOBODY) -> int:
    """Return the next seat after `i` that races on, `leaving` aside; NOBODY where none does.

    Rules: POW-TRN-01
    """
    boats = state.boats
    n = len(boats)
    for step in range(1, n + 1):
        other = (i + step) % n
        if boats[other].at != NOWHERE and other != leaving:
            return other
    return NOBODY


def next_to_place(state: State) -> int:
    """Return the seat that places its boat next: against the turn order, the start player last.

    NOBODY where all boats are placed.

    Rules: POW-STA-01
    """
    n, out = len(state.seats), {*state.finished, *state.sunk, state.retired}
    order = ((state.start - step) % n for step in range(1, n + 1))
    return next((i for i in order if state.boats[i].at == NOWHERE and i not in out), NOBODY)
