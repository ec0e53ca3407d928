"""Every game of ours obeys the laws of the kit, as anybody's game has to."""

import pytest

from referee.kernel.game import Game
from referee.kernel.registry import find_game, rooms
from referee.testing import laws_of
from referee.testing.recorded import record, records
from tests.house.sources import RECORDED

GAMES = [id for id in rooms() if isinstance(find_game(id), Game)]
"""Those that are tables of acts."""


FORMED = {"lifeboat": ("cards_traded",)}
"""Acts that a form fills in: any cards may be traded for any."""

SHOWN = {"lifeboat": ("special_used", "navigation_chosen", "rowed")}
"""Acts that name cards which a physical table shows."""

LAWS = [
    pytest.param(law, id=f"{id}-{law.__name__}")
    for id in GAMES
    for law in laws_of(id, formed=FORMED.get(id, ()), records=RECORDED / id, shown=SHOWN.get(id, ()))
]


@pytest.mark.parametrize("law", LAWS)
def test_a_game_obeys(law):
    """Evenings of every edition, with few and many seats, pieces on the table and dealt by the referee."""
    law()


@pytest.mark.parametrize("game", ["niagara", "lifeboat"])
def test_nothing_is_made_or_lost_between_the_facts_of_an_act(game):
    """A game of cards and gems is sound after every single event, not only when all has followed."""
    whole = find_game(game)
    for path in records(RECORDED / game):
        state = None
        for event in record(path).events:
            state = whole.evolve(state, event)
            assert () == whole.invariants(state), (path.name, event)
