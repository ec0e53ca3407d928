"""Run the measures: `python -m tests.bench [--only WORD] [--runs N] [--out FILE]`."""

import argparse
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.bench.machine import is_installed
from tests.bench.measure import FULL, TOY, Measure, Result, Size, compare
from tests.bench.measures import MEASURES
from tests.bench.report import line, markdown

RESULTS = Path(__file__).parent / "RESULTS.md"


def main(arguments: list[str] | None = None) -> int:
    """Measure, print, write; 1 where a target is missed."""
    asked = parser().parse_args(arguments)
    wanted = [m for m in MEASURES if not asked.only or any(word in m.name for word in asked.only)]
    results = run(wanted, TOY if asked.toy else FULL, asked.runs)
    out = asked.out or (None if asked.toy or asked.only else RESULTS)
    if out:
        out.write_text(markdown(results), "utf-8")
    return int(any(result.is_met is False for result in results))


def parser() -> argparse.ArgumentParser:
    found = argparse.ArgumentParser(prog="python -m tests.bench", description=__doc__)
    found.add_argument("--only", action="append", metavar="WORD", help="measures whose name has this in it")
    found.add_argument("--runs", type=int, help="pairs of runs of each measure, where not its own number")
    found.add_argument("--out", type=Path, help=f"where to write (default: {RESULTS.name} for a whole run)")
    found.add_argument("--toy", action="store_true", help="hardly any work: only to see that it runs")
    return found


def run(measures: list[Measure], size: Size, runs: int | None) -> list[Result]:
    results = []
    with TemporaryDirectory(prefix="referee-bench-") as folder:
        for measure in measures:
            result = result_of(measure, size, Path(folder), runs)
            print(line(result), flush=True)  # noqa: T201
            results.append(result)
    return results


def result_of(measure: Measure, size: Size, folder: Path, runs: int | None) -> Result:
    if measure.needs and not is_installed(measure.needs[1]):
        return Result(measure, missing=f"{measure.needs[0]} is not installed here: pip install -e '.[bench]'")
    return compare(measure, size, folder, runs)


if __name__ == "__main__":
    sys.exit(main())
