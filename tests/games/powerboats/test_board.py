"""Powerboats drawn: complete, within a terminal, well-formed, in every language and at every moment."""

import re

import pytest

from referee.draw import svg_board, text_board
from referee.draw.width import width
from referee.games.powerboats import GAME
from referee.games.powerboats.board.lake_text import draw_lake_text
from referee.games.powerboats.board.svg import draw_lake_svg
from referee.games.powerboats.tiles import lay_tiles, shipped
from referee.l10n import LANGUAGES
from referee.l10n.tell import tell
from tests.games.niagara.views import read as parsed
from tests.games.powerboats.lakes import with_course
from tests.games.powerboats.records import read, records, referee

EVERY = 60
"""Of the positions one in so many is drawn."""

each_series = pytest.mark.parametrize("path", records(), ids=lambda path: path.stem)


@each_series
def test_the_positions_of_a_series_can_be_drawn(path):
    """The languages take turns; text fits a terminal, and a narrow one."""
    for i, step in enumerate(referee(read(path))[::EVERY]):
        lang = LANGUAGES[i % len(LANGUAGES)]
        view = GAME.view(step.after, None)
        for columns in (80, 40):
            assert max(map(width, text_board(view, lang, width=columns).splitlines())) <= columns
        assert parsed(svg_board(view, lang, ("phone", "table")[i % 2])).get("lang") == lang


@each_series
@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_event_of_a_series_can_be_told(path, lang):
    """No event is told by its id, none with a hole in it."""
    told = [tell(fact, lang, {}) for step in referee(read(path)) for fact in step.facts]
    assert [said for said in told if re.search(r"powerboats\.|table\.tell|None|\?", said)] == []


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_training_lake_with_its_course(lang, snapshot):
    """Buoys, tile and gates; what can be said of them; the shortest way."""
    assert snapshot == draw_lake_text(*with_course("training"), lang, colour=False)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_race_under_way(lang, snapshot):
    """Boats with bows, dice, damage, the three ways of the boat to move."""
    steps = referee(read(next(path for path in records() if path.stem == "three-training")))
    state = next(step.after for step in steps if step.after.thrown and step.after.boats[0].track.buoys == 1)
    assert snapshot == text_board(GAME.view(state, None), lang)


@pytest.mark.parametrize("lake", [shipped("rulebook"), lay_tiles("D3r D4 D2r / D6 D1r D5")])
def test_a_lake_by_itself_is_a_picture(lake):
    """With its text as description, and its seams where it is laid of tiles."""
    picture = draw_lake_svg(lake, None, "en")
    assert parsed(picture).tag.endswith("svg")
    assert "stroke-dasharray" in picture
    assert lake.name in picture
