"""What the table changes by hand at any moment of a game of Lifeboat; single cases are situations."""

from random import Random

import pytest

from events.table import Corrected, HouseRuled
from referee.games.lifeboat import GAME
from referee.games.lifeboat.events import CharactersDealt, Position, SecretsDealt
from referee.games.lifeboat.tables import RULESET
from referee.kernel.game import make_partial
from tests.games.lifeboat.play import accepted, next_event, opened, random_game
from tests.stages import one_in

SET_UP = ("cannibalism", "quick", "physical_provisions", "physical_navigation", "few_players_remove_10")


@pytest.mark.parametrize("chance", ["table", "referee"])
@pytest.mark.parametrize("name", SET_UP)
def test_what_a_game_begins_with_is_as_if_opened_so_until_something_is_dealt(name, chance):
    state = accepted(None, opened(5, chance)).state
    for value in RULESET.options[name].values:
        ruled = accepted(state, HouseRuled(name, value)).state
        assert accepted(None, opened(5, chance, **{name: value})).state == ruled


@pytest.mark.parametrize("chance", ["referee", "table"])
@pytest.mark.parametrize("seed", one_in(3, range(6)))
def test_whoever_is_set_conscious_or_not_the_game_goes_on(seed, chance):
    rng = Random(f"{seed} {chance}")
    states = [state for state, _, _ in random_game(seed, 4 + seed % 3, chance=chance)]
    for moment in rng.sample([state for state in states if all(state.character)], 6):
        state = moment
        wounds = {seat: state.sizes[i] + rng.randint(-2, 1) for i, seat in enumerate(state.seats)}
        some = dict(rng.sample(sorted(wounds.items()), rng.randint(1, len(wounds))))
        event = Corrected(Position(wounds=some))
        while event:
            state = accepted(state, event).state
            assert () == GAME.invariants(state), event
            event = next_event(state, str(seed), rng)


@pytest.mark.parametrize(
    ("love", "known"),
    [
        ({"a": "mate"}, ("mate", None, None, None)),
        ({"a": "mate", "d": "lauren"}, ("mate", None, None, "lauren")),
        (None, (None, None, "captain", None)),
    ],
)
def test_who_reads_of_a_love_that_was_set_knows_no_other_any_more(love, known):
    """It may have been exchanged; its own is told it anew. A correction of anything else changes none."""
    game, cast = make_partial(GAME), dict(zip("abcd", ("lauren", "stephen", "captain", "mate"), strict=True))
    secrets = [
        SecretsDealt(seat, *((who, who) if seat == "c" else (None, None))) for seat, who in cast.items()
    ]
    state = None
    for event in (
        opened(4, "referee"),
        CharactersDealt(cast),
        *secrets,
        Corrected(Position(love=love, birds=1)),
    ):
        state = game.evolve(state, event)
    assert known == state.love
    assert (None, None, "captain", None) == state.hate
