"""The rules are found by what people ask, and an answer shows the place on the board."""

import pytest

from tests.web.browser.tables import in_the_boat, on_the_river

QUESTIONS = [
    (in_the_boat, "en", "can I steal a card?", "LIF-MUG-01"),
    (on_the_river, "zh-Hans", "怎么赢", "NIA-GOAL-01"),
    (on_the_river, "ja", "勝つには", "NIA-GOAL-01"),
]


@pytest.mark.parametrize(("sit_down", "lang", "question", "rule"), QUESTIONS, ids=["en", "zh-Hans", "ja"])
def test_an_answer_shows_its_place_on_the_board(evening, sit_down, lang, question, rule):
    """The first answer is the one meant; the picture has a ring round the place, within the page."""
    table = sit_down(evening)
    phone = table.look("A")
    phone.click(f".languages button[value='{lang}']")
    phone.wait_for_function("(lang) => document.documentElement.lang === lang", arg=lang)
    phone.goto(f"{table.links['A']}/rules")
    phone.fill("#q", question)
    phone.keyboard.press("Enter")
    phone.wait_for_url("**q=**")
    assert rule == phone.locator(".rules small").first.inner_text()
    ring, picture = phone.locator(".place .about").bounding_box(), phone.locator(".place svg").bounding_box()
    assert ring["x"] >= picture["x"] - 1
    assert ring["x"] + ring["width"] <= picture["x"] + picture["width"] + 1
    assert 390 >= phone.evaluate("document.documentElement.scrollWidth")
    phone.locator(".rules a").first.click()
    phone.wait_for_url("**/rule/**")
    phone.locator(".place .about").wait_for(state="attached")
    assert [] == evening.said
