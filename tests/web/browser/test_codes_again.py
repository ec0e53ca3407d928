"""A code that everybody has scanned is shown again, on the page of whoever runs the service."""

import pytest

from tests.stages import one_in
from tests.web.browser.evening import resized
from tests.web.browser.tables import on_the_river

SIZES = ((360, 740), (844, 390), (1024, 768), (1920, 1080))


@pytest.mark.parametrize("lang", one_in(3, ["en", "zh-Hans", "ja"]))
def test_a_second_phone_joins_by_the_same_code(evening, axe, lang):
    river = on_the_river(evening)
    first = river.look("A")
    page = evening.look(f"{evening.start}?lang={lang}")
    page.click("details:has(form[action$=codes]) > summary")
    page.click("form[action$=codes] button")
    shown = page.locator(".code").evaluate_all("all => all.map((each) => each.dataset.address)")
    assert list(river.links.values()) == shown
    axe.look(f"codes again in {lang}", page)
    for width, _ in resized(page, SIZES):
        assert page.evaluate("document.documentElement.scrollWidth") <= width
    second = evening.look(shown[0], lang="en-GB")
    assert "It is your turn" in second.locator("h1").inner_text()
    first.locator("main[data-mine]").wait_for()
    assert [] == evening.said
