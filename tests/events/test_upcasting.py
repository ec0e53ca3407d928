"""Older lines are brought up to today's vocabulary step by step."""

import pytest

from events.codec import upcast
from referee.kernel.game import Game
from referee.kernel.registry import find_game, own_games


def test_a_step_is_found_by_the_version_it_starts_from() -> None:
    """The first step of a game is registered like any other; a version without one leaves lines alone."""
    steps, line = {2: lambda raw: {**raw, "type": "closed_again"}}, {"type": "table_closed"}
    assert upcast(steps, line, 1, 3) == {"type": "closed_again"}
    assert upcast(steps, line, 3, 3) == line


@pytest.mark.parametrize("game", [find_game(name) for name in own_games()], ids=own_games())
def test_no_step_starts_from_today_or_later(game: Game) -> None:
    assert all(start < game.ruleset.rules_version for start in game.upcasters)
