"""One stray tap commits nothing: what is new waits, what is grave is asked twice, what is due comes first."""

import re

from tests.web.browser.evening import press, waits_for
from tests.web.browser.rounds import one_by_one
from tests.web.browser.tables import ask, in_the_boat, on_the_lake, on_the_river, revision

MOMENT = 400
"""Milliseconds a fresh button takes no tap."""

WAY = "minimum_speed=1"
"""One way to rule on the river."""


def test_a_second_tap_on_the_same_place_does_nothing(evening):
    ada = on_the_lake(evening).say("A straight", "B roll 1: 2", "B straight").look("A")
    ada.wait_for_timeout(2 * MOMENT)
    box = ada.locator("button.offer").first.bounding_box()
    middle = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    before = revision(ada)
    ada.mouse.click(*middle)
    ada.wait_for_function(
        "before => document.getElementById('main').dataset.revision != before", arg=str(before)
    )
    after = revision(ada)
    ada.mouse.click(*middle)
    ada.wait_for_timeout(MOMENT)
    assert after == revision(ada)
    assert [] == evening.said


def test_nothing_changes_under_a_finger_that_is_down(evening):
    river = on_the_river(evening)
    ben = river.look("B")
    before = revision(ben)
    ben.mouse.move(2, 420)  # beside everything
    ben.mouse.down()
    river.say("A1 launch to L6")
    ben.wait_for_timeout(2 * MOMENT)
    assert before == revision(ben)
    ben.mouse.up()
    waits_for(ben, "It is your turn")


HOLDS_ANSWERS = """() => {
  const ask = window.fetch;
  window.fetch = async (...how) => {
    const answer = await ask(...how);
    if (!window.release) await new Promise((done) => { window.release = done; });
    return answer;
  };
}"""
"""The first answer waits until it is released."""


def test_an_answer_that_comes_late_does_not_put_the_game_back(evening):
    river = on_the_river(evening)
    ada = river.look("A")
    ada.evaluate(HOLDS_ANSWERS)
    press(ada, "A1 launch to L6")
    ada.wait_for_function("() => window.release")
    river.say("B1 launch to S4")
    waits_for(ada, "Waiting for Chie")
    latest = revision(ada)
    ada.evaluate("() => window.release()")
    ada.wait_for_timeout(2 * MOMENT)
    assert latest == revision(ada)
    waits_for(ada, "Waiting for Chie")


def test_laying_a_card_open_is_asked_twice_and_folded_while_one_waits(evening):
    boat = in_the_boat(evening)
    waiting = boat.look(next(seat for seat in boat.links if seat != boat.acting()))
    before = revision(waiting)
    assert [] == [each for each in waiting.locator("button.offer").all() if each.is_visible()]
    waiting.click("#at-any-time > summary")
    waiting.locator("#at-any-time .twice summary").first.click()
    assert before == revision(waiting)
    line = waiting.locator(".twice button").first.get_attribute("data-line")
    press(waiting, line)
    waiting.wait_for_function("n => document.getElementById('main').dataset.revision != n", arg=str(before))


def tapped_twice(page, button):
    page.wait_for_timeout(2 * MOMENT)
    box = button.bounding_box()
    middle = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    before = str(revision(page))
    page.mouse.click(*middle)
    page.wait_for_function("n => document.getElementById('main').dataset.revision != n", arg=before)
    page.mouse.click(*middle)
    page.wait_for_timeout(MOMENT)


def test_a_second_tap_agrees_to_nothing_else(evening):
    river = on_the_river(evening)
    for seat, weather in (("A", "1"), ("B", "2")):
        form = {"fact.weather": weather, "reason": "it slipped"}
        assert 303 == ask(f"{river.links[seat]}/correct", **form)[0]
    for seat in "AB":
        for asked in re.findall(r'name="proposal" value="([^"]+)"', ask(f"{river.links[seat]}/")[2]):
            ask(f"{river.links[seat]}/answer", proposal=asked, reply="agree")
    chie = river.look("C")
    assert 2 == chie.locator("button[value=agree]").count()
    tapped_twice(chie, chie.locator("button[value=agree]").first)
    assert 1 == chie.locator("button[value=agree]").count()


def test_a_second_tap_votes_on_no_other_dispute(evening):
    river = on_the_river(evening)
    for question in ("first", "second"):
        assert 303 == ask(f"{river.links['A']}/dispute", topic="river", question=question)[0]
    for dispute in ("D1", "D2"):
        assert 303 == ask(f"{river.links['A']}/vote", dispute=dispute, decision=WAY)[0]
    chie = evening.look(f"{river.links['C']}/dispute")
    assert "question" in chie.locator("main section").first.get_attribute("class")
    voted = chie.locator(f".question button[value='{WAY}']")
    assert 2 == voted.count()
    tapped_twice(chie, voted.first)
    assert 1 == voted.count()


def test_a_fight_is_over_when_everybody_has_said_to_stay_out(evening):
    """One tap each; nobody has to end it for the others."""
    boat = in_the_boat(evening)
    actor, *others = sorted(boat.links, key=lambda seat: seat != boat.acting())
    boat.say(f"{actor} swaps with {others[0]}", f"{others[0]} refuses")
    pages = {seat: boat.look(seat) for seat in boat.links}
    for page in one_by_one(pages):
        page.locator("button.offer", has_text="Nothing more from me in this fight").click()
        page.locator("button.offer", has_text="Nothing more from me").wait_for(state="detached")
    for page in pages.values():
        waits_for(page, "fought")
        assert "The table says: the fight is over" not in page.locator("main").inner_text()
    assert [] == evening.said
