"""A ruling in words: the way to rule it is the name of, or those it may mean."""

import tomllib
from pathlib import Path

import pytest

from referee.kernel.registry import find_game
from referee.languages import LANGUAGES
from referee.rulebooks.search import ruled_in
from referee.service.disputes.analysis import Analysis, analyse
from referee.service.disputes.decision import find_decision, likely_settings, signs_of
from referee.service.files.importing import open_file
from referee.service.logs.log_index import effective_log
from tests.architecture.sources import ROOT

NIAGARA = find_game("niagara")
GAMES = ("niagara", "powerboats", "lifeboat")
SAID = tomllib.loads((Path(__file__).parent / "said_in_rulings.toml").read_text())


@pytest.fixture(scope="module")
def tie() -> Analysis:
    """Lay a tie open."""
    timeline = effective_log(open_file(ROOT / "fixtures/games/niagara/tie-shared-4p-zh.jsonl"))
    return analyse(timeline, 360, "tie")


@pytest.mark.parametrize(
    ("words", "way"),
    [
        ("the gems' values decide", "tie_break=gem_value"),
        ("They win together.", "tie_break=shared"),
        ("tie break: gem value", "tie_break=gem_value"),
        ("Several reach a goal in one round: they win together", "tie_break=shared"),
        ("the Japanese rulebook", "edition ja"),
        ("日文规则书", "edition ja"),
        ("中国語のルールブック", "edition zh"),
        ("edition ja", "edition ja"),
        ("2", "tie_break=most_gems_then_first"),
        ("Shared victory!", "tie_break=shared"),
        ("宝石の価値で決める", "tie_break=gem_value"),
    ],
)
def test_words_that_name_a_way_to_rule_are_that_way(tie: Analysis, words: str, way: str) -> None:
    """In any language, however they are written."""
    assert way == find_decision(NIAGARA, tie, words)


@pytest.mark.parametrize(
    "words", ["They do not win together", "Bea, for she was nicer", "", "。", "gem values", "4", "0"]
)
def test_other_words_stay_words(tie: Analysis, words: str) -> None:
    """What is only near, or says the opposite, is never taken for a decision."""
    assert words == find_decision(NIAGARA, tie, words)


def test_what_words_come_near_to_is_said(tie: Analysis) -> None:
    """First of what is in dispute, then of all the game can be played by."""
    assert "tie_break=gem_value" in likely_settings(NIAGARA, "gem values should count", tie)
    assert "minimum_speed=1" in likely_settings(NIAGARA, "the river flows at least one step a round", tie)
    assert () == likely_settings(NIAGARA, "Bea, for she was nicer", tie)


def test_of_what_words_come_near_to_every_value_is_said(tie: Analysis) -> None:
    """Whoever denies one means the other; what is in dispute comes first."""
    denied = likely_settings(NIAGARA, "nobody stays on the bank", tie)
    assert ("both_ashore=may_stay", "both_ashore=must_launch") == denied[:2]
    in_dispute = likely_settings(NIAGARA, "the discs went left, those with more gems", tie)
    assert "tie_break=most_gems_then_first" == in_dispute[0]


@pytest.mark.parametrize("game", GAMES)
def test_what_tables_say_when_they_rule_finds_the_option_they_mean(game: str) -> None:
    first = min((ROOT / "fixtures/games" / game).glob("*.jsonl"))
    case = analyse(effective_log(open_file(first)), 2)
    said = [
        (way, words) for by_way in SAID[game].values() for way, all_of in by_way.items() for words in all_of
    ]
    found = {words: likely_settings(find_game(game), words, case) for _, words in said}
    assert [] == [(words, way) for way, words in said if way not in found[words]]


@pytest.mark.parametrize("game", GAMES)
def test_every_value_of_every_option_is_worded_as_people_rule(game: str) -> None:
    options = find_game(game).ruleset.options.items()
    assert {f"{name}={value}" for name, option in options for value in option.values} == {*ruled_in(game)}
    assert [] == [way for way, worded in ruled_in(game).items() if worded.lacking()]


@pytest.mark.parametrize("game", GAMES)
def test_no_two_ways_to_rule_are_worded_alike(game: str) -> None:
    ways = ruled_in(game).items()
    meant = {
        (signs_of(words), way) for way, worded in ways for lang in LANGUAGES for words in worded.of(lang)
    }
    assert len(meant) == len({signs for signs, _ in meant})
