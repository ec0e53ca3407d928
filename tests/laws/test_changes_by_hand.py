"""What the table changes by hand: the laws of the kit at more tables, and for longer; whole positions."""

from random import Random
from typing import Any

import pytest

from events.base import REFEREE
from events.table import Corrected
from referee.kernel.registry import find_game
from referee.testing.laws import changing
from referee.testing.random_games import PlayedGames, try_event
from tests.stages import one_in, slow

TABLES: list[tuple[str, dict[str, Any]]] = [
    ("niagara", {}),
    ("niagara", {"fork": "carry_over"}),
    ("powerboats", {}),
    ("powerboats", {"rounding": "latch"}),
    ("lifeboat", {}),
    ("lifeboat", {"cannibalism": "yes", "cannibal_loot": "stays"}),
    ("lifeboat", {"ghost_sharks": "yes", "row_one": "yes", "quick": "yes"}),
    ("lifeboat", {"physical_provisions": "yes"}),
]


@pytest.mark.parametrize(
    ("name", "options", "number"), one_in(7, [(*table, number) for number in range(1, 4) for table in TABLES])
)
def test_a_game_that_is_set_by_hand_goes_on(name, options, number):
    changing.what_is_changed_by_hand_goes_on(PlayedGames(find_game(name), options=options, number=number))


@slow
@pytest.mark.parametrize(("name", "options"), TABLES)
def test_a_game_that_is_ruled_otherwise_goes_on(name, options):
    changing.a_house_rule_at_any_moment_goes_on(PlayedGames(find_game(name), acts=600, options=options))


IS_WHOLE = {
    "niagara": lambda state: state.phase == "choose" and not any(state.laid),
    "powerboats": lambda state: state.phase == "racing" and state.race == 1,
}
"""Moments whose positions leave nothing untold."""


@pytest.mark.parametrize("number", one_in(3, range(12)))
@pytest.mark.parametrize("name", IS_WHOLE)
def test_a_position_written_down_and_set_again_is_the_same(name, number):
    """The facts of a position survive `corrected` on the board as it was at first."""
    game, random = find_game(name), Random(number)
    rule_options = game.ruleset.options.values()
    options = {option.name: random.choice(option.values) for option in rule_options if random.random() < 0.5}
    for evening in PlayedGames(game, options=options, number=number).all:
        first, *moments = [step.after for step in evening.steps if IS_WHOLE[name](step.after)] or [None]
        for state in moments:
            position = game.position(state, REFEREE)
            again = try_event(game, first, Corrected(position, "set up")).state
            assert position == game.position(again, REFEREE)
            assert all(game.legal(state, seat) == game.legal(again, seat) for seat in game.acting(state))
