"""Results as lines for a terminal and as Markdown."""

from collections.abc import Iterable
from datetime import UTC, datetime

from tests.bench.machine import described, version_of
from tests.bench.measure import Measure, Result, Spread

HEADER = ("measure", "Referee", "peer", "", "pairs", "ratio", "least to most", "target", "")

PREAMBLE = """\
Written by `python -m tests.bench` on {today}. A pair is two figures taken one right after the other;
each ratio is the median of the ratios of so many pairs. Figures are medians, with the least and the
most in brackets. Replay, random play and pages are timed by what the processor spends on them, so that
a busy machine says the same; all else by the clock.
"""


def line(result: Result) -> str:
    measure = result.measure
    if result.ratio is None:
        return f"{measure.name:32} not measured: {result.missing}"
    return (
        f"{measure.name:32} {shown(result.ratio.median):>8}  ({between(result.ratio)}),"
        f" {target_of(measure)}: {verdict(result)}"
    )


def markdown(results: Iterable[Result]) -> str:
    found = list(results)
    machine = [f"- {name}: {value}" for name, value in described()]
    today = datetime.now(UTC).date().isoformat()
    parts = [
        "# Speed, measured",
        PREAMBLE.format(today=today),
        "\n".join(machine + peers_of(found)),
        table(found),
    ]
    if missed := [f"- {shortfall(r)}" for r in found if r.is_met is False]:
        parts += ["## Missed", "\n".join(missed)]
    if notes := dict.fromkeys(r.measure.note for r in found if r.measure.note):
        parts += ["## What the profile shows", *notes]
    missing = [f"- {r.measure.name}: {r.missing}" for r in found if r.missing]
    if missing:
        parts += ["## Not measured here", "\n".join(missing)]
    return "\n\n".join(parts) + "\n"


def shortfall(result: Result) -> str:
    measure, ratio = result.measure, result.ratio
    assert ratio is not None
    return f"{measure.what}: {shown(ratio.median)}, {target_of(measure)}"


def peers_of(results: list[Result]) -> list[str]:
    packages = dict.fromkeys(r.measure.needs[0] for r in results if r.measure.needs)
    return [f"- {package}: {version_of(package)}" for package in packages]


def table(results: list[Result]) -> str:
    rows = [HEADER, ("---", "---:", "---:", "---", "---:", "---:", "---", "---", "---")]
    rows += [row(result) for result in results if result.ratio]
    return "\n".join("| " + " | ".join(cells) + " |" for cells in rows)


def row(result: Result) -> tuple[str, ...]:
    measure, ratio = result.measure, result.ratio
    assert ratio is not None
    return (
        measure.what,
        figure(result.ours),
        f"{measure.peer}: {figure(result.theirs)}" if result.theirs else "",
        measure.unit,
        str(result.runs),
        f"**{shown(ratio.median)}**" if result.theirs else "",
        between(ratio) if result.theirs else "",
        target_of(measure),
        verdict(result),
    )


def target_of(measure: Measure) -> str:
    return f"{measure.bound} {measure.target:g}"


def verdict(result: Result) -> str:
    return "met" if result.is_met else "**missed**"


def figure(spread: Spread | None) -> str:
    return "" if spread is None else f"{shown(spread.median)} ({between(spread)})"


def between(spread: Spread) -> str:
    return f"{shown(spread.least)} to {shown(spread.most)}"


def shown(number: float) -> str:
    if number >= 1000:
        return f"{round(number, -2 if number >= 10_000 else -1):,.0f}"
    return f"{number:.3g}" if number < 100 else f"{number:.0f}"
