"""axe finds nothing on a board that is tapped, in any game, by day and by night, nor on what is filled in."""

import pytest

axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="pip install -e '.[web-test]'")

from tests.web.browser.tables import (  # noqa: E402 - only where axe is
    Sitting,
    in_the_boat,
    names,
    on_the_lake,
    on_the_river,
    tap,
)

MOVING = """() => [...document.querySelectorAll("*")].map((each) => getComputedStyle(each)).filter(
  (style) => parseFloat(style.transitionDuration) > 0 || style.animationName !== "none"
).length"""
"""Counts what moves by itself on a page."""


def findings(page):
    """Give what axe complains about on a page."""
    found = axe.Axe().run(page).response["violations"]
    return [(each["id"], [node["html"][:160] for node in each["nodes"]][:3]) for each in found]


@pytest.mark.parametrize(
    ("game", "scheme"),
    [("niagara", "light"), ("powerboats", "dark"), ("lifeboat", "light"), ("lifeboat", "dark")],
)
def test_axe_finds_nothing_before_and_after_a_tap(evening, game, scheme):
    """Links in a picture have names, states and room."""
    table = {"niagara": on_the_river, "powerboats": on_the_lake, "lifeboat": in_the_boat}[game](evening)
    phone = table.look(table.acting(), color_scheme=scheme)
    before = findings(phone)
    tap(phone, min(id for id in names(phone) if id.partition(":")[0] in {"canoe", "boat", "who"}))
    assert ([], []) == (before, findings(phone))


def test_axe_finds_nothing_where_there_is_much_to_fill_in(evening):
    """Lists, boxes, dice and arrows all have labels."""
    paper = Sitting(evening, "lifeboat", "ABCD", cannibalism="yes")
    lake = Sitting(evening, "powerboats")
    pages = [evening.look(paper.screen), lake.look("A")]
    for page in pages:
        page.evaluate("document.querySelectorAll('details').forEach((each) => (each.open = true))")
    assert [[], []] == [findings(page) for page in pages]


def test_nothing_moves_for_whoever_wants_rest(evening):
    """Reduced motion is honoured: no transition, no animation, no smooth scrolling."""
    page = on_the_river(evening).look("A", reduced_motion="reduce")
    assert 0 == page.evaluate(MOVING)
