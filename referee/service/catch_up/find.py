"""Find the acts that lead from one state to facts told of a later one."""

from typing import Any

from referee.kernel.game import Game
from referee.service.catch_up.search import Found, Limits, Search, TooWideError
from referee.service.catch_up.shortest import find_shortest
from referee.service.catch_up.told import Told


def find_ways(game: Game, state: Any, told: Told, limits: Limits = Limits()) -> Found:  # noqa: B008 - frozen
    """Return the ways from a state to what was told; see `Found`.

    Where turns are too wide to try all of them, only ways with the fewest acts are looked for.
    """
    search = Search(game, state, told, limits)
    try:
        return search.find()
    except TooWideError:
        ways, is_bound = find_shortest(search)
        return Found(ways, is_bound=is_bound)
