"""Recorded games told by how the table stood after each turn or round: ways found, questions, time, memory.

`python -m tests.bench.catching_up [--quick] [GAME ...]` prints all of it as a table.
"""

import argparse
import resource
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable
from contextlib import suppress
from functools import cache, partial
from pathlib import Path
from typing import Any

import msgspec

from referee.kernel.registry import own_games
from referee.testing.recorded import records
from referee.testing.stretches import By
from tests.architecture.sources import RECORDED, ROOT
from tests.bench.measure import FULL, Measure, Pair, Size
from tests.service.catching_up import retell

_QUICK = 3
"""So many stretches of each recorded game are enough to see how it stands."""


class Tally(msgspec.Struct):
    """What came of telling all recorded games of a game so.

    `came` counts what came of the stretches, `asked` those that needed so many questions; `seconds` are how
    long each took to answer, the longest first; `peak` is the most memory that was held above what the
    program itself holds, in MB. `whole` games led on from each stretch to the next, to their end.
    """

    came: dict[str, int]
    asked: dict[int, int]
    seconds: list[float]
    peak: float
    whole: int

    @property
    def told(self) -> int:
        """Count the stretches that were told: all that were tried and in which anything changed."""
        return len(self.seconds)

    def share(self, *came: str) -> float:
        """Return of how many in a hundred told this came."""
        return 100 * sum(self.came.get(each, 0) for each in came) / max(1, self.told)

    def within(self, share: float) -> float:
        """Return within how many milliseconds so much of them (1: all) was answered."""
        n = int((1 - share) * len(self.seconds))
        return 1000 * self.seconds[n] if self.seconds else 0


def tally_of(game: str, by: By, most: int | None) -> Tally:
    """Tell the recorded games of a game, of each the first `most` stretches (None: all)."""
    paths = records(RECORDED / game)
    retell(paths[0], by, 1)
    before = _peak()
    found = [retell(path, by, most) for path in paths]
    came = sum((each.counts for each in found), Counter[str]())
    told = [each for one in found for each in one.came if each is not None and each.came != "same"]
    asked = Counter(each.questions for each in told if each.came == "asked")
    seconds = sorted((each.seconds for each in told), reverse=True)
    return Tally(dict(came), dict(asked), seconds, _peak() - before, sum(each.is_whole for each in found))


def _peak() -> float:
    """Return the most memory this program has held, in MB."""
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (1 if sys.platform == "darwin" else 1024)
    with suppress(OSError):
        status = Path("/proc/self/status").read_text("ascii")  # the other figure is inherited on Linux
        peak = next(int(line.split()[1]) * 1024 for line in status.splitlines() if "VmHWM" in line)
    return peak / 1e6


@cache
def tally_in_program(game: str, by: By, most: int | None) -> Tally:
    """Return a tally made by a program of its own, so that what else was held counts for nothing."""
    command = [
        sys.executable,
        "-m",
        "tests.bench.catching_up",
        "--one",
        by,
        *([f"--most={most}"] if most else []),
        game,
    ]
    done = subprocess.run(command, stdout=subprocess.PIPE, check=True, cwd=ROOT)
    return msgspec.json.decode(done.stdout, type=Tally)


HEADER = (
    "game", "told by", "not tried", "told", "one way", "after 1", "2", "3", "more", "bound", "none", "wrong",
    "p50 ms", "p95 ms", "longest", "MB", "whole games",
)  # fmt: skip


def row(game: str, by: By, tally: Tally) -> tuple[str, ...]:
    came, asked = tally.came, tally.asked
    return (
        game, by, f"{came.get('not tried', 0)}", f"{tally.told}", f"{tally.share('one'):.1f} %",
        *(f"{asked.get(n, 0)}" for n in (1, 2, 3)),
        *(f"{came.get(each, 0)}" for each in ("open", "bound", "none", "missed")),
        *(f"{tally.within(share):.0f}" for share in (0.5, 0.95, 1)),
        f"{tally.peak:.0f}", f"{tally.whole}",
    )  # fmt: skip


def table(rows: Iterable[tuple[str, ...]]) -> str:
    lines = [HEADER, ("---", "---", *["---:"] * (len(HEADER) - 2)), *rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


_NEEDED: dict[str, tuple[By, int]] = {
    "niagara": ("round", 90),
    "powerboats": ("turn", 80),
    "lifeboat": ("round", 60),
}
"""How each game is told at a table; of how many in a hundred one way is to be found without a question."""


def _figure(game: str, size: Size, _: Path, *, of: Any) -> Pair:
    most = None if size == FULL else 1
    return Pair(lambda: of(tally_in_program(game, _NEEDED[game][0], most)))


def _measure(game: str, name: str, what: str, unit: str, target: float, of: Any) -> Measure:
    by = _NEEDED[game][0]
    told = f"{game}: told by how each {by} ended, {what}"
    bound = "at least" if unit == "%" else "at most"
    prepare = partial(_figure, game, of=of)
    return Measure(f"{game}-catch-up-{name}", told, "", unit, bound, target, prepare, runs=1)  # type: ignore[arg-type]


def measures() -> list[Measure]:
    return [
        measure
        for game in _NEEDED
        for measure in (
            _measure(
                game, "found", "one way and no question", "%", _NEEDED[game][1], lambda t: t.share("one")
            ),
            _measure(game, "p95", "95 of 100 answered within", "ms", 300, lambda t: t.within(0.95)),
            _measure(game, "longest", "the longest answer", "ms", 3000, lambda t: t.within(1)),
            _measure(game, "memory", "most memory held", "MB", 200, lambda t: t.peak),
        )
    ]


def main(arguments: list[str] | None = None) -> None:
    asked = parser().parse_args(arguments)
    most = _QUICK if asked.quick else asked.most
    games = asked.game or own_games()
    if asked.one:
        sys.stdout.buffer.write(msgspec.json.encode(tally_of(games[0], asked.one, most)))
        return
    ways: tuple[By, ...] = ("turn", "round")
    print(table(row(game, by, tally_in_program(game, by, most)) for game in games for by in ways))  # noqa: T201


def parser() -> argparse.ArgumentParser:
    found = argparse.ArgumentParser(prog="python -m tests.bench.catching_up", description=__doc__)
    found.add_argument("game", nargs="*", help="default: every game of ours")
    found.add_argument(
        "--quick", action="store_true", help=f"the first {_QUICK} stretches of each recorded game"
    )
    found.add_argument("--most", type=int, help="so many stretches of each recorded game (default: all)")
    found.add_argument("--one", choices=("turn", "round"), help="one tally as JSON")
    return found


if __name__ == "__main__":
    main()
