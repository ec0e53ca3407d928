"""Who listens knows whose turn it is, keeps the place after an act, and hears every refusal."""

from tests.web.browser.evening import waits_for
from tests.web.browser.tables import THROWN, Sitting, on_the_river, revision, target

PLACED = THROWN[:-1]
"""Powerboats up to where Ada throws."""

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
    assert "H1" == ada.evaluate(FOCUS)


HEADING = "() => document.activeElement.matches('h1, h2') && document.activeElement.innerText"


def press_by_keyboard(page):
    """Go to the first act by Tab, and press Enter twice; give the heading the focus is on then."""
    page.evaluate("document.activeElement.blur()")
    while not page.evaluate("document.activeElement.matches('button.offer')"):
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    heading = page.wait_for_function(HEADING).json_value()
    page.keyboard.press("Enter")
    return heading


def test_a_second_enter_sends_no_second_act(evening):
    """By keyboard alone: the focus is on the heading of what comes next, and Enter does nothing there."""
    lake = Sitting(evening, "powerboats").say(*PLACED)
    ada = lake.look("A")
    before = revision(ada)
    assert "Move a boat" == press_by_keyboard(ada)
    ada.reload()
    assert before + 1 == revision(ada)
    assert "Waiting for Ben" == press_by_keyboard(ada).splitlines()[-1]
    assert [] == evening.said


def test_a_button_that_comes_to_mean_something_else_loses_the_focus(evening):
    """While the game goes on without a tap; a button that stays the same keeps it."""
    river = Sitting(evening, "niagara", "ABC").say("B plays 4")
    ada = river.look("A")
    ada.locator("button.offer").first.focus()
    river.say("C plays 3")
    ada.wait_for_function("() => document.getElementById('main').dataset.revision === '3'")
    assert "BUTTON" == ada.evaluate("document.activeElement.tagName")
    river.say("A plays 6")
    waits_for(ada, "Move a canoe")
    assert "Move a canoe" == ada.wait_for_function(HEADING).json_value()


def test_a_refusal_is_announced_and_has_the_focus(evening):
    ada = on_the_river(evening).look("A")
    ada.fill("#line", "A1 launch to S3")
    ada.click(".line button")
    ada.locator(".refusal[role=alert]").wait_for()
    assert "Not possible" == ada.wait_for_function(HEADING).json_value()


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
