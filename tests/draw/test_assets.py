"""Files beside a board's code: well-formed, found, and where the code takes them to be."""

from xml.etree import ElementTree as ET

import pytest

from referee.draw.assets import COVER, art, cover, css, places
from referee.draw.svg import number
from referee.games.niagara.board.picture import LAYOUTS
from referee.games.niagara.board.text import RIVER_SPACES
from referee.kernel.registry import own_games
from tests.architecture.sources import ROOT

DRAWINGS = sorted((ROOT / "referee" / "games").glob("*/board/*.svg"))


@pytest.mark.parametrize("path", DRAWINGS, ids=lambda path: f"{path.parts[-3]}-{path.stem}")
def test_a_drawing_is_a_picture_by_itself(path):
    """Whoever draws it anew opens it in a program for that; each of its groups is found by its id."""
    groups = [each.get("id") for each in ET.parse(path).getroot()]  # noqa: S314 - our own picture
    assert groups == list(art(path.parts[-3], path.name))


@pytest.mark.parametrize("game", own_games())
def test_a_board_has_a_cover_and_colours_and_knows_its_places(game):
    assert (True, True, (160, 100)) == (bool(cover(game)), bool(places(game)), COVER)
    assert css(game).startswith(f".{game}{{--paper:")


@pytest.mark.parametrize("size", LAYOUTS)
def test_discs_are_drawn_where_canoes_are_set(size):
    """The river is a file, and the canoes on it are not."""
    discs = art("niagara", f"river-{size}.svg")["discs"].walk()
    drawn = {
        each.attributes["data_pick"]: each.attributes["transform"]
        for each in discs
        if "data_pick" in each.attributes
    }
    spots = {space: LAYOUTS[size].spot(space) for space in RIVER_SPACES}
    assert {f"to:{at}": f"translate({number(x)} {number(y)})" for at, (x, y) in spots.items()} == drawn
