"""The logs that are replayed: recorded games of the fixtures, and simulated ones, in one SQLite file."""

import atexit
from functools import cache
from itertools import cycle, islice
from pathlib import Path
from random import Random
from typing import NamedTuple

from events.stores.memory import MemoryStore
from events.stores.sqlite import SqliteStore
from events.table import TableOpened
from referee.kernel.registry import codec_for, find_game
from referee.kernel.verdict import Accepted
from referee.service.logs.sources import StoredLog
from referee.service.simulation.simulate import FIRST_MOMENT, decide_accepted
from referee.service.tables.table import Table, encode_entries, open_table
from tests.bench.chance import openings, player_of
from tests.bench.measure import Size

RECORDS = Path(__file__).resolve().parents[2] / "fixtures" / "games"


class Kept(NamedTuple):
    """A table of the file, and how many entries it has."""

    log: StoredLog
    length: int


@cache
def games(game: str, size: Size, folder: Path) -> tuple[Kept, ...]:
    """Keep every recorded game and as many simulated ones as the size asks for."""
    store, openers = lasting(folder / f"{game}.db"), cycle(openings(find_game(game)))
    logs = recorded(game)
    for number, opened in enumerate(islice(openers, size.games), 1):
        table = f"simulated-{number}"
        logs[table] = played(game, table, opened, Random(number), 2 * size.actions)
    return tuple(keep(store, table, lines) for table, lines in logs.items())


def played(game: str, table: str, opened: Accepted, random: Random, length: int) -> list[bytes]:
    """Play a game at random to its end or so many entries; give the lines of its log."""
    following, verdict = player_of(game), opened
    lines, head = encode_entries(table, FIRST_MOMENT, verdict.judged)
    while len(lines) < length:
        if (event := following(verdict.state, random)) is None:
            break
        verdict = decide_accepted(find_game(game), verdict.state, event)
        written, head = encode_entries(table, FIRST_MOMENT, verdict.judged, head)
        lines += written
    return lines


def lasting(path: Path) -> SqliteStore:
    """Open a store that is measured again and again; it is closed when the program ends."""
    store = SqliteStore(path)
    atexit.register(store.close)
    return store


def keep(store: SqliteStore, table: str, lines: list[bytes]) -> Kept:
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
    judge = find_game(game)
    seats = tuple("ABCDEFGH"[: judge.ruleset.players[-1]])
    opened = decide_accepted(judge, None, TableOpened(game=game, seats=seats, edition=edition))
    logs = (played(game, table, opened, Random(seed), length) for seed in range(100))
    return next(lines for lines in logs if len(lines) >= length)
