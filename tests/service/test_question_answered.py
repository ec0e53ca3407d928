"""An answer reads as somebody at the table would give it, in every language."""

import pytest
from msgspec.structs import replace

from events.table import TableOpened
from referee.games.niagara.events import CanoeMoved, CanoeRef, TurnEnded
from referee.kernel.registry import find_game
from referee.kernel.tally import Reading
from referee.kernel.verdict import Refused
from referee.languages import LANGUAGES
from referee.rulebooks import find_rule
from referee.rulebooks.rulings import rulings_on
from referee.service.answers.asking import make_question_answered
from referee.service.ask.asked import Answer, Case, CitedRule, Deciding, OtherTable, Possible

RULE = find_rule("NIA-STEAL-02")
OPENED = TableOpened(game="niagara", edition="zh", seats=("A", "B", "C"))
STATE = find_game("niagara").decide(None, OPENED).state
THEFT = CanoeMoved(seat="B", canoe=2, to="S3", steal=CanoeRef("A", 1))
FULL = Refused("niagara.thief_must_be_empty", ("NIA-STEAL-02",), {"seat": "B", "canoe": 2})
YES = Answer(
    game="niagara",
    edition="zh",
    verdict="may",
    played="may",
    act=THEFT,
    state=STATE,
    rules=(CitedRule(rule=RULE, passage=RULE),),
)
NO = replace(YES, verdict="may_not", played="may_not", refusal=FULL)
GEMS = ("amber", "amethyst", "diamond", "ruby", "sapphire")
GEM = Deciding(
    path="canoes.B.2.gem",
    cases=(
        *(Case(value=gem, verdict="may_not", refusal=FULL) for gem in GEMS),
        Case(value=None, verdict="may"),
    ),
)
WEATHER = Deciding(
    path="weather",
    cases=(*(Case(value=n, verdict="may") for n in (-1, 0, 1)), Case(value=2, verdict="may_not")),
)
BEFORE = Deciding(
    path="",
    cases=(
        Case(value=TurnEnded("A"), verdict="may"),
        Case(value=TurnEnded("B"), verdict="may_not", refusal=FULL),
    ),
)
DEPENDS = replace(YES, verdict="depends", played="depends", depends_on=(GEM,))
ELSEWHERE = OtherTable(
    edition="ja", options={}, verdict="may_not", rules=("NIA-STEAL-02",), refusal=FULL, is_other=True
)
OTHERWISE = replace(ELSEWHERE, edition="zh", options={"both_ashore": "may_stay"})
SILENT = replace(YES, verdict="not_written", others=(OTHERWISE,))
LEFT = (Possible(event=TurnEnded("B"), is_sure=False), Possible(event=TurnEnded("A"), is_sure=True))
OPEN = replace(YES, verdict=None, played=None, act=None, rules=(), must=("A", "B"), possible=LEFT)
RULED = replace(
    YES, verdict=None, act=None, state=None, precedents=rulings_on("NIA-STEAL-02"), is_ruling=True
)


def words(found, lang="en"):
    return make_question_answered(found, lang).words


@pytest.mark.parametrize(
    ("found", "said"),
    [
        (
            YES,
            (
                "Yes: B's canoe 2 is launched and paddles to S3 and steals the gem from A's canoe 1.",
                "可以：B的2号船下水划到S3，抢走A的1号船上的宝石。",
                "できます：Bのカヌー2が川に入ってS3へ進み、Aのカヌー1から宝石を盗んだ。",
            ),
        ),
        (
            NO,
            (
                "No: B's canoe 2 has a gem aboard; only an empty canoe steals. NIA-STEAL-02",
                "不可以：B的2号船上有宝石；只有空船可以抢夺。NIA-STEAL-02",
                "できません：Bのカヌー2には宝石があります。盗めるのは空のカヌーだけです。NIA-STEAL-02",
            ),
        ),
        (
            DEPENDS,
            (
                "It depends on B's canoe 2 (gem): none – yes; anything else – no.",
                "要看B的2号船（宝石）：无——可以；其他——不可以。",
                "Bのカヌー2（宝石）によります：「なし」ならできます；それ以外ならできません。",
            ),
        ),
    ],
)
def test_it_reads_as_a_person_would_say_it(found, said):
    assert said == tuple(words(found, lang) for lang in ("en", "zh-Hans", "ja"))


