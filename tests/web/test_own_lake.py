"""A lake of one's own is put together from pictures of its six tiles."""

import re

import pytest

from referee.games.powerboats.tiles import TILES

CHOSEN = re.compile(r'name="fill\.(tiles\.\d)" value="&#34;(\w+)&#34;" checked')


@pytest.fixture
def table(service):
    """Sit down to Powerboats; there is no lake yet."""
    return service.open("Ada", "Ben", game="powerboats", chance="table")


def lay(table, *tiles):
    chosen = {f"fill.tiles.{n}": f'"{tile}"' for n, tile in enumerate(tiles)}
    event = '{"type": "lake_laid", "tiles": "? ? ? / ? ? ?"}'
    return table.post("screen", "do", event=event, **chosen)


def test_every_tile_is_a_picture_at_every_place(table):
    """Both ways up; each is drawn once on the page, and the rulebook's lake is chosen at first."""
    page = table.page("A").text
    assert 6 * 2 * len(TILES) == page.count('class="picture"')
    assert sorted(f'id="tile-{name}"' for name in TILES) == sorted(re.findall(r'id="tile-\w+"', page))
    assert ["D3r", "D4", "D2r", "D6", "D1r", "D5"] == [tile for _, tile in CHOSEN.findall(page)]


def test_the_tiles_that_were_tapped_lie_in_their_places(table):
    """As the rulebook is read: three above, three below."""
    assert 303 == lay(table, "D1", "D2r", "D3", "D4", "D5r", "D6").status_code
    assert "D1 D2r D3 / D4 D5r D6" == table.context("screen").state.lake.name


def test_a_tile_that_is_laid_twice_is_refused(table):
    """There is one of each in the box; the page says which, and where."""
    answer = lay(table, "D1", "D1r", "D3", "D4", "D5", "D6")
    assert 422 == answer.status_code
    assert "tile D1 is laid already" in answer.text
