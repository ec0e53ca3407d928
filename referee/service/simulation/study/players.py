"""Who plays in a study: players who choose at random, and players who look one move ahead."""

from collections.abc import Callable, Mapping
from random import Random
from typing import Any, ClassVar

from msgspec.structs import replace

from events.base import Event
from referee.kernel.game import Game
from referee.kernel.registry import Part, part_of
from referee.kernel.verdict import Accepted

Player = Callable[[Game, Any, str, tuple[Event, ...], Random], Event]
"""(game, state, seat, what it may do, chance) -> what it does."""


class Players(Part, frozen=True):
    """Who may play a game in a study beside those that play any game, by name."""

    module: ClassVar[str] = "players"
    by_name: Mapping[str, Player]


MOST_WEIGHED = 40
"""So many of the possible acts a player who looks ahead weighs at most, drawn by lot."""


def at_random(_game: Game, _state: Any, _seat: str, legal: tuple[Event, ...], random: Random) -> Event:
    """Choose any possible act, all alike."""
    return random.choice(legal)


def looking_ahead(game: Game, state: Any, seat: str, legal: tuple[Event, ...], random: Random) -> Event:
    """Choose the act after which the game's own tally is best for the seat; equals by lot.

    What the referee would throw is imagined with other dice: nobody looks into the seed.
    """
    if getattr(state, "seed", None) is not None:
        state = replace(state, seed=str(random.random()))
    weighed = list(legal) if len(legal) <= MOST_WEIGHED else random.sample(legal, MOST_WEIGHED)
    random.shuffle(weighed)
    return max(weighed, key=lambda event: worth(game, state, seat, event))


def worth(game: Game, state: Any, seat: str, event: Event) -> tuple[bool, float]:
    """Say how a seat would stand after an act: whether it would win, and its lead over the others' mean."""
    verdict = game.decide(state, event)
    if not isinstance(verdict, Accepted) or game.tally is None:
        return False, float("-inf")
    tally = game.tally(verdict.state)
    sums = dict.fromkeys(state.seats, 0)
    for line in tally.lines:
        sums[line.seat] += line.amount or 0
    others = [amount for other, amount in sums.items() if other != seat]
    is_ahead = bool(tally.readings) and seat in tally.readings[0].winners
    return is_ahead, sums[seat] - sum(others) / max(len(others), 1)


ALWAYS: Mapping[str, Player] = {"random": at_random, "ahead": looking_ahead}
"""The players of every game, by name."""


def players_of(game: str) -> dict[str, Player]:
    """Return the players there are for a game, by name: everybody's, and its own."""
    own = part_of(game, Players)
    return {**ALWAYS, **(own.by_name if own is not None else {})}
