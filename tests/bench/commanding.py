"""Durable commands: judged, encoded, chained and committed, on disk when the answer is given.

A disk hesitates now and then, and others write to it too: a rate is that of the median command.
"""

import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from functools import cache, partial
from itertools import count
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import NamedTuple, TypeVar

from events.base import Event
from events.stores.protocol import NO_HEAD, Head
from events.stores.sqlite import SqliteStore
from events.table import TableOpened
from referee.kernel.registry import find_game
from referee.service.simulation.simulate import FIRST_MOMENT, play
from referee.service.tables.request import Recorded, Request
from referee.service.tables.table import Table, encode_entries, load_table, open_table
from tests.bench.measure import Measure, Pair, Size

T = TypeVar("T")
NAME = "evening"
STRETCH = 50
"""How many commands are timed together."""

WINDOW = 60
"""How many commands are timed at one point of a game."""

_numbers = count()


Rows = tuple[Head, Head, list[str]]
"""What is written for a command: the head before it, the head after it, its lines."""


class Command(NamedTuple):
    """One command of a game: what is submitted, what is written for it, the head after it."""

    event: Event
    lines: list[bytes]
    head: Head


@cache
def commands(game: str, length: int) -> list[Command]:
    """Play a game at random; list its commands, the opening first."""
    from random import Random

    judge, found, head = find_game(game), [], NO_HEAD
    opened = TableOpened(game=game, seats=tuple("ABCDE"[: judge.ruleset.players[-1]]))
    for facts in play(judge, opened, Random(3)):
        lines, head = encode_entries(NAME, FIRST_MOMENT, facts, head)
        found.append(Command(facts[0].event, lines, head))
        if len(found) > length:
            break
    return found


def new_file(folder: Path) -> Path:
    own = folder / f"commands-{next(_numbers)}"
    own.mkdir()
    return own / "tables.db"


def let_settle(store: SqliteStore) -> None:
    """Make its folder look as one in which no file came or went for long, as during an evening."""
    os.utime(store.path.parent, (0, 0))


def submit(table: Table, told: list[Command], *, keyed: bool = False) -> float:
    """Submit commands one by one; give commands a second."""
    keys = [f"key-{command.head.revision}" if keyed else None for command in told]
    times = []
    for command, key in zip(told, keys, strict=True):
        start = perf_counter()
        answer = table.submit(command.event, Request(key=key))
        times.append(perf_counter() - start)
        assert isinstance(answer, Recorded), answer
    return 1 / median(times)


@contextmanager
def opened(folder: Path, opening: Command) -> Iterator[Table]:
    """Open a table in a store of its own; every entry is written at the same moment."""
    event = opening.event
    assert isinstance(event, TableOpened)
    with SqliteStore(new_file(folder)) as store:
        table = open_table(store, NAME, event, find_game(event.game), clock=lambda: FIRST_MOMENT)
        assert isinstance(table, Table)
        let_settle(store)
        yield table


def submitting(told: list[Command], folder: Path, *, keyed: bool) -> Iterator[float]:
    """Play the game at a table, some more commands each time; at a new one when it is over."""
    while True:
        with opened(folder, told[0]) as table:
            for stretch in stretches(told[1:]):
                yield submit(table, stretch, keyed=keyed)


def stretches(told: list[T]) -> list[list[T]]:
    return [told[start : start + STRETCH] for start in range(0, len(told) - STRETCH + 1, STRETCH)]


def against_the_floor(game: str, size: Size, folder: Path, *, keyed: bool) -> Pair:
    """Against the very rows, written by `sqlite3` alone in as many transactions of the same shape.

    A disk is slow or fast by the moment, so both play their games in step, stretch by stretch.
    """
    told = commands(game, size.commands)
    return Pair(
        partial(next, submitting(told, folder, keyed=keyed)),
        partial(next, writing(told, folder, keyed=keyed)),
    )


def above_the_floor(game: str, size: Size, folder: Path, *, keyed: bool) -> Pair:
    """How many µs a command costs above its bare rows, written right after it."""
    return Pair(partial(next, rising_above(commands(game, size.commands), folder, keyed=keyed)))


def rising_above(told: list[Command], folder: Path, *, keyed: bool) -> Iterator[float]:
    """Submit a command, write its rows, and so on; give the median difference in µs of each stretch."""
    rows = rows_of(told)
    while True:
        with opened(folder, told[0]) as table, bare(folder, told[0]) as db:
            for stretch in stretches(list(zip(told[1:], rows, strict=True))):
                above = [
                    1 / submit(table, [command], keyed=keyed) - 1 / write_all(db, [row], keyed=keyed)
                    for command, row in stretch
                ]
                yield median(above) * 1e6


