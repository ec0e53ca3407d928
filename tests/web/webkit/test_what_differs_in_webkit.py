"""What another engine does in its own way: pointers, streams, pages that come back, what it has not got."""

from tests.stages import slow
from tests.web.browser.evening import press, waits_for
from tests.web.browser.tables import (
    Sitting,
    in_the_boat,
    on_the_lake,
    on_the_river,
    revision,
    seen_to_move,
    tap,
    target,
)

STRAY = """([x, y]) => new MutationObserver((_, watch) => {
  watch.disconnect();
  const fresh = [...document.querySelectorAll("button.offer")].find((each) => each.dataset.fresh);
  const click = new MouseEvent("click", { bubbles: true, cancelable: true, detail: 1 });
  window.met = {
    under: Boolean(document.elementFromPoint(x, y)?.closest("button.offer")),
    taken: fresh.dispatchEvent(click),
  };
}).observe(document.getElementById("main"), { attributeFilter: ["data-revision"] })"""
"""Taps again in the very moment in which a page changes; notes what was met."""
ENTER = "\ue007"
"""The key, as WebDriver writes it."""
OVERFLOW = "() => document.documentElement.scrollWidth - innerWidth"


def test_what_is_tapped_on_the_board_is_played(evening):
    """A canoe, then a space: by pointer on the picture, and by keyboard with the focus kept."""
    river = on_the_river(evening)
    ada, ben = river.look("A"), river.look("B")
    target(ada, "canoe:A.1").focus()
    ada.press(ENTER)
    ada.locator(".chosen").wait_for()
    assert "tap-canoe:A.1" == ada.evaluate("document.activeElement.id")
    tap(ada, "canoe:A.2", "to:L6")
    waits_for(ada, "Ada's canoe 2 is launched and paddles to L6.")
    waits_for(ben, "It is your turn")
    assert [] == evening.said


STOPS = "() => [...document.querySelectorAll('a[id^=\"tap-stop:\"][data-event]')].map((each) => each.id)"
"""The hexes where a boat may have stopped, of which one tap says all."""


def test_the_hex_where_a_boat_stopped_is_tapped(evening):
    """The throw that led there is recorded with the turn, though nobody told it."""
    lake = on_the_lake(evening).say("A straight", "B roll 1: 2", "B straight")
    ada = lake.look("A")
    before = revision(ada)
    tap(ada, ada.evaluate(STOPS)[0].removeprefix("tap-"))
    waits_for(ada, "Waiting for Ben")
    assert revision(ada) > before + 2


def test_a_card_and_its_way_are_told_by_taps(evening):
    """A card, then a place; the place alone where one card leads there."""
    table = Sitting(evening, "niagara", "ABC")
    ada, ben = table.look("A"), table.look("B")
    tap(ada, "show:4", "to:S4")
    waits_for(ben, "It is your turn")
    tap(ben, "to:S2")
    waits_for(ada, "Ben turns up a 2.")
    assert [] == evening.said


def test_a_second_tap_on_the_same_place_does_nothing(evening):
    """Right after the page has changed nothing lies under the finger, and a click is not taken."""
    lake = on_the_lake(evening)
    ada = lake.look("A")
    press(ada, "A straight")
    waits_for(ada, "Waiting for Ben")
    ben = lake.look("B")
    spot = ben.locator("button.offer").first.spot()
    ben.evaluate(STRAY, spot)
    ben.tap_at(*spot)
    ben.wait_for_function("() => window.met")
    assert {"under": False, "taken": False} == ben.evaluate("window.met")
    assert [] == evening.said


def test_a_fresh_button_takes_a_tap_after_a_moment(evening):
    """However the clock of the engine runs: nothing stays dead."""
    ada = on_the_river(evening).look("A")
    for _ in range(3):
        tap(ada, "canoe:A.1", "canoe:A.1")
        ada.locator("[data-fresh]").first.wait_for(state="detached")
    assert [] == evening.said


def test_a_phone_that_cannot_tremble_goes_on(evening):
    """No iPhone has vibration: nothing is offered, and nothing fails where it is wished for all the same."""
    river = on_the_river(evening)
    ben = river.look("B")
    assert ben.evaluate("navigator.vibrate === undefined")
    ben.evaluate("localStorage.setItem('vibrate', 'on')")
    river.say("A1 launch to L6")
    waits_for(ben, "It is your turn")
    assert not ben.locator("#vibrate").is_visible()
    assert [] == evening.said


def test_a_service_killed_in_mid_turn_comes_back_with_everything(evening):
    """The page says that the connection is lost, sends what was tapped, and follows the game again."""
    river = on_the_river(evening)
    ada, ben = river.look("A"), river.look("B")
    evening.kill()
    ada.locator("#network[data-state=lost]").wait_for(state="attached")
    press(ada, "A1 launch to L6")
    evening.serve()
    waits_for(ada, "Waiting for Ben")
    waits_for(ben, "It is your turn")
    assert 1 == ada.content().count("Ada's canoe 1 is launched and paddles to L6.")


def test_a_page_one_comes_back_to_follows_the_game(evening):
    """By the link to the rules and back again; whatever happened meanwhile is there, and what happens."""
    river = on_the_river(evening)
    ben = river.look("B")
    ben.click("nav a[href$=rules]")
    ben.wait_for_selector("#q")
    river.say("A1 launch to L6")
    ben.back()
    waits_for(ben, "It is your turn")
    press(ben, "B1 launch to S4")
    waits_for(ben, "Waiting for Chie")
    river.say("C1 launch to S3")
    waits_for(ben, "what the table saw")


@slow
def test_what_is_opened_stays_open_while_others_act(evening):
    boat = in_the_boat(evening)
    acting = boat.acting()
    waiting = boat.look(next(seat for seat in boat.links if seat != acting))
    before = revision(waiting)
    waiting.click("#at-any-time > summary")
    waiting.locator("#at-any-time .twice summary").first.wait_for()
    phone = boat.look(acting)
    tap(phone, f"who:{acting}", "pass")
    waiting.wait_for_function(f"() => document.getElementById('main').dataset.revision > {before}")
    assert waiting.evaluate("document.getElementById('at-any-time')?.open ?? true")
    assert [] == evening.said


def test_a_piece_glides_to_where_it_is(evening):
    table = on_the_river(evening)
    glided = seen_to_move(table, table.look("B"), "A1 launch to L6")
    assert "canoe:A.1" in {piece for piece, *_ in glided}
    assert all(duration <= 250 for _, duration, _ in glided)


def test_another_language_is_one_tap_and_nothing_runs_off_sideways(evening):
    """What was tapped stays tapped; every page of a phone fits its width."""
    ada = on_the_river(evening).look("A")
    tap(ada, "canoe:A.2")
    ada.click(".languages button[value=ja]")
    ada.wait_for_function("() => document.documentElement.lang === 'ja'")
    ada.locator(".chosen").wait_for()
    assert "true" == target(ada, "canoe:A.2").get_attribute("aria-pressed")
    root = ada.url.partition("?")[0]
    for path in ("", "log", "rules", "dispute", "end", "correct"):
        ada.goto(f"{root}{path}")
        assert 0 >= ada.evaluate(OVERFLOW), path
    assert [] == evening.said
