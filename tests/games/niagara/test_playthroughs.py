"""Playthroughs of recorded games: every moment of a game in one text, read against the rulebook."""

import pytest
from syrupy.assertion import SnapshotAssertion

from tests.games.niagara.playthrough import playthrough
from tests.games.niagara.records import GAMES, read, referee

PLAYED_THROUGH = (
    "four-alike-3p-zh",
    "after-supper-3p-zh",
    "from-the-middle-5p-ja",
    "unknown-cards-3p-zh",
)


@pytest.mark.parametrize("name", PLAYED_THROUGH)
def test_a_playthrough_tells_every_moment(name: str, snapshot: SnapshotAssertion) -> None:
    """State, legal actions and each seat's view after every line of a record."""
    assert snapshot == playthrough(referee(read(GAMES / f"{name}.jsonl")))
