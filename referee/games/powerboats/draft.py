"""A judgement being written: facts one after another, each applied as it is added."""

from events.base import Event, Kind
from referee.games.powerboats.evolve import EVOLVERS
from referee.games.powerboats.state import State
from referee.kernel.verdict import Accepted, Fact, Refused


class Draft:
    """The facts so far, and the state after them. Lives only inside one call of `decide`."""

    __slots__ = ("facts", "state")

    def __init__(self, state: State) -> None:
        """Start from a state, with nothing written."""
        self.state = state
        self.facts: list[Fact] = []

    def add(self, event: Event, kind: Kind, rules: tuple[str, ...]) -> None:
        """Write one fact and apply it."""
        self.facts.append(Fact(event, kind, rules))
        self.state = EVOLVERS[type(event)](self.state, event)

    def derive(self, event: Event, *rules: str) -> None:
        """Write one consequence and apply it."""
        self.add(event, "consequence", rules)

    def accept(self) -> Accepted:
        """Close the judgement."""
        return Accepted(tuple(self.facts), self.state)


def refuse(reason: str, *rules: str, **args: object) -> Refused:
    """Refuse, citing the deciding rule first."""
    return Refused(reason, rules, args)
