"""Everybody reads in a language of their own: the browser's until one is chosen; a page presets its book."""

import re

import pytest

from referee.testing.phones import KEEPER

WATCHING = re.compile(r'data-address="http://[^/]+([^"]+)"[^>]*data-role="watch"')


def lang_of(page):
    return re.search(r'<html lang="([^"]+)"', page.text)[1]


def seen_by(service, address, accepted, **cookies):
    """Look at an address with a browser of somebody else's."""
    headers = {"accept-language": accepted}
    service.client.cookies.clear()
    if cookies:
        headers["cookie"] = "; ".join(f"{name}={value}" for name, value in cookies.items())
    return service.client.get(address, headers=headers)


@pytest.mark.parametrize(
    ("accepted", "lang"),
    [
        ("zh-CN", "zh-Hans"),
        ("zh-SG", "zh-Hans"),
        ("zh-TW,zh;q=0.9", "zh-Hant"),
        ("zh-HK", "zh-Hant"),
        ("zh-SG,en;q=0.5", "zh-Hans"),
        ("zh", "zh-Hans"),
        ("ja", "ja"),
        ("ja-JP,en;q=0.5", "ja"),
        ("en-GB,ja;q=0.9", "en"),
        ("de-DE,de;q=0.9,ja;q=0.5,en;q=0.7", "en"),
        ("en;q=0,ja;q=0.1", "ja"),
        ("de", "en"),
        ("ja;q=much, zh;q=0.2", "zh-Hans"),
        ("", "en"),
    ],
)
def test_who_has_chosen_no_language_reads_in_that_of_the_browser(service, accepted, lang):
    table = service.open("Ada", "Ben", "Chie", lang="ja" if lang == "en" else "en")
    watch = handed_out(table)
    for address in (table.link("A"), f"{table.link('B')}/rules", watch, "/", "/ask", f"/h/{KEEPER}/"):
        assert lang == lang_of(seen_by(service, address, accepted)), address


def test_what_a_seat_chose_wins_over_the_browser(service):
    table = service.open("Ada", "Ben", "Chie")
    table.post("A", "language", lang="ja", here="/")

    assert "ja" == lang_of(seen_by(service, table.link("A"), "zh-CN"))
    assert "zh-Hans" == lang_of(seen_by(service, table.link("B"), "zh-CN"))


def handed_out(table):
    """Give out the link to watch by."""
    table.post("screen", "links", role="watch")
    return WATCHING.search(table.page("screen").text)[1]


def test_who_watches_chooses_a_language_for_nobody_else(service):
    table = service.open("Ada", "Ben", "Chie")
    watch = handed_out(table)
    chosen = service.client.post(
        f"{watch}/language", data={"lang": "ja", "here": watch}, follow_redirects=False
    )
    cookies = dict(chosen.cookies)

    assert 303 == chosen.status_code
    for page in ("", "/log", "/rules", "/end"):
        assert "ja" == lang_of(seen_by(service, watch + page, "en", **cookies)), page
        assert "zh-Hans" == lang_of(seen_by(service, watch + page, "zh-CN")), page
    assert "ja" == lang_of(seen_by(service, "/", "en", **cookies))


def test_a_cookie_that_names_no_language_says_nothing(service):
    assert "ja" == lang_of(seen_by(service, "/", "ja", **{"referee-language": "<b>"}))


@pytest.mark.parametrize(
    ("game", "lang", "edition"),
    [
        ("niagara", "zh-Hans", "zh"),
        ("niagara", "ja", "ja"),
        ("niagara", "en", ""),
        ("lifeboat", "zh-Hans", "zh"),
        ("lifeboat", "ja", ""),
        ("lifeboat", "en", ""),
    ],
)
def test_the_start_page_presets_the_book_of_its_language_and_says_so(service, game, lang, edition):
    page = seen_by(service, f"/h/{KEEPER}/?game={game}", lang).text
    chosen = re.search(r'<select id="edition".*?</select>', page)[0]

    assert re.findall(r'value="(\w+)" selected', chosen) == [edition] * bool(edition)
    assert ('id="preset"' in page) is bool(edition)
    assert page.index('id="edition"') < page.index("<details")


def test_a_table_is_opened_by_the_book_that_was_preset_or_chosen(service):
    for edition in ("ja", "zh"):
        table = service.open("葵", "Ben", "Chie", game="niagara", lang="ja", edition=edition)
        assert edition == table.now()["edition"]
