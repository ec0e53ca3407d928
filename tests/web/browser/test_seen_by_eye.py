"""What somebody saw wrong who looked at every page: nothing covered, cut, told twice or out of sight."""

import re

import pytest

from tests.stages import one_in
from tests.web.browser.evening import PHONE, resized, waits_for
from tests.web.browser.moments import brought, finished, links_of
from tests.web.browser.tables import Sitting, ask, in_the_boat, names, on_the_river, tap, target

LAPTOP = {"width": 1366, "height": 768}
TABLET = {"width": 1024, "height": 768}


def ends(place):
    box = place.bounding_box()
    return box["y"] + box["height"]


def test_the_own_hand_stands_once_on_a_phone(evening):
    """Beside the choices, each card with how many there are of it; not below the boat again."""
    boat = in_the_boat(evening)
    phone = boat.look(boat.acting())
    cards = phone.locator(".hand .offer b").all_inner_texts()
    assert len(cards) == len(set(cards))
    assert "In hand" not in phone.locator("#board > svg text").all_inner_texts()
    card = min(id for id in names(phone) if id.startswith("own:"))
    assert 1 == target(phone, card).count()
    tap(phone, card)
    phone.locator(".chosen").wait_for()
    assert [] == evening.said


def test_cards_nobody_named_are_counted(evening):
    links, acting = brought(evening, "lifeboat", (60,))["lifeboat-60"]
    phone = evening.look(f"{links[acting[0]]}/")
    assert ["a card not named ×4"] == phone.locator(".hand b").all_inner_texts()


@pytest.mark.parametrize("game", one_in(3, ["niagara", "powerboats", "lifeboat"]))
def test_a_finished_table_asks_nobody_to_join(evening, game):
    """Its score is seen without scrolling, on the screen, and the next game is one tap away everywhere."""
    finished(evening, game, "over")
    links = links_of(evening, "over")
    screen = evening.look(f"{links.pop('screen')}/", size=LAPTOP)
    assert 0 == screen.locator(".code").count()
    sheet = ".panel" if game != "lifeboat" else ".under"
    assert ends(screen.locator(f"#board > svg{sheet}")) <= LAPTOP["height"]
    for page in (screen, evening.look(f"{next(iter(links.values()))}/")):
        for button in (".finished a", ".finished button.main"):
            assert page.locator(button).is_visible()
    screen.click(".finished a")
    screen.wait_for_url("**/end")
    assert ends(screen.locator("button.main")) < 300


def test_codes_are_folded_away_once_the_first_round_is_over(evening):
    """Whoever plays without a phone is not asked all evening; who comes later opens them by one tap."""
    links, _ = brought(evening, "niagara", (13,))["niagara-13"]
    screen = evening.look(f"{links['screen']}/", size=LAPTOP)
    assert 0 == screen.locator("section.joining").count()
    assert not screen.locator(".code").first.is_visible()
    screen.click("#join-late > summary")
    assert screen.locator(".code .qr").first.is_visible()


@pytest.mark.parametrize("seats", one_in(2, ["ABCDE", "ABC"]))
def test_the_panel_is_seen_while_people_join(evening, seats):
    page = evening.look(Sitting(evening, "niagara", seats).screen, size=LAPTOP)
    assert len(seats) == page.locator(".code").count()
    assert ends(page.locator("#board > svg.panel")) <= LAPTOP["height"]
    assert ends(page.locator(".code").last) <= LAPTOP["height"]


def test_the_notes_below_the_boat_are_seen_while_people_join(evening):
    page = evening.look(Sitting(evening, "lifeboat", "ABCD", chance="referee").screen, size=TABLET)
    codes = page.locator("section.joining").bounding_box()
    words = [each.bounding_box() for each in page.locator("#board > svg.under text").all()]
    assert words
    assert all(each["y"] + each["height"] <= codes["y"] for each in words)
    assert codes["y"] + codes["height"] <= TABLET["height"]


RINGED = """() => {
  const box = (each) => each.getBoundingClientRect();
  const ring = box(document.querySelector("#board .last > .lately"));
  const words = [...document.querySelectorAll("#board > svg:first-of-type text.f-sky-bad")];
  return words.filter((each) => {
    const { left, right, bottom } = box(each);
    return left < ring.right && right > ring.left && bottom > ring.top + 2;
  }).map((each) => each.textContent);
}"""
"""The words on how somebody fares that the ring of the last move lies on."""


def test_the_ring_of_the_last_move_lies_over_no_words(evening):
    for links, _ in brought(evening, "lifeboat", (24, 100)).values():
        page = evening.look(f"{links['screen']}/", size=LAPTOP)
        assert page.locator("#board text.f-sky-bad").count()
        assert [] == page.evaluate(RINGED)


COVERED = """() => {
  const boxes = (kind) => [...document.querySelectorAll(`#board > svg ${kind}`)].map(
    (each) => [each.getBoundingClientRect(), each.textContent]);
  const across = (a, b) => a.left < b.right && b.left < a.right;
  const meet = ([a], [b]) => across(a, b) && a.top + 3 < b.bottom && b.top + 3 < a.bottom;
  const chips = boxes("rect.f-chip"), words = [...boxes("text.f-soft"), ...boxes("text.mark")];
  return words.filter((each) => chips.some((chip) => meet(each, chip))).map(([, said]) => said);
}"""
"""The words and badges in the boat of a phone that a card lies on."""


