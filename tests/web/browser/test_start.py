"""The start page: what this is, a picture of each game, names one by one, running tables, past games."""

import pytest

from tests.stages import one_in
from tests.web.browser.evening import resized
from tests.web.browser.moments import finished
from tests.web.browser.tables import on_the_river

FETCHED = "performance.getEntriesByType('resource').reduce((n, e) => n + e.encodedBodySize, 0)"
"""Bytes of what a page fetched."""
SIZES = ((390, 844), (1024, 768), (1920, 1080))


@pytest.mark.parametrize("lang", one_in(3, ["zh-Hans", "en", "ja"]))
def test_the_start_page_says_what_this_is(evening, lang):
    """In each language, with a picture of each game, within every screen, in less than 120 kB."""
    page = evening.look(f"{evening.start}?lang={lang}")
    assert page.evaluate(FETCHED) + len(page.content()) < 120_000
    for width, _ in resized(page, SIZES):
        assert 3 == page.locator("svg.cover").count()
        assert page.locator(".lead").inner_text()
        assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert [] == evening.said


def test_names_are_asked_one_after_the_other(evening):
    """The next is asked when one is given; each may tell the colour of the pieces."""
    page = evening.look(f"{evening.start}?game=powerboats&lang=en")
    assert [True, False] == [page.locator(f"#name{n}").is_visible() for n in (0, 1)]
    for n, (name, colour) in enumerate([("Ada", "orange"), ("Ben", "purple")]):
        page.fill(f"#name{n}", name)
        page.select_option(f"#colour{n}", colour)
    assert page.locator("#name2").is_visible()
    page.click("form[action$=open] button.main")
    page.wait_for_selector(".codes")
    fills = page.locator(".code .badge path").evaluate_all("all => all.map((e) => getComputedStyle(e).fill)")
    assert ["rgb(245, 130, 32)", "rgb(168, 29, 128)"] == fills


def test_running_tables_are_known_by_their_people(evening):
    """Not by a number: who sits there, what they play."""
    on_the_river(evening)
    page = evening.look(f"{evening.start}?lang=en")
    button = page.locator("form[action$=resume] button.offer")
    assert "Ada, Ben, Chie" in button.inner_text()
    button.click()
    page.locator("#board").wait_for()


def test_a_group_sees_what_it_played_and_plays_again(evening):
    """Who won what, by which rule, a chart over all of it; one button opens the next table."""
    opened = finished(evening, "niagara", "one", "two")
    page = evening.look(f"{evening.start}?lang=en")
    group = page.locator(".group-played")
    assert 1 == group.count()
    assert 2 == group.locator("ol li").count()
    assert "a goal was met" in group.locator("ol li").first.inner_text()
    assert "2" in group.locator("svg.wins desc").text_content()
    assert 0 == page.locator("form[action$=resume] button.offer").count()
    group.locator("form[action$=again] button").click()
    page.wait_for_selector(".codes")
    names = opened.names or {seat: seat for seat in opened.seats}
    assert [names[seat] for seat in opened.seats] == [
        each.inner_text().split("\n")[-1] for each in page.locator(".code h3").all()
    ]
    assert [] == evening.said
