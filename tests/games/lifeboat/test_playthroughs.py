"""Playthroughs of recorded games: every moment of a game in one text, read against the rulebook."""

import pytest
from syrupy.assertion import SnapshotAssertion

from tests.games.lifeboat.playthrough import playthrough
from tests.games.lifeboat.records import GAMES, read, referee

PLAYED_THROUGH = (
    "five-dealt-quick-5p-zh",
    "impossible-card-6p-zh",
    "nobody-conscious-4p-zh",
)


@pytest.mark.parametrize("name", PLAYED_THROUGH)
def test_a_playthrough_tells_every_moment(name: str, snapshot: SnapshotAssertion) -> None:
    """State, legal actions and each seat's view after every line of a record."""
    assert snapshot == playthrough(referee(read(GAMES / f"{name}.jsonl")))
