"""Answers come first: what a dispute means here, a rule's example, words before a board."""

import pytest

from tests.stages import one_in
from tests.web.browser.evening import resized
from tests.web.browser.tables import ask, in_the_boat, on_the_river

LOCALES = {"en": "en-GB", "zh-Hans": "zh-SG", "ja": "ja-JP"}
SMALL = {"width": 360, "height": 740}
SIZES = ((360, 740), (740, 360), (1024, 768), (1920, 1080))
each_language = pytest.mark.parametrize("lang", one_in(3, LOCALES))

SEEN_OF_BUTTONS = """() => [...document.querySelectorAll("button[name=decision][value*='=']")].map((each) => {
  const seen = each.cloneNode(true);
  seen.querySelectorAll(".unseen, small").forEach((one) => one.remove());
  return [each.value, seen.textContent, each.closest("ul").previousElementSibling.textContent];
})"""
"""The value of each button of an option, what is seen on it, and the heading above."""


def top(part):
    return part.bounding_box()["y"]


def bottom(part):
    box = part.bounding_box()
    return box["y"] + box["height"]


def refused(evening):
    """Sit down to Niagara; Ada, both ashore, would end her turn, which the two books judge otherwise."""
    river = on_the_river(evening)
    ask(f"{river.links['A']}/do", notation="A ends turn")
    return river


@each_language
def test_a_dispute_says_first_what_it_means_here(evening, lang):
    """The verdict at this table and each reading's effect without scrolling; sources folded below."""
    river = refused(evening)
    page = evening.look(f"{river.links['A']}/dispute", size=SMALL, lang=LOCALES[lang])
    verdict, ways, sources = (
        page.locator(".here .word"),
        page.locator(".here .ways > li"),
        page.locator("#sources"),
    )
    assert lang == page.evaluate("document.documentElement.lang")
    assert bottom(verdict) < top(ways.first) < top(ways.last) < top(sources)
    assert bottom(ways.nth(1)) <= SMALL["height"]
    assert 6 == ways.count()
    assert ways.nth(0).inner_text() != ways.nth(1).inner_text()
    assert not page.locator("#sources blockquote").first.is_visible()
    sources.locator("summary").first.click()
    page.locator("#sources blockquote").first.wait_for()
    page.locator("#sources .written > summary").first.click()
    page.locator("#sources .source").first.wait_for()
    for width, _ in resized(page, SIZES):
        assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert [] == evening.said


@each_language
def test_a_vote_says_its_question_once_and_the_choice_on_each_button(evening, lang):
    river = refused(evening)
    ask(f"{river.links['A']}/dispute", topic="launch", question="…?", shown="")
    page = evening.look(f"{river.links['C']}/dispute", size=SMALL, lang=LOCALES[lang])
    assert "…?" == page.inner_text(".question h2")
    found = page.evaluate(SEEN_OF_BUTTONS)
    assert ["both_ashore=must_launch", "both_ashore=may_stay"] == [value for value, _, _ in found[:2]]
    headings = page.locator(".question h3").all_inner_texts()
    assert len(headings) == len(set(headings))
    for _, seen, heading in found:
        assert heading in headings
        assert heading not in seen
    names = page.locator("button[name=decision]").all_text_contents()
    assert len(names) == len(set(names))
    page.click("button:not([data-fresh])[value='both_ashore=may_stay']")
    page.locator("button[value='both_ashore=may_stay'][aria-pressed=true]").wait_for()
    assert [] == evening.said


@each_language
def test_a_rule_shows_its_example_open_at_a_table_and_without_one(evening, lang):
    """The situation, the answer and the board of it, before other rulings; where it is written is folded."""
    river = on_the_river(evening)
    door = evening.start.partition("/h/")[0]
    addresses = (f"{river.links['A']}/rule/NIA-STEAL-01", f"{door}/ask/niagara/rule/NIA-STEAL-01")
    for address in addresses:
        page = evening.look(address, size=SMALL, lang=LOCALES[lang])
        assert bottom(page.locator(".example .answer")) <= SMALL["height"]
        assert page.locator(".example figure svg").is_visible()
        assert 1 == page.locator(".example .said.may_not").count()
        assert not page.locator(".written .source").first.is_visible()
        for width, _ in resized(page, SIZES):
            assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert [] == evening.said


@pytest.mark.parametrize(
    ("lang", "asked", "rule"),
    one_in(
        3,
        [
            ("en", "umbrella", "LIF-THIRST-05"),
            ("en", "robbery", "LIF-MUG-01"),
            ("en", "may I play a card when it is not my turn", "LIF-PLAY-01"),
            ("zh-Hans", "没轮到我能出牌吗", "LIF-PLAY-01"),
            ("ja", "死んだら得点は", "LIF-SCORE-02"),
        ],
    ),
)
def test_a_search_opens_with_words(evening, lang, asked, rule):
    """At a table and without one: the rule that was meant, in words on the first screen."""
    boat = in_the_boat(evening)
    page = evening.look(f"{boat.links['A']}/rules", size=SMALL, lang=LOCALES[lang])
    page.fill("#q", asked)
    page.keyboard.press("Enter")
    page.wait_for_url("**q=**")
    first, picture = page.locator(".rules li").first, page.locator(".place svg")
    assert rule == first.locator("small").inner_text()
    assert bottom(first.locator("p")) <= SMALL["height"]
    assert top(page.locator(".rules li").last) < top(picture)
    page.goto(f"{evening.start.partition('/h/')[0]}/ask/lifeboat")
    page.fill("#q", asked)
    page.keyboard.press("Enter")
    page.wait_for_url("**q=**")
    found = page.locator(".first-found a")
    assert rule in found.get_attribute("href")
    assert bottom(page.locator(".first-found .answer")) <= SMALL["height"]
    assert 0 == page.locator("figure").count()
    assert [] == evening.said
