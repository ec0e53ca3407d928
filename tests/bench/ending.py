"""Ending: how soon a service that is interrupted has ended, though pages and programs follow it."""

import signal
from pathlib import Path
from time import perf_counter

from tests.bench.measure import Measure, Pair, Size
from tests.web.serving import Served


def ended(folder: Path) -> float:
    """Start a service, let many hold it, and interrupt it; give the seconds until it has ended."""
    served = Served(folder / "ended.db")
    try:
        with served.held(served.open("niagara", ["A", "B", "C"])):
            begun = perf_counter()
            served.end(signal.SIGINT)
            return perf_counter() - begun
    finally:
        served.close()


def ending(_: Size, folder: Path) -> Pair:
    return Pair(lambda: ended(folder))


def measures() -> list[Measure]:
    what = "a service followed by six, with half a request open: interrupted until it has ended"
    return [Measure("ending", what, "", "s", "at most", 2, ending, runs=9)]
