"""What is answered about the benchmark: its questions, an answer to one, how a file of answers scores."""

from typing import Any

from referee.rulebooks import Confidence
from referee.service.answers import Answer, EventJson
from referee.service.ask.asked import Word


class BenchmarkQuestion(Answer, frozen=True, kw_only=True):
    """A question of the benchmark with its answer; BENCHMARK.md tells each field.

    `record` is empty where `facts` and what was done `before` are the whole position. `played` is how the
    referee decides where the book does not say, else as `verdict`. `ruled` is how sure the whole ruling is;
    null of a situation. `rules` are empty where nobody named any.
    """

    id: str
    game: str
    edition: str
    options: dict[str, Any]
    seats: tuple[str, ...]
    question: dict[str, str]
    facts: dict[str, Any]
    before: tuple[EventJson, ...]
    record: tuple[EventJson, ...]
    act: EventJson
    lines: dict[str, str]
    words: dict[str, str]
    verdict: Word
    played: Word
    rules: tuple[str, ...]
    confidence: Confidence
    ruled: str | None
    sources: dict[str, str]


class BenchmarkAnswer(Answer, frozen=True, kw_only=True):
    """What a program answers to a question of the benchmark.

    `verdict` null: it declines. `rules` are those it decides by, `confidence` how sure it is: `house` where
    the book does not say. `lang` is the language it was asked in; empty: none in particular.
    """

    id: str
    verdict: Word | None
    rules: tuple[str, ...] = ()
    confidence: Confidence | None = None
    lang: str = ""


class Counts(Answer, frozen=True, kw_only=True):
    """How many questions were answered how.

    - `right`, of which `by_another_rule` name rules, and none of those that decide; `wrong`
    - `refused`: the program declined; `missing`: it has no answer
    - `confident_where_silent`: yes, no or "it depends" where the book is silent
    - `silent_where_written`: "the book does not say" where it does
    """

    questions: int = 0
    right: int = 0
    by_another_rule: int = 0
    wrong: int = 0
    refused: int = 0
    confident_where_silent: int = 0
    silent_where_written: int = 0
    missing: int = 0


class Differing(Answer, frozen=True, kw_only=True):
    """An answer that is not right, or right by another rule; `count` is where it counts."""

    id: str
    lang: str
    count: str
    said: Word | None
    verdict: Word
    named: tuple[str, ...]
    rules: tuple[str, ...]


class BenchmarkScore(Answer, frozen=True, kw_only=True):
    """How a file of answers scores: in all, by game, by language.

    `unknown` are ids that are no question's; `repeated` those answered twice in one language, of which the
    first answer counts.
    """

    counts: Counts
    games: dict[str, Counts]
    languages: dict[str, Counts]
    unknown: tuple[str, ...]
    repeated: tuple[str, ...]
    differing: tuple[Differing, ...]
