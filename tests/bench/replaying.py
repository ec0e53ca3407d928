"""Replay: a log read from its SQLite file, decoded and folded to a state."""

from functools import partial
from pathlib import Path
from time import process_time

from referee.service.logs.replay import replay
from tests.bench.logs import Kept, endless, games, keep, lasting
from tests.bench.measure import Figure, Measure, Pair, Size

CHESS = ("chess", "chess")
EVENTSOURCING = ("eventsourcing", "eventsourcing")
SHORT = 20
"""How many times longer the long log is than the short one."""


def replaying(kept: tuple[Kept, ...], *, verify: bool = False, times: int = 1) -> Figure:
    """Rebuild every table; give entries a second."""

    def figure() -> float:
        start = process_time()
        for _ in range(times):
            for log, length in kept:
                assert length == replay(log, verify=verify).head.revision
        return times * sum(length for _, length in kept) / (process_time() - start)

    return figure


def against_aggregates(game: str, size: Size, folder: Path, *, verify: bool = False) -> Pair:
    from tests.bench.peers.eventsourcing_app import getting

    kept = games(game, size, folder)
    return Pair(replaying(kept, verify=verify), getting([length for _, length in kept], folder))


def against_chess(game: str, size: Size, folder: Path, *, verify: bool = False) -> Pair:
    from tests.bench.peers.chess_games import reading

    return Pair(replaying(games(game, size, folder), verify=verify), reading(size.games * 4))


def last_against_first(game: str, size: Size, folder: Path) -> Pair:
    store = lasting(folder / f"{game}-places.db")
    lines = endless(game, "same", size.actions)
    tables = [keep(store, f"table-{n}", lines) for n in range(size.games * 10)]
    return Pair(replaying((tables[-1],), times=10), replaying((tables[0],), times=10))


def long_against_short(game: str, size: Size, folder: Path) -> Pair:
    store = lasting(folder / f"{game}-lengths.db")
    lines = endless(game, "long", SHORT * size.actions)
    short = [keep(store, f"short-{n}", lines[: size.actions]) for n in range(SHORT)]
    return Pair(replaying((keep(store, "long", lines),)), replaying(tuple(short)))


def measures(game: str) -> list[Measure]:
    whats = ((False, "replay", 6, 3), (True, "replay, chain verified", 4, 2))
    found = []
    for verify, what, aggregates, chess in whats:
        name = f"{game}-{'verified-' if verify else ''}replay"
        by = partial(against_aggregates, game, verify=verify)
        found.append(
            Measure(f"{name}-eventsourcing", f"{game}: {what}", "`repository.get`", "events/s", "at least",
                    aggregates, by, EVENTSOURCING)
        )  # fmt: skip
        by = partial(against_chess, game, verify=verify)
        found.append(
            Measure(f"{name}-chess", f"{game}: {what}", "validated PGN", "events/s, moves/s", "at least",
                    chess, by, CHESS)
        )  # fmt: skip
    return found


def measures_of_shape(game: str) -> list[Measure]:
    place, length = partial(last_against_first, game), partial(long_against_short, game)
    return [
        Measure(f"{game}-replay-place", f"{game}: replay, last table of a file", "the first", "events/s",
                "at least", 0.9, place),
        Measure(f"{game}-replay-length", f"{game}: replay, one log of 40,000 entries", f"{SHORT} of 2,000",
                "events/s", "at least", 0.9, length),
    ]  # fmt: skip
