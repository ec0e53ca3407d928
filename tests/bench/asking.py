"""How long an answer to a question about a position takes, once the program runs."""

from collections.abc import Iterator
from functools import partial
from itertools import cycle
from pathlib import Path
from random import Random
from statistics import quantiles
from time import perf_counter, process_time

from msgspec.structs import replace

from referee.kernel.registry import own_games
from referee.kernel.verdict import Refused
from referee.rulebooks import TABLE
from referee.rulebooks.rulings import all_rulings
from referee.service.answers.asking import make_question_answered
from referee.service.ask.ask import ask
from referee.service.ask.asked import Asked
from referee.service.ask.words import read_asked
from referee.service.ask.worked import work_out
from tests.bench.measure import Measure, Pair, Size

QUESTIONS = {
    "niagara": (
        ("A1 at S3 with a diamond", "B2 at S5", "B2 up to S3, steal from A1"),
        ("A plays 3",),
        ("A1 at L7", "river"),
        ("weather +2",),
    ),
    "powerboats": (
        ("red at 9,4 facing east with dice 2 2", "red left"),
        ("red keeps 2, rolls 1: 3",),
        (),
    ),
    "lifeboat": (("A has 3 wounds", "A waters A"), ("A mugs B for hand",), ("A swaps with B",), ()),
}
"""What people ask, by game."""

_MOST_ASKED = 40


def asked_of(game: str) -> Iterator[Asked]:
    """Yield the questions of a game, over and over."""
    for said in cycle(QUESTIONS[game]):
        read = read_asked(Asked(game=game), said, "en")
        assert not isinstance(read, Refused)
        yield read


def answering(game: str, number: int) -> float:
    """Answer so many questions in words; give the milliseconds within which 95 of 100 were."""
    taken, questions = [], asked_of(game)
    for _ in range(number):
        asked = next(questions)
        begun = perf_counter()
        found = ask(asked)
        assert not isinstance(found, Refused)
        make_question_answered(found, "en")
        taken.append(1000 * (perf_counter() - begun))
    return quantiles(taken, n=20)[-1]


def against_the_clock(game: str, size: Size, _: Path) -> Pair:
    number = min(_MOST_ASKED, size.commands)
    answering(game, len(QUESTIONS[game]) + 1)
    return Pair(partial(answering, game, number))


def questions_of_rulings(size: Size) -> list[Asked]:
    """Ask about every act of a ruling at its position; of a toy about some of them."""
    acts = ((ruling, act) for ruling in all_rulings() if ruling.game != TABLE for act in ruling.acts)
    worked = filter(None, (work_out(ruling, act) for ruling, act in acts))
    found = [each.question for each in worked if each.state is not None]
    return found[:: 1 + len(found) // size.commands]


def sketched(asked: Asked, random: Random) -> Asked:
    """Leave out about half of the facts, as people do who sketch a position."""
    return replace(asked, facts={name: value for name, value in asked.facts.items() if random.random() < 0.5})


def answering_rulings(asked: list[Asked]) -> float:
    """Answer all questions; give the milliseconds of the processor within which 95 of 100 were."""
    taken = []
    for each in asked:
        begun = process_time()
        ask(each)
        taken.append(1000 * (process_time() - begun))
    return quantiles(taken, n=20)[-1]


def of_rulings(size: Size, _: Path, *, is_sketch: bool) -> Pair:
    asked, random = questions_of_rulings(size), Random(1)
    if is_sketch:
        asked = [sketched(each, random) for each in asked]
    answering_rulings(asked)
    return Pair(partial(answering_rulings, asked))


def measures() -> list[Measure]:
    whole, sketch = partial(of_rulings, is_sketch=False), partial(of_rulings, is_sketch=True)
    return [
        *(Measure(f"{game}-ask", f"{game}: an answer about a position, 95 of 100", "", "ms", "at most", 50,
                  partial(against_the_clock, game), runs=5) for game in own_games()),
        Measure("rulings-ask", "the act of every ruling, its position told: an answer, 95 of 100", "", "ms",
                "at most", 50, whole, runs=3),
        Measure("sketches-ask", "the same, about half of the position told", "", "ms",
                "at most", 50, sketch, runs=3),
    ]  # fmt: skip
