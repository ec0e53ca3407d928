"""A turn of Powerboats is a tap on the hex where the boat stopped; the board comes before all lists."""

import pytest

from tests.stages import one_in
from tests.web.browser.evening import PHONE, resized, waits_for
from tests.web.browser.moments import brought
from tests.web.browser.tables import names, on_the_lake, revision, tap

THROWN_ONCE = ("A straight", "B roll 1: 2", "B straight")
"""Ada has a 3 and Ben a 2; Ada is to throw."""

LANGS = ("en", "zh-Hans", "ja")


def stops(page):
    """Return the hexes where the boat may have stopped: at those of the first kind one tap says all."""
    found = page.locator("a.tap[id^='tap-stop:']").all()
    ids = {each.get_attribute("id").removeprefix("tap-"): each.get_attribute("data-event") for each in found}
    return [id for id, event in ids.items() if event], [id for id, event in ids.items() if not event]


def test_a_tap_on_a_hex_is_a_turn(evening):
    """Where only one throw leads there, that and the turn are recorded by the tap."""
    lake = on_the_lake(evening).say(*THROWN_ONCE)
    ada = lake.look("A")
    waits_for(ada, "Where did your boat stop?")
    alone, _ = stops(ada)
    before = revision(ada)
    tap(ada, alone[0])
    assert revision(ada) > before
    waits_for(ada, "Waiting for Ben")
    ada.locator("#thumb >> text=Take back").click()
    waits_for(ada, "Where did your boat stop?")
    assert alone == stops(ada)[0]
    assert [] == evening.said


def test_dice_are_asked_where_several_throws_lead_there(evening):
    """They are shown as dice, each with its words, and the second tap says all."""
    ada = on_the_lake(evening).say(*THROWN_ONCE).look("A")
    tap(ada, max(stops(ada)[1]))  # not where the boat is
    offered = ada.locator(".chosen button.offer")
    said = offered.all_inner_texts()
    assert len(said) == len(set(said)) > 1
    assert len(said) == ada.locator(".chosen .icon").count()
    before = revision(ada)
    offered.locator("nth=0").and_(ada.locator(":not([data-fresh])")).click()
    waits_for(ada, "Waiting for Ben")
    assert revision(ada) > before
    assert [] == evening.said


@pytest.mark.parametrize("lang", one_in(3, LANGS))
def test_every_place_that_is_offered_has_a_name_of_its_own(evening, lang):
    """On the board and in the lists; none is a column and a row."""
    for links, acting in brought(evening, "powerboats", (6, 400)).values():
        phone = evening.look(f"{links[acting[0]]}/")
        phone.click(f"button:not([data-fresh])[name=lang][value={lang}]")
        phone.wait_for_function("lang => document.documentElement.lang === lang", arg=lang)
        said = [each.get_attribute("aria-label") for each in phone.locator("#board a").all()]
        assert len(said) == len(set(said)) > 20
        assert all("," not in id or id not in " ".join(said) for id in names(phone))


SIZES = (tuple(PHONE.values()), (360, 740), (740, 360))


def test_the_board_comes_before_every_list(evening):
    links, acting = brought(evening, "powerboats", (400,))["powerboats-400"]
    phone = evening.look(f"{links[acting[0]]}/")
    for size in resized(phone, SIZES):
        board, *lists = (phone.locator(each).first.bounding_box() for each in ("#board", ".offers", ".seats"))
        assert all(board["y"] < each["y"] or board["x"] < each["x"] for each in lists), size
        assert size[0] == phone.evaluate("document.documentElement.scrollWidth"), size


def test_hexes_are_wide_enough_for_a_finger(evening):
    links, acting = brought(evening, "powerboats", (400,))["powerboats-400"]
    phone = evening.look(f"{links[acting[0]]}/", size={"width": 360, "height": 740})
    boxes = [each.bounding_box() for each in phone.locator("a.tap[id^='tap-stop:'] .aim").all()]
    assert boxes
    assert all(min(each["width"], each["height"]) >= 24 for each in boxes)


def test_who_won_a_race_stands_on_a_podium_before_the_next(evening):
    """On the screen and on phones; what each race gave stands below."""
    links, _ = brought(evening, "powerboats", (209,))["powerboats-209"]
    for page in (
        evening.look(f"{links['screen']}/", size={"width": 1366, "height": 768}),
        evening.look(f"{links['red']}/"),
    ):
        assert page.locator(".board .step0").is_visible()
        waits_for(page, "Race 2")


TUMBLES = "(die) => getComputedStyle(die).animationName"


def test_dice_that_were_thrown_tumble_once(evening):
    """Those that lie there as before do not, and none does where motion is unwelcome."""
    lake = on_the_lake(evening).say(*THROWN_ONCE, "A keep 3 roll 1: 2")
    size = {"width": 1366, "height": 768}
    for screen, motion in (
        (evening.look(lake.screen, size=size), "tumble"),
        (evening.look(lake.screen, size=size, reduced_motion="reduce"), "none"),
    ):
        kept, thrown = (screen.locator(f"[data-piece='die:A.{n}']") for n in range(2))
        assert motion == thrown.evaluate(TUMBLES)
        assert "none" == kept.evaluate(TUMBLES)
