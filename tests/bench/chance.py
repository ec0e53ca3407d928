"""Random players, and the dealer of a game that has one."""

from collections.abc import Callable
from random import Random
from typing import Any

from events.base import TABLE, Event
from events.table import TableOpened
from referee.kernel.game import Game
from referee.kernel.registry import find_game
from referee.kernel.verdict import Accepted

AT_TABLE = (TABLE,)

Next = Callable[[Any, Random], Event | None]


def openings(game: Game) -> list[Accepted]:
    """Open a table for each number of seats that needs no option, in the first edition."""
    chance = "referee" if game.deal else "table"
    opened = [
        game.decide(None, TableOpened(game=game.id, seats=tuple("ABCDEFGH"[:n]), chance=chance))
        for n in game.ruleset.players
    ]
    return [verdict for verdict in opened if isinstance(verdict, Accepted)]


def player_of(name: str) -> Next:
    """Give what chooses the next event of a game: what is dealt, else any legal action; None at its end."""
    game = find_game(name)
    deal = game.deal
    acting, legal = game.acting, game.legal

    def following(state: Any, random: Random) -> Event | None:
        if not (who := acting(state)):
            return None
        choice = random.choice
        if who == AT_TABLE:
            return (deal and deal(state, "bench")) or choice(legal(state, TABLE))
        return choice(legal(state, who[0] if len(who) == 1 else choice(who)) or legal(state, TABLE))

    return following
