"""Pieces glide from where they were to where they are; what moved last is marked."""

import pytest

from tests.web.browser.tables import in_the_boat, on_the_lake, on_the_river, seen_to_move, tap

MARKED = ".board .last > .lately"


@pytest.mark.parametrize(
    ("sit_down", "line", "piece"),
    [(on_the_river, "A1 launch to L6", "canoe:A.1"), (on_the_lake, "A straight", "boat:A")],
    ids=["niagara", "powerboats"],
)
def test_a_piece_glides_to_where_it_is_and_is_marked(evening, sit_down, line, piece):
    """A quarter of a second at most; a dashed ring tells what moved last, where nothing moves too."""
    table = sit_down(evening)
    screen = evening.look(table.screen, size={"width": 1366, "height": 768})
    glided = seen_to_move(table, screen, line)
    assert [piece] == [id for id, *_ in glided if id == piece]
    assert all(duration <= 250 for _, duration, _ in glided)
    assert "visible" == screen.locator(MARKED).first.evaluate("(e) => getComputedStyle(e).visibility")
    assert piece == screen.locator(".board .last").first.get_attribute("data-piece")
    assert [] == evening.said


def test_nothing_glides_where_motion_is_unwelcome(evening):
    table = on_the_river(evening)
    calm = evening.look(table.screen, size={"width": 1366, "height": 768}, reduced_motion="reduce")
    assert [] == seen_to_move(table, calm, "A1 launch to L6")
    calm.locator(MARKED).first.wait_for(state="attached")


def test_who_acted_last_in_the_boat_is_marked(evening):
    """Nobody moves by rowing; a frame tells who did it."""
    table = in_the_boat(evening)
    seat = table.acting()
    phone = table.look(seat)
    tap(phone, f"who:{seat}", "pass")
    assert f"who:{seat}" == phone.locator(".board .last").first.get_attribute("data-piece")
    assert "visible" == phone.locator(MARKED).first.evaluate("(e) => getComputedStyle(e).visibility")
