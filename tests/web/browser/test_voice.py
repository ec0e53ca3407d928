"""A voice beside the taps: off unless chosen, shown as the button it means, recorded by a tap alone."""

import pytest

from tests.web.browser.tables import on_the_river, revision

HEARS = """window.SpeechRecognition = class {
  start() { window.ear = this; }
  stop() { this.onend(); }
  abort() { this.onend(); }
};"""
"""A browser that hears what a test says."""

DEAF = "delete window.SpeechRecognition; delete window.webkitSpeechRecognition;"

SAID = """said => {
  window.ear.onresult({ results: [said.map((transcript) => ({ transcript }))] });
  window.ear.onend();
}"""


def look(evening, address, script, **how):
    """Open a page of a browser that hears so; no other test gets that one."""
    page = evening.look("about:blank", timezone_id="UTC" if script is HEARS else "Etc/UTC", **how)
    page.add_init_script(script)
    page.goto(address)
    return page


def listen(page):
    page.locator("#voice").click()
    page.locator("#speak").click()
    page.wait_for_function("() => window.ear")


def test_what_is_said_is_shown_as_its_button_and_recorded_by_a_tap(evening):
    table = on_the_river(evening)
    page = look(evening, table.links["A"], HEARS)
    assert page.is_hidden("#speak")
    listen(page)
    assert ("en-US", "Listening …") == (page.evaluate("() => window.ear.lang"), page.inner_text("#speak b"))
    before = revision(page)
    page.evaluate(SAID, ["canoe one to el six", "can you one to L6"])
    offered = page.locator(".heard button[name=event]")
    offered.wait_for()
    assert ["Canoe 1 from land to L6"] == [each.strip() for each in offered.all_inner_texts()]
    assert "canoe one to el six" in page.inner_text(".heard h2")
    assert before == revision(page), "nothing is recorded by a voice"
    assert "Say it" == page.inner_text("#speak b")
    page.locator(".heard button[name=event]:not([data-fresh])").click()
    page.wait_for_function("(r) => Number(document.getElementById('main').dataset.revision) > r", arg=before)
    assert 0 == page.locator(".heard").count()
    assert [] == evening.said


def test_what_cannot_be_done_now_offers_nothing(evening):
    page = look(evening, on_the_river(evening).links["A"], HEARS)
    listen(page)
    page.evaluate(SAID, ["canoe one to S nine"])
    page.wait_for_selector(".heard")
    assert 0 == page.locator(".heard button").count()
    page.click(".heard a")
    page.wait_for_selector(".heard", state="detached")


def test_the_switch_is_remembered_and_says_where_the_sound_may_go(evening):
    page = look(evening, on_the_river(evening).links["A"], HEARS)
    assert "maker's service" in page.inner_text("#voice")
    page.click("#voice")
    page.reload()
    assert page.is_visible("#speak")
    page.click("#voice")
    assert page.is_hidden("#speak")


@pytest.mark.parametrize("lang", ["zh-CN", "ja-JP"])
def test_a_browser_listens_in_the_language_of_the_page(evening, lang):
    page = look(evening, on_the_river(evening).links["A"], HEARS, lang=lang)
    listen(page)
    assert lang == page.evaluate("() => window.ear.lang")


def test_a_browser_that_hears_nothing_has_no_button_at_all(evening):
    page = look(evening, on_the_river(evening).links["A"], DEAF)
    assert page.is_hidden("#voice")
    assert page.is_hidden("#speak")
