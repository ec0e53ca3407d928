"""Recorded games told by nothing but how the table stood, a turn or a round at a time."""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from time import perf_counter
from typing import Any, Literal, NamedTuple

from referee.kernel.game import Game
from referee.service.catch_up.catch_up import MOST_QUESTIONS, work_out
from referee.service.catch_up.question import ACTS, Question, find_question, fits_answers
from referee.service.catch_up.search import Way
from referee.service.catch_up.told import Told, public_facts
from referee.testing.recorded import record
from referee.testing.stretches import By, Stretch, otherwise, stretches

Came = Literal["same", "one", "asked", "open", "bound", "none", "missed"]


class CatchUp(NamedTuple):
    """What came of telling how a stretch ended, its questions answered as it really was.

    - `same`: nothing that everybody sees is otherwise at its end, so that there is nothing to tell.
    - `one`: there was one way at once; `asked`: after so many `questions`; then `end` is where it leads.
    - `open`: several are left after all questions; `bound`: the search was broken off; `none`: no way was
      found; `missed`: there are ways, and none of them leads to where the game really was.

    `seconds` is the longest that one answer took.
    """

    came: Came
    stretch: Stretch
    seconds: float
    questions: int = 0
    end: Any = None


def catch_up_with(game: Game, begin: Any, stretch: Stretch) -> CatchUp:
    """Work a stretch out from `begin`, a state before it, as far as everybody sees the state after it."""
    facts, answers, seconds = public_facts(game, stretch.after), dict[str, Any](), 0.0
    while True:
        started = perf_counter()
        found, told = work_out(game, begin, facts, answers)
        ways = found.ways
        question = find_question(game, begin, ways, told, None) if len(ways) > 1 else None
        seconds = max(seconds, perf_counter() - started)
        n = len(answers)
        if not told.differing(begin):
            return CatchUp("same", stretch, seconds, end=begin)
        true = next((way for way in ways if not otherwise(game, way.end, stretch.after)), None)
        if found.is_bound:
            return CatchUp("bound", stretch, seconds, n)
        if true is None:
            return CatchUp("missed" if ways else "none", stretch, seconds, n)
        if len(ways) == 1:
            return CatchUp("asked" if n else "one", stretch, seconds, n, true.end)
        if question is None or n == MOST_QUESTIONS or question.path in answers:
            return CatchUp("open", stretch, seconds, n)
        answers[question.path] = _answer(game, question, true)


def _answer(game: Game, question: Question, way: Way) -> Any:
    """Return what people who know that a way is the true one answer to a question."""
    is_told = question.path.startswith(ACTS)
    for value in (option.value for option in question.options):
        asked = {question.path: value}
        if fits_answers(way, asked) if is_told else not Told(game, asked).differing(way.end):
            return value
    raise AssertionError(f"{question} has no answer for {way.acts}")


def answer_truly(
    game: Game, begin: Any, question: Question, stretch: Stretch, answers: dict[str, Any]
) -> Any:
    """Return what people who played a stretch answer to a question, after answers to others."""
    ways = work_out(game, begin, public_facts(game, stretch.after), answers)[0].ways
    return _answer(game, question, next(way for way in ways if not otherwise(game, way.end, stretch.after)))


class Retold(NamedTuple):
    """A recorded game told by its stretches, in their order: what came of each; None for one not tried.

    Not tried is what has a correction, a house rule, a dispute or other talk of the table in it. `state` is
    the last one worked out, `is_whole` whether each stretch led on from where the one before it had led to.
    """

    came: tuple[CatchUp | None, ...]
    state: Any
    is_whole: bool

    @property
    def counts(self) -> Counter[str]:
        return Counter("not tried" if each is None else each.came for each in self.came)


def retell(path: Path, by: By, most: int | None = None) -> Retold:
    """Tell a recorded game by how its stretches ended, the first `most` of them (None: all).

    Each is worked out from where the one before it led to. Where that is not known, and after what was not
    tried, it goes on from where the game really was.
    """
    whole = record(path)
    game, came, state, is_whole = whole.game, list[CatchUp | None](), None, True
    for stretch in _first(stretches(game, whole.in_force, by), most):
        if not stretch.is_played:
            came.append(None)
            state, is_whole = None, False
            continue
        begin = game.known(stretch.before, None) if state is None else state
        came.append(found := catch_up_with(game, begin, stretch))
        state, is_whole = found.end, is_whole and found.end is not None
    return Retold(tuple(came), state, is_whole)


def _first(values: Iterator[Stretch], most: int | None) -> Iterator[Stretch]:
    return (value for n, value in enumerate(values) if most is None or n < most)
