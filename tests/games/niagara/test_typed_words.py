"""Sides, cards, gems and the shore are understood as people call them, in any of the three languages."""

import pytest

from referee.games.niagara import GAME
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
