"""Random legal play: what may be done, a choice, the judgement, the next state; invariants off."""

from functools import partial
from itertools import cycle, islice
from pathlib import Path
from random import Random
from time import process_time
from typing import Any

from referee.kernel.game import Game
from referee.kernel.registry import find_game
from tests.bench.chance import Next, openings, player_of
from tests.bench.measure import Figure, Measure, Pair, Size


def playing(name: str, count: int, actions: int) -> Figure:
    """Play games at random, to the end or so many actions (2000: about 200 rounds of Niagara).

    Every number of seats in turn, games never played before each time. Gives actions a second.
    """
    game, following, random = find_game(name), player_of(name), Random(1)
    tables = [verdict.state for verdict in islice(cycle(openings(game)), count)]

    def figure() -> float:
        start = process_time()
        played = sum(play(game, state, following, random, actions) for state in tables)
        return played / (process_time() - start)

    return figure


def play(game: Game, state: Any, following: Next, random: Random, actions: int) -> int:
    """Play one game; give the actions it took."""
    decide = game.decide
    for taken in range(actions):
        if (event := following(state, random)) is None:
            return taken
        state = decide(state, event).state  # type: ignore[union-attr]
    return actions


def against_catanatron(game: str, size: Size, _: Path) -> Pair:
    from tests.bench.peers import catanatron_games

    return Pair(playing(game, size.games, size.actions), catanatron_games.playing(size.games, size.actions))


def against_chess(game: str, size: Size, _: Path) -> Pair:
    from tests.bench.peers import chess_games

    return Pair(playing(game, size.games, size.actions), chess_games.playing(size.games * 2, 400))


def against_dominoes(game: str, size: Size, _: Path) -> Pair:
    from tests.bench.peers import domino_games

    return Pair(playing(game, size.games, size.actions), domino_games.playing(size.games * size.actions))


def measure_of_dominoes(game: str) -> Measure:
    return Measure(f"{game}-play-dominoes", f"{game}: random play", "OpenSpiel block_dominoes", "steps/s",
                   "at least", 1, partial(against_dominoes, game), ("open_spiel", "pyspiel"))  # fmt: skip


def measures(game: str) -> list[Measure]:
    what = f"{game}: random play"
    catan, chess = partial(against_catanatron, game), partial(against_chess, game)
    return [
        Measure(f"{game}-play-catanatron", what, "catanatron", "steps/s", "at least", 2, catan,
                ("catanatron", "catanatron")),
        Measure(f"{game}-play-chess", what, "python-chess", "steps/s", "at least", 2.4, chess,
                ("chess", "chess")),
        measure_of_dominoes(game),
    ]  # fmt: skip
