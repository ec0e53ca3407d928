"""An argument is settled on a phone: how many taps it takes from the first page to the answer."""

import pytest

from tests.stages import one_in

FRESH = 450
"""Milliseconds after which a page that is new takes a tap."""

HELD = "() => !document.querySelector('[data-fresh]')"


SAID = ".verdict :is(.word, .answer)"


class Finger:
    """Taps on a phone, and counts them."""

    def __init__(self, page):
        self.page, self.taps = page, 0

    def tap(self, what, **where):
        self.page.wait_for_function(HELD)
        address = self.page.url
        self.page.locator(what).first.click(**where)
        self.page.wait_for_function("(before) => location.href !== before", arg=address)
        self.page.wait_for_function(HELD)
        self.taps += 1

    def settle(self, game, *taps):
        """Begin at the start page and set it up on the board."""
        self.tap(f".argue a[href^='/ask/{game}']")
        self.tap(".set-up a")
        for each in taps:
            self.tap(each)
        return self.page.locator("#answer .word").inner_text()


def at(id):
    return f"[id='tap-{id}']"


def told(words):
    return f".sketching .chip:text-is('{words}')"


@pytest.fixture
def finger(evening):
    yield Finger(evening.look(evening.start.partition("/h/")[0]))
    assert [] == evening.said


def test_a_theft_takes_eight_taps(finger):
    """Two canoes and a gem are tapped in, the canoe, whom it steals from, and the card it had."""
    word = finger.settle(
        "niagara", at("to:S4"), at("to:S3"), told("diamond"), at("canoe:A.1"), at("steal:B.1")
    )
    assert "It depends" == word
    assert "It depends" in finger.page.locator("#board .bubble").text_content()
    finger.tap("#answer .depends .chip:has-text('1')")
    assert 8 == finger.taps
    assert finger.page.locator("#answer .word").inner_text() in {"Yes", "It depends"}


def test_a_crash_takes_seven_taps(finger):
    """A boat, its bow, its die are tapped in, then the turn; that it has thrown is taken for granted."""
    turn = ".sketching .chip:has-text('left')"
    word = finger.settle("powerboats", at("hex:14,6"), told("east"), told("3"), at("boat:A"), turn)
    assert "Yes" == word
    assert 7 == finger.taps
    assert "It crashes" in finger.page.locator("#answer").inner_text()


def test_a_refused_seat_takes_eight_taps(finger):
    """Who wants whose place; the other refuses, and is not wounded."""
    finger.settle("lifeboat", at("who:A"), at("swap:B"))
    finger.tap("#answer .onward .chip:has-text('Refuse')")
    if "It depends" == finger.page.locator("#answer .word").inner_text():
        finger.tap("#answer .depends .chip:has-text('0 Yes')")
    assert 8 >= finger.taps
    assert "Yes" == finger.page.locator("#answer .word").inner_text()
    assert "a fight" in finger.page.locator("#answer .answer").inner_text()


@pytest.mark.parametrize("lang", one_in(3, ["zh-CN", "ja", "en-GB"]))
@pytest.mark.parametrize("game", ["niagara", "powerboats", "lifeboat"])
def test_what_people_ask_most_is_answered_after_three_taps(evening, game, lang):
    """Counted from the address of the service: the game, what it is about, and if they like their book."""
    finger = Finger(evening.look(evening.start.partition("/h/")[0], lang=lang))
    finger.tap(f".argue a[href^='/ask/{game}']")
    assert 6 == finger.page.locator(".subjects a").count()
    finger.tap(".subjects a")
    assert finger.page.locator(SAID).first.inner_text()
    if game != "powerboats":  # of which there is one book
        finger.tap(".books .chip[aria-pressed='false']")
    assert 3 >= finger.taps
    assert finger.page.locator(SAID).first.inner_text()
    assert 390 >= finger.page.evaluate("document.documentElement.scrollWidth")
    assert [] == evening.said


def test_the_answer_comes_where_the_finger_is(finger):
    """The board stays where it was, and the bubble points at what was tapped."""
    finger.settle("niagara", at("to:S4"), at("to:S2"), at("canoe:A.1"), at("to:S5"))
    shown = finger.page.locator("#board .bubble-box").first.bounding_box()
    tapped = finger.page.locator(at("to:S5")).bounding_box()
    assert 60 > abs(tapped["y"] + tapped["height"] / 2 - shown["y"] - shown["height"])
    assert 0 <= shown["x"]
    assert 390 >= shown["x"] + shown["width"]


def test_a_space_of_the_lake_out_of_reach_answers(finger):
    """A hex where a boat may stop is tapped as such; any other has no area of its own."""
    boats = at("hex:4,5"), told("east"), told("2"), at("hex:6,5")
    assert "Yes" == finger.settle("powerboats", *boats, at("boat:A"), at("stop:8,5"))


def test_the_falls_under_a_canoe_answer(finger):
    """A tap on the falls means the canoe as well as the disc that falls there."""
    assert "Yes" == finger.settle("niagara", at("to:L7"), at("canoe:A.1"), at("exit8:left"))


def test_an_answer_stands_beside_the_board_on_a_phone_that_lies(evening):
    page = evening.look(evening.start.partition("/h/")[0], size={"width": 844, "height": 390})
    finger = Finger(page)
    finger.settle("niagara", at("to:S4"), at("to:S2"), at("canoe:A.1"), at("to:S5"))
    board, answer = (page.locator(each).bounding_box() for each in ("#board", "#answer"))
    assert answer["x"] >= board["x"] + board["width"]


def test_going_back_takes_a_tap_back(finger):
    page = finger.page
    finger.tap(".argue a[href^='/ask/niagara']")
    finger.tap(".set-up a")
    finger.tap(at("to:S4"))
    assert 0 == page.locator(".untold [data-piece='canoe:A.1'], .untold[data-piece='canoe:A.1']").count()
    before = page.url
    finger.tap(at("to:S3"))
    page.go_back()
    page.wait_for_function("(before) => location.href === before", arg=before)
    page.locator(at("to:S3")).wait_for()


def test_without_script_the_same_taps_lead_to_the_same_answer(evening):
    page = evening.look(evening.start.partition("/h/")[0], java_script_enabled=False)
    for each in (".argue a[href^='/ask/niagara']", ".set-up a", at("to:S4"), at("to:S2"), at("canoe:A.1")):
        page.locator(each).first.click()
    page.locator(at("to:S5")).first.click()
    assert page.locator("#answer .word").inner_text()


def test_an_argument_is_accessible(evening, axe):
    start = evening.start.partition("/h/")[0]
    for path in ("/ask", "/ask/niagara", "/ask/lifeboat/ruling/D22-weapons-of-bystanders"):
        axe.look(path, evening.look(start + path))
    finger = Finger(evening.look(start))
    finger.settle("niagara", at("to:S4"), at("to:S2"), at("canoe:A.1"), at("to:S5"))
    for each in finger.page.locator("summary").all():
        each.click()
    axe.look("a sketch", finger.page)
