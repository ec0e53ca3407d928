"""On a phone one taps a piece, then a space out of reach: the rule is read there, and one goes back."""

import pytest

from tests.stages import one_in
from tests.web.browser.tables import ask, in_the_boat, on_the_lake, on_the_river, revision, tap, target

LANGUAGES = {"en": "Not possible", "zh-Hans": "不行", "ja": "できません"}

NEAR_THE_MIDDLE = """(frame) => {
  const { left, top, right, bottom } = frame.getBoundingClientRect();
  for (const each of frame.querySelectorAll("[data-fresh]")) delete each.dataset.fresh;
  const far = [...frame.querySelectorAll("a.far")];
  return far.findIndex((each) => {
    const box = each.getBoundingClientRect(), x = box.left + box.width / 2, y = box.top + box.height / 2;
    const isInside = x > left + 60 && x < right - 60 && y > top + 60 && y < innerHeight - 20;
    return isInside && each.contains(document.elementFromPoint(x, y));
  });
}"""
"""The first thing without an act that lies under a finger well within the picture."""


def speak(sitting, lang):
    for link in sitting.links.values():
        ask(f"{link}/language", lang=lang)


def far(page, end):
    return page.locator(f"#board a.far[href$='{end}']")


def read_why(page, link):
    """Tap something without an act, read why, and go back to the game; give what was read."""
    before = revision(page)
    link.evaluate("(each) => each.scrollIntoView({ block: 'center' })")
    link.and_(page.locator(":not([data-fresh])")).wait_for()  # it may just have come in
    box = link.bounding_box()
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.wait_for_url("**/why?*")
    assert before == revision(page)
    said = page.locator("main").inner_text()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.locator("main a.button").first.click()
    page.locator("#board").wait_for()
    return said


@pytest.mark.parametrize("lang", one_in(3, ["en", "zh-Hans", "ja"]))
def test_a_space_of_the_river_out_of_reach(evening, lang):
    river = on_the_river(evening)
    speak(river, lang)
    ada = river.look("A")
    tap(ada, "canoe:A.1")
    said = read_why(ada, far(ada, "tap=to:S1"))
    assert LANGUAGES[lang] in said
    assert "NIA-MOVE-05" in said
    assert "true" == target(ada, "canoe:A.1").get_attribute("aria-pressed")
    assert [] == evening.said


@pytest.mark.parametrize("lang", one_in(3, ["zh-Hans", "ja", "en"]))
def test_a_hex_of_the_lake_the_boat_does_not_run_to(evening, lang):
    """Nothing is refused where the boat only runs on: what it would do is said."""
    lake = on_the_lake(evening)
    speak(lake, lang)
    ada = lake.look("A")
    target(ada, "turn:straight").and_(ada.locator(":not([data-fresh])")).wait_for()  # which lies over a hex
    nth = ada.locator("#board").evaluate(NEAR_THE_MIDDLE)
    assert nth >= 0
    said = read_why(ada, ada.locator("#board a.far").nth(nth))
    assert "POW-MOV-" in said
    assert [] == evening.said


@pytest.mark.parametrize("lang", one_in(3, ["ja", "en", "zh-Hans"]))
def test_a_neighbour_in_the_boat_when_it_is_not_ones_turn(evening, lang):
    boat = in_the_boat(evening)
    acting = boat.acting()
    other, third, *_ = (seat for seat in boat.links if seat != acting)
    speak(boat, lang)
    phone = boat.look(other)
    said = read_why(phone, far(phone, f"tap=who:{third}"))
    assert LANGUAGES[lang] in said
    assert "LIF-TURN-" in said
    assert [] == evening.said


def test_what_has_no_act_is_as_large_as_what_has_and_no_stop_of_the_tab_key(evening):
    ada = on_the_river(evening).look("A")
    tap(ada, "canoe:A.1")
    for link in ada.locator("#board a.far").all():
        box = link.bounding_box()
        assert min(box["width"], box["height"]) >= 24
    stops = set()
    for _ in range(40):
        ada.keyboard.press("Tab")
        stops.add(ada.evaluate("document.activeElement.getAttribute('class') || ''"))
    assert any("tap" in each.split() for each in stops)
    assert not any("far" in each.split() for each in stops)


def test_without_script(evening):
    river = on_the_river(evening)
    ada = river.look("A", java_script_enabled=False)
    ada.locator("[id='tap-canoe:A.1']").click()
    ada.wait_for_url("**?pick=*")
    far(ada, "tap=to:S1").click()
    ada.wait_for_url("**/why?*")
    assert "NIA-MOVE-05" in ada.locator("main").inner_text()
    ada.go_back()
    ada.wait_for_url("**?pick=*")
    assert {"canoe:A.1", "to:L6"} <= {
        each.get_attribute("id")[4:] for each in ada.locator("a[id^=tap-]").all()
    }
