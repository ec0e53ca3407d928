"""A ruling in words: the way to rule it is the name of, or those it may mean."""

import pytest

from referee.kernel.registry import find_game
from referee.service.disputes.lay_open import Case, lay_open
from referee.service.disputes.meaning import meant, perhaps_meant
from referee.service.files.importing import open_file
from referee.service.logs.history import story_of
from tests.house.sources import ROOT

NIAGARA = find_game("niagara")


@pytest.fixture(scope="module")
def tie() -> Case:
    """Lay a tie open."""
    story = story_of(open_file(ROOT / "fixtures/games/niagara/tie-shared-4p-zh.jsonl"))
    return lay_open(story, 360, "tie")


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
    ],
)
def test_words_that_name_a_way_to_rule_are_that_way(tie: Case, words: str, way: str) -> None:
    """In any of the three languages, however they are written."""
    assert way == meant(NIAGARA, tie, words)


@pytest.mark.parametrize(
    "words", ["They do not win together", "Bea, for she was nicer", "", "。", "gem values"]
)
def test_other_words_stay_words(tie: Case, words: str) -> None:
    """What is only near, or says the opposite, is never taken for a decision."""
    assert words == meant(NIAGARA, tie, words)


def test_what_words_come_near_to_is_said(tie: Case) -> None:
    """First of what is in dispute, then of all the game can be played by."""
    assert "tie_break=gem_value" in perhaps_meant(NIAGARA, tie, "gem values should count")
    assert "minimum_speed=1" in perhaps_meant(NIAGARA, tie, "the river flows at least one step a round")
    assert () == perhaps_meant(NIAGARA, tie, "Bea, for she was nicer")
