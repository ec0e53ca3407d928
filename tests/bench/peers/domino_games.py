"""OpenSpiel: block dominoes, one of its games written in Python."""

from random import Random
from time import process_time

import pyspiel
from open_spiel.python.games import block_dominoes

from tests.bench.measure import Figure

NAME = block_dominoes.BlockDominoesGame(None).get_type().short_name

STEPS = 20
"""How long a game is, roughly, the tiles dealt included."""


def playing(steps: int) -> Figure:
    """Play whole games at random, about so many steps in all; give steps a second."""
    game = pyspiel.load_game(NAME)
    random = Random(1)

    def figure() -> float:
        start = process_time()
        played = sum(play(game, random) for _ in range(max(1, steps // STEPS)))
        return played / (process_time() - start)

    return figure


def play(game: pyspiel.Game, random: Random) -> int:
    """Play one game; give the steps it took."""
    state, taken = game.new_initial_state(), 0
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, weights = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(random.choices(outcomes, weights)[0])
        else:
            state.apply_action(random.choice(state.legal_actions()))
        taken += 1
    return taken
