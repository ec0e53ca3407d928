"""Every game of ours obeys the laws of the kit, as anybody's game has to."""

import pytest

from referee.kernel.game import Game
from referee.kernel.registry import find_game, rooms
from referee.testing import laws_of

GAMES = [id for id in rooms() if isinstance(find_game(id), Game)]
"""Those that are tables of acts."""

FORMED = {"lifeboat": ("cards_traded",)}
"""Acts that a form fills in: any cards may be traded for any."""

LAWS = [
    pytest.param(law, id=f"{id}-{law.__name__}")
    for id in GAMES
    for law in laws_of(id, formed=FORMED.get(id, ()))
]


@pytest.mark.parametrize("law", LAWS)
def test_a_game_obeys(law):
    """Evenings of every edition, with few and many seats, pieces on the table and dealt by the referee."""
    law()
