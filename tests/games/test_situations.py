"""What is so in each situation that is told as data: see `situations.py`."""

import pytest

from referee.kernel.registry import find_game
from referee.service.book.situations import read_situations
from tests.games.situations import SITUATIONS, run

TOLD = [
    pytest.param(each, find_game(path.stem), id=each.title)
    for path in SITUATIONS
    for each in read_situations(path)
]


@pytest.mark.parametrize(("situation", "game"), TOLD)
def test_it_is_as_the_situation_says(situation, game):
    """What is accepted and refused, what follows, what is seen and possible; and the game goes on."""
    run(situation, game)
