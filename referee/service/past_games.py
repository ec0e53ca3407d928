"""The games a group has played: who sat there, who won what, by which rules."""

from collections import Counter
from functools import cache
from typing import Any

import msgspec

from events.stores.protocol import Store, TableRow
from referee.kernel.registry import BrokenGameError, UnknownGameError, find_game
from referee.kernel.tally import Reading


class Seating(msgspec.Struct, frozen=True):
    """Who sits at a table, by name in turn order, and whether its game is over or the table got up."""

    row: TableRow
    names: tuple[str, ...]
    is_over: bool


class PastGame(msgspec.Struct, frozen=True):
    """A game that is over: its winners by name, and how the table's own rules read the score.

    `reading` is None in a game without a score. `is_open`: who has won depends on what was never shown;
    `is_closed`: the table got up before the end.
    """

    seating: Seating
    winners: tuple[str, ...]
    reading: Reading | None
    is_open: bool = False
    is_closed: bool = False


def seating_of(store: Store, row: TableRow) -> Seating:
    """Return who sits at a table (from its first line), and whether it is over (from its last ones)."""
    first = next(store.read(row.table, 1, 1))
    names = msgspec.json.decode(first)["event"].get("names", {})
    last = store.read(row.table, max(1, row.revision - _LAST_LINES), row.revision)
    ends = _ends_of(row.game)
    is_over = any(end in line for line in last for end in ends)
    return Seating(row, tuple(names.get(seat) or seat for seat in row.seats), is_over)


@cache
def _ends_of(game: str) -> tuple[bytes, ...]:
    """Return what stands in a line that ends a game or closes its table; of an unknown game the latter."""
    try:
        return b'"table_closed"', f'"{find_game(game).end}"'.encode()
    except (UnknownGameError, BrokenGameError):
        return (b'"table_closed"',)


_LAST_LINES = 12
"""What is said after a game's end seldom takes more."""


def past_game(seating: Seating, game: Any, state: Any) -> PastGame | None:
    """Return how a game ended; None where it did not after all."""
    winners = game.winners(state)
    if winners is None:
        return PastGame(seating, (), None, is_closed=True) if state.closed else None
    called = dict(zip(seating.row.seats, seating.names, strict=True))
    tally = game.tally(state)
    return PastGame(
        seating,
        tuple(called.get(seat, seat) for seat in winners),
        tally.readings[0] if tally else None,
        bool(game.undecided(state)),
    )


def by_group(games: list[PastGame]) -> dict[tuple[str, ...], list[PastGame]]:
    """Return games by the people who played, sorted by name, whatever their order at the table."""
    found: dict[tuple[str, ...], list[PastGame]] = {}
    for each in games:
        found.setdefault(tuple(sorted(each.seating.names)), []).append(each)
    return found


def wins(games: list[PastGame]) -> Counter[str]:
    """Return how many games each has won; a shared one counts for each who shares it."""
    return Counter(name for each in games for name in each.winners)
