"""How the board stands, as far as it was told: facts by their paths, and whether a state is so."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from typing import Any, cast

import msgspec
from msgspec import inspect

from events.base import REFEREE, Event
from events.codec import MalformedError
from events.table import PositionTold
from referee.kernel.facts import without_null
from referee.kernel.game import Game
from referee.kernel.paths import is_count, with_fact
from referee.kernel.registry import codec_for
from referee.kernel.sketch import facts_of_items

Kind = tuple[str, str]
"""A fact and the last step to it, without whose it is: (`canoes`, `gem`)."""

Steps = tuple[str, ...]
"""The way to a fact: its name, then keys and fields of what it holds."""


class Told:
    """Facts that were told of a position, each by its path.

    A number that is missing where things are counted is 0. Of things that lie in no order the order in which
    they were told makes no difference.
    """

    def __init__(self, game: Game, facts: Mapping[str, Any]) -> None:
        """Take facts by their paths (`canoes.A.1.at`), values as JSON has them. Raises LookupError.

        LookupError names a path that no fact has.
        """
        self.game = game
        self.facts = {tuple(path.split(".")): _as_held(value) for path, value in facts.items()}
        self._unordered = {
            (fact.name.partition(".")[0], fact.name.partition(".")[2])
            for fact in facts_of_items(game.facts, game.equipment)
            if fact.shape == "many"
        }
        declared = {fact.name: fact for fact in game.facts.declared}
        if unknown := [path for path in self.facts if path[0] not in declared]:
            raise LookupError(".".join(unknown[0]))
        self._readers = {name: declared[name] for name in dict.fromkeys(path[0] for path in self.facts)}
        self._of_seats: dict[str, dict[str, list[Steps]]] = {}
        self.by_seat = {name: fact.by_seat for name, fact in self._readers.items()}

        for path in self.facts:
            if (seat := self.seat_of(path)) is not None:
                self._of_seats.setdefault(seat, {}).setdefault(path[0], []).append(path)

    def seat_of(self, path: Steps) -> str | None:
        """Return the seat whose fact it is; None for one of the table."""
        return path[1] if self.by_seat[path[0]] and len(path) > 1 else None

    def corrections(self, state: Any) -> Iterator[Event]:
        """Yield what sets by hand at a state what was told, the rest of a piece as it is, and left out.

        None where it cannot be told so.
        """
        kind = inspect.type_info(self.game.facts.kind)
        now = msgspec.to_builtins(self.game.position(state, REFEREE))
        for rest in (now, dict[str, Any]()):
            told: dict[str, Any] = {}
            with suppress(MalformedError):
                for path, value in self.facts.items():
                    told = with_fact(kind, told, rest, [*path], value)
                line = msgspec.json.encode({"type": "corrected", "position": told})
                yield codec_for(self.game.id).event(line)

    def read(self, state: Any) -> dict[Steps, Any]:
        """Return what each of the facts is in a state, in the form in which they were told."""
        held = {name: fact.read(state) for name, fact in self._readers.items()}
        return {path: _value_at(held[path[0]], path[1:], value) for path, value in self.facts.items()}

    def differing(self, state: Any) -> dict[Steps, Any]:
        """Return the facts that are otherwise in a state, each as it is there; empty where all are so."""
        return {path: now for path, now in self.read(state).items() if not self.is_so(path, now)}

    @property
    def seats(self) -> tuple[str, ...]:
        """Return the seats of which anything was told."""
        return tuple(self._of_seats)

    def pieces_missed(self, state: Any) -> frozenset[Steps]:
        """Return the pieces that are otherwise in a state than was told."""
        return frozenset(map(_piece_of, self.differing(state)))

    def measure(self, state: Any) -> int:
        """Return how far a state is from what was told: what numbers and rows differ by."""
        return sum(_distance(self.facts[path], now) for path, now in self.differing(state).items())

    def missed_of(self, seat: str, state: Any) -> dict[Steps, set[Kind]]:
        """Return by piece of a seat what of it is otherwise; pieces that are as told are left out."""
        missed: dict[Steps, set[Kind]] = {}
        for name, paths in self._of_seats.get(seat, {}).items():
            held = self._readers[name].read(state)
            for path in paths:
                if not self.is_so(path, _value_at(held, path[1:], self.facts[path])):
                    missed.setdefault(_piece_of(path), set()).add(kind_of(path))
        return missed

    def encode_position(self, state: Any) -> bytes:
        """Return what all facts are in a state, secrets included, however things without order lie."""
        position = self.game.facts.visible_values(
            state, REFEREE, [fact.name for fact in self.game.facts.declared]
        )
        return msgspec.json.encode(self._order(_as_held(position), ()))

    def _order(self, value: Any, path: Steps) -> Any:
        if isinstance(value, dict):
            return {key: self._order(each, (*path, str(key))) for key, each in value.items()}
        if isinstance(value, tuple) and self.is_unordered(path):
            return sorted(value, key=str)
        return value

    def is_unordered(self, path: Steps) -> bool:
        """Return whether a list there is of things that lie in no order."""
        return bool({(path[0], ""), (path[0], path[-1])} & self._unordered)

    def is_so(self, path: Steps, now: Any) -> bool:
        """Return whether a value of a fact is the one that was told."""
        told = self.facts[path]
        if told == now:
            return True
        if isinstance(told, dict) and isinstance(now, dict):
            return {k: v for k, v in told.items() if v} == {k: v for k, v in now.items() if v}
        if isinstance(told, tuple) and isinstance(now, tuple) and self.is_unordered(path):
            return sorted(told, key=str) == sorted(now, key=str)
        return False


def _as_held(value: Any) -> Any:
    """Return a value as `_value_at` gives those of a state: JSON with tuples for its lists."""
    if isinstance(value, dict):
        return {key: _as_held(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return tuple(map(_as_held, value))
    return msgspec.to_builtins(value)


def _distance(told: Any, now: Any) -> int:
    """Return how far a value is from another that differs from it, at least 1."""
    if isinstance(told, int) and isinstance(now, int):
        return max(1, abs(told - now))
    if isinstance(told, tuple) and isinstance(now, tuple):
        here, there = Counter(map(str, told)), Counter(map(str, now))
        return max(1, (here - there).total(), (there - here).total())
    return 1


def _piece_of(path: Steps) -> Steps:
    """Return the path of the piece that a fact is about: a canoe, what a seat owns."""
    return path[:-1] if len(path) > 2 else path


def kind_of(path: Steps) -> Kind:
    return path[0], path[-1] if len(path) > 2 else ""


def _value_at(held: Any, steps: Steps, told: Any) -> Any:
    """Return as JSON has it what lies at the end of `steps`; 0 for a missing number, else None."""
    for step in steps:
        held = held.get(step) if isinstance(held, dict) else getattr(held, step, None)
        if held is None:
            break
    if held is None or held is msgspec.UNSET:
        return 0 if isinstance(told, int) and not isinstance(told, bool) else None
    return held if isinstance(held, int | str) else msgspec.to_builtins(held)


def facts_told(game: Game, position: Any) -> dict[str, Any]:
    """Return the facts of a position, each by its path; what it leaves out was not told."""
    kind, value = inspect.type_info(game.facts.kind), msgspec.to_builtins(position)
    top = {name: each for name, each in value.items() if each is not None}
    return {".".join(path): each for path, each in _leaves(kind, top, ())}


def _leaves(kind: Any, value: Any, path: Steps) -> Iterator[tuple[Steps, Any]]:
    kind = without_null(kind)
    if isinstance(kind, inspect.StructType) and isinstance(value, dict):
        inner = {field.encode_name: field.type for field in kind.fields}
        for name, each in value.items():
            yield from _leaves(inner[name], each, (*path, name))
    elif isinstance(kind, inspect.DictType) and isinstance(value, dict) and not is_count(kind):
        for key, each in value.items():
            yield from _leaves(kind.value_type, each, (*path, str(key)))
    else:
        yield path, value


def public_facts(game: Game, state: Any, viewer: str | None = None) -> dict[str, Any]:
    """Return all that a viewer (None: everybody) sees on the board, each fact by its path."""
    return facts_told(game, game.position(state, viewer))


def make_told(game: Game, facts: Iterable[str], end: Any, reason: str = "") -> PositionTold[Any]:
    """Return the event that tells `facts` (paths) as they are in the state `end`, completed from it.

    What a fact belongs to is told with it: a canoe with what it carries.
    """
    position = msgspec.to_builtins(game.position(end, REFEREE))
    kind = inspect.type_info(game.facts.kind)
    told: dict[str, Any] = {}
    for path in facts:
        steps = path.split(".")
        told = with_fact(kind, told, position, steps, _at(position, steps))
    raw = {"type": "position_told", "position": told, "reason": reason}
    return cast(PositionTold[Any], codec_for(game.id).event(msgspec.json.encode(raw)))


def _at(value: Any, steps: list[str]) -> Any:
    for step in steps:
        value = value.get(step) if isinstance(value, dict) else None
    return value
