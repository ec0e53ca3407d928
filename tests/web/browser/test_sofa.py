"""The screen in the middle is read from the sofa: how large its words are, and what the board fills."""

import pytest

from tests.stages import one_in
from tests.web.browser.evening import resized
from tests.web.browser.moments import brought
from tests.web.browser.tables import Sitting, ask, in_the_boat, on_the_lake, on_the_river

SCREENS = {"tablet": (1024, 768), "wide": (1280, 800), "laptop": (1366, 768), "television": (1920, 1080)}
ROUNDED = 0.05
"""What may be lost by rounding, in pixels."""

GAMES = {"niagara": on_the_river, "powerboats": on_the_lake, "lifeboat": in_the_boat}

SMALLEST = """() => {
  const says = (each) => [...each.childNodes].some((n) => n.nodeType === 3 && n.data.trim());
  const seen = (each) => each.checkVisibility() && says(each);
  const size = (each) => parseFloat(getComputedStyle(each).fontSize) * (each.getScreenCTM?.()?.a || 1);
  const onMap = (each) => each.closest(`svg svg, .badge, .mark, .qr, title, desc, style, script`);
  const all = [...document.querySelectorAll("main *")].filter((each) => seen(each) && !onMap(each));
  return all.map((each) => [size(each), each.textContent.trim()]).sort((a, b) => a[0] - b[0])[0];
}"""
"""The smallest words on a page but those in a picture in a picture, and the letters on pieces."""


SMALLEST_SIGN = SMALLEST.replace(", .badge, .mark", "").replace("svg svg, ", "")
"""The smallest words or letters on pieces."""


def boxes(page):
    return page.locator("#board > svg").first.bounding_box(), page.locator(".beside").bounding_box()


LANGS = ("en", "zh-Hans", "ja")


def in_language(table, lang):
    assert 303 == ask(f"{table.screen}language", lang=lang)[0]
    return table.evening.look(table.screen)


def assert_read_from_the_sofa(table, lang):
    """No word is smaller than a fortieth of the height; the board fills what is free, prompts beside it."""
    page = in_language(table, lang)
    for width, height in resized(page, SCREENS.values()):
        size, words = page.evaluate(SMALLEST)
        assert size >= height / 40 - ROUNDED, (lang, width, words)
        board, beside = boxes(page)
        assert board["y"] < height * 0.1, (lang, width)
        assert board["width"] > width * 0.69 or board["height"] > height * 0.78, (lang, width)
        assert beside["x"] >= board["x"] + board["width"], (lang, width)
        assert beside["y"] + beside["height"] <= height, (lang, width)
        assert page.evaluate("document.documentElement.scrollHeight") <= height, (lang, width)


@pytest.mark.parametrize("game", GAMES)
def test_a_screen_is_read_from_the_sofa(evening, game):
    assert_read_from_the_sofa(GAMES[game](evening), "en")
    assert [] == evening.said


@pytest.mark.parametrize("seats", one_in(2, ["ABCDEF", "ABCD"]))
def test_a_boat_is_read_from_the_sofa_in_every_language(evening, seats):
    table = Sitting(evening, "lifeboat", seats, chance="referee").keep().come()
    for lang in ("zh-Hans", "ja"):
        assert_read_from_the_sofa(table, lang)


@pytest.mark.parametrize("game", one_in(3, GAMES))
def test_the_letters_of_pieces_are_read_from_the_sofa(evening, game):
    """The letters on boats, buoys and badges are no smaller than words, on a tablet neither."""
    table = GAMES[game](evening)
    page = evening.look(table.screen)
    for width, height in resized(page, SCREENS.values()):
        size, words = page.evaluate(SMALLEST_SIGN)
        assert size >= height / 40 - ROUNDED, (game, width, words)


WHOLE = """() => {
  const seen = (each) => [...each.querySelectorAll("*")].filter((one) => one.checkVisibility());
  const parts = [...document.querySelectorAll(".code")].flatMap((each) => [each, ...seen(each)]);
  return Math.max(...parts.map((each) => each.getBoundingClientRect().bottom));
}"""
"""How far down the codes reach, with all that stands in them."""

