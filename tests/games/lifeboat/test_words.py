"""One word for one thing: rules, rulings and screens of Lifeboat say what its glossary says."""

from pathlib import Path

import pytest

from referee.rulebooks import nouns, rules_of
from referee.rulebooks.rulings import all_rulings

CATALOGUES = Path(__file__).parents[3] / "referee" / "l10n"
LANGUAGES = ("en", "zh-Hans", "ja")

GIVEN_UP = {
    "zh-Hans": ("进攻", "绘画", "生存值", "心理变态", "自恋者", "手动更正"),
    "ja": ("レフェリー", "生存値", "手で直し"),
}
"""Words once used beside those of the glossary."""


def ruled(lang: str) -> str:
    """Gather what the rules say, titles included."""
    return "\n".join(f"{rule.title.of(lang)}\n{rule.text(lang)}" for rule in rules_of("lifeboat").values())


def settled(lang: str) -> str:
    """Gather what the rulings ask and answer."""
    rulings = [ruling for ruling in all_rulings() if ruling.game == "lifeboat"]
    return "\n".join(
        text.of(lang)
        for each in rulings
        for text in (each.title, each.question, each.answer, each.disagree)
        if text
    )


def shown(lang: str) -> str:
    """Read what screens say of the game and of its switches."""
    return "\n".join(
        (CATALOGUES / lang / f"{name}.toml").read_text("utf-8") for name in ("lifeboat", "options")
    )


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_rules_use_every_noun_of_the_glossary(lang: str) -> None:
    """A word nobody says is no word of the game."""
    said = ruled(lang).casefold()

    assert [] == [
        noun for noun, words in nouns()["lifeboat"].items() if words.of(lang).casefold() not in said
    ]


@pytest.mark.parametrize("lang", GIVEN_UP)
def test_nothing_is_called_by_a_word_that_was_given_up(lang: str) -> None:
    """Rules, rulings and screens say the seed's own terms, one for the referee, one for a correction."""
    said = ruled(lang) + settled(lang) + shown(lang)

    assert [] == [word for word in GIVEN_UP[lang] if word in said]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_screens_name_the_sides_and_the_paintings_as_the_rules_do(lang: str) -> None:
    """What a player reads on a card and in a rule is one word."""
    words, said = nouns()["lifeboat"], shown(lang)

    assert all(words[noun].of(lang) in said for noun in ("attacker", "defender", "painting", "psychopath"))
