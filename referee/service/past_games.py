"""The games a group has played: who sat there, who won what, by which rules."""

from collections import Counter
from collections.abc import Iterable
from contextlib import suppress
from functools import cache
from typing import Any

import msgspec

from events.envelope import encode
from events.stores.protocol import ServedStore, Store, StoreError, TableRow
from referee.kernel.registry import BrokenGameError, UnknownGameError, find_game
from referee.service.case_law.precedents import UNREADABLE
from referee.service.logs.replay import replay
from referee.service.logs.sources import StoredLog
from referee.service.program import program_version


class Seating(msgspec.Struct, frozen=True):
    """Who sits at a table, by name in turn order, and whether its last lines name an end.

    An end that was taken back since, a few lines ago, still counts: `Outcomes` knows better.
    """

    row: TableRow
    names: tuple[str, ...]
    is_over: bool


class Outcome(msgspec.Struct, frozen=True):
    """How a game ended: the seats that won, and the id of what decided by the table's own rules.

    `reason` is None in a game without a score. `is_open`: who has won depends on what was never shown;
    `is_closed`: the table got up before the end.
    """

    winners: tuple[str, ...] = ()
    reason: str | None = None
    is_open: bool = False
    is_closed: bool = False


class PastGame(msgspec.Struct, frozen=True):
    """A game that is over, and how it ended."""

    seating: Seating
    outcome: Outcome

    @property
    def winners(self) -> tuple[str, ...]:
        """Return the names of those who won."""
        called = dict(zip(self.seating.row.seats, self.seating.names, strict=True))
        return tuple(called.get(seat, seat) for seat in self.outcome.winners)


def seating_of(store: Store, row: TableRow) -> Seating:
    """Return who sits at a table, and whether it is over by its last lines."""
    last = store.read(row.table, max(1, row.revision - _LAST_LINES), row.revision)
    ends = _ends_of(row.game or "")
    is_over = any(end in line for line in last for end in ends)
    return Seating(row, tuple(row.names.get(seat) or seat for seat in row.seats), is_over)


@cache
def _ends_of(game: str) -> tuple[bytes, ...]:
    """Return what stands in a line that ends a game or closes its table; of an unknown game the latter."""
    try:
        return b'"table_closed"', f'"{find_game(game).end}"'.encode()
    except (UnknownGameError, BrokenGameError):
        return (b'"table_closed"',)


_LAST_LINES = 12
"""What is said after a game's end seldom takes more."""


def outcome_of(game: Any, state: Any) -> Outcome | None:
    """Return how a game ended; None where it has not."""
    winners = game.winners(state)
    if winners is None:
        return Outcome(is_closed=True) if state.closed else None
    tally = game.tally(state)
    return Outcome(winners, tally.readings[0].reason if tally else None, bool(game.undecided(state)))


_TOPIC = "outcome"
"""The topic of the note that says how the game of a table ended."""


class _Found(msgspec.Struct, frozen=True):
    """How the game of a log that ends with `hash` ended (None: it has not), by the rules of `version`."""

    hash: str
    version: str
    outcome: Outcome | None


class Outcomes:
    """How the games of a store ended; several threads may use it.

    A whole log is replayed for that, so it is noted beside the log and believed until the log goes on or
    another version of the program asks.
    """

    def __init__(self, store: ServedStore) -> None:
        self._store = store
        self._found: dict[str, _Found] = {}
        self._not_noted: dict[str, _Found] = {}

    def find(self, rows: Iterable[TableRow]) -> dict[str, Outcome]:
        """Return how games ended, by table; without those that have not, and logs that cannot be read.

        What had to be replayed is noted where the store can be written now, else the next time.
        """
        found = {row.table: outcome for row in rows if (outcome := self._find(row)) is not None}
        with suppress(StoreError):
            for table, new in tuple(self._not_noted.items()):
                self._store.note(table, _TOPIC, encode(new).decode())
                self._not_noted.pop(table, None)
        return found

    def _find(self, row: TableRow) -> Outcome | None:
        hash, found = self._store.head(row.table).hash, self._found.get(row.table)
        if found is None or found.hash != hash:
            found = self._noted(row, hash) or self._replay(row, hash)
            self._found[row.table] = found
        return found.outcome

    def _noted(self, row: TableRow, hash: str) -> _Found | None:
        """Return what is noted of a log that ends with `hash`; None where nothing is."""
        try:
            found = msgspec.json.decode(self._store.noted(row.table, _TOPIC) or "", type=_Found)
        except msgspec.DecodeError:
            return None
        return found if (found.hash, found.version) == (hash, _version_of(row.game or "")) else None

    def _replay(self, row: TableRow, hash: str) -> _Found:
        """Return how a game ended by its log, which is to be noted then; `hash` is what the log ends with."""
        version = _version_of(row.game or "")
        try:
            replayed = replay(StoredLog(self._store, row.table), verify=True)
        except (*UNREADABLE, BrokenGameError):
            return _Found(hash, version, None)
        found = _Found(replayed.head.hash, version, outcome_of(replayed.game, replayed.state))
        if found.outcome is not None:
            self._not_noted[row.table] = found
        return found


def _version_of(game: str) -> str:
    """Return the version of the program and of its rules for a game; the former alone of an unknown one."""
    try:
        return f"{program_version()} {find_game(game).ruleset.rules_version}"
    except (UnknownGameError, BrokenGameError):
        return program_version()


def by_group(games: list[PastGame]) -> dict[tuple[str, ...], list[PastGame]]:
    """Return games by the people who played, sorted by name, whatever their order at the table."""
    found: dict[tuple[str, ...], list[PastGame]] = {}
    for each in games:
        found.setdefault(tuple(sorted(each.seating.names)), []).append(each)
    return found


def wins(games: list[PastGame]) -> Counter[str]:
    """Return how many games each has won; a shared one counts for each who shares it."""
    return Counter(name for each in games for name in each.winners)