RIGHT = "(all) => all.map((each) => each.getBoundingClientRect().right)"
"""How far to the right things reach."""


@pytest.mark.parametrize("seats", one_in(3, ["ABCDEF", "ABCDE", "ABCD"]))
def test_codes_and_addresses_beside_a_boat_are_seen_at_once(evening, seats):
    table = Sitting(evening, "lifeboat", seats, chance="referee")
    for lang in LANGS:
        page = in_language(table, lang)
        for width, height in resized(page, SCREENS.values()):
            reach = page.locator(".joining .address").evaluate_all(RIGHT)
            assert len(seats) + 2 == len(reach)
            assert page.evaluate(WHOLE) <= height, (lang, width)
            assert max(reach) <= width, (lang, width)


@pytest.mark.parametrize("seats", one_in(2, ["ABCDE", "ABCD"]))
def test_everybody_has_room_on_a_tablet(evening, seats):
    table = Sitting(evening, "niagara", seats).say(*(f"{seat} plays 3" for seat in seats))
    page = evening.look(table.screen)
    for width, height in resized(page, (SCREENS["tablet"], SCREENS["wide"])):
        panel = page.locator("svg.panel, .panel svg").first.bounding_box()
        assert panel["y"] + panel["height"] <= height, width
        assert page.evaluate("document.documentElement.scrollHeight") <= height, width


def test_the_lifeboat_stays_large_while_people_join(evening):
    """Codes take no room from the boat: its words are as large as when everybody is there."""
    page = evening.look(Sitting(evening, "lifeboat", "ABCDE").screen)
    for width, height in resized(page, SCREENS.values()):
        assert page.locator(".codes .code").count() == 5
        size, words = page.evaluate(SMALLEST)
        assert size >= height / 40 - ROUNDED, (width, words)
        board, beside = boxes(page)
        assert board["width"] > width * 0.6, width
        assert beside["x"] >= board["x"] + board["width"], width


@pytest.mark.parametrize("game", one_in(2, ["niagara", "powerboats"]))
def test_on_a_tablet_the_panel_makes_room_for_the_prompts(evening, game):
    """Above it is what to do, at its left the board; on a wider screen it stands between the two."""
    table = GAMES[game](evening)
    page = evening.look(table.screen)
    for width, height in resized(page, SCREENS.values()):
        board, beside = boxes(page)
        panel = page.locator("#board > svg.panel").bounding_box()
        assert panel["x"] >= board["x"] + board["width"] - 0.5, (game, width)
        if width / height < 1.7:
            assert panel["y"] >= beside["y"] + beside["height"], (game, width)
        else:
            assert panel["x"] + panel["width"] <= beside["x"], (game, width)
        assert page.evaluate("document.documentElement.scrollWidth") <= width, (game, width)


def test_the_board_stays_large_while_people_join(evening):
    """Codes take the panel's place, which stands below them; no word on the board is smaller for that."""
    table = Sitting(evening, "niagara", "ABCDE")
    page = evening.look(table.screen)
    for width, height in resized(page, SCREENS.values()):
        assert page.locator(".codes .code").count() == 5
        size, words = page.evaluate(SMALLEST)
        assert size >= height / 40 - ROUNDED, (width, words)
        board, beside = boxes(page)
        assert board["height"] > height * 0.78, width
        assert beside["x"] >= board["x"] + board["width"], width


OPEN_CARDS = 175, 176
"""How far the game is when all sit with open cards before them, and when they swim."""

LIES_ON = """() => {
  const boxes = (kind) => [...document.querySelectorAll(`#board ${kind}`)].map((each) => [
    each.getBoundingClientRect(), each.textContent.trim()]);
  const cards = boxes("rect.f-card.k-ink");
  const meet = (a, b) => a.left < b.right && b.left < a.right && a.top + 2 < b.bottom && b.top + 2 < a.bottom;
  return boxes("text.f-sea-ink").filter(([a]) => cards.some(([b]) => meet(a, b))).map(([, said]) => said);
}"""
"""The words on the sea that a card lies on."""


