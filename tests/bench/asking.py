"""Asking: how long an answer takes about a position that stands in no log, for the acts of all rulings."""

from functools import partial
from pathlib import Path
from random import Random
from statistics import quantiles
from time import process_time

from msgspec.structs import replace

from referee.rulebooks import TABLE
from referee.rulebooks.rulings import all_rulings
from referee.service.ask.ask import ask
from referee.service.ask.asked import Asked
from referee.service.ask.worked import work_out
from tests.bench.measure import Measure, Pair, Size
from tests.bench.starting import least, referee


def questions(size: Size) -> list[Asked]:
    """Ask about every act of a ruling at its position; of a toy about some of them."""
    acts = ((ruling, act) for ruling in all_rulings() if ruling.game != TABLE for act in ruling.acts)
    worked = filter(None, (work_out(ruling, act) for ruling, act in acts))
    found = [each.question for each in worked if each.state is not None]
    return found[:: 1 + len(found) // size.commands]


def sketched(asked: Asked, random: Random) -> Asked:
    """Leave out about half of the facts, as people do who sketch a position."""
    return replace(asked, facts={name: value for name, value in asked.facts.items() if random.random() < 0.5})


def slow_answer(asked: list[Asked]) -> float:
    """Answer all questions; give the milliseconds of the processor that 95 of 100 answers stay below."""
    times = []
    for each in asked:
        start = process_time()
        ask(each)
        times.append(1000 * (process_time() - start))
    return quantiles(times, n=20)[-1]


def answering(size: Size, _: Path, *, is_sketch: bool) -> Pair:
    asked = questions(size)
    if is_sketch:
        random = Random(1)
        asked = [sketched(each, random) for each in asked]
    slow_answer(asked)
    return Pair(partial(slow_answer, asked))


def cold(_: Size, folder: Path) -> Pair:
    return Pair(partial(referee, "ask", "niagara", "A holds 4", "A plays 4"), least(folder))


def measures() -> list[Measure]:
    peer = "argparse + msgspec + sqlite3, one insert"
    whole, sketch = partial(answering, is_sketch=False), partial(answering, is_sketch=True)
    return [
        Measure("ask", "95 of 100 answers about the acts of rulings, the whole position told", "", "ms",
                "at most", 50, whole, runs=3),
        Measure("ask-sketch", "the same, half of the facts told", "", "ms", "at most", 50, sketch, runs=3),
        Measure("cold-ask", "niagara: cold `referee ask`", peer, "s", "at most", 2.5, cold, runs=21),
    ]  # fmt: skip
