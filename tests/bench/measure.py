"""What a measure is, and how two programs are timed side by side."""

import gc
from collections.abc import Callable
from pathlib import Path
from statistics import median
from typing import Literal, NamedTuple

Figure = Callable[[], float]
"""Do the work once; give its speed, its time or its size."""


class Size(NamedTuple):
    """How much work each measure does: `FULL` for figures, `TOY` to see that it runs."""

    games: int
    actions: int
    commands: int
    entries: int


FULL = Size(games=12, actions=2000, commands=1100, entries=1_000_000)
TOY = Size(games=2, actions=40, commands=60, entries=600)


class Pair(NamedTuple):
    """Two figures to compare; `theirs` None where the figure is held against the target itself."""

    ours: Figure
    theirs: Figure | None = None


class Measure(NamedTuple):
    """One comparison: what is measured against what, and what the ratio must be.

    `needs` names the package of the peer as PyPI has it and the module it brings; None where
    Python itself is the peer. `prepare` does everything that is not timed, in a folder of its own.
    `note` is what the profile shows of a target that is hard to meet.
    """

    name: str
    what: str
    peer: str
    unit: str
    bound: Literal["at least", "at most"]
    target: float
    prepare: Callable[[Size, Path], Pair]
    needs: tuple[str, str] | None = None
    runs: int = 9
    note: str = ""


class Spread(NamedTuple):
    """Repeated figures in short."""

    median: float
    least: float
    most: float


class Result(NamedTuple):
    """What came out; without a peer `ratio` is our figure itself. `missing` says why nothing did."""

    measure: Measure
    ours: Spread | None = None
    theirs: Spread | None = None
    ratio: Spread | None = None
    missing: str = ""
    runs: int = 0

    @property
    def is_met(self) -> bool | None:
        """Whether the median meets the target; None where nothing was measured."""
        if self.ratio is None:
            return None
        if self.measure.bound == "at least":
            return self.ratio.median >= self.measure.target
        return self.ratio.median <= self.measure.target


def spread(figures: list[float]) -> Spread:
    return Spread(median(figures), min(figures), max(figures))


def compare(measure: Measure, size: Size, folder: Path, runs: int | None = None) -> Result:
    """Prepare a measure, warm both sides up, then time them in pairs, each side first in turn.

    The ratio is that of adjacent runs: what else the machine does slows both of a pair.
    """
    ours, theirs = measure.prepare(size, folder)
    count = runs or measure.runs
    if theirs is None:
        figures = spread([timed(ours) for _ in range(count)])
        return Result(measure, figures, None, figures, runs=count)
    pairs = [pair(ours, theirs, ours_first=bool(run % 2)) for run in range(count + 1)][1:]
    mine, others = zip(*pairs, strict=True)
    ratios = [a / b for a, b in pairs]
    return Result(measure, spread(list(mine)), spread(list(others)), spread(ratios), runs=count)


def pair(ours: Figure, theirs: Figure, *, ours_first: bool) -> tuple[float, float]:
    if ours_first:
        mine = timed(ours)
        return mine, timed(theirs)
    other = timed(theirs)
    return timed(ours), other


def timed(figure: Figure) -> float:
    """Take one figure, with nothing left to collect from the one before."""
    gc.collect()
    return figure()
