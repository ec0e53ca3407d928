"""With real cards a card and what it is played for are told together: two taps, or one where one fits."""

import pytest

from tests.web.browser.evening import press, waits_for
from tests.web.browser.tables import Sitting, names, tap

HAND = ".group[data-kind=ahead] .offer.pick"
SLIDES = """() => [...document.querySelectorAll('#board .disc')].map((each) => getComputedStyle(each))
  .map((each) => each.animationName + ' ' + each.animationDuration)"""


@pytest.fixture
def table(evening):
    return Sitting(evening, "niagara", "ABC")


def test_a_card_is_tapped_and_then_where_it_leads(table, evening):
    """Everybody has laid a card, Ada has turned hers up: all of it follows from her two taps."""
    ada, ben = table.look("A"), table.look("B")
    assert 7 == ada.locator(HAND).count()
    ada.locator(f"{HAND}:not([data-fresh])").nth(3).click()
    ada.locator(".trail", has_text="card 4").wait_for()
    assert {"to:S4"} == {id for id in names(ada) if id.startswith("to:")}
    tap(ada, "to:S4")
    waits_for(ada, "Ada's canoe 1 is launched and paddles to S4.")
    waits_for(ben, "Ada turns up a 4.")
    waits_for(ben, "It is your turn")
    assert [] == evening.said


def test_where_one_card_fits_the_place_alone_is_enough(table, evening):
    ada = table.look("A")
    tap(ada, "to:S2")
    waits_for(ada, "Ada turns up a 2.")
    tap(table.look("B"), "to:S4")
    assert "B" == table.acting(), "a 4, or a 6 and a diamond"
    assert [] == evening.said


def test_it_is_the_turn_of_who_begins(table):
    """Everybody may lay a card; only one is asked to go on."""
    ada, ben = table.look("A"), table.look("B")
    assert "It is your turn" == ada.inner_text("#turn")
    assert "Waiting for Ada" == ben.inner_text("#turn")
    assert "Everybody lays a card, and Ada begins." == ben.inner_text(".asked")


def test_a_card_may_still_be_laid_by_itself(table, evening):
    """It lies folded until somebody does it; then everybody is to lay one."""
    ada, ben = table.look("A"), table.look("B")
    assert not ben.locator('button[data-line="B plays 4"]').is_visible()
    press(ben, "B plays 4")
    ada.locator(".group[data-kind=paddle_chosen]").wait_for()
    waits_for(ben, "Waiting for Ada and Chie")
    press(ada, "A plays 6")
    table.say("C plays 3")
    waits_for(ada, "Move a canoe")
    assert [] == evening.said


def test_discs_slide_where_the_river_flowed(table, evening):
    """A quarter of a second, and not at all where motion is unwelcome."""
    table.say("A1 launch to S2", "B1 launch to S1", "C1 launch to S2")
    screen = evening.look(table.screen, size={"width": 1366, "height": 768})
    calm = evening.look(table.screen, size={"width": 1366, "height": 768}, reduced_motion="reduce")
    table.say("river left")
    for page, how in ((screen, "niagara-slide 0.25s"), (calm, "none 0s")):
        page.locator("#board .last .disc").first.wait_for(state="attached")
        assert {how} == {*page.evaluate(SLIDES)}
    assert [] == calm.evaluate("() => document.getAnimations().map((each) => each.animationName)")


def test_the_river_is_implied_where_no_arm_has_to_be_shown(table, evening):
    """All canoes stay above the fork: whoever begins the next round tells it with the own move."""
    table.say("A1 launch to S2", "B1 launch to S1", "C1 launch to S2")
    ben = table.look("B")
    assert "It is your turn" == ben.inner_text("#turn")
    tap(ben, "show:3", "to:S5")
    waits_for(ben, "Ben turns up a 3.")
    ben.click("nav >> text=Log")
    waits_for(ben, "The river flows 1 step: left.")
    assert [] == evening.said
