"""A page says things as people at a table say them: places, ways to go, numbers of cards; no field names."""

import re
from html import unescape

import pytest

from referee.games.lifeboat.events import HandRevealed
from referee.l10n.messages import event_words
from tests.web.browser.tables import THROWN

LANGUAGES = ("en", "zh-Hans", "ja")
NOT_STARTED = {"en": "not started", "zh-Hans": "未出发", "ja": "未スタート"}
STAYS = {"en": "stays where it is", "zh-Hans": "留在原地", "ja": "その場にとどまる"}
PLACE = {"en": "(place)", "zh-Hans": "（位置）", "ja": "（位置）"}
NEAR = {"en": "start hex", "zh-Hans": "起点格", "ja": "スタートマス"}
WITHOUT = {"en": "Without it:", "zh-Hans": "如果没有这一步：", "ja": "これがなかった場合："}
SITE = {"en": "amber at the diamond site", "zh-Hans": "钻石区域里的琥珀", "ja": "ダイヤの宝石スペースの琥珀"}
SIX = {"en": "6 cards face down", "zh-Hans": "6张盖着的卡", "ja": "伏せたカード6枚"}


@pytest.fixture
def lake(service):
    table = service.open("Ada", "Ben", game="powerboats")
    for line in THROWN[:-1]:
        seat = line.partition(" ")[0]
        assert 303 == table.say(seat if seat in table.seats else "A", line).status_code
    return table


def in_language(table, who, lang):
    table.post(who, "language", lang=lang, here="/")
    return table


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_boat_without_dice_stays_where_it_is(lake, lang):
    shown = in_language(lake, "A", lang).page("A").text
    assert STAYS[lang] in shown
    assert None is re.search(r"\b0 ?(hexes|格|マス)[,，、進]", shown)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_whether_a_boat_has_started_is_chosen_in_words(lake, lang):
    """Nobody is asked for a number below nothing; what is counted round a buoy says what it counts."""
    shown = in_language(lake, "A", lang).page("A", "correct?of=boat:A").text
    assert f'aria-pressed="true">{NOT_STARTED[lang]}</a>' in shown
    assert [] == re.findall(r"clicks|（at）|\(at\)", shown)


def test_a_chosen_number_of_buoys_is_asked_of_the_table(lake):
    lake.post("A", "correct", **{"fact.boats.A.buoys": "0"})
    lake.answer("B", "agree")
    row = re.search(r'\(buoys rounded\)".*?</div>', lake.page("A", "correct?of=boat:A").text)[0]
    pressed = re.findall(r'aria-pressed="true">([^<]*)</a>', row)
    assert (["0"], False) == (
        pressed,
        "not started" in re.search(r"Ada's boat \(buoys rounded\)[^.]*", unescape(lake.page("B").text))[0],
    )


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_dispute_says_where_a_boat_would_be(lake, lang):
    """By what is near it, not by column and row; and of what was done no number of an entry."""
    for line in ("A roll 1: 3", "A straight"):
        lake.say("A", line)
    shown = in_language(lake, "A", lang).page("A", "dispute").text
    told = [each for each in re.findall(r"<li>([^<]*→[^<]*)</li>", shown) if PLACE[lang] in each]
    assert [True] == [2 == each.count(NEAR[lang]) for each in told]
    assert WITHOUT[lang] in shown


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_gem_at_a_site_is_not_the_name_of_two_gems(service, lang):
    table = in_language(service.open("Ada", "Ben", "Chie"), "A", lang)
    assert SITE[lang] in table.page("A", "correct?of=fact:sites.diamond").text


@pytest.mark.parametrize("lang", LANGUAGES)
def test_cards_nobody_has_seen_are_counted(lang):
    """And not listed one by one; what is known stands before them."""
    event = HandRevealed(seat="A", hand=("water", *[None] * 6), love=None, hate=None)
    told = event_words(event, lang, {"A": "Ada"})
    assert told.count(SIX[lang]) == 1
    assert told.index(SIX[lang]) > 3
