"""Playthroughs of recorded games: every moment of a game in one text, read against the rulebook."""

import pytest

from referee.kernel.registry import find_game
from referee.testing import playthrough
from referee.testing.recorded import record
from tests.architecture.sources import RECORDED

RECKONED = {"powerboats": ("outlooks",)}
"""What a view reckons in advance, for whoever has to choose."""

PLAYED_THROUGH = (
    "niagara/four-alike-3p-zh",
    "niagara/after-supper-3p-zh",
    "niagara/from-the-middle-5p-ja",
    "niagara/unknown-cards-3p-zh",
    "lifeboat/five-dealt-quick-5p-zh",
    "lifeboat/impossible-card-6p-zh",
    "lifeboat/nobody-conscious-4p-zh",
    "powerboats/three-fast-two-at-once",
    "powerboats/two-tie",
)


@pytest.mark.parametrize("name", PLAYED_THROUGH)
def test_a_playthrough_tells_every_moment(name, snapshot):
    """What followed, what each seat sees otherwise than before, and what is possible after every line."""
    game = name.partition("/")[0]
    told = record(RECORDED / f"{name}.jsonl")
    assert snapshot == playthrough(find_game(game), told, RECKONED.get(game, ()))
