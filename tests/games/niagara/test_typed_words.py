"""Sides, cards, gems and the shore are understood as people call them, in any of the three languages."""

import pytest

from referee.games.niagara import GAME
from referee.games.niagara.events import (
    CanoeBought,
    CanoeMoved,
    CanoeRef,
    PaddleChosen,
    PaddleRevealed,
    RiverFlowed,
    TurnEnded,
)
from referee.l10n import LANGUAGES
from referee.l10n.wording import notate, parse
from referee.testing.recorded import record
from tests.house.sources import RECORDED

EVENING = record(RECORDED / "niagara" / "four-alike-3p-zh.jsonl")


def moments(phase):
    """List the states in a phase of a recorded game."""
    return [step.after for step in EVENING.steps if GAME.phase(step.after) == phase]


@pytest.mark.parametrize(
    "line", ["みぎひだりみぎ", "みぎ、ひだり、みぎ", "右 左 右", "右边左边右边", "RLR", "right left right"]
)
def test_the_river_is_told_by_its_sides(line):
    """Also in kana, and as the banks are called."""
    assert ("right", "left", "right") == parse(moments("river")[0], line, "ja").exits


@pytest.mark.parametrize("line", ["くも", "くもを出す", "くもをだす", "雲", "雲カード", "云朵牌", "cloud"])
def test_a_cloud_is_told_in_kana(line):
    """Who types does not always choose signs."""
    state = moments("choose")[0]
    seat = GAME.acting(state)[0]
    assert "cloud" == parse(state, line, "ja", seat).card


@pytest.mark.parametrize(
    ("load", "gem"),
    [
        ("コハクを積む", "amber"),
        ("こはくを積む", "amber"),
        ("白を積む", "diamond"),
        ("load the blue", "sapphire"),
        ("装紫", "amethyst"),
        ("装上红", "ruby"),
    ],
)
def test_a_gem_is_told_by_its_colour(load, gem):
    """As they lie in the sites."""
    event = parse(moments("turn")[0], f"A1 S3, {load}", "en")
    assert [gem] == [act.gem for act in event.after]


@pytest.mark.parametrize(("lang", "words"), [("en", "ashore"), ("zh-Hans", "上岸"), ("ja", "陸に上がる")])
def test_a_canoe_goes_ashore(lang, words):
    """Which nobody calls going upstream to land; that is still read."""
    ashore = [
        (state, event)
        for state in moments("turn")
        for event in GAME.legal(state, GAME.acting(state)[0])
        if getattr(event, "to", "") == "land" and not event.before
    ]
    state, event = ashore[0]
    line = notate(state, event, lang)
    assert f"{event.seat}{event.canoe} {words}" == line
    assert [event] * 2 == [
        parse(state, line, "en"),
        parse(state, f"{event.seat}{event.canoe} up to land", "en"),
    ]


GUESSED = [
    (
        "turn",
        CanoeMoved("A", 1, "land"),
        ("A1 lands", "A1 comes ashore", "A1上陆", "A1上岸", "A1 上陸", "A1が上陸する", "A1を岸に上げる"),
    ),
    (
        "turn",
        CanoeMoved("A", 1, "S3"),
        ("A1 up to S3", "A1上行到S3", "A1 下行到 S3", "A1をS3に出す", "A1がS3まで上り"),
    ),
    ("turn", CanoeMoved("A", 1, "falls"), ("A1摔落瀑布", "A1 goes over the falls", "A1が滝に落ちる")),
    (
        "turn",
        CanoeMoved("A", 2, "S3", steal=CanoeRef("B", 1)),
        ("A2がS3まで上り、B1から奪う", "A2 up to S3, steal from B1", "A2上行到S3，抢B1"),
    ),
    (
        "turn",
        CanoeBought("A", "ruby"),
        ("A用红宝石买船", "A买船，用红宝石", "Aはルビーでカヌーを買う", "A buys a canoe with a ruby"),
    ),
    ("turn", TurnEnded("A"), ("A回合结束", "A的回合结束", "回合结束", "A is done", "Aは手番終わり")),
    (
        "river",
        RiverFlowed(("left", "left"), (1,)),
        ("river left left, jammed at push 2", "河流 左 左，第2次卡住", "川 左 左、2回目で詰まる"),
    ),
    (
        "choose",
        PaddleChosen("A", None),
        ("A裏向き", "Aは伏せて出す", "Aがカードを伏せて出す", "A face down", "A面朝下"),
    ),
    ("choose", PaddleChosen("A", 4), ("Aは4を伏せて出す", "A lays 4 face down", "A扣着出4")),
    ("reveal", PaddleRevealed("A", 4), ("A公開4", "Aは公開：4", "A shows 4", "A公开4", "A亮4")),
]


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(
    ("phase", "line", "event"), [(phase, line, event) for phase, event, lines in GUESSED for line in lines]
)
def test_a_line_is_the_act_one_would_guess(phase, line, event, lang):
    """Typed without having read how, whoever reads it."""
    state = moments("choose" if phase == "reveal" else phase)[0]
    assert event == parse(state, line, lang)
