"""The way back, Redo and what is seldom wanted are under the thumb on every page of a phone."""

import pytest

from tests.stages import one_in
from tests.web.browser.evening import press, resized, waits_for
from tests.web.browser.tables import Sitting, in_the_boat, on_the_lake, on_the_river, revision

SIZES = ((360, 740), (740, 360), (320, 256))
PAGES = (
    "",
    "rules",
    "rule/TAB-BACK-01",
    "log",
    "log/3",
    "dispute",
    "end",
    "correct",
    "catchup",
    "house",
    "seats",
)

LIES = """() => {
  const bar = document.getElementById("thumb").getBoundingClientRect();
  const all = (css) => [...document.querySelectorAll(css)].filter((each) => each.getClientRects().length);
  const own = all("#thumb :is(button, summary)").map((each) => each.getBoundingClientRect());
  scrollTo(0, document.body.scrollHeight);
  const above = all("main > :not(.thumb, .thumb-room)");
  return {
    atBottom: Math.abs(bar.bottom - innerHeight) < 1,
    isLow: bar.height <= innerHeight / 4,
    areWide: own.every((each) => each.width >= 44 && each.height >= 40 && each.right <= innerWidth),
    coversNothing: above.every((each) => each.getBoundingClientRect().bottom <= bar.top + 1),
  };
}"""
"""How the bar lies, and whether the page ends above it."""


def back(page):
    page.locator("#thumb button:not([data-fresh])", has_text="Take back").click()


def redo(page):
    page.locator("#thumb button:not([data-fresh]):enabled", has_text="Redo").click()


def open_menu(page, entry):
    page.click("#menu > summary")
    page.locator("#menu a", has_text=entry).click()


def settled(page, before):
    page.wait_for_function("(r) => Number(document.getElementById('main').dataset.revision) > r", arg=before)


@pytest.mark.parametrize("sit_down", one_in(2, [on_the_river, on_the_lake, in_the_boat]))
def test_it_is_on_every_page_of_a_phone_and_covers_nothing(evening, sit_down):
    table = sit_down(evening)
    page = table.look("A")
    found = {}
    for name in PAGES:
        page.goto(f"{table.links['A']}/{name}")
        for size in resized(page, SIZES):
            page.evaluate("scrollTo(0, 0)")
            found[name, size] = page.evaluate(LIES)
    assert {} == {each: how for each, how in found.items() if not all(how.values())}
    assert [] == evening.said


def test_what_was_taken_back_is_done_again_by_the_next_tap(evening):
    """Ada's own last act: one tap, another tap; each button says what it is about."""
    ada = on_the_lake(evening).say("A straight").look("A")
    said = "Ada goes straight"
    assert said in ada.inner_text("#thumb")
    back(ada)
    waits_for(ada, "Taken back, and not recorded again yet")
    waits_for(ada, "It is your turn")
    assert said in ada.locator("#thumb button", has_text="Redo").inner_text()
    redo(ada)
    waits_for(ada, "Waiting for Ben")
    ada.locator("#thumb button[value=record]:disabled").wait_for(state="attached")
    assert [] == evening.said


def test_on_another_page_too_and_without_javascript(evening):
    ada = on_the_lake(evening).say("A straight").look("A", java_script_enabled=False)
    ada.click("text=Rules")
    back(ada)
    waits_for(ada, "Taken back, and not recorded again yet")
    redo(ada)
    waits_for(ada, "Waiting for Ben")


def test_another_act_under_the_finger_is_not_taken_back(evening):
    """Another's act comes as somebody taps: the button that says another act takes no tap for a moment."""
    river = on_the_river(evening)
    ada = river.look("A")
    ada.evaluate(
        """() => new MutationObserver((_, watch) => {
          watch.disconnect();
          window.fresh = "fresh" in document.querySelector("#thumb button").dataset;
        }).observe(document.getElementById("main"), { attributeFilter: ["data-revision"] })"""
    )
    river.say("A1 launch to L6")
    ada.wait_for_function("() => window.fresh !== undefined")
    assert ada.evaluate("window.fresh")
    assert "Ada's canoe 1 is launched" in ada.inner_text("#thumb")


def test_what_another_did_is_asked_about(evening):
    river = on_the_river(evening).say("A1 launch to L6")
    back(river.look("B"))
    waits_for(river.look("A"), "Ben asks: take back: Ada's canoe 1")


def test_a_tap_beside_the_open_menu_closes_it_and_does_nothing_else(evening):
    river = on_the_river(evening)
    ada = river.look("A")
    before = revision(ada)
    ada.click("#menu > summary")
    ada.locator("#menu ul").wait_for()
    press(ada, "A1 launch to L6")
    ada.locator("#menu ul").wait_for(state="hidden")
    assert before == revision(ada)
    ada.click("#menu > summary")
    ada.keyboard.press("Escape")
    ada.locator("#menu ul").wait_for(state="hidden")
    press(ada, "A1 launch to L6")
    waits_for(ada, "Waiting for Ben")
    assert [] == evening.said


def test_a_house_rule_in_mid_game(evening):
    boat = in_the_boat(evening)
    ada = boat.look("A")
    open_menu(ada, "house rule")
    ada.wait_for_url("**/house")
    ada.locator("#option-chum_stacks > summary:not([data-fresh])").click()
    ada.locator("#option-chum_stacks button:not([data-fresh])").click()
    for seat in "BCD":
        phone = boat.look(seat)
        waits_for(phone, "Ada")
        phone.click("button:not([data-fresh])[value=agree]")
        phone.locator("button[value=agree]").wait_for(state="detached")
    ada.goto(f"{boat.links['A']}/house")
    assert "yes" in ada.inner_text("#option-chum_stacks > summary")
    assert [] == evening.said


def test_a_seat_is_handed_over_and_who_comes_late_takes_a_free_one(evening):
    """The own code on the own phone; the code of a free seat on any; of a seat nobody joined on none."""
    river = on_the_river(evening).come()
    ada = river.look("A")
    open_menu(ada, "Hand my seat over")
    ada.wait_for_url("**/seats#hand-over")
    assert ada.locator("#own-code").count()
    ada.click("#own-code > summary:not([data-fresh])")
    assert river.links["A"] == ada.get_attribute("#own-code .code", "data-address").rstrip("/")
    ada.fill("#over-A", "Amy")
    ada.click("#hand-over form[action*=name] button:not([data-fresh])")
    waits_for(river.look("B"), "Ada is called Amy")
    waits_for(ada, "Ada is called Amy")
    ada.goto(f"{river.links['A']}/seats")
    assert 0 == ada.locator("#join .code").count()
    assert "All 3 seats are taken" in ada.inner_text("#join")
    assert [] == evening.said


def test_a_code_nobody_has_used_is_shown_on_no_phone(evening):
    table = Sitting(evening, "niagara", "ABC")
    ada = table.look("A")
    ada.locator(".seat[data-connection=connected]").first.wait_for()
    ada.goto(f"{table.links['A']}/seats")
    assert "No phone has joined yet for Ben and Chie" in ada.inner_text("#join")
    tokens = [link.rpartition("/")[2] for seat, link in table.links.items() if seat != "A"]
    assert [] == [token for token in tokens if token in ada.content()]
