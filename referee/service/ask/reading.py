"""Watch which fields of a state, and which options, a judgement reads: no others can change it."""

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple, Self

Place = tuple[str, int | None]
"""A field of a state, and where in a row; None: all of it."""


class Read(NamedTuple):
    """Places in the state, and options, that were read."""

    places: frozenset[Place]
    options: frozenset[str]

    def may_see(self, changed: frozenset[Place]) -> bool:
        """Return whether a change of some places can be seen by what reads these."""
        whole = {name for name, place in self.places if place is None}
        return any(place in self.places or place[0] in whole for place in changed)


def watch(state: Any, judge: Callable[[Any], object]) -> Read:
    """Return what `judge(state)` reads of a state."""
    places, options = set[Place](), set[Place]()
    judge(_watched(state, places, {"options": _watched(state.options, options, {})}))
    return Read(frozenset(places), frozenset(name for name, _ in options))


def places_changed(before: Any, after: Any) -> frozenset[Place]:
    """Return the places in which two states differ."""
    return frozenset(place for name in before.__struct_fields__ for place in _changed(name, before, after))


def _changed(name: str, before: Any, after: Any) -> Iterator[Place]:
    one, other = getattr(before, name), getattr(after, name)
    if one == other:
        return
    if isinstance(one, tuple) and isinstance(other, tuple) and len(one) == len(other):
        yield from ((name, i) for i, pair in enumerate(zip(one, other, strict=True)) if pair[0] != pair[1])
    else:
        yield name, None


def _watched(struct: Any, read: set[Place], others: dict[str, Any]) -> Any:
    """Return a copy of a struct that notes what of it is read; some fields hold others."""
    names = frozenset(struct.__struct_fields__)

    class Watched(type(struct), frozen=True):  # type: ignore[misc, call-arg]
        def __getattribute__(self, name: str) -> Any:
            value = object.__getattribute__(self, name)
            if name in names and type(value) is not _Row:
                read.add((name, None))
            return value

    def row(name: str, value: Any) -> Any:
        return _Row(value, name, read) if type(value) is tuple else value

    return Watched(**{**{name: row(name, getattr(struct, name)) for name in names}, **others})


class _Row(tuple[Any, ...]):  # noqa: SLOT001 - it holds what it notes
    """A row of a state that notes which of its places are read."""

    _name: str
    _read: set[Place]

    def __new__(cls, values: tuple[Any, ...], name: str, read: set[Place]) -> Self:
        row = super().__new__(cls, values)
        row._name, row._read = name, read
        return row

    def __getitem__(self, place: Any) -> Any:
        self._note(place % len(self) if isinstance(place, int) and tuple.__len__(self) else None)
        return super().__getitem__(place)

    def _note(self, place: int | None) -> None:
        self._read.add((self._name, place))

    def __iter__(self) -> Iterator[Any]:
        self._note(None)
        return super().__iter__()

    def __contains__(self, value: object) -> bool:
        self._note(None)
        return super().__contains__(value)

    def __eq__(self, other: object) -> bool:
        self._note(None)
        return super().__eq__(other)

    def __hash__(self) -> int:
        self._note(None)
        return super().__hash__()

    def __add__(self, other: Any) -> Any:
        self._note(None)
        return super().__add__(other)

    def index(self, *args: Any) -> int:
        self._note(None)
        return super().index(*args)

    def count(self, value: object) -> int:
        self._note(None)
        return super().count(value)