def writing(told: list[Command], folder: Path, *, keyed: bool) -> Iterator[float]:
    """Write the rows of the commands with nothing around them, some more each time."""
    rows = rows_of(told)
    while True:
        with bare(folder, told[0]) as db:
            for stretch in stretches(rows):
                yield write_all(db, stretch, keyed=keyed)


@contextmanager
def bare(folder: Path, opening: Command) -> Iterator[sqlite3.Connection]:
    """Open a file with a table of its own, by `sqlite3` alone."""
    with opened(folder, opening) as table:
        path = table.store.path  # type: ignore[attr-defined]
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.execute("PRAGMA synchronous = FULL")
        yield db


def rows_of(told: list[Command]) -> list[Rows]:
    """Give what is written for each command but the opening, its lines ready to be written."""
    heads = [command.head for command in told]
    texts = [[line.decode() for line in command.lines] for command in told]
    return list(zip(heads, heads[1:], texts[1:], strict=False))


def write_all(db: sqlite3.Connection, rows: list[Rows], *, keyed: bool) -> float:
    """Write commands one by one; give commands a second."""
    times = []
    for before, head, lines in rows:
        key = f"key-{head.revision}" if keyed else None
        start = perf_counter()
        write(db, before, head, lines, key)
        times.append(perf_counter() - start)
    return 1 / median(times)


def write(db: sqlite3.Connection, before: Head, head: Head, lines: list[str], key: str | None) -> None:
    db.execute("BEGIN IMMEDIATE")
    db.execute(MOVE, (head.revision, head.hash, before.revision, before.hash))
    if key:
        kept = (key, head.revision, ANSWER, head.revision, head.hash)
        db.execute("INSERT INTO submissions VALUES (1, ?, ?, ?, ?, ?)", kept)
    rows = [(1, seq, line) for seq, line in enumerate(lines, before.revision + 1)]
    db.executemany("INSERT INTO log (table_id, seq, line) VALUES (?, ?, ?)", rows)
    db.execute("COMMIT")


MOVE = "UPDATE table_heads SET revision = ?, head = ? WHERE id = 1 AND revision = ? AND head = ?"
ANSWER = "x" * 160
"""As long as the answers that are kept."""


def late_against_early(game: str, size: Size, folder: Path) -> Pair:
    told = commands(game, size.commands)
    window = min(WINDOW, len(told) // 3)
    return Pair(partial(at, told, len(told) - window, window, folder), partial(at, told, 10, window, folder))


def at(told: list[Command], start: int, window: int, folder: Path) -> float:
    """Bring a table to a point of the game, then time the commands from there."""
    with SqliteStore(new_file(folder)) as store:
        store.create(NAME, (line for command in told[:start] for line in command.lines))
        table = load_table(store, NAME, lambda: FIRST_MOMENT)
        let_settle(store)
        return submit(table, told[start : start + window])


NOTE = (
    "The ratio follows the disk: 0.75 to 0.85 in runs where the bare rows came to 4,000 to 6,000 commands/s,"
    " nearer to 1 where others kept the disk busy. With the caches hot a command costs 15 to 20 µs more than"
    " the bare rows: a third to judge it, a fifth to seal its entries, the rest to hand the batch over. It is"
    " 50 to 70 µs on a shared virtual machine, where the processor comes back cold from every wait for the"
    " disk: the judgement takes three times as long then. Part of that is the neighbours': after 200 µs of"
    " arithmetic, with neither kernel nor disk between, it takes half as long again. A Python built with its"
    " optimizations, as distributions ship it, takes 8 to 10 µs less than a plain build, which these are of."
)


def measures(game: str) -> list[Measure]:
    floor = "the bare rows by `sqlite3`"
    plain: Callable[[Size, Path], Pair] = partial(against_the_floor, game, keyed=False)
    keyed: Callable[[Size, Path], Pair] = partial(against_the_floor, game, keyed=True)
    late = partial(late_against_early, game)
    above: Callable[[Size, Path], Pair] = partial(above_the_floor, game, keyed=False)
    above_keyed: Callable[[Size, Path], Pair] = partial(above_the_floor, game, keyed=True)
    return [
        Measure(f"{game}-commands", f"{game}: durable commands", floor, "commands/s", "at least", 0.85, plain,
                runs=50, note=NOTE),
        Measure(f"{game}-commands-keyed", f"{game}: durable commands, each with a key", floor, "commands/s",
                "at least", 0.75, keyed, runs=50, note=NOTE),
        Measure(f"{game}-commands-above", f"{game}: a durable command, above the bare rows", "", "µs",
                "at most", 40, above, runs=50),
        Measure(f"{game}-commands-keyed-above", f"{game}: one with a key, above the bare rows", "", "µs",
                "at most", 40, above_keyed, runs=50),
        Measure(f"{game}-commands-late", f"{game}: the 1,000th command of a game", "the 10th", "commands/s",
                "at least", 0.9, late, runs=15),
    ]  # fmt: skip
