"""The state of a game of Niagara, and questions about it that need no judgement."""

from functools import cache
from typing import Any

from events.table import TableOpened
from referee.games.niagara.events import Card, GameEnded, Gem, Goal, Side
from referee.games.niagara.tables import GEM_VALUES, GEMS, GEMS_PER_SITE, GOALS, PADDLE_CARDS, RULESET
from referee.kernel.parts import RowState, number_seats, set_at, table_fields

UNKNOWN = "unknown"
"""What lies face down where only its seat knows the card."""

Counts = tuple[int, ...]
"""How many gems of each colour, in the order of `GEMS`."""

_NONE: Counts = (0,) * len(GEMS)


class State(RowState, frozen=True, kw_only=True, gc=False):
    """Everything the log says, for one moment.

    Seats are numbers in turn order, -1 for nobody. Canoes are numbers too, two a seat: canoe 1
    of seat 0, canoe 2 of seat 0, canoe 1 of seat 1 …; `at` and `cargo` go by canoe. `hands`,
    `piles` (played this cycle), `laid` (face down or up) and `shown` (face up) go by seat;
    `owned` by seat, `sites` by colour of the site. `done` is a bit set of seats that had their
    turn; `used`, `landed` and `granted` are bit sets of the two canoes of the seat whose turn
    it is. `met` are the seats that met a goal, in order. `first_end` is how the game ended before the
    table played on, `through` are the seats that held a goal then.
    """

    phase: str = "choose"
    round: int = 1
    ring: int = 0
    turn: int = -1
    done: int = 0
    weather: int = 0
    at: tuple[str, ...]
    cargo: tuple[Gem | None, ...]
    owned: tuple[Counts, ...]
    sites: tuple[Counts, ...]
    removed: Counts = _NONE
    hands: tuple[tuple[Card, ...], ...]
    piles: tuple[tuple[Card, ...], ...]
    laid: tuple[Card | str | None, ...]
    shown: tuple[Card | None, ...]
    used: int = 0
    landed: int = 0
    granted: int = 0
    launched: bool = False
    bought: int = 0
    fork_next: Side = "left"
    met: tuple[int, ...] = ()
    result: GameEnded | None = None
    first_end: GameEnded | None = None
    through: tuple[int, ...] = ()


def open_state(opened: TableOpened) -> State:
    """Return the board as it is set up, by NIA-SETUP-02 to NIA-SETUP-06."""
    n = len(opened.seats)
    return State(
        **table_fields(RULESET, opened),
        index=number_seats(opened),
        at=("land", "land") * n,
        cargo=(None, None) * n,
        owned=(_NONE,) * n,
        sites=tuple(set_at(_NONE, i, GEMS_PER_SITE) for i in range(len(GEMS))),
        hands=(PADDLE_CARDS,) * n,
        piles=((),) * n,
        laid=(None,) * n,
        shown=(None,) * n,
    )


def add(counts: Counts, i: int, n: int = 1) -> Counts:
    """Return a row of counts with count `i` changed by `n`."""
    return set_at(counts, i, counts[i] + n)


def canoe_index(state: State, seat: str, canoe: int) -> int:
    """Return the index of a canoe (1 or 2) in `State.at` and `State.cargo`."""
    return 2 * state.index[seat] + canoe - 1


def lost_canoes(state: State, i: int) -> tuple[int, ...]:
    """Return the numbers (1, 2) of a seat's lost canoes."""
    return tuple([canoe for canoe in (1, 2) if state.at[2 * i + canoe - 1] == "lost"])


@cache
def goals_met(owned: Counts, agreed: str = "all_three") -> tuple[Goal, ...]:
    """Return the goals that gems meet, of those that win by the option `goals`.

    Rules: NIA-GOAL-01, NIA-GOAL-02, NIA-GOAL-03
    """
    met = {"four_alike": max(owned) >= 4, "five_different": min(owned) >= 1, "any_seven": sum(owned) >= 7}
    return tuple(goal for goal in GOALS[agreed] if met[goal])


def goals_of(state: State, i: int) -> tuple[Goal, ...]:
    """Return the goals a seat holds, of those that win at this table."""
    return goals_met(state.owned[i], state.options.goals)


def value_of(owned: Counts) -> int:
    """Return the worth of gems, amethyst 1 to ruby 5."""
    return sum(n * value for n, value in zip(owned, GEM_VALUES, strict=True))


def counts_by_gem(counts: Counts) -> dict[Gem, int]:
    """Return counts by colour, colours without gems left out."""
    return {gem: n for gem, n in zip(GEMS, counts, strict=True) if n}


def counts_of(gems: dict[Any, int]) -> Counts:
    """Return counts in the order of `GEMS`; colours left out count 0."""
    return tuple(gems.get(gem, 0) for gem in GEMS)


def next_arm(state: State) -> Side:
    """Return which arm the next disc is expected to take."""
    if state.options.fork == "left_first_each_round":
        return "left"
    return state.fork_next


def cargo_without(state: State, seat: str | None, canoe: int | None) -> tuple[Gem | None, ...]:
    """Return all cargo with one canoe's emptied; unchanged where seat or canoe is None."""
    return set_at(state.cargo, canoe_index(state, seat, canoe), None) if seat and canoe else state.cargo
