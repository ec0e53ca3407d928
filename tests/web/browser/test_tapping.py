"""On the board one taps what one means, in each game: by finger, by keyboard, without JavaScript."""

import pytest

from tests.stages import one_in
from tests.web.browser.evening import waits_for
from tests.web.browser.moments import brought
from tests.web.browser.tables import in_the_boat, names, on_the_lake, on_the_river, revision, tap, target

THUMB = 44
"""Pixels a target measures at least, on a phone."""


def test_a_canoe_then_a_space(evening):
    """Two taps are a move; what may be tapped next is lit up, what was tapped is said."""
    ada = on_the_river(evening).look("A")
    assert {"canoe:A.1", "canoe:A.2"} == names(ada)
    tap(ada, "canoe:A.2")
    assert "true" == target(ada, "canoe:A.2").get_attribute("aria-pressed")
    assert {"to:L6", "to:R6", "to:S4", "site:diamond"} <= names(ada)
    waits_for(ada, "Canoe 2")
    tap(ada, "to:L6")
    waits_for(ada, "Ada's canoe 2 is launched and paddles to L6.")
    assert [] == evening.said


def test_a_canoe_then_a_gem(evening):
    ada = on_the_river(evening).look("A")
    tap(ada, "canoe:A.1", "site:diamond")
    waits_for(ada, "Ada's canoe 1 is launched and paddles to S4 and loads a diamond.")


def test_a_tap_is_taken_back_by_another(evening):
    ada = on_the_river(evening).look("A")
    tap(ada, "canoe:A.1", "canoe:A.2")
    assert "false" == target(ada, "canoe:A.1").get_attribute("aria-pressed")
    tap(ada, "canoe:A.2")
    assert {"canoe:A.1", "canoe:A.2"} == names(ada)
    tap(ada, "canoe:A.1")
    ada.keyboard.press("Escape")
    ada.locator(".chosen").wait_for(state="detached")


def test_a_way_with_what_it_would_lead_to(evening):
    ada = on_the_lake(evening).look("A")
    ways = {id for id in names(ada) if id.startswith("turn:")}
    shown = {id: target(ada, id).text_content() for id in ways}
    said = {id: target(ada, id).get_attribute("aria-label") for id in ways}
    assert all(words[:1].isdigit() for words in shown.values())
    assert all("hex" in words for words in said.values())
    before = revision(ada)
    tap(ada, min(ways))
    assert revision(ada) > before
    waits_for(ada, "Waiting for Ben")


def test_what_the_dice_may_come_to_is_seen_before_they_are_thrown(evening):
    ben = on_the_lake(evening).say("A straight").look("B")
    waits_for(ben, "Throw dice")
    waits_for(ben, "Once thrown, the dice come to 0–3:")


def test_dice_are_told_in_two_taps(evening):
    """Which stay and how many are thrown; then the faces."""
    ada = on_the_lake(evening).say("A straight", "B roll 1: 2", "B straight").look("A")
    ada.click("a.pick:has-text('keep 3, throw 1')")
    ada.locator(".chosen").wait_for()
    ada.click(".chosen button[data-line='A keep 3 roll 1: 2']")
    waits_for(ada, "Ada keeps 3, and throws 2.")


def test_a_character_then_a_demand(evening):
    """What may be demanded appears where the other sits; the other answers on the own place."""
    boat = in_the_boat(evening)
    acting = boat.acting()
    other, third, *_ = (seat for seat in boat.links if seat != acting)
    phones = {seat: boat.look(seat) for seat in (acting, other, third)}
    tap(phones[acting], f"who:{other}")
    assert {f"swap:{other}", f"mug:{other}.hand"} <= names(phones[acting])
    tap(phones[acting], f"swap:{other}")
    target(phones[other], "refuse").wait_for()
    tap(phones[other], "refuse")
    target(phones[third], "side:defence").wait_for()
    tap(phones[third], "side:defence")
    waits_for(phones[acting], "the defenders")
    assert [] == evening.said


