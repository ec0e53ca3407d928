"""A correction starts at the picture: tap the piece, tap where it stands."""

import pytest

from tests.stages import one_in
from tests.web.browser.evening import waits_for
from tests.web.browser.tables import in_the_boat, on_the_lake, on_the_river, target


def differs(table, seat="A"):
    page = table.look(seat)
    page.click("text=Fix the board")
    page.wait_for_url("**/correct")
    return page


def test_a_canoe_then_where_it_stands(evening):
    river = on_the_river(evening)
    ada = differs(river)
    target(ada, "canoe:B.1").click()
    waits_for(ada, "tap where it stands")
    target(ada, "to:S3").click()
    ben = river.look("B")
    waits_for(ben, "Ada says")
    waits_for(ben, "Ben's canoe 1 stands on S3")
    assert [] == evening.said


def test_a_boat_then_the_hex_it_is_on(evening):
    """A hex is tapped and said by what is near it; nobody reads or types where it lies on the map."""
    lake = on_the_lake(evening)
    ada = differs(lake)
    target(ada, "boat:B").click()
    target(ada, "hex:10,19").click()
    ada.click("button:not([data-fresh]).offer.main")
    told = "Ben's boat (place): 3 hexes east of start hex 1"
    waits_for(lake.look("B"), told)
    assert told in ada.inner_text("main")
    assert 0 == ada.locator("[name$='.at']").count()
    assert [] == evening.said


def test_two_people_change_places(evening):
    boat = in_the_boat(evening)
    ada = differs(boat)
    target(ada, "who:B").click()
    waits_for(ada, "tap where it stands")
    target(ada, "who:C").click()
    waits_for(boat.look("B"), "Ada says")


@pytest.mark.parametrize(("sit_down", "piece"), one_in(2, [(in_the_boat, "who:B"), (on_the_lake, "boat:B")]))
def test_a_tapped_piece_shows_its_own_few_facts(evening, sit_down, piece):
    """Not those of anybody else; all others stay folded away, and so are its own where they are many."""
    page = differs(sit_down(evening))
    shown = "main form:not(#tapped) [name^='fact.']:visible"
    assert 0 == page.locator(shown).count()
    target(page, piece).click()
    waits_for(page, "tap where it stands")
    if page.locator("#facts-of-it").count():
        assert 0 == page.locator(shown).count()
        page.click("#facts-of-it > summary:not([data-fresh])")
    names = [each.get_attribute("name") for each in page.locator(shown).all()]
    assert 0 < len(names) <= 10
    assert all(name.split(".")[2] == "B" for name in names)


def test_without_javascript_a_button_says_it(evening):
    river = on_the_river(evening)
    ada = river.look("A", java_script_enabled=False)
    ada.click("text=Fix the board")
    target(ada, "canoe:B.1").click()
    target(ada, "to:S3").click()
    ada.click("button:not([data-fresh]).offer.main")
    waits_for(river.look("B"), "Ben's canoe 1 stands on S3")
