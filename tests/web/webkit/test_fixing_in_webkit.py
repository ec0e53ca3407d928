"""The board fixed by several taps, and the way back and forth, in the engine of every iPhone."""

from tests.web.browser.evening import waits_for
from tests.web.browser.tables import Sitting, on_the_lake, on_the_river, target


def tap_chip(page, css):
    page.locator(f"{css}:not([data-fresh])").click()


def test_several_changes_are_tapped_and_asked_once(evening):
    river = on_the_river(evening)
    ada = river.look("A")
    ada.goto(f"{river.links['A']}/correct")
    target(ada, "canoe:B.1").click()
    waits_for(ada, "tap where it stands")
    target(ada, "to:S3").click()
    waits_for(ada, "Ben's canoe 1 stands on S3")
    tap_chip(ada, "nav.tray a[href*='of=seat:C']")
    tap_chip(ada, 'a[aria-label="One more: Chie\'s gems ashore (amber)"]')
    waits_for(ada, "Ask the table (2 changes)")
    tap_chip(ada, ".so-far button")
    waits_for(river.look("B"), "Ben's canoe 1 stands on S3; Chie's gems ashore (amber): 1")
    assert [] == evening.said


def test_an_act_is_taken_back_and_done_again(evening):
    ada = on_the_lake(evening).say("A straight").look("A")
    tap_chip(ada, "#thumb form[action*=back] button")
    waits_for(ada, "Taken back, and not recorded again yet")
    tap_chip(ada, "#thumb button[value=record]:enabled")
    waits_for(ada, "Waiting for Ben")
    assert [] == evening.said


def test_who_played_on_tells_how_it_stands_now(evening):
    river = Sitting(evening, "niagara", "ABC")
    ada = river.look("A")
    ada.goto(f"{river.links['A']}/catchup")
    for piece, place in (("canoe:A.1", "to:R6"), ("canoe:B.1", "to:S4"), ("canoe:C.2", "to:S3")):
        target(ada, piece).click()
        waits_for(ada, "tap where it stands")
        target(ada, place).click()
        ada.locator(".so-far li", has_text=place.removeprefix("to:")).wait_for()
    tap_chip(ada, ".so-far button.main")
    waits_for(river.look("B"), "Ada says it stands so now")
    assert [] == evening.said
