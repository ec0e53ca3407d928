"""One word for one thing: rules, rulings and screens of every game say what the glossary says."""

import re
from pathlib import Path

import pytest

from referee.rulebooks import TABLE, books, nouns, rules_of
from referee.rulebooks.rulings import all_rulings

CATALOGUES = Path(__file__).parents[2] / "referee" / "l10n"
ROOMS = Path(__file__).parents[2] / "referee" / "games"
LANGUAGES = ("en", "zh-Hans", "ja")
GAMES = [book for book in books() if book != TABLE]

GIVEN_UP = {
    TABLE: {
        "en": ("umpire", "arbiter"),
        "zh-Hans": (
            *("审判", "仲裁", "修正", "裁判员", "改正", "订正", "校正"),
            *("悔棋", "收桌", "封印", "散列", "话题", "您", "条目{", "重述", "实物为准"),
        ),
        "ja": (
            *("裁判", "レフェリー", "レフリー", "審判員", "修正", "更正", "改正"),
            *("テーブル", "待った", "電話", "種のハッシュ", "種から", "支流", "天気", "円盤"),
        ),
    },
    "powerboats": {
        "zh-Hans": ("领先", "手动更正", "以三十度为一格", "格数与所在", "起始玩家", "模板"),
        "ja": ("開始プレイヤー", "ボートが", "六角"),
    },
    "lifeboat": {
        "zh-Hans": ("点伤：", "处伤", "一只鸟", "进攻", "绘画", "生存值", "心理变态", "自恋者", "手动更正"),
        "ja": ("生存値", "手で直し", "カモメ", "ゆすり"),
    },
}
"""Words once used beside those of the glossary, or that are another game's: under the table, nowhere."""


UNDERSTOOD = re.compile(
    r"^\[(?:noun\.called|fact\.notation)\]$.*?(?=^\[|\Z)|^also = .*?$", re.DOTALL | re.MULTILINE
)
"""What people may call a thing, an act or a fact: read when they type it, and never said to them."""


def ruled(book: str, lang: str) -> str:
    return "\n".join(f"{rule.title.of(lang)}\n{rule.text(lang)}" for rule in rules_of(book).values())


def settled(book: str, lang: str) -> str:
    rulings = [ruling for ruling in all_rulings() if ruling.game == book]
    texts = [text for each in rulings for text in (each.title, each.question, each.answer, each.disagree)]
    return "\n".join(text.of(lang) for text in texts if text)


def shown(book: str, lang: str) -> str:
    """Read what screens say of a game (not what they only understand); of the table, what is of no game."""
    paths = CATALOGUES.glob(f"{lang}/*.toml") if book == TABLE else ROOMS.glob(f"{book}/words/{lang}.toml")
    texts = (path.read_text("utf-8") for path in sorted(paths))
    return "\n".join(UNDERSTOOD.sub("", text) for text in texts)


def told(book: str, lang: str) -> str:
    return "\n".join((ruled(book, lang), settled(book, lang), shown(book, lang)))


@pytest.mark.parametrize("book", GAMES)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_noun_of_the_glossary_is_said(book: str, lang: str) -> None:
    said = told(book, lang).casefold()

    assert nouns()[book]
    assert [] == [noun for noun, words in nouns()[book].items() if words.of(lang).casefold() not in said]


@pytest.mark.parametrize("book", books())
@pytest.mark.parametrize("lang", LANGUAGES)
def test_nothing_is_called_by_a_word_that_was_given_up(book: str, lang: str) -> None:
    """One word for the referee, one for a correction, and a game's own terms, in each language."""
    said = told(book, lang)
    words = (*GIVEN_UP[TABLE][lang], *GIVEN_UP.get(book, {}).get(lang, ()))

    assert [] == [word for word in words if word in said]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_referee_and_correction_are_words_of_the_table(lang: str) -> None:
    said = shown(TABLE, lang).casefold()

    assert all(nouns()[TABLE][noun].of(lang).casefold() in said for noun in ("referee", "correction"))