@pytest.mark.parametrize("place", one_in(2, ["", "log/175"]))
def test_open_cards_in_the_boat_are_read_from_the_sofa(evening, place):
    """What they are stands below them, as large as all else; no card lies on words, no character is cut."""
    found = brought(evening, "lifeboat", OPEN_CARDS, "lifeboat/six-dealt-6p-en")
    for links, _ in found.values():
        screen = links["screen"]
        page = evening.look(f"{screen}/{place}")
        for width, height in resized(page, SCREENS.values()):
            size, words = page.evaluate(SMALLEST)
            assert size >= height / 40 - ROUNDED, (width, words)
            assert [] == page.evaluate(LIES_ON)
            assert "…" not in "".join(page.locator("#board .f-plank-ink").all_text_contents())


def test_before_the_lake_is_laid_all_is_read_from_the_sofa(evening):
    """What is awaited is said whole; nothing on the drawing is smaller than on a lake."""
    table = Sitting(evening, "powerboats")
    for lang in LANGS:
        page = in_language(table, lang)
        for width, height in resized(page, SCREENS.values()):
            size, words = page.evaluate(SMALLEST)
            assert size >= height / 40 - ROUNDED, (lang, width, words)
            assert "…" not in page.locator("#board .big").text_content(), (lang, width)


def test_on_a_tablet_three_players_fit(evening):
    table = on_the_river(evening).come()
    page = evening.look(table.screen, size={"width": 1024, "height": 768})
    panel = page.locator("#board > svg.panel").bounding_box()
    assert panel["y"] + panel["height"] <= 768
    board, _ = boxes(page)
    happened = page.locator(".happened").bounding_box()
    assert board["y"] + board["height"] <= happened["y"]
    assert happened["y"] + happened["height"] <= 768


def test_the_log_and_the_one_device_have_the_drawing_of_the_screen(evening):
    """The wide drawing for what many look at; on a phone of its own the narrow one."""
    table = on_the_river(evening)
    screen = evening.look(f"{table.screen}log/3", size={"width": 1366, "height": 768})
    board, beside = boxes(screen)
    assert screen.locator(".board > svg").first.get_attribute("viewBox").endswith(" 800")
    assert board["y"] + board["height"] <= 768
    assert beside["x"] >= board["x"] + board["width"]
    phone = evening.look(f"{table.links['A']}/log/3")
    assert phone.locator(".board > svg").get_attribute("viewBox").startswith("0 0 360 ")


def test_the_filters_of_the_log_stand_in_one_line_on_a_screen(evening):
    table = on_the_river(evening)
    page = evening.look(f"{table.screen}log", size={"width": 1366, "height": 768})
    first, second = (each.bounding_box() for each in page.locator("main .row select").all())
    assert first["y"] == second["y"]


CUT = """() => [...document.querySelectorAll(".beside, .beside .question")]
  .filter((each) => each.scrollHeight > each.clientHeight + 1)
  .map((each) => each.className)"""
"""What beside the board would have to be scrolled by itself."""


@pytest.mark.parametrize("game", one_in(3, GAMES))
def test_what_the_table_is_asked_is_never_cut(evening, game):
    """The page scrolls, and the board stays in sight; the answers are seen at once."""
    table = GAMES[game](evening).come()
    assert 303 == ask(f"{table.links['A']}/close", reason="late")[0]
    page = in_language(table, "ja")
    for width, height in resized(page, [*SCREENS.values(), (1024, 640)]):
        assert [] == page.evaluate(CUT), width
        answers = page.locator(".question .row").bounding_box()
        assert answers["y"] + answers["height"] <= height, width
        page.evaluate("scrollTo(0, document.body.scrollHeight)")
        board, _ = boxes(page)
        assert board["y"] + board["height"] > height / 2, width
        page.evaluate("scrollTo(0, 0)")
