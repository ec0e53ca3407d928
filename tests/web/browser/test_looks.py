"""Each game has its colour, texture and letters, on every page of its tables and where it is chosen."""

import pytest

from tests.stages import one_in
from tests.web.browser.evening import resized
from tests.web.browser.moments import finished
from tests.web.browser.tables import Sitting, ask

LOOK = """() => {
  const band = getComputedStyle(document.querySelector("header")), main = getComputedStyle(document.body);
  return [band.backgroundColor, band.backgroundImage, main.getPropertyValue("--display")];
}"""
TELEVISION = {"width": 1920, "height": 1080}


def test_no_two_games_look_alike(evening):
    looks = []
    for game, seats in (("niagara", "ABC"), ("powerboats", "AB"), ("lifeboat", "ABCD")):
        page = evening.look(f"{Sitting(evening, game, seats).links['A']}/rules")
        looks.append(page.evaluate(LOOK))
    assert [3, 3, 3] == [len(set(each)) for each in zip(*looks, strict=True)]
    assert all(texture.startswith("url(") for _, texture, _ in looks)
    assert [] == evening.said


@pytest.mark.parametrize(("lang", "letters"), one_in(2, [("ja", "Mincho"), ("zh-Hans", "Songti")]))
def test_headings_are_in_letters_of_the_language(evening, lang, letters):
    table = Sitting(evening, "niagara", "ABC")
    page = evening.look(f"{table.links['A']}/rules")
    assert 303 == ask(f"{table.links['A']}/language", lang=lang)[0]
    page.reload()
    assert letters in page.locator("h1").evaluate("each => getComputedStyle(each).fontFamily")


@pytest.mark.parametrize("lang", one_in(3, ["zh-Hans", "en", "ja"]))
def test_the_start_page_fills_a_screen_and_fits_a_phone(evening, lang):
    """What begins, what goes on and what was stand side by side; a table is opened without scrolling."""
    for game in ("niagara", "lifeboat"):
        finished(evening, game, f"{game}-one")
    Sitting(evening, "powerboats")
    page = evening.look(f"{evening.start}?game=lifeboat&lang={lang}", size=TELEVISION)
    opens, goes_on, asks, past = (
        page.locator(each).bounding_box() for each in (".opening", ".going-on", ".argue", ".past")
    )
    assert opens["x"] + opens["width"] <= goes_on["x"]
    assert goes_on["x"] + goes_on["width"] <= past["x"]
    assert goes_on["y"] < asks["y"]
    assert past["x"] + past["width"] > 1800
    button = page.locator("form[action$=open] button.main").bounding_box()
    assert button["y"] + button["height"] <= 1080
    for width, _ in resized(page, ((360, 740), (740, 360), (1024, 768))):
        assert page.evaluate("document.documentElement.scrollWidth") <= width
