"""Who listens knows whose turn it is, keeps the place after an act, and hears every refusal."""

from tests.web.browser.evening import waits_for
from tests.web.browser.tables import on_the_river, target

FOCUS = "document.activeElement.id || document.activeElement.tagName"


def test_a_change_of_turn_is_in_a_live_region(evening):
    """The same element says it before and after, so that it is read aloud."""
    river = on_the_river(evening)
    ben = river.look("B")
    ben.evaluate("document.getElementById('turn').dataset.kept = 'yes'")
    river.say("A1 launch to L6")
    waits_for(ben, "It is your turn")
    assert ("status", "It is your turn") == (
        ben.locator("#turn").get_attribute("role"),
        ben.locator("#turn").inner_text(),
    )


def test_focus_stays_after_an_act_and_after_going_back(evening):
    """Never at the top of the document; going back leads to what was tapped first."""
    ada = on_the_river(evening).look("A")
    target(ada, "canoe:A.1").focus()
    ada.keyboard.press("Enter")
    ada.locator(".chosen").wait_for()
    ada.locator(".trail a.quiet").focus()
    ada.keyboard.press("Enter")
    ada.locator(".chosen").wait_for(state="detached")
    assert "tap-canoe:A.1" == ada.evaluate(FOCUS)
    ada.locator("button.offer").first.focus()
    ada.keyboard.press("Enter")
    waits_for(ada, "Waiting for Ben")
    assert "BODY" != ada.evaluate(FOCUS)


def test_a_refusal_is_announced_and_has_the_focus(evening):
    ada = on_the_river(evening).look("A")
    ada.fill("#line", "A1 launch to S3")
    ada.click(".line button")
    ada.locator(".refusal[role=alert]").wait_for()
    ada.wait_for_function("() => document.activeElement.id === 'main'")


def test_another_language_keeps_the_place(evening):
    """Nothing jumps, what was tapped stays tapped, and the page is told to be in that language."""
    ada = on_the_river(evening).look("A")
    target(ada, "canoe:A.2").click()
    ada.locator(".chosen").wait_for()
    ada.evaluate("scrollTo(0, 300)")
    ada.locator("button[name=lang][value=ja]").evaluate("each => each.click()")
    ada.wait_for_function("() => document.documentElement.lang === 'ja'")
    ada.locator(".chosen").wait_for()
    assert "pick=canoe" in ada.url
    assert ada.evaluate("scrollY") > 100
    assert "ゲームへ" in ada.locator("a.skip").text_content()
    assert [] == evening.said
