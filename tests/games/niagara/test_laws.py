"""What holds in every state of every game of Niagara, beside the laws of the kit."""

from itertools import product
from random import Random
from typing import Any

import pytest

from events.base import TABLE, Event
from referee.games.niagara import GAME
from referee.games.niagara.events import CanoeMoved, CanoeRef, GemAct
from referee.games.niagara.state import State
from referee.games.niagara.tables import GEMS, SPACES
from referee.kernel.verdict import Accepted
from referee.l10n.wording import notate, parse
from tests.laws.walks import open_game, seeded_walk
from tests.stages import one_in, slow

LOADS = tuple(GemAct("load", gem) for gem in GEMS)
UNLOAD = GemAct("unload")
ACTS: tuple[tuple[GemAct, ...], ...] = (
    (),
    (UNLOAD,),
    *((load,) for load in LOADS),
    *((UNLOAD, load) for load in LOADS),
    *((load, UNLOAD) for load in LOADS),
)


@slow
@pytest.mark.parametrize("seed", range(12))
def test_a_move_that_is_accepted_is_legal(seed: int) -> None:
    opening: dict[str, Any] = {"seats": "ABCDE"[: 3 + seed % 3], "edition": ("zh", "ja")[seed % 2]}
    random = Random(seed)
    for step, (state, _, _) in enumerate(seeded_walk(GAME, open_game(GAME, **opening), seed, 150)):
        for event in candidates(state, random, exhaustive=step % 50 == 49):
            verdict = GAME.decide(state, event)
            if isinstance(verdict, Accepted):
                assert verdict.judged[0].event in GAME.legal(state, getattr(event, "seat", TABLE))


def candidates(state: State, random: Random, *, exhaustive: bool) -> list[Event]:
    """Dream up moves of whose turn it is, whatever their sense: all there are words for, or a few of them."""
    if state.turn < 0:
        return []
    other: Any = random.choice([None, *(CanoeRef(s, c) for s, c in product(state.seats, (1, 2)))])
    moves = list(product((1, 2), SPACES, ACTS, ACTS, (None, other)))
    moves = moves if exhaustive else random.sample(moves, 60)
    return [CanoeMoved(state.seats[state.turn], c, to, (), b, a, steal) for c, to, b, a, steal in moves]


@pytest.mark.parametrize("names", one_in(3, ["cloud plays S3", "A A1 A12", "1 11 river"]))
def test_seats_called_as_other_things_are_keep_their_notation(names: str) -> None:
    seats = tuple(names.split())
    for state, event, _ in seeded_walk(GAME, open_game(GAME, seats), 7, 300):  # type: ignore[arg-type]
        assert event == parse(state, notate(state, event))
