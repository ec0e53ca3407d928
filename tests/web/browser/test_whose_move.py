"""Everybody sees whose move it is, and has an ordinary turn within one screen of a phone."""

import pytest

from tests.stages import one_in
from tests.web.browser.evening import PHONE, press, waits_for
from tests.web.browser.tables import in_the_boat, on_the_lake, on_the_river

FIRST_LOAD = 120_000
"""Bytes a first load may have on the wire."""

TREMBLE = "window.trembled = 0; navigator.vibrate = () => { window.trembled += 1; return true; };"

FRESHENED = """() => {
  window.freshened = [];
  const note = (changes) => window.freshened.push(...changes.map(({ target }) => target.id));
  new MutationObserver(note).observe(document, { subtree: true, attributeFilter: ["data-fresh"] });
}"""
"""Notes what takes no tap for a moment."""


def test_banner_title_and_icon_follow_the_move(evening):
    """In the colour of who moves, by words too; the tab of who waits is fainter."""
    river = on_the_river(evening)
    ada, ben = river.look("A"), river.look("B")
    assert "It is your turn" == ada.locator("#turn").inner_text()
    assert ada.title().startswith("It is your turn")
    assert "Waiting for Ada" == ben.locator("#turn").inner_text()
    assert "turn-0" in ben.locator("h1.banner").get_attribute("class")
    before = ben.locator("#icon").get_attribute("href")
    press(ada, "A1 launch to L6")
    waits_for(ben, "It is your turn")
    assert ben.title().startswith("It is your turn")
    assert "turn-1" in ben.locator("h1.banner").get_attribute("class")
    assert before != ben.locator("#icon").get_attribute("href")
    assert [] == evening.said


def test_a_phone_trembles_once_when_its_seat_wants_it(evening):
    """Not before somebody said so; then once for each time the move comes to it."""
    river = on_the_river(evening)
    ben = river.look("B")
    ben.locator("#vibrate").wait_for()
    ben.evaluate(TREMBLE)
    assert "false" == ben.locator("#vibrate").get_attribute("aria-pressed")
    ben.click("#vibrate:not([data-fresh])")
    ben.locator("#vibrate[aria-pressed=true]").wait_for()
    before = ben.evaluate("window.trembled")
    river.say("A1 launch to L6")
    waits_for(ben, "It is your turn")
    assert before + 1 == ben.evaluate("window.trembled")


def test_a_switch_takes_taps_while_the_game_goes_on(evening):
    """It has neither changed nor moved: what comes in makes it none that is new."""
    river = on_the_river(evening)
    chie = river.look("C")
    chie.click("#vibrate:not([data-fresh])")
    before = chie.locator("#vibrate").bounding_box()
    chie.evaluate(FRESHENED)
    river.say("A1 launch to L6")
    waits_for(chie, "Waiting for Ben")
    assert before == chie.locator("#vibrate").bounding_box()
    assert "vibrate" not in chie.evaluate("window.freshened")


def test_a_refusal_says_that_the_game_goes_on(evening):
    """It stays until it is left; what was possible then is gone, and whose move it is by now is told."""
    river = on_the_river(evening)
    ben = river.look("B")
    ben.fill("#line", "B1 launch to S5")
    ben.click(".line button")
    ben.locator(".refusal[role=alert]").wait_for()
    assert ("", 1) == (ben.locator("#gone-on").inner_text(), ben.locator(".now").count())
    river.say("A1 launch to L6")
    ben.locator("#gone-on", has_text="It is your turn").wait_for()
    assert (1, 0) == (ben.locator(".refusal").count(), ben.locator(".now").count())
    assert ben.title().startswith("It is your turn")
    ben.click("text=Go on with the game")
    waits_for(ben, "It is your turn")
    press(ben, "B1 launch to S4")
    assert [] == evening.said


@pytest.mark.parametrize("sit_down", [on_the_river, on_the_lake, in_the_boat])
def test_an_ordinary_turn_fits_one_screen(evening, sit_down):
    """Every choice that is due, and the own cards, lie above the edge of a phone; in every language."""
    table = sit_down(evening)
    phone = table.look(table.acting())
    for lang in ("en", "zh-Hans", "ja"):
        phone.click(f"button:not([data-fresh])[name=lang][value={lang}]")
        phone.wait_for_function("lang => document.documentElement.lang === lang", arg=lang)
        shown = [each for each in phone.locator(".acts .offer, .hand .offer").all() if each.is_visible()]
        edges = [each.bounding_box()["y"] + each.bounding_box()["height"] for each in shown]
        assert shown, lang
        assert max(edges) <= PHONE["height"], lang


@pytest.mark.parametrize("sit_down", one_in(3, [in_the_boat, on_the_lake, on_the_river]))
def test_a_first_load_is_light(evening, sit_down):
    """Page, style, script and board together, as a phone without anything yet fetches them."""
    table = sit_down(evening)
    phone = evening.look("about:blank")
    loaded = []
    phone.on("response", lambda answer: loaded.append(answer))  # noqa: PLW0108 - no built-in is taken
    phone.goto(f"{table.links[table.acting()]}/")
    phone.locator("#turn").wait_for()
    files = [each for each in loaded if "/live/" not in each.url and not each.url.startswith("data:")]
    assert sum(sent(each) for each in files) <= FIRST_LOAD


def sent(answer):
    """Count the bytes an answer was sent in: packed, where it was."""
    return int(answer.header_value("content-length") or len(answer.body()))
