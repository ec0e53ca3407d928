"""How the referee itself answers the benchmark, and how another program is scored."""

from collections.abc import Iterator
from functools import cache, partial
from typing import Any, NamedTuple

import msgspec

from referee.kernel.registry import find_game
from referee.l10n import say, title_of
from referee.rulebooks import TABLE
from referee.service.answers.benchmark import BenchmarkAnswer, Counts
from referee.service.book.benchmark import COUNTED, answer_question, questions_of, score
from referee.service.book.situations import situation_files
from referee.web.book.site import File, Here, Site, page


class Scored(NamedTuple):
    """How the questions of a game are answered: its name, the counts."""

    title: str
    counts: Counts


_EXAMPLE = BenchmarkAnswer(id="…/1", verdict="may_not", rules=("…",), confidence="stated", lang="")
"""A line of answers; ids are those of the questions."""


def benchmark_pages(site: Site, lang: str) -> Iterator[File]:
    """Yield the page of the benchmark, for all games of a site."""
    here = Here(site, f"{lang}/benchmark.html", lang, "")
    yield page(here, say("benchmark.title", lang), "book_benchmark.html", partial(_values, here))


def _values(here: Here) -> dict[str, Any]:
    """Return what the page shows; a service, which has others to serve meanwhile, works no scores out."""
    games = [book for book in here.site.books if book != TABLE]
    is_served = here.site.service == ""
    return {
        "scored": [] if is_served else [Scored(title_of(each, here.lang), _score_of(each)) for each in games],
        "counted": COUNTED,
        "has_situations": bool(situation_files()),
        "answer": msgspec.json.encode(_EXAMPLE).decode(),
    }


@cache
def _score_of(game: str) -> Counts:
    """Return how the referee answers the questions of a game; worked out once, which takes ten seconds."""
    questions = list(questions_of(find_game(game)))
    return score(questions, map(answer_question, questions)).counts
