"""Two tables that differ in one secret: what anybody else is sent over HTTP is the same, byte by byte."""

from collections.abc import Iterator
from itertools import count

from referee.kernel.game import Game
from referee.kernel.registry import find_game, own_games
from referee.testing.laws.web import compare_services, pairs, two_services
from referee.testing.random_games import BrokenLawError, PlayedGame, PlayedGames, Step
from tests.faults.tried import Tried


def twins(times: int) -> Tried:
    lost: list[str] = []
    games = [game for game in own_games() if not find_game(game).is_open]
    compared = sum(compared_in(game, times, lost) for game in games)
    return Tried("answers about twins, tables that differ in a secret, compared", compared, tuple(lost))


def compared_in(id: str, times: int, lost: list[str]) -> int:
    """Play one evening after the other, and look at each secret as it is made; give how many answers."""
    game, compared = find_game(id), 0
    with two_services() as services:
        for number, (evening, pair) in enumerate(moments(game)):
            try:
                compared += compare_services(game, evening, pair, services, f"-{number}")
            except BrokenLawError as error:
                lost.append(str(error))
            if compared >= times or len(lost) > 9:
                break
    return compared


def moments(game: Game) -> Iterator[tuple[PlayedGame, tuple[Step, Step]]]:
    """Give moments at which a secret is made, each with what it might have been, without end."""
    for number in count(1):
        for evening in PlayedGames(game, acts=40, number=number).all:
            yield from ((evening, pair) for pair in pairs(game, evening))
