"""catanatron: four random players."""

import itertools
import random
from time import process_time

from catanatron import Color, Game, RandomPlayer

from tests.bench.measure import Figure

COLORS = (Color.RED, Color.BLUE, Color.WHITE, Color.ORANGE)


def playing(count: int, steps: int) -> Figure:
    """Play games at random, to the end or so many steps; give steps a second."""
    random.seed(1)
    seeds = itertools.count()

    def figure() -> float:
        start = process_time()
        played = sum(play(next(seeds), steps) for _ in range(count))
        return played / (process_time() - start)

    return figure


def play(seed: int, steps: int) -> int:
    """Play one game; give the steps it took."""
    game = Game([RandomPlayer(color) for color in COLORS], seed=seed)
    taken = 0
    while game.winning_color() is None and taken < steps:
        game.play_tick()
        taken += 1
    return taken
