"""axe finds nothing on any page, by day and by night."""

import pytest

axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="pip install -e '.[web-test]'")

from tests.web.browser.evening import lay, waits_for  # noqa: E402 - only where axe is

PAGES = ("/", "/rules", "/rule/NIA-STEAL-01", "/log", "/log/2", "/dispute", "/correct", "/end")


def findings(page):
    """Give what axe complains about on a page."""
    found = axe.Axe().run(page).response["violations"]
    return [(each["id"], [node["html"][:120] for node in each["nodes"]][:3]) for each in found]


@pytest.mark.parametrize(("scheme", "lang"), [("light", "en-GB"), ("dark", "ja-JP")])
def test_axe_finds_nothing_on_any_page(evening, scheme, lang):
    """For everybody's eyes, ears and hands."""
    how = {"color_scheme": scheme, "lang": lang}
    screen = evening.open("Ada", "Ben", "Chie", **how)
    found = {"screen": findings(screen)}
    phones = evening.join(screen, **how)
    lay(phones, A=6, B=4, C=3)
    ada = phones["A"]
    ada.locator("[data-kind=canoe_moved]").wait_for()
    root = ada.url.rstrip("/")
    for path in PAGES:
        ada.goto(root + path)
        found[path] = findings(ada)
    ada.goto(root)
    ada.fill("#line", "A1 launch to S3")
    ada.click(".line button")
    ada.locator(".refusal").wait_for()
    found["refused"] = findings(ada)
    for name, address in (("start", evening.start), ("door", evening.start.partition("/h/")[0])):
        found[name] = findings(evening.look(address, **how))
    assert {name: [] for name in found} == found


def test_everything_can_be_done_from_the_keyboard(evening):
    """Tab finds the button, Enter presses it, and the focus is seen."""
    _, phones = evening.sit_down()
    ada = phones["A"]
    ada.locator("button.offer").first.focus()
    ada.keyboard.press("Enter")
    waits_for(ada, "Ada lays a 1 face down.")
