"""Games between players who want to win: they come to an end, and nothing is made or lost on the way."""

import pytest

from events.table import TableOpened
from referee.games.niagara import GAME
from referee.games.niagara.players import Temper
from referee.kernel.verdict import Accepted
from tests.games.niagara.players import company, play
from tests.stages import one_in

TEMPERS = (
    Temper(),
    Temper(alike=2, different=0.3, cloud=1.5),
    Temper(alike=0.3, different=2),
    Temper(alike=0.3, different=0.3, any=2, cloud=1),
    Temper(theft=6, fear=5),
)


@pytest.mark.parametrize("edition", ["zh", "ja"])
@pytest.mark.parametrize("seed", one_in(3, range(9)))
def test_a_game_between_greedy_players_ends(seed: int, edition: str) -> None:
    """Somebody meets a goal before the sixtieth round, and every event on the way leaves a sound state."""
    opened = TableOpened(game="niagara", edition=edition, seats=tuple("ABCDE"[: 3 + seed % 3]))
    opening = GAME.decide(None, opened)
    assert isinstance(opening, Accepted)
    state = opening.state
    for _, verdict in play(state, company(state.seats, TEMPERS, seed)):
        for judged in verdict.judged:
            state = GAME.evolve(state, judged.event)
            assert not GAME.invariants(state)
        assert state == verdict.state
        assert state.round < 60
    assert state.result is not None
