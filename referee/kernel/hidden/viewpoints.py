"""A game as it is refereed by somebody who sees everything named, or told from what one viewer may read."""

from typing import Any

from msgspec.structs import replace

from events.base import Event
from referee.kernel.game import Game
from referee.kernel.verdict import Accepted, Verdict


def thorough(game: Game) -> Game:
    """Copy a game so that it refuses an event that contradicts what was said before, secrets included.

    `decide` itself judges each seat by what that seat may know, so that nobody fishes for secrets. A
    contradiction that was there before is not held against a later event.
    """
    doubt = game.doubt
    if doubt is None:
        return game

    def decide(state: Any, event: Event) -> Verdict:
        verdict = game.decide(state, event)
        if not isinstance(verdict, Accepted) or (doubted := doubt(verdict.state)) is None:
            return verdict
        return verdict if state is not None and doubt(state) is not None else doubted

    return game.with_verbs(decide=decide)


def partial(game: Game) -> Game:
    """Copy a game so that it can be told from what one viewer may read: cards may be without names."""
    begin = game.partial
    if begin is None:
        return game

    def evolve(state: Any, event: Event) -> Any:
        after = game.evolve(state, event)
        return begin(after) if state is None else after

    def decide(state: Any, event: Event) -> Verdict:
        verdict = game.decide(state, event)
        if state is None and isinstance(verdict, Accepted):
            return replace(verdict, state=begin(verdict.state))
        return verdict

    return game.with_verbs(evolve=evolve, decide=decide)
