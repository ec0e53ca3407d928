"""Every recorded game can be watched: positions drawn, each event told, in every language."""

import pytest

from referee.draw import svg_board, text_board
from referee.draw.width import width
from referee.games.niagara import GAME
from referee.l10n import LANGUAGES
from referee.l10n.tell import tell
from tests.games.niagara.records import read, records, referee
from tests.games.niagara.views import read as parsed

TERMINAL = 80
EVERY = 12
"""Of the positions one in so many is drawn: pictures take time, and neighbours are alike."""
each_game = pytest.mark.parametrize("path", records(), ids=lambda path: path.stem)


@each_game
def test_the_positions_of_a_game_can_be_drawn(path):
    """As everybody and as the first seat sees it; the languages take turns."""
    for i, step in enumerate(referee(read(path)).steps[::EVERY]):
        lang = LANGUAGES[i % len(LANGUAGES)]
        for seat in (None, step.after.seats[0]):
            view = GAME.view(step.after, seat)
            assert max(map(width, text_board(view, lang).splitlines())) <= TERMINAL
            assert parsed(svg_board(view, lang, ("phone", "table")[i % 2])).get("lang") == lang


@each_game
@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_event_of_a_game_can_be_told(path, lang):
    """No event is told by its id, none with a hole in it."""
    told = [tell(fact, lang, {}) for step in referee(read(path)).steps for fact in step.facts]
    assert [said for said in told if "niagara." in said or "table.tell" in said or "None" in said] == []
