"""The states a law is checked on: after some events, and on random walks through games."""

from collections.abc import Iterator
from random import Random
from typing import Any

from events.base import Event
from events.table import TableOpened
from referee.kernel.game import Game
from referee.kernel.verdict import Accepted, Refused


def open_game(game: Game, seats: str = "ABC", **opening: Any) -> Any:
    """Open a table; give the state."""
    return after(game, None, TableOpened(game=game.id, seats=tuple(seats), **opening))


def after(game: Game, state: Any, *events: Event) -> Any:
    """Give the state after events, each accepted, each folding to the state it promises."""
    for event in events:
        verdict = game.decide(state, event)
        assert isinstance(verdict, Accepted), (event, verdict)
        for judged in verdict.judged:
            state = game.evolve(state, judged.event)
        assert state == verdict.state
    return state


def refused(game: Game, state: Any, event: Event) -> Refused:
    verdict = game.decide(state, event)
    assert isinstance(verdict, Refused), (event, verdict)
    return verdict


def seeded_walk(game: Game, state: Any, seed: int, steps: int) -> Iterator[tuple[Any, Event, Accepted]]:
    """Play so many legal actions at random; give the state before, the action, the verdict."""
    random = Random(seed)
    for _ in range(steps):
        options = [event for seat in game.acting(state) for event in game.legal(state, seat)]
        if not options:
            return
        event = options[random.randrange(1 << 30) % len(options)]
        verdict = game.decide(state, event)
        assert isinstance(verdict, Accepted), (event, verdict)
        yield state, event, verdict
        state = verdict.state
