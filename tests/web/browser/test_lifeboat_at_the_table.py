"""Lifeboat with phones round a table: who asks what, cards face down until held, few taps a day."""

import pytest

from tests.web.browser.evening import waits_for
from tests.web.browser.moments import brought
from tests.web.browser.rounds import awaited, goes_on, seated, settled
from tests.web.browser.tables import ask

GAME = "lifeboat/six-dealt-6p-en"
NARROW = {"width": 360, "height": 740}


@pytest.fixture
def fight(evening):
    """Ben is mugged by Eve, who has laid the knife; anybody may join."""
    links, _ = brought(evening, "lifeboat", (50,), GAME)["lifeboat-50"]
    return {seat: f"{link}/" for seat, link in links.items()}


def test_who_asks_what_stands_above_the_buttons_on_a_phone(evening):
    links, [asked] = brought(evening, "lifeboat", (25,), GAME)["lifeboat-25"]
    phone = evening.look(f"{links[asked]}/", size=NARROW)
    first, odds = phone.locator(".asked p").all_inner_texts()
    assert first.endswith("give it or fight?")
    assert "against you" in odds
    buttons = phone.locator(".groups button.offer")
    assert phone.locator(".asked").bounding_box()["y"] < buttons.first.bounding_box()["y"]
    assert [] == evening.said


def test_a_phone_in_a_fight_says_what_its_seat_would_bring(evening, fight):
    assert ["Eve 7 against Ben 7", "You would bring 8, 16 with your hand."] == evening.look(
        fight["Fay"]
    ).locator(".asked p").all_inner_texts()
    assert "Anything more from you?" == evening.look(fight["Cal"]).locator("#turn").inner_text()


LOVES = "You love"


def test_love_and_hate_are_seen_while_they_are_held(evening, fight):
    """By a finger, or by Enter until the focus goes on; never on another page."""
    phone = evening.look(fight["Ben"], size=NARROW)
    card = phone.locator("#secret-love")
    assert not card.get_by_text(LOVES).is_visible()
    box = card.locator("summary").bounding_box()
    phone.mouse.move(box["x"] + 9, box["y"] + 9)
    phone.mouse.down()
    card.get_by_text(LOVES).wait_for()
    phone.mouse.up()
    card.get_by_text(LOVES).wait_for(state="hidden")
    card.locator("summary").press("Enter")
    card.get_by_text(LOVES).wait_for()
    phone.keyboard.press("Tab")
    card.get_by_text(LOVES).wait_for(state="hidden")
    for other in ("Ann", "screen"):
        assert 0 == evening.look(fight[other]).locator("#secret-love [aria-label*='Kid']").count()
    assert "secret-" not in ask(fight["screen"])[2]
    assert [] == evening.said


def test_a_quiet_day_with_real_cards_takes_few_taps(evening):
    """Nobody tells that a card was taken; what all say aloud is told at the screen in two taps."""
    screen, phones = seated(evening, "lifeboat", "ABCD")
    taps = 0

    def tap(*places):
        nonlocal taps
        before = settled(phones)
        for place in places:
            place.click()
            taps += 1
        for page in phones.values():
            goes_on(page, before)

    tap(screen.locator("[data-kind=characters_dealt] button.main"))
    tap(first(phones, "provisions_drawn"))
    taps = 0
    for _ in phones:
        tap(first(phones, "passed"))
    cards = screen.locator("[data-kind=navigation_chosen]")
    cards.wait_for()
    falls = cards.locator("a.pick", has_text="overboard: the Captain")
    tap(falls, screen.locator(".chosen button.offer", has_text="thirsty: Sir Stephen").first)
    for phase in ("overboard", "thirst"):
        closing = screen.locator(f".closing[data-kind={phase}_closed]")
        said = closing.locator("summary:not([data-fresh])"), closing.locator("button.sure:not([data-fresh])")
        tap(*said)
    waits_for(screen, "day 2")
    assert taps == 10
    assert [] == evening.said


def first(phones, kind):
    """Give the first button of a kind of act on any phone."""
    found = (phone.locator(f".group[data-kind={kind}] button.offer") for phone in phones.values())
    return awaited(phones, lambda: next((each.first for each in found if each.count()), None))
