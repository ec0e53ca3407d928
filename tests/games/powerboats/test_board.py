"""Powerboats drawn: complete, within a terminal, well-formed, in every language and at every moment."""

import pytest

from referee.draw import text_board
from referee.games.powerboats import GAME
from referee.games.powerboats.board.picture import draw_lake_svg
from referee.games.powerboats.board.text import draw_lake_text
from referee.games.powerboats.tiles import lay_tiles, shipped_lake
from referee.l10n import LANGUAGES
from referee.testing.recorded import record
from tests.architecture.sources import RECORDED
from tests.games.niagara.views import read as parsed
from tests.games.powerboats.lakes import with_course


def test_the_training_lake_with_its_course(snapshot):
    """Buoys, tile and gates; what can be said of them; the shortest way."""
    assert snapshot == draw_lake_text(*with_course("training"), "en", colour=False)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_race_under_way(lang, snapshot):
    steps = record(RECORDED / "powerboats" / "three-training.jsonl").steps
    state = next(step.after for step in steps if step.after.thrown and step.after.boats[0].track.buoys == 1)
    assert snapshot == text_board(GAME.view(state, None), lang)


@pytest.mark.parametrize("lake", [shipped_lake("rulebook"), lay_tiles("D3r D4 D2r / D6 D1r D5")])
def test_a_lake_by_itself_is_a_picture(lake):
    """With its text as description, and its seams where it is laid of tiles."""
    picture = str(draw_lake_svg(lake, None, "en"))
    assert parsed(picture).tag.endswith("svg")
    assert "stroke-dasharray" in picture
    assert lake.name in picture