def test_the_helm_chooses_on_one_screen_of_a_phone(evening):
    """Five cards that were rowed are pictures without words beside them, all within one screen."""
    [(links, [helm])] = brought(evening, "lifeboat", [36], "lifeboat/six-dealt-6p-en").values()
    phone = evening.look(f"{links[helm]}/")
    buttons = phone.locator("[data-kind='navigation_chosen'] button").all()
    assert len(buttons) == 5
    for button in buttons:
        box = button.bounding_box()
        assert box["y"] + box["height"] <= 844
        assert button.locator("svg").bounding_box()["width"] > box["width"] * 0.8
        assert button.locator(".says").bounding_box()["width"] <= 1
        assert button.locator(".says").text_content().startswith("Choose: ")
    assert phone.locator("svg .alone").count() == 5


def test_one_tap_never_plays_a_hidden_card(evening):
    boat = in_the_boat(evening)
    phone = boat.look(next(seat for seat in boat.links if seat != boat.acting()))
    before = revision(phone)
    tap(phone, min(id for id in names(phone) if id.startswith("own:")))
    assert before == revision(phone)
    assert phone.locator(".chosen button.offer").count() >= 1


def test_everything_is_tapped_from_the_keyboard(evening):
    ada = on_the_river(evening).look("A")
    target(ada, "canoe:A.1").focus()
    ada.keyboard.press("Enter")
    ada.locator(".chosen").wait_for()
    assert "tap-canoe:A.1" == ada.evaluate("document.activeElement.id")
    while ada.evaluate("document.activeElement.id") != "tap-to:L6":
        ada.keyboard.press("Shift+Tab")
    ada.keyboard.press("Space")
    waits_for(ada, "Ada's canoe 1 is launched and paddles to L6.")


@pytest.mark.parametrize(
    ("sit_down", "seat", "taps", "does"),
    one_in(
        2,
        [
            (on_the_river, "A", ("canoe:A.2", "to:L6"), "A2 launch to L6"),
            (on_the_lake, "A", ("turn:straight",), "A straight"),
        ],
    ),
)
def test_without_javascript_the_picture_leads_to_the_button(evening, sit_down, seat, taps, does):
    phone = sit_down(evening).look(seat, java_script_enabled=False)
    for id in taps:
        target(phone, id).click()
    before = revision(phone)
    assert does == phone.locator(".chosen button.offer").get_attribute("data-line")
    phone.click(".chosen button.offer")
    assert revision(phone) > before


def sizes(page):
    return {
        each.get_attribute("id"): each.locator(".hit").first.bounding_box()
        for each in page.locator("a.tap[id]").all()
    }


@pytest.mark.parametrize("game", one_in(3, ["lifeboat", "powerboats", "niagara"]))
def test_targets_are_as_large_as_a_thumb(evening, game):
    table = {"niagara": on_the_river, "powerboats": on_the_lake, "lifeboat": in_the_boat}[game](evening)
    seat = table.acting()
    other = next(each for each in table.links if each != seat)
    phone = table.look(seat)
    found = sizes(phone)
    if game != "powerboats":  # where the ways are tapped at once
        tap(phone, {"niagara": "canoe:A.1", "lifeboat": f"who:{other}"}[game])
    found |= sizes(phone)
    small = {id: box for id, box in found.items() if min(box["width"], box["height"]) < THUMB - 0.5}
    assert {} == small


def test_what_was_tapped_is_let_go_when_it_is_meant_no_more(evening):
    """The page follows the game; the finger lifted long ago does not."""
    river = on_the_river(evening)
    ada = river.look("A")
    tap(ada, "canoe:A.1")
    river.say("A2 launch to L6")
    waits_for(ada, "Waiting for Ben")
    ada.locator(".chosen").wait_for(state="detached")
