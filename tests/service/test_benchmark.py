"""The benchmark: what a question holds, what an answer counts as; the referee answers as was decided."""

from functools import cache

import msgspec
import pytest

from referee.kernel.registry import find_game
from referee.languages import LANGUAGES
from referee.service.answers.benchmark import BenchmarkAnswer, Counts
from referee.service.book.benchmark import (
    UnreadableAnswerError,
    answer_question,
    count,
    questions_of,
    read_answers,
    score,
)
from tests.laws.test_games import GAMES
from tests.stages import slow

GAME = "niagara"
THEFT = "niagara/D-24-launch-and-steal/1"
SILENT = "niagara/D-22-over-the-edge-with-points-left/3"

ONE_IN = 24
"""So many of the questions are answered outside the slow stage."""


@cache
def asked(game=GAME):
    return tuple(questions_of(find_game(game)))


def question(id):
    return next(each for each in asked() if each.id == id)


@slow
def test_no_two_questions_have_one_id():
    ids = [each.id for game in GAMES for each in asked(game)]
    assert len(ids) == len({*ids})


def test_there_are_questions_of_rulings_and_of_situations():
    assert {True, False} == {each.ruled is None for each in asked()}


def test_a_question_tells_position_act_and_what_was_decided():
    found = msgspec.json.decode(msgspec.json.encode(question(THEFT)))
    assert found.pop("facts")["canoes"]["A"]["1"] == {"at": "S5", "gem": "diamond"}
    assert [each["type"] for each in found.pop("before")][-2:] == ["canoe_moved", "turn_ended"]
    assert found.pop("question")["en"].endswith("May B launch to S3 and take the gem?")
    assert found.pop("words")["en"] == (
        "B's canoe 1 is launched and paddles to S3 and steals the gem from A's canoe 1."
    )
    assert found.pop("act").items() >= {"type": "canoe_moved", "seat": "B", "canoe": 1, "to": "S3"}.items()
    assert found.pop("lines").keys() == {*LANGUAGES}
    assert found == {
        "id": THEFT,
        "game": "niagara",
        "edition": "zh",
        "options": {},
        "seats": ["A", "B", "C"],
        "record": [],
        "verdict": "may_not",
        "played": "may_not",
        "rules": ["NIA-STEAL-01"],
        "confidence": "stated",
        "ruled": "stated",
        "sources": found["sources"],
    }


def test_every_question_is_asked_in_every_language():
    assert [] == [
        each.id
        for each in asked()
        for said in (each.question, each.lines, each.words)
        if said.keys() != {*LANGUAGES} or not all(said.values())
    ]


def test_a_position_is_told_by_facts_or_by_a_record():
    assert [] == [each.id for each in asked() if bool(each.record) and bool(each.facts)]


def answered(id, verdict, *rules, **more):
    return BenchmarkAnswer(id=id, verdict=verdict, rules=rules, **more)


@pytest.mark.parametrize(
    ("id", "given", "counts"),
    [
        (THEFT, answered(THEFT, "may_not", "NIA-STEAL-01"), ("right",)),
        (THEFT, answered(THEFT, "may_not"), ("right",)),
        (THEFT, answered(THEFT, "may_not", "NIA-MOVE-01"), ("right", "by_another_rule")),
        (THEFT, answered(THEFT, "may_not", "NIA-MOVE-01", "NIA-STEAL-01"), ("right",)),
        (THEFT, answered(THEFT, "may"), ("wrong",)),
        (THEFT, answered(THEFT, "depends"), ("wrong",)),
        (THEFT, answered(THEFT, None), ("refused",)),
        (THEFT, answered(THEFT, None, confidence="house"), ("refused",)),
        (THEFT, answered(THEFT, "not_written"), ("silent_where_written",)),
        (THEFT, answered(THEFT, "may_not", confidence="house"), ("silent_where_written",)),
        (THEFT, None, ("missing",)),
        (SILENT, answered(SILENT, "not_written", "NIA-MOVE-05"), ("right",)),
        (SILENT, answered(SILENT, "not_written", "NIA-XXX-01"), ("right", "by_another_rule")),
        (SILENT, answered(SILENT, "may", confidence="house"), ("right",)),
        (SILENT, answered(SILENT, "may", confidence="stated"), ("confident_where_silent",)),
        (SILENT, answered(SILENT, "may"), ("confident_where_silent",)),
        (SILENT, answered(SILENT, "depends"), ("confident_where_silent",)),
        (SILENT, answered(SILENT, None), ("refused",)),
    ],
)
def test_an_answer_counts_once_by_its_verdict(id, given, counts):
    assert counts == count(question(id), given)


def test_missing_unknown_and_repeated_ids_are_told_apart():
    two = asked()[:2]
    found = score(two, [answered(two[0].id, two[0].verdict), answered(two[0].id, None), answered("x", "may")])
    assert found.counts == Counts(questions=2, right=1, missing=1)
    assert (("x",), (two[0].id,)) == (found.unknown, found.repeated)


def test_each_language_is_counted_by_itself():
    one = asked()[:1]
    other = "may" if one[0].verdict != "may" else "may_not"
    given = [answered(one[0].id, one[0].verdict, lang="en"), answered(one[0].id, other, lang="ja")]
    found = score(one, given)
    assert found.counts == Counts(questions=2, right=1, wrong=1)
    assert found.languages == {"en": Counts(questions=1, right=1), "ja": Counts(questions=1, wrong=1)}
    assert [("ja", "wrong")] == [(each.lang, each.count) for each in found.differing]


def test_no_answers_at_all_leave_every_question_without_one():
    assert score(asked()[:3], []).counts == Counts(questions=3, missing=3)


@pytest.mark.parametrize(
    "line",
    [b"x", b"[]", b'{"id": "a"}', b'{"verdict": "may"}', b'{"id": "a", "verdict": "yes"}', b'{"id": "\xff'],
)
def test_a_line_that_is_no_answer_is_named(line):
    with pytest.raises(UnreadableAnswerError) as raised:
        list(read_answers([(1, b'{"id": "a", "verdict": null}'), (7, line)]))
    assert raised.value.line == 7


def test_the_referee_answers_as_was_decided():
    """Asked as anybody would ask: by the position, or the record that leads there, and the act."""
    some = asked()[::ONE_IN]
    assert () == score(some, map(answer_question, some)).differing


def test_after_the_end_the_rule_of_the_end_is_named():
    asked_late = question("niagara/D-82-D-85-the-last-round/5")
    assert ("may_not", ("NIA-END-01",)) == (asked_late.verdict, answer_question(asked_late).rules)


@slow
@pytest.mark.parametrize("game", GAMES)
def test_the_referee_answers_every_question_as_was_decided(game):
    found = score(asked(game), map(answer_question, asked(game)))
    assert () == found.differing
    assert found.counts == Counts(questions=len(asked(game)), right=len(asked(game)))
