"""A judgement being written: facts one after another, each applied as it is added."""

from collections.abc import Callable, Mapping
from typing import Any, ClassVar, Generic, TypeVar

from events.base import Event, Kind
from referee.kernel.verdict import Accepted, Fact

S = TypeVar("S")


class Draft(Generic[S]):
    """The facts so far, and the state after them. Lives only inside one call of `decide`.

    A game names its reducers, by type of event, as `evolvers`.
    """

    __slots__ = ("facts", "state")
    evolvers: ClassVar[Mapping[type, Callable[[Any, Any], Any]]]

    def __init__(self, state: S) -> None:
        """Start from a state, with nothing written."""
        self.state = state
        self.facts: list[Fact] = []

    def add(self, event: Event, kind: Kind, rules: tuple[str, ...]) -> None:
        """Write one fact and apply it."""
        self.facts.append(Fact(event, kind, rules))
        self.state = self.evolvers[type(event)](self.state, event)

    def derive(self, event: Event, *rules: str) -> None:
        """Write one consequence and apply it."""
        self.add(event, "consequence", rules)

    def accept(self) -> Accepted:
        """Close the judgement."""
        return Accepted(tuple(self.facts), self.state)
