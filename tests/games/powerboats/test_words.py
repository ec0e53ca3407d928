"""One word for one thing: rules, rulings and screens of Powerboats say what its glossary says."""

from pathlib import Path

import pytest

from referee.rulebooks import nouns, rules_of
from referee.rulebooks.rulings import all_rulings

CATALOGUES = Path(__file__).parents[3] / "referee" / "l10n"

GIVEN_UP = {
    "zh-Hans": ("修正", "领先", "手动更正", "审判", "以三十度为一格", "格数与所在", "起始玩家", "模板"),
    "ja": ("修正", "レフェリー", "裁判", "スタートプレイヤー", "ボートが", "六角"),
}
"""Words once used beside those of the glossary, or that other games use."""


def ruled(lang: str) -> str:
    """Gather what the rules say, titles included."""
    return "\n".join(f"{rule.title.of(lang)}\n{rule.text(lang)}" for rule in rules_of("powerboats").values())


def settled(lang: str) -> str:
    """Gather what the rulings ask and answer, and the screens say."""
    rulings = (ruling for ruling in all_rulings() if ruling.game == "powerboats")
    asked = (text.of(lang) for each in rulings for text in (each.title, each.question, each.answer))
    return "\n".join((*asked, (CATALOGUES / lang / "powerboats.toml").read_text("utf-8")))


@pytest.mark.parametrize("lang", ["en", "zh-Hans", "ja"])
def test_the_rules_use_every_noun_of_the_glossary(lang: str) -> None:
    """A word nobody says is no word of the game."""
    said = ruled(lang).casefold()
    words = {noun: words.of(lang).casefold() for noun, words in nouns()["powerboats"].items()}

    assert [] == [noun for noun, word in words.items() if word not in said]


@pytest.mark.parametrize("lang", GIVEN_UP)
def test_nothing_is_called_by_a_word_that_was_given_up(lang: str) -> None:
    """A step of thirty degrees is no hex; one word for the referee, one for a correction."""
    said = ruled(lang) + settled(lang)

    assert [] == [word for word in GIVEN_UP[lang] if word in said]
