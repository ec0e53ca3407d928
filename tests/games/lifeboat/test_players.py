"""Games between players with tempers: they come to an end, and nothing is made or lost on the way."""

import pytest

from events.table import SwitchValue, TableOpened
from referee.games.lifeboat import GAME
from tests.games.lifeboat.players import Temper, play

TEMPERS = (Temper(), Temper(demand=0.6, refuse=0.8, join=0.5, save=0.5), Temper(demand=0.1, row=0.9))


@pytest.mark.parametrize("chance", ["table", "referee"])
@pytest.mark.parametrize("edition", ["zh", "en"])
@pytest.mark.parametrize("seed", range(4))
def test_a_game_ends(seed: int, edition: str, chance: str) -> None:
    """The boat lands before the sixtieth day, and every event on the way leaves a sound state."""
    n = 4 + seed
    options: dict[str, SwitchValue] = {"cannibalism": "yes"} if n == 7 else {}
    opened = TableOpened(
        game="lifeboat",
        edition=edition,
        seats=tuple("ABCDEFG"[:n]),
        options=options,
        chance=chance,  # type: ignore[arg-type]
    )
    state = None
    for before, _, verdict in play(opened, str(seed), TEMPERS[seed % 3]):
        state = before
        for fact in verdict.facts:
            state = GAME.evolve(state, fact.event)
            assert not GAME.invariants(state)
        assert state == verdict.state
        assert verdict.state.day < 60
    assert state is not None
    assert state.result is not None
