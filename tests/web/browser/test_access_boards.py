"""axe finds nothing on a board that is tapped, in any game, by day and by night, nor on what is filled in."""

import pytest

from tests.stages import one_in
from tests.web.browser.axe import OPEN
from tests.web.browser.tables import (
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


@pytest.mark.parametrize("game", one_in(3, ["lifeboat", "powerboats", "niagara"]))
def test_axe_finds_nothing_before_and_after_a_tap(evening, axe, game):
    table = {"niagara": on_the_river, "powerboats": on_the_lake, "lifeboat": in_the_boat}[game](evening)
    phone = table.look(table.acting())
    axe.look("before", phone)
    tap(phone, min(id for id in names(phone) if id.partition(":")[0] in {"canoe", "boat", "who"}))
    axe.look("after", phone)


def test_axe_finds_nothing_where_there_is_much_to_fill_in(evening, axe):
    paper = Sitting(evening, "lifeboat", "ABCD", cannibalism="yes")
    lake = Sitting(evening, "powerboats")
    for name, page in {"paper": evening.look(paper.screen), "lake": lake.look("A")}.items():
        page.evaluate(OPEN)
        axe.look(name, page)


def test_nothing_moves_for_whoever_wants_rest(evening):
    """Reduced motion is honoured: no transition, no animation, no smooth scrolling."""
    page = on_the_river(evening).look("A", reduced_motion="reduce")
    assert 0 == page.evaluate(MOVING)