def test_no_card_lies_on_words_or_badges_on_a_phone(evening):
    links, _ = brought(evening, "lifeboat", (177,), "lifeboat/dealt-cannibalism-7p-en")["lifeboat-177"]
    page = evening.look(f"{links['Ann']}/")
    assert page.locator("#board rect.f-chip").count()
    assert [] == page.evaluate(COVERED)


def test_a_correction_on_the_screen_has_its_wide_drawing(evening):
    page = evening.look(f"{on_the_river(evening).screen}correct", size=LAPTOP)
    assert ends(page.locator("#board > svg")) <= LAPTOP["height"]
    tap(page, "canoe:A.1")
    waits_for(page, "tap where it stands")
    assert ends(page.locator("#board > svg")) <= LAPTOP["height"] + 60


def test_who_is_refused_the_same_again_may_play_it_anyway_again(evening):
    ada = on_the_river(evening).look("A")
    for _ in range(2):
        ada.fill("#line", "A1 launch to S3")
        ada.press("#line", "Enter")
        ada.locator(".refusal").wait_for()
        assert "Ada's canoe 1 is launched and paddles to S3." == ada.inner_text(".refusal s")
        assert "We play it anyway" == ada.locator("main button.main").first.inner_text()
        ada.click("a:text('Go on with the game')")
        waits_for(ada, "It is your turn")


def test_the_keys_of_the_film_do_not_move(evening):
    table = on_the_river(evening).say("A1 launch to S4, load diamond", "B1 launch to S4")
    for page in (
        evening.look(f"{table.links['A']}/log/1"),
        evening.look(f"{table.screen}log/1", size=LAPTOP),
    ):
        stood = set()
        for n in range(2, 12):
            page.keyboard.press("ArrowRight")
            page.wait_for_url(f"**/log/{n}*")
            stood.add(tuple(page.locator("[data-play]").bounding_box().values()))
        assert 1 == len(stood)


@pytest.mark.parametrize("lang", one_in(3, ["en", "zh-Hans", "ja"]))
def test_a_table_is_opened_without_scrolling(evening, lang):
    page = evening.look(f"{evening.start}?lang={lang}")
    for width, height in resized(page, (PHONE.values(), LAPTOP.values())):
        assert ends(page.locator("form[action$=open] button.main")) <= height, width
        tops = {each.bounding_box()["y"] for each in page.locator(".covers .offer").all()}
        assert 1 == len(tops), width


TALL = "() => Math.max(...[...document.querySelectorAll('nav a')].map((each) => each.offsetHeight))"
ONE_LINE = 48


@pytest.mark.parametrize("lang", one_in(3, ["ja", "en", "zh-Hans"]))
def test_the_smallest_phone_breaks_no_word_of_the_way_round(evening, lang):
    river = on_the_river(evening)
    ask(f"{river.links['A']}/language", lang=lang)
    page = river.look("A")
    for width, _ in resized(page, ((390, 844), (360, 640), (320, 568))):
        assert page.evaluate(TALL) < ONE_LINE, width
        assert width == page.evaluate("document.documentElement.scrollWidth")


CUT = """() => [...document.querySelectorAll(".offer b")]
  .filter((each) => each.checkVisibility() && getComputedStyle(each).position !== "absolute")
  .filter((each) => each.scrollHeight > each.clientHeight + 2)
  .map((each) => each.textContent)"""
"""What stands on buttons and is cut off; words beside a picture are for the ear alone."""


def test_no_button_is_cut_off(evening):
    links, _ = brought(evening, "niagara", (8,))["niagara-8"]
    river = on_the_river(evening)
    ada = river.look("A")
    tap(ada, "canoe:A.1")
    for page in (ada, evening.look(f"{links['A']}/")):
        assert [] == page.evaluate(CUT)


def test_a_race_is_longer_than_the_tour_of_its_first_round(evening):
    links, acting = brought(evening, "powerboats", (60,))["powerboats-60"]
    phone = evening.look(f"{links[acting[0]]}/")
    assert 0 == phone.locator(".tour").count()


def test_who_may_still_do_what_is_told_once_on_a_screen(evening):
    """Below the boat, and not beside it again; on a phone where it is asked."""
    links, _ = brought(evening, "lifeboat", (24,))["lifeboat-24"]
    screen = evening.look(f"{links['screen']}/", size=LAPTOP)
    assert 1 == len(re.findall(r">[^<]*甲[^<]* may play, may throw chum<", screen.content()))


def test_nothing_jumps_when_the_connection_is_lost_and_back(evening):
    """The notice lies over the page; a button stays where the finger is."""
    phone = on_the_river(evening).look("A")
    button = phone.locator("button.offer").first
    stood = button.bounding_box()
    evening.kill()
    phone.locator("#network[data-state=lost]").wait_for()
    assert stood == button.bounding_box()
    assert ends(phone.locator("#network")) <= PHONE["height"]
    evening.serve()
    phone.locator("#network[data-state=back]").wait_for(state="attached")
    assert stood == button.bounding_box()
