"""Cold starts: a whole process, from the shell's point of view."""

import os
import subprocess
import sys
from functools import partial
from itertools import count
from pathlib import Path
from random import Random
from tempfile import gettempdir
from time import perf_counter

from events.stores.sqlite import SqliteStore
from referee.kernel.registry import find_game
from referee.l10n.wording import notate
from referee.service.logs.replay import replay
from referee.service.logs.sources import StoredLog
from referee.service.simulation.simulate import choose
from tests.bench.asking import QUESTIONS
from tests.bench.logs import endless, lasting
from tests.bench.measure import Figure, Measure, Pair, Size

ENTRIES = 300
ROOT = Path(__file__).parents[2]
COMPILED = Path(gettempdir()) / "referee-bench-compiled"
"""Where the programs started here keep their bytecode; the warm-up fills it."""


ANSWERED = (0, 1, 5)
"""How `referee ask` ends: it may be, it may not, it depends."""


def start(folder: str, statement: str, *arguments: str, ends: tuple[int, ...] = (0,)) -> float:
    """Run a program to its end; give the seconds it took."""
    command = [sys.executable, "-c", statement, *arguments]
    environment = installed_environment(folder)
    begun = perf_counter()
    done = subprocess.run(command, env=environment, capture_output=True, check=False)
    taken = perf_counter() - begun
    assert done.returncode in ends, done.stderr.decode()
    return taken


def installed_environment(folder: str) -> dict[str, str]:
    """Let a program start as an installed one does: compiled once, found on the path."""
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    return {**kept, "PYTHONPATH": str(ROOT / folder), "PYTHONPYCACHEPREFIX": str(COMPILED)}


def referee(*arguments: str, ends: tuple[int, ...] = (0,)) -> float:
    """Start `referee`."""
    return start("", "from cli.main import main; main()", *arguments, ends=ends)


def least(folder: Path) -> Figure:
    statement = "from least_program import main; main()"
    return partial(start, "tests/bench/peers", statement, str(folder / "notes.db"), "evening", "A plays 4")


def doing(game: str, length: int, folder: Path) -> Figure:
    """Tell the referee one action at a table of so many entries; a new table each time."""
    path, judge, numbers = folder / f"do-{game}.db", find_game(game), count()
    store = lasting(path)

    def figure() -> float:
        table = f"evening-{next(numbers)}"
        store.create(table, endless(game, table, length))
        state = replay(StoredLog(store, table)).state
        acting = judge.acting(state)
        action = notate(state, choose(judge, state, acting, Random(1)))
        return referee("do", table, action, "--db", str(path))

    return figure


def listing(game: str, length: int, folder: Path) -> Figure:
    path = folder / f"legal-{game}.db"
    with SqliteStore(path) as store:
        store.create("evening", endless(game, "evening", length))
    return partial(referee, "legal", "evening", "--db", str(path))


def cold_ask(game: str, _: Size, folder: Path) -> Pair:
    asked = partial(referee, "ask", game, *QUESTIONS[game][0], ends=ANSWERED)
    return Pair(asked, least(folder))


def cold_do(game: str, _: Size, folder: Path) -> Pair:
    return Pair(doing(game, ENTRIES, folder), least(folder))


def cold_legal(game: str, _: Size, folder: Path) -> Pair:
    return Pair(listing(game, ENTRIES, folder), least(folder))


def measures(game: str) -> list[Measure]:
    peer = "argparse + msgspec + sqlite3, one insert"
    do, legal, ask = partial(cold_do, game), partial(cold_legal, game), partial(cold_ask, game)
    return [
        Measure(f"{game}-cold-do", f"{game}: cold `referee do`, {ENTRIES} entries", peer, "s",
                "at most", 2.5, do, runs=21),
        Measure(f"{game}-cold-legal", f"{game}: cold `referee legal`, {ENTRIES} entries", peer, "s",
                "at most", 3, legal, runs=21),
        Measure(f"{game}-cold-ask", f"{game}: cold `referee ask`", peer, "s", "at most", 2.5, ask, runs=21),
    ]  # fmt: skip
