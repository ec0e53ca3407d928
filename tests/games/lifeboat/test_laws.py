"""Whole games of every variant obey the laws of the kit, and whatever is said in one gets an answer."""

from functools import cache
from random import Random

import pytest

from events.base import REFEREE, TABLE
from events.table import Corrected
from referee.games.lifeboat import GAME
from referee.kernel.verdict import Accepted
from referee.l10n.wording import notate, parse
from referee.testing.laws import judging, secrecy
from referee.testing.random_games import PlayedGames
from tests.games.lifeboat.play import accepted, physical_record, random_game
from tests.games.lifeboat.twins import said
from tests.laws.test_games import FORMED
from tests.stages import one_in

VARIANTS = ("plain", "ghost_sharks", "row_one", "quick", "cannibalism")
LONG = 1000
"""How many acts an evening has at most: more than any game."""

EVERY = 4
"""One in so many steps is looked at closely."""

LAWS = (
    judging.what_is_listed_is_accepted,
    judging.what_is_accepted_is_listed,
    judging.no_act_is_left_out,
    judging.no_reducer_reads_an_option,
    secrecy.what_is_shown_follows_from_what_is_known,
)


@cache
def whole_games(variant):
    options = {} if variant == "plain" else {variant: "yes"}
    return PlayedGames(GAME, acts=LONG, options=options, formed=FORMED["lifeboat"])


@pytest.mark.parametrize("variant", one_in(5, VARIANTS))
@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.__name__)
def test_a_whole_dealt_game_obeys(law, variant):
    evenings = PlayedGames(GAME, formed=FORMED["lifeboat"])
    evenings.all = tuple(each._replace(steps=each.steps[:-1]) for each in whole_games(variant).dealt)
    law(evenings)


@pytest.mark.parametrize("variant", one_in(2, VARIANTS))
def test_a_game_is_sound_at_every_step_and_ends(variant):
    """After every fact; now and then a line is read back, and the position is set by hand as it is."""
    for evening in whole_games(variant).all:
        for n, step in enumerate(evening.steps[1:]):
            state = step.before
            for event in step.events:
                state = GAME.evolve(state, event)
                assert () == GAME.invariants(state), event
            assert state == step.after
            if windows := GAME.view(state, None).windows:
                assert {*windows, TABLE} == {*GAME.acting(state)}
            if n % EVERY == 0:
                reads_back(step)
                stays_as_it_is(state)
        assert {*state.result.scores} == {*state.seats}


def reads_back(step):
    again = parse(step.before, notate(step.before, step.event))
    assert step.judged == accepted(step.before, again).judged


def stays_as_it_is(state):
    position = GAME.position(state, REFEREE)
    is_between = not (state.demand or state.packet or state.stroke)
    if is_between and position.phase in {"supply", "action", "navigation"}:
        assert position == GAME.position(accepted(state, Corrected(position)).state, REFEREE)


def follow(state, rng, steps):
    """Say things, and go where they lead: what is accepted leaves nothing broken."""
    for _ in range(steps):
        verdict = GAME.decide(state, event := said(state, rng))
        if isinstance(verdict, Accepted):
            state = verdict.state
            assert () == GAME.invariants(state), event
            assert all(notate(state, judged.event) for judged in verdict.judged)
            assert GAME.view(state, rng.choice(state.seats))
            assert GAME.position(state, REFEREE)
            assert [GAME.acting(state), *(GAME.legal(state, seat) for seat in (*state.seats, TABLE))]


@pytest.mark.parametrize("seed", one_in(3, range(10)))
def test_nothing_said_in_a_dealt_game_raises(seed):
    rng = Random(seed)
    for state, _, _ in random_game(seed, 4 + seed % 4):
        if rng.random() < 0.08:
            follow(state, rng, 60)


@pytest.mark.parametrize("seed", one_in(2, range(6)))
def test_nothing_said_at_a_physical_table_raises(seed):
    rng, state = Random(seed), None
    for event in physical_record(seed, 4 + seed % 3, 0.5)[0]:
        state = accepted(state, event).state
        if rng.random() < 0.05:
            follow(state, rng, 25)
