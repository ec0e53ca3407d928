"""Games cut into stretches, turn by turn or round by round, each to be worked out from how it ended."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from itertools import repeat
from typing import Any, Literal, NamedTuple

import msgspec

from events.table import TableOpened
from referee.kernel.game import Game
from referee.kernel.sketch import facts_of_items
from referee.testing.random_games import Step

By = Literal["turn", "round"]


class Stretch(NamedTuple):
    """What was done in a turn or a round: its steps, the state before them and that after them."""

    before: Any
    steps: tuple[Step, ...]

    @property
    def after(self) -> Any:
        """Return the state it ended in."""
        return self.steps[-1].after

    @property
    def is_played(self) -> bool:
        """Return whether nothing but acts of the game lies in it: no correction, no house rule, no talk."""
        return not any(type(step.event).__module__ == TableOpened.__module__ for step in self.steps)


def stretches(game: Game, steps: Iterable[Step], by: By) -> Iterator[Stretch]:
    """Yield the whole stretches of a game, without its opening; the end of the game ends one, too."""

    def mark(state: Any) -> Any:
        return (game.counter(state), *((game.turn(state),) if by == "turn" else ()))

    held: list[Step] = []
    for step in steps:
        if step.before is None:
            continue
        held.append(step)
        begin = held[0].before
        is_over = game.winners(step.after) is not None
        if mark(step.after) != mark(begin) or (is_over and game.winners(begin) is None):
            yield Stretch(begin, tuple(held))
            held = []


def otherwise(game: Game, reached: Any, real: Any) -> dict[str, tuple[Any, Any]]:
    """Return the facts in which two states contradict each other, each as it is in both; empty for none.

    All facts count, the secret ones among them; of those, what one state does not know contradicts nothing.
    Of things that lie in no order only counts which there are.
    """
    facts, secret = game.facts.declared, {fact.name for fact in game.facts.secret}
    items = facts_of_items(game.facts, game.equipment)
    heaps = {each.name.partition(".")[0] for each in items if each.shape == "many"}
    one, other = (
        msgspec.to_builtins({fact.name: fact.read(state) for fact in facts}, str_keys=True)
        for state in (reached, real)
    )
    return {
        fact.name: pair
        for fact in facts
        if not _is_alike(
            *(pair := (one[fact.name], other[fact.name])), fact.name in heaps, fact.name in secret
        )
    }


def _is_alike(one: Any, other: Any, is_heap: bool, is_secret: bool) -> bool:
    """Return whether two values of a fact can be the same; None is not known where it `is_secret`."""
    if one == other or (is_secret and (one is None or other is None)):
        return True
    if isinstance(one, Mapping) and isinstance(other, Mapping):
        keys = one.keys() | other.keys()
        return all(_is_alike(one.get(key), other.get(key), is_heap, is_secret) for key in keys)
    if not isinstance(one, list | tuple) or not isinstance(other, list | tuple) or len(one) != len(other):
        return False
    if not is_heap:
        return all(map(_is_alike, one, other, repeat(is_heap), repeat(is_secret)))
    ours, theirs = (Counter(str(each) for each in held if each is not None) for held in (one, other))
    return (ours - theirs).total() <= len(other) - theirs.total()