@pytest.mark.parametrize(
    ("found", "said"),
    [
        (replace(DEPENDS, depends_on=(GEM, WEATHER)), "Also on weather: 2 – no; -1 to 1 – yes."),
        (replace(DEPENDS, usually="may"), "anything else – no. As it usually is: yes."),
        (
            replace(DEPENDS, depends_on=(BEFORE,)),
            "what was done before: A does no more this turn – yes; B does no more this turn – no.",
        ),
        (replace(DEPENDS, depends_on=()), "It depends on what nobody has told."),
        (
            replace(YES, others=(ELSEWHERE,)),
            "The books differ: by the Chinese rulebook, yes; by the Japanese rulebook, no. Yes: ",
        ),
        (
            SILENT,
            "from A's canoe 1. Other tables: with “Both canoes ashore: both may stay”, no.",
        ),
        (
            SILENT,
            "The book does not say. We allow it: B's canoe 2 is launched and paddles to S3",
        ),
        (
            replace(SILENT, played="may_not", refusal=FULL, others=()),
            "The book does not say. We do not allow it: B's canoe 2 has a gem aboard;",
        ),
        (OPEN, "To act: A and B. What may be done: B: Do no more this turn, A: Do no more this turn."),
        (replace(OPEN, must=(), possible=()), "Nothing follows, and nothing can be done."),
        (RULED, RULED.precedents[0].answer.of("en")),
    ],
)
def test_each_kind_of_answer_is_said(found, said):
    assert said in words(found)


def test_books_that_agree_are_not_said_to_differ():
    assert "differ" not in words(replace(NO, others=(ELSEWHERE,)))


def test_who_would_win_is_said_once_where_all_agree():
    readings = tuple(Reading(each, ("A",), "goal_met", ("NIA-END-01",)) for each in (None, "zh", "ja"))
    said = words(replace(OPEN, readings=readings))
    assert 1 == said.count("If it ended so: ") == said.count("NIA-END-01")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_people_who_go_by_colours_are_called_so(lang):
    opened = replace(OPENED, seats=("red", "blue", "A"))
    state = find_game("niagara").decide(None, opened).state
    told = make_question_answered(replace(YES, state=state, act=TurnEnded("red")), lang)
    assert {"en": "red", "zh-Hans": "红色", "zh-Hant": "紅色", "ja": "赤"}.get(lang, "") in told.words


def test_json_has_the_passage_that_decides_with_its_sources():
    part = RULE.passages[-1]
    told = make_question_answered(replace(YES, rules=(CitedRule(rule=RULE, passage=part),)), "en")
    (rule,) = told.rules
    assert (part.of("en"), len(part.sources), told.confidence) == (
        rule.text,
        len(rule.sources),
        rule.confidence,
    )


def test_sure_acts_come_first_and_too_many_are_counted():
    told = make_question_answered(replace(OPEN, possible=LEFT * 60), "en")
    assert (100, 20) == (len(told.possible), told.left_out)
    assert told.possible[0].is_sure


def test_a_reason_that_is_not_that_of_all_is_left_out():
    """Two cards leave points over, each another number: that of the first is not said of both."""
    over = [Refused("niagara.points_left", ("NIA-MOVE-05",), {"left": n}) for n in (1, 2)]
    refused = [
        Case(value=TurnEnded(who), verdict="may_not", refusal=why)
        for who, why in (("A", over[0]), ("B", over[1]), ("C", FULL))
    ]
    said = words(replace(DEPENDS, depends_on=(Deciding(path="", cases=tuple(refused)),)))
    assert "has a gem aboard" in said
    assert "left over" not in said
