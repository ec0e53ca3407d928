"""The board is fixed by tapping, change after change; all of it is one question to the table."""

import pytest

from tests.stages import one_in
from tests.web.browser.evening import waits_for
from tests.web.browser.tables import in_the_boat, on_the_lake, on_the_river, target

FRESH = ":not([data-fresh])"


def differs(table, seat="A", **how):
    page = table.look(seat, **how)
    page.click("text=Fix the board")
    page.wait_for_url("**/correct")
    return page


def choose(page, name):
    """Tap a player, or the table, of whom more differs."""
    page.locator(f"nav.tray a.chip{FRESH}", has_text=name).click()


def step(page, name):
    page.locator(f'a.chip{FRESH}[aria-label="{name}"]').click()


def changed(page):
    return page.locator(".so-far li > span").all_inner_texts()


def ask(page):
    page.click(f".so-far button.main{FRESH}")
    page.wait_for_url(lambda address: "correct" not in address)


def put(page, piece, place):
    target(page, piece).click()
    waits_for(page, "tap where it stands")
    target(page, place).click()


def test_a_canoe_its_gem_and_who_owns_what_in_one_question(evening):
    """The page stays until all is tapped, what was tapped can be dropped, then the table is asked once."""
    river = on_the_river(evening)
    ada = differs(river)
    put(ada, "canoe:B.1", "to:S3")
    waits_for(ada, "Ben's canoe 1 stands on S3")
    choose(ada, "Ben")
    step(ada, "One more: Ben's gems ashore (ruby)")
    waits_for(ada, "Ben's gems ashore (ruby): 1")
    choose(ada, "Chie")
    step(ada, "One more: Chie's gems ashore (amber)")
    waits_for(ada, "Chie's gems ashore (amber): 1")
    assert 3 == len(changed(ada))
    step(ada, "Drop: Ben's gems ashore (ruby): 1")
    ada.locator(".so-far button", has_text="2 changes").wait_for()
    ask(ada)
    ben = river.look("B")
    waits_for(ben, "Ada says")
    waits_for(ben, "Ben's canoe 1 stands on S3; Chie's gems ashore (amber): 1")
    assert 1 == ben.locator("section.question").count()
    assert [] == evening.said


def test_a_boat_then_the_hex_it_is_on(evening):
    """A hex is tapped and said by what is near it; nobody reads or types where it lies on the map."""
    lake = on_the_lake(evening)
    ada = differs(lake)
    put(ada, "boat:B", "hex:10,19")
    told = "Ben's boat (place): 3 hexes east of start hex 1"
    waits_for(ada, told)
    ada.get_by_role("button", name="west", exact=True).click()
    waits_for(ada, "Ben's boat (bow): west")
    step(ada, "Put in: 2")
    waits_for(ada, "Ben's boat (dice): 2")
    assert 0 == ada.locator("main input:visible").count()
    ask(ada)
    waits_for(lake.look("B"), told)
    assert [] == evening.said


def test_wounds_birds_and_markers_beside_people_who_change_places(evening):
    boat = in_the_boat(evening)
    ada = differs(boat)
    put(ada, "who:B", "who:C")
    waits_for(ada, "places:")
    step(ada, "One more: Ben's wounds")
    waits_for(ada, "Ben's wounds: 1")
    step(ada, "One more: Ben's wounds")
    waits_for(ada, "Ben's wounds: 2")
    choose(ada, "The table")
    ada.locator(".fact-row[aria-label='birds'] a.chip", has_text="2").click()
    waits_for(ada, "birds: 2")
    ada.locator(".fact-row[aria-label='row markers'] a.chip", has_text="Dan").click()
    waits_for(ada, "row markers: Dan")
    ask(ada)
    ben = boat.look("B")
    waits_for(ben, "Ben's wounds: 2")
    waits_for(ben, "birds: 2")
    assert [] == evening.said


@pytest.mark.parametrize(
    ("sit_down", "piece", "whose"),
    one_in(
        2, [(in_the_boat, "who:B", "Ben"), (on_the_river, "canoe:B.2", "Ben"), (on_the_lake, "boat:B", "Ben")]
    ),
)
def test_every_button_of_a_piece_says_whose_it_is(evening, sit_down, piece, whose):
    page = differs(sit_down(evening))
    named = page.locator("[id^='tap-']").evaluate_all("all => all.map((each) => [each.id, each.ariaLabel])")
    assert "Ben" in dict(named)[f"tap-{piece}"]
    names = [name for id, name in named if id.partition(":")[0] == f"tap-{piece.partition(':')[0]}"]
    assert len({*names}) == len(names)
    target(page, piece).click()
    waits_for(page, "Ben")


def test_without_javascript_it_is_tapping_too(evening):
    river = on_the_river(evening)
    ada = differs(river, java_script_enabled=False)
    put(ada, "canoe:B.1", "to:S3")
    choose(ada, "Ben")
    step(ada, "One more: Ben's gems ashore (ruby)")
    ada.click("#why-so > summary")
    ada.fill("[name=reason]", "we looked")
    ask(ada)
    waits_for(river.look("B"), "Ben's canoe 1 stands on S3; Ben's gems ashore (ruby): 1; we looked")
