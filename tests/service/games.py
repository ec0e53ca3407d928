"""Games to try the service on: Niagara played at random, and a counter as small as a game can be."""

from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any

import msgspec

from events.base import Event
from events.stores.memory import MemoryStore
from events.table import TableOpened
from referee.games.niagara.events import CanoeMoved, PaddleChosen
from referee.kernel.registry import find_game
from referee.service.files.check import Checked, Summary, check
from referee.service.files.importing import import_lines
from referee.service.logs.sources import LinesLog, StoredLog
from referee.service.simulation.simulate import FIRST_MOMENT, simulate
from referee.service.tables.table import Table, load_table, open_table

NIAGARA = find_game("niagara")
OPENED = TableOpened(game="niagara", seats=("A", "B", "C"))


@cache
def log(number: int = 1, max_rounds: int = 8, **options: Any) -> tuple[bytes, ...]:
    """Play a short game; give the lines of its log."""
    return tuple(simulate(NIAGARA, "tests", number, max_rounds=max_rounds, **options))


def record(lines: tuple[bytes, ...]) -> list[bytes]:
    return [msgspec.json.encode(msgspec.json.decode(line)["event"]) for line in lines]


def check_lines(lines: Iterable[bytes], *, keep_going: bool = False) -> Iterator[Checked | Summary]:
    held = [(number, text) for number, line in enumerate(lines, 1) if (text := line.strip())]
    return check(lambda: iter(held), keep_going=keep_going)


def actions(lines: tuple[bytes, ...]) -> list[bytes]:
    return [
        msgspec.json.encode(entry["event"])
        for entry in map(msgspec.json.decode, lines)
        if entry["kind"] != "consequence"
    ]


def numbered(lines: Any) -> Any:
    """Open lines in memory as `check` and `import_lines` want them."""
    held = list(enumerate(lines, 1))
    return lambda: iter(held)


def as_log(lines: tuple[bytes, ...]) -> LinesLog:
    return LinesLog(lines)


def stored(lines: tuple[bytes, ...]) -> StoredLog:
    store = MemoryStore()
    imported = import_lines(store, numbered(lines))
    return StoredLog(store, imported.table)


def clock() -> Any:
    return FIRST_MOMENT


def new_table(store: Any = None, name: str = "t", **how: Any) -> Table:
    table = open_table(store or MemoryStore(), name, OPENED, NIAGARA, clock=clock, **how)
    assert isinstance(table, Table)
    return table


def seated_again(table: Table) -> Table:
    return load_table(table.store, table.name, clock)


def choices(card: int = 3) -> Iterator[PaddleChosen]:
    return (PaddleChosen(seat, card) for seat in OPENED.seats)


def in_turns(table: Table, card: int = 3) -> Table:
    for event in choices(card):
        table.submit(event)
    return table


def launched(seat: str = "A", to: str = "S3") -> Event:
    return CanoeMoved(seat, 1, to)
