"""`rule`: what a rule says, where it stands, what was ruled."""

import pytest

from referee.languages import LANGUAGES


def test_a_rule_is_told_with_source_and_rulings(run):
    out = run("rule", "nia-steal-01").out
    assert out.startswith("NIA-STEAL-01  ")
    assert "尼加拉瓜大瀑布 游戏规则" in out
    assert "抢夺宝石, no. 1" in out
    assert "Ruling D-24" in out


def test_a_rule_in_json_has_every_language(run):
    rule = run("rule", "NIA-MOVE-03", "--json").object
    assert {*LANGUAGES} == set(rule["texts"])
    assert "stated" == rule["confidence"]


def test_the_beginning_of_an_id_lists_what_begins_so(run):
    ids = [line.split()[0] for line in run("rule", "NIA-MOVE").out.splitlines()]
    assert ids
    assert all(id.startswith("NIA-MOVE-") for id in ids)


def test_rules_are_found_by_words(run):
    assert "NIA-STEAL-01" in run("rule", "--search", "steal").out or run("rule", "--search", "upstream").out
    assert "NIA-" in run("rule", "--search", "宝石", "--lang", "zh").out
    assert 1 == run("rule", "--search", "xyzzy").code


def test_a_game_has_its_own_rules(run):
    assert all(rule["id"].startswith("NIA-") for rule in run("rule", "--game", "niagara", "--json").objects)


@pytest.mark.parametrize(
    ("lang", "asked"), [("en", "how do I win"), ("zh-Hans", "怎么赢"), ("ja", "勝つには")]
)
def test_what_one_asks_is_answered_by_rules(run, lang, asked):
    done = run("rule", asked, "--game", "lifeboat", "--lang", lang)
    assert (0, "") == (done.code, done.err)
    assert done.out.startswith("LIF-SCORE-")


@pytest.mark.parametrize(
    ("lang", "asked"),
    [
        ("en", "May I steal after I unloaded a gem this turn?"),
        ("zh-Hans", "卸下宝石之后还能抢吗？"),
        ("ja", "宝石を降ろした後に強奪できますか"),
    ],
)
def test_the_book_that_knows_most_of_a_question_answers_first(run, lang, asked):
    assert run("rule", asked, "--lang", lang).out.startswith("NIA-STEAL-03 ")
