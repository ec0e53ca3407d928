"""Many games: on a cluster against one plain process, a hundred times as many, and audited without end."""

import subprocess
import sys
from collections.abc import Iterator
from functools import cache, partial
from pathlib import Path
from time import perf_counter

from referee.kernel.ruleset import Plain
from referee.service.simulation.executor import Cluster
from referee.service.simulation.simulate import Simulated, simulate_batch
from referee.service.simulation.study import Plan, play_batch
from referee.service.simulation.study import batches_of as study_lots
from tests.bench.measure import Measure, Pair, Size
from tests.bench.remembering import PEAK

WORKERS = 2
LOT = 25
"""So many games are one piece of work."""

MANY = 10
"""A long log of so many entries weighs as much as one game here."""

AUDIT = """
import sys
from pathlib import Path
from referee.service.files.audit_many import audit_files, files_in
assert not any(audited.findings for audited in audit_files(files_in(Path(sys.argv[1]))))
"""


def lots(games: int) -> Iterator[Simulated]:
    for first in range(1, games + 1, LOT):
        yield Simulated(
            game="niagara", seed="bench", first=first, last=min(games, first + LOT - 1), max_rounds=4
        )


def plainly(games: int) -> float:
    """Play games in this process; give games a second."""
    start = perf_counter()
    played = sum(len(simulate_batch(lot)) for lot in lots(games))
    return played / (perf_counter() - start)


@cache
def cluster() -> Cluster:
    """Start a cluster of two processes on this machine; it ends with this one."""
    from distributed import LocalCluster

    local = LocalCluster(
        n_workers=WORKERS, threads_per_worker=1, processes=True, dashboard_address=":0", host="127.0.0.1"
    )
    return Cluster(local.scheduler_address)


def on_a_cluster(games: int) -> float:
    """Play the games of a study on two processes of a cluster; give games a second and process."""
    executor, start = cluster(), perf_counter()
    played = sum(map(len, executor.each(play_batch, study_lots(studied(games)))))
    return played / (perf_counter() - start) / WORKERS


def in_one_process(games: int) -> float:
    """Play the same games in this process; give games a second."""
    start = perf_counter()
    played = sum(map(len, map(play_batch, study_lots(studied(games)))))
    return played / (perf_counter() - start)


def studied(games: int) -> Plan:
    """Plan a study of so many games: what a cluster hands back of each is what came of it."""
    cells: tuple[dict[str, Plain], ...] = ({"tie_break": "shared"}, {"tie_break": "gem_value"})
    return Plan(
        game="niagara",
        edition="zh",
        cells=cells,
        kinds=("random",),
        players=(4,),
        games=max(1, games // len(cells)),
        seed="bench",
    )


def against_one_process(size: Size, _: Path) -> Pair:
    games = max(LOT * 2, size.entries // 2500)
    return Pair(partial(on_a_cluster, games), partial(in_one_process, games))


def many_against_few(size: Size, _: Path) -> Pair:
    """What a game costs among a hundred times as many; a toy has fewer."""
    few = max(LOT, size.entries // 1000)
    return Pair(partial(plainly, max(2 * few, size.entries // 10)), partial(plainly, few))


def most_held(size: Size, folder: Path) -> Pair:
    """Audit a folder of games, in a program of its own with all its processes; give the most it held."""
    logs = folder / "games"
    logs.mkdir(exist_ok=True)
    for lot in lots(max(20, size.entries // MANY)):
        for number, game in enumerate(simulate_batch(lot), lot.first):
            (logs / f"{number:06}.jsonl").write_bytes(game)
    return Pair(partial(peak_of_audit, logs))


def peak_of_audit(logs: Path) -> float:
    """Audit every file of a folder; give the most that the program held, in MB."""
    command = [sys.executable, "-c", AUDIT + PEAK, str(logs)]
    done = subprocess.run(command, capture_output=True, check=True, cwd=Path(__file__).parents[2])
    return int(done.stdout) / 1e6


def measures() -> list[Measure]:
    needs = ("distributed", "distributed")
    return [
        Measure("cluster-games", "niagara: games a second and process, on a cluster of two",
                "one plain process", "games/s", "at least", 0.9, against_one_process, needs, runs=5),
        Measure("games-flat", "niagara: games a second among a hundred thousand", "among a thousand",
                "games/s", "at least", 0.9, many_against_few, runs=1),
        Measure("audit-many", "audit of 100,000 games: most memory held", "", "MB", "at most", 100,
                most_held, runs=1),
    ]  # fmt: skip
