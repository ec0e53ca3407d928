"""Random legal play: what may be done, a choice, the judgement, the next state; invariants off."""

from collections.abc import Callable
from functools import partial
from importlib import import_module
from itertools import cycle, islice
from pathlib import Path
from random import Random
from time import perf_counter
from typing import Any

from events.base import TABLE, Event
from events.table import Chance, TableOpened
from referee.kernel.game import Game
from referee.kernel.registry import find_game
from referee.kernel.verdict import Accepted
from tests.bench.machine import is_installed
from tests.bench.measure import Figure, Measure, Pair, Size

Dealer = Callable[[Any, str], Event | None]


def playing(name: str, count: int, actions: int) -> Figure:
    """Play games at random, to the end or so many actions (2000: about 200 rounds of Niagara).

    Every number of seats in turn, in the first edition; games never played before each time.
    Gives actions a second.
    """
    game, deal, random = find_game(name), dealer_of(name), Random(1)
    tables = list(islice(cycle(openings(game, "referee" if deal else "table")), count))

    def figure() -> float:
        start = perf_counter()
        played = sum(play(game, state, random, actions, deal) for state in tables)
        return played / (perf_counter() - start)

    return figure


def openings(game: Game, chance: Chance) -> list[Any]:
    """Open a table for each number of seats that needs no option; give their states."""
    opened = [
        game.decide(None, TableOpened(game=game.id, seats=tuple("ABCDEFGH"[:n]), chance=chance))
        for n in game.charter.players
    ]
    return [verdict.state for verdict in opened if isinstance(verdict, Accepted)]


def dealer_of(name: str) -> Dealer | None:
    """Find what rolls and deals for the referee, where a game has it."""
    module = f"referee.games.{name}.dealer"
    return import_module(module).deal if is_installed(module) else None


def play(game: Game, state: Any, random: Random, actions: int, deal: Dealer | None) -> int:
    """Play one game; give the actions it took."""
    acting, legal, decide, choice = game.acting, game.legal, game.decide, random.choice
    seed = str(random.random())
    for taken in range(actions):
        event = deal(state, seed) if deal else None
        if event is None:
            if not (who := acting(state)):
                return taken
            seat = who[0] if len(who) == 1 else choice(who)
            event = choice(legal(state, seat) or legal(state, TABLE))
        state = decide(state, event).state  # type: ignore[union-attr]
    return actions


def against_catanatron(game: str, size: Size, _: Path) -> Pair:
    """Against Catan."""
    from tests.bench.peers import catanatron_games

    return Pair(playing(game, size.games, size.actions), catanatron_games.playing(size.games, size.actions))


def against_chess(game: str, size: Size, _: Path) -> Pair:
    """Against chess."""
    from tests.bench.peers import chess_games

    return Pair(playing(game, size.games, size.actions), chess_games.playing(size.games * 2, 400))


def against_dominoes(game: str, size: Size, _: Path) -> Pair:
    """Against dominoes."""
    from tests.bench.peers import domino_games

    return Pair(playing(game, size.games, size.actions), domino_games.playing(size.games * size.actions))


def measure_of_dominoes(game: str) -> Measure:
    """Measure a game against dominoes."""
    return Measure(f"{game}-play-dominoes", f"{game}: random play", "OpenSpiel block_dominoes", "steps/s",
                   "at least", 1, partial(against_dominoes, game), ("open_spiel", "pyspiel"))  # fmt: skip


def measures(game: str) -> list[Measure]:
    """List what random play is measured against."""
    what = f"{game}: random play"
    catan, chess = partial(against_catanatron, game), partial(against_chess, game)
    return [
        Measure(f"{game}-play-catanatron", what, "catanatron", "steps/s", "at least", 2, catan,
                ("catanatron", "catanatron")),
        Measure(f"{game}-play-chess", what, "python-chess", "steps/s", "at least", 2.4, chess,
                ("chess", "chess")),
        measure_of_dominoes(game),
    ]  # fmt: skip
