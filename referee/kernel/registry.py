"""Which games there are; each is imported when first asked for."""

from functools import cache
from importlib import import_module

from referee.kernel.game import Game

GAMES = ("niagara", "powerboats", "lifeboat")


class UnknownGameError(LookupError):
    """A game the referee does not know; `args[0]` is its name."""


@cache
def find_game(name: str) -> Game:
    """Find a game by id.

    Raises UnknownGameError where there is none.
    """
    if name not in GAMES:
        raise UnknownGameError(name)
    game: Game = import_module(f"referee.games.{name}").GAME
    return game
