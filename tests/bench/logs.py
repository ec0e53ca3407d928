"""The logs that are replayed: recorded games of the fixtures, and simulated ones, in one SQLite file."""

from functools import cache
from itertools import islice
from pathlib import Path
from random import Random
from typing import NamedTuple

from events.codec import codec_for
from events.stores.memory import MemoryStore
from events.stores.sqlite import SqliteStore
from events.table import TableOpened
from referee.kernel.registry import find_game
from referee.service.logs import StoredLog
from referee.service.scribe import seal_facts
from referee.service.simulate import FIRST_MOMENT, choose, decided, simulate
from referee.service.table import Table, open_table
from tests.bench.measure import Size

RECORDS = Path(__file__).resolve().parents[2] / "fixtures" / "games"


class Kept(NamedTuple):
    """A table of the file, and how many entries it has."""

    log: StoredLog
    length: int


@cache
def games(game: str, size: Size, folder: Path) -> tuple[Kept, ...]:
    """Keep every recorded game and as many simulated ones as the size asks for."""
    store = SqliteStore(folder / f"{game}.db")
    logs = recorded(game)
    for number in range(1, size.games + 1):
        lines = simulate(find_game(game), "bench", number)
        logs[f"simulated-{number}"] = list(islice(lines, 2 * size.actions))
    return tuple(keep(store, table, lines) for table, lines in logs.items())


def keep(store: SqliteStore, table: str, lines: list[bytes]) -> Kept:
    """Put a log in a store."""
    store.create(table, lines)
    return Kept(StoredLog(store, table), len(lines))


def recorded(game: str) -> dict[str, list[bytes]]:
    """Referee the recorded games of the fixtures; give the lines of their logs by name."""
    return {path.stem: sealed(game, path) for path in sorted((RECORDS / game).glob("*.jsonl"))}


def sealed(game: str, path: Path) -> list[bytes]:
    """Referee one record: what people did is submitted, consequences told are left out."""
    codec, store = codec_for(game), MemoryStore()
    opened, *told = (codec.event(line) for line in path.read_bytes().splitlines())
    assert isinstance(opened, TableOpened)
    table = open_table(store, path.stem, opened, find_game(game))
    assert isinstance(table, Table)
    for event in told:
        table.submit(event)
    return list(store.read(path.stem))


def endless(game: str, table: str, length: int, edition: str | None = None) -> list[bytes]:
    """Play at random until a log is `length` entries long; games that end sooner are dropped."""
    return next(lines for seed in range(100) if (lines := long_game(game, table, length, edition, seed)))


def long_game(game: str, table: str, length: int, edition: str | None, seed: int) -> list[bytes]:
    """Play one game until its log is long enough; nothing where it ends before."""
    judge, random = find_game(game), Random(seed)
    seats = tuple("ABCDE"[: judge.charter.players[-1]])
    verdict = decided(judge, None, TableOpened(game=game, seats=seats, edition=edition))
    lines, head = seal_facts(table, FIRST_MOMENT, verdict.facts)
    while len(lines) < length:
        if not (acting := judge.acting(verdict.state)):
            return []
        verdict = decided(judge, verdict.state, choose(judge, verdict.state, acting, random))
        written, head = seal_facts(table, FIRST_MOMENT, verdict.facts, head)
        lines += written
    return lines
