"""The table wins: what was refused is played by one button and the others' consent."""

import pytest

from tests.stages import one_in
from tests.web.browser.evening import waits_for
from tests.web.browser.rounds import one_by_one
from tests.web.browser.tables import ask, in_the_boat, on_the_lake, on_the_river, revision


def refused(page, line):
    """Say what is not possible; wait for the refusal."""
    page.fill("#line", line)
    page.press("#line", "Enter")
    page.locator(".refusal").wait_for()


def agree(page):
    page.locator("button[value=agree]").click()
    page.locator("button[value=agree]").wait_for(state="detached")


def test_a_refused_act_is_played_whole_in_two_taps_and_with_consent(evening):
    """Where the canoe went and what it loads; the others read the very act."""
    river = on_the_river(evening)
    ada, ben, chie = (river.look(seat) for seat in "ABC")
    refused(ada, "A1 launch to S3, load amethyst")
    ada.click("button:not([data-fresh]):text('We play it anyway')")
    for other in one_by_one({"B": ben, "C": chie}):
        waits_for(other, "Ada asks: play it anyway: Ada's canoe 1 is launched and paddles to S3")
        agree(other)
    waits_for(ada, "Waiting for Ben")
    assert "Amethyst 6" in ada.locator("#board").text_content()
    assert [] == evening.said


@pytest.mark.parametrize(
    ("sit_down", "line"), one_in(2, [(on_the_lake, "{} straight"), (in_the_boat, "{} swaps with {}")])
)
def test_who_acts_out_of_turn_plays_it_anyway_by_one_button(evening, sit_down, line):
    """The refusal's first button; each of the others agrees by one tap, and nobody is asked any more."""
    table = sit_down(evening)
    acting = table.acting()
    actor, *others = sorted(table.links, key=lambda seat: seat == acting)
    pages = {seat: table.look(seat) for seat in table.links}
    board = pages[actor].locator("#board desc").first.text_content()
    refused(pages[actor], line.format(actor, acting))
    pages[actor].locator("main button.main").first.click()
    for page in one_by_one({seat: pages[seat] for seat in others}):
        waits_for(page, "asks: play it anyway: ")
        agree(page)
    pages[actor].goto(f"{table.links[actor]}/")
    assert board != pages[actor].locator("#board desc").first.text_content()
    assert 0 == pages[actor].locator("button[value=agree], button[value=withdraw]").count()
    assert [] == evening.said


def test_who_asked_sees_an_objection_at_once(evening):
    river = on_the_river(evening).say("A1 launch to L6")
    ben, chie = river.look("B"), river.look("C")
    ben.locator("form[action$=back] button").click()
    waits_for(chie, "Ben asks: take back: Ada's canoe 1 is launched and paddles to L6")
    chie.click("[id^=stands-] summary")
    chie.locator("[id^=stands-] svg").first.wait_for()
    chie.click("button:not([data-fresh])[value=object]")
    ben.locator("[role=alert].objected").wait_for()
    assert "Chie objects" in ben.locator(".objected").inner_text()
    assert "canoe 1" in ben.locator(".objected").inner_text()


def test_a_dispute_page_follows_and_its_ruling_has_effect_by_one_button(evening):
    """A vote of another is seen without a tap; a decided vote leaves the page."""
    river = on_the_river(evening).say("A1 launch to L6")
    ada, ben, chie = (river.look(seat) for seat in "ABC")
    for page in (ben, chie, ada):
        page.goto(f"{page.url.rstrip('/')}/dispute?at=7")
    before = revision(ben)
    ask(f"{river.links['B']}/dispute", at=7, topic="", question="")
    for page in (ada, chie):
        page.locator("button[name=decision]").first.wait_for()
    assert revision(ada) > before
    for page in (ben, chie):
        page.locator("button[value=does_not_stand]").click()
    ada.locator("form[action$=vote]").first.wait_for(state="detached")
    ben.locator("form[action$=back] button.main").click()
    waits_for(ben, "Ben asks: take back: Ada's canoe 1")
    assert [] == evening.said
