"""The benchmark: rulings and situations as questions for any program, and how its answers score."""

from collections import Counter
from collections.abc import Iterable, Iterator

import msgspec

from events.base import REFEREE
from referee.kernel.game import Game
from referee.kernel.registry import codec_for, find_game
from referee.kernel.verdict import Refused, Verdict
from referee.l10n.wording import typed_line
from referee.languages import LANGUAGES
from referee.rulebooks import book_of, source_of
from referee.service.answers import event_json
from referee.service.answers.benchmark import (
    BenchmarkAnswer,
    BenchmarkQuestion,
    BenchmarkScore,
    Counts,
    Differing,
)
from referee.service.ask.ask import ask, ask_at
from referee.service.ask.asked import Answer, Asked
from referee.service.ask.layout import lay_out
from referee.service.book.cases import Case, cases_of_rulings, cases_of_situations, how_sure


def questions_of(game: Game) -> Iterator[BenchmarkQuestion]:
    """Yield the questions of a game: of its rulings, then of its situations, which only a checkout has.

    What the rules of every table alone decide is left out: no rulebook has them.
    """
    for case in (*cases_of_rulings(game), *cases_of_situations(game)):
        verdict = case.verdict
        if any(book_of(rule) == game.id for rule in verdict.rules):
            yield _make_question(case, verdict)


def _make_question(case: Case, verdict: Verdict) -> BenchmarkQuestion:
    asked, deciding = case.whole_question(), case.deciding(verdict)
    is_whole = _is_whole(case, asked)
    sources = [(each.rule.id, source) for each in deciding for source in each.passage.sources]
    return BenchmarkQuestion(
        id=case.id,
        game=asked.game,
        edition=case.state.edition,
        options=asked.options,
        seats=asked.seats,
        question={lang: case.question_words(lang) for lang in LANGUAGES},
        facts=asked.facts if is_whole else {},
        before=asked.acts[:-1] if is_whole else (),
        record=() if is_whole else tuple(map(event_json, case.record)),
        act=asked.acts[-1],
        lines={lang: typed_line(case.state, case.act, lang) for lang in LANGUAGES},
        words={lang: case.act_words(lang) for lang in LANGUAGES},
        verdict=case.word(verdict),
        played=case.played,
        rules=case.named,
        confidence=how_sure(case.played, deciding),
        ruled=case.ruling.confidence if case.ruling is not None else None,
        sources={source: source_of(book_of(rule), source) for rule, source in sources},
    )


def _is_whole(case: Case, asked: Asked) -> bool:
    """Return whether facts and the acts after them lead to the table of a case: else it takes the record."""
    laid, game = lay_out(asked), case.game
    if isinstance(laid, Refused):
        return False
    state, codec = laid.state, codec_for(asked.game)
    for act in asked.acts[laid.acts_done : -1]:
        verdict = game.decide(state, codec.event(msgspec.json.encode(act)))
        if isinstance(verdict, Refused):
            return False
        state = verdict.state
    are_same = game.position(state, REFEREE) == game.position(case.state, REFEREE)
    return are_same and case.is_same_moment(state, case.state)


def answer_question(question: BenchmarkQuestion) -> BenchmarkAnswer:
    """Return the referee's own answer: what Ask says to position and act."""
    found = _ask_at_record(question) if question.record else _ask(question)
    if isinstance(found, Refused):
        return BenchmarkAnswer(id=question.id, verdict=None, rules=found.rules)
    return BenchmarkAnswer(
        id=question.id,
        verdict=found.verdict,
        rules=tuple(each.rule.id for each in found.rules),
        confidence=how_sure(found.played, found.rules),
    )


def _ask(question: BenchmarkQuestion) -> Answer | Refused:
    return ask(
        Asked(
            game=question.game,
            edition=question.edition,
            options=question.options,
            seats=question.seats,
            facts=question.facts,
            acts=(*question.before, question.act),
        )
    )


def _ask_at_record(question: BenchmarkQuestion) -> Answer | Refused:
    """Return the answer at the table that a record leads to.

    The last act of it is told with the one asked about: whoever tells of nothing that was done is taken to
    ask at the right moment.
    """
    game, codec = find_game(question.game), codec_for(question.game)
    events = [codec.event(msgspec.json.encode(each)) for each in (*question.record, question.act)]
    done = max(1, len(events) - 2)
    state = None
    for event in events[:done]:
        verdict = game.decide(state, event)
        if isinstance(verdict, Refused):
            return verdict
        state = verdict.state
    return ask_at(game, state, REFEREE, tuple(events[done:]))


COUNTED = tuple(name for name in Counts.__struct_fields__ if name != "questions")
"""What a question may count as."""


class UnreadableAnswerError(ValueError):
    """A line that is no answer: its number, from 1, and what is wrong with it."""

    def __init__(self, line: int, why: str) -> None:
        super().__init__(f"{line}: {why}")
        self.line, self.why = line, why


def read_answers(lines: Iterable[tuple[int, bytes]]) -> Iterator[BenchmarkAnswer]:
    """Yield the answers of numbered lines. Raises UnreadableAnswerError."""
    for number, line in lines:
        try:
            yield msgspec.json.decode(line, type=BenchmarkAnswer)
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            raise UnreadableAnswerError(number, str(error)) from None


def score(questions: Iterable[BenchmarkQuestion], answers: Iterable[BenchmarkAnswer]) -> BenchmarkScore:
    """Return how answers score. A question counts once in each language in which the program answers any."""
    asked = {each.id: each for each in questions}
    given: dict[tuple[str, str], BenchmarkAnswer] = {}
    unknown, repeated = dict[str, None](), dict[str, None]()
    for each in answers:
        if each.id not in asked:
            unknown[each.id] = None
        elif (each.lang, each.id) in given:
            repeated[each.id] = None
        else:
            given[each.lang, each.id] = each
    langs = sorted({lang for lang, _ in given}) or [""]
    judged = [
        (lang, question, given.get((lang, question.id))) for lang in langs for question in asked.values()
    ]
    counted = [(lang, question, found, count(question, found)) for lang, question, found in judged]
    return BenchmarkScore(
        counts=_sum(names for *_, names in counted),
        games={
            game: _sum(names for _, question, _, names in counted if question.game == game)
            for game in dict.fromkeys(question.game for question in asked.values())
        },
        languages={
            lang: _sum(names for each, *_, names in counted if each == lang) for lang in langs if lang
        },
        unknown=tuple(unknown),
        repeated=tuple(repeated),
        differing=tuple(
            Differing(
                id=question.id,
                lang=lang,
                count=names[-1],
                said=found.verdict,
                verdict=question.verdict,
                named=found.rules,
                rules=question.rules,
            )
            for lang, question, found, names in counted
            if found is not None and names != ("right",)
        ),
    )


def count(question: BenchmarkQuestion, given: BenchmarkAnswer | None) -> tuple[str, ...]:
    """Return the fields of `Counts` in which an answer counts; None: there is none."""
    if given is None:
        return ("missing",)
    said = "not_written" if given.confidence == "house" and given.verdict else given.verdict
    if said is None:
        return ("refused",)
    if said == question.verdict:
        is_other = question.rules and given.rules and not {*question.rules} & {*given.rules}
        return ("right", "by_another_rule") if is_other else ("right",)
    if question.verdict == "not_written":
        return ("confident_where_silent",)
    return ("silent_where_written",) if said == "not_written" else ("wrong",)


def _sum(counted: Iterable[tuple[str, ...]]) -> Counts:
    found = list(counted)
    return Counts(questions=len(found), **Counter(name for names in found for name in names))
