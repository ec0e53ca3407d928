"""What the table changes by hand in mid-game: refused with a rule, or the game goes on soundly."""

from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from events.table import HouseRuled, TableOpened
from referee.kernel.game import Game
from referee.kernel.registry import find_game
from referee.kernel.verdict import Accepted, Refused
from referee.l10n import has
from referee.service.workshop.simulate import choose, decided, due, opening
from tests.stages import one_in

ENOUGH = {"niagara": 60, "powerboats": 150, "lifeboat": 4000}
"""How many actions a game is followed for; those of Lifeboat and Powerboats end before."""

TABLES: list[tuple[str, str, int, dict[str, Any]]] = [
    ("niagara", "table", 3, {}),
    ("niagara", "table", 5, {"fork": "carry_over"}),
    ("powerboats", "referee", 3, {}),
    ("powerboats", "table", 2, {"rounding": "latch"}),
    ("lifeboat", "referee", 4, {}),
    ("lifeboat", "referee", 7, {"cannibalism": "yes", "cannibal_loot": "stays"}),
    ("lifeboat", "referee", 6, {"ghost_sharks": "yes", "row_one": "yes", "quick": "yes"}),
    ("lifeboat", "referee", 5, {"physical_provisions": "yes"}),
    ("lifeboat", "table", 5, {"cannibalism": "yes"}),
]
at_each_table = pytest.mark.parametrize(("name", "chance", "n", "options"), one_in(6, TABLES))


def opened(game: Game, chance: str, n: int, options: dict[str, Any], random: Random) -> TableOpened:
    """Open a table, the referee's with a seed."""
    opening_of = opening(game, random, n, None, options)
    return (
        opening_of if chance == "referee" else replace(opening_of, chance="table", seed=None, seed_hash=None)
    )


def follow(game: Game, state: Any, opening_of: TableOpened, random: Random) -> list[Any]:
    """Play at random; give every state, each sound, none a dead end."""
    states = [state]
    while (acting := game.acting(state)) and len(states) < ENOUGH[game.id]:
        state = after_one(game, state, acting, opening_of, random).state
        assert () == game.invariants(state)
        states.append(state)
    return states


def after_one(
    game: Game, state: Any, acting: tuple[str, ...], opening_of: TableOpened, random: Random
) -> Accepted:
    """Do what is due, or anything legal."""
    event = due(game, state, opening_of) or choose(game, state, acting, random)
    return decided(game, state, event)


def fold(game: Game, state: Any, verdict: Accepted) -> Any:
    """Apply what was accepted, as replay does."""
    for fact in verdict.facts:
        state = game.evolve(state, fact.event)
    return state


@at_each_table
def test_a_house_rule_at_any_moment_is_refused_with_a_rule_or_the_game_goes_on(
    name: str, chance: str, n: int, options: dict[str, Any]
) -> None:
    """Every switch, to every value, at moments all through a game played at random."""
    game, random = find_game(name), Random(f"{name} {n} {chance}")
    opening_of = opened(game, chance, n, options, random)
    first = decided(game, None, opening_of).state
    whole = follow(game, first, opening_of, random)
    for state in [first, *random.sample(whole, 3)]:
        for switch in game.charter.switches.values():
            for value in switch.values:
                verdict = game.decide(state, HouseRuled(switch.name, value))
                if isinstance(verdict, Refused):
                    assert verdict.rules
                    assert has(verdict.reason, "en")
                    continue
                assert verdict.state == fold(game, state, verdict)
                assert () == game.invariants(verdict.state), switch.name
                follow(game, verdict.state, opening_of, Random(value))
