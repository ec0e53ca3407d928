"""Watch which fields of a state, and which options, a judgement reads: no others can change it."""

from collections.abc import Callable
from typing import Any, NamedTuple


class Read(NamedTuple):
    """Fields of the state, and options, that were read."""

    fields: frozenset[str]
    options: frozenset[str]


def watch(state: Any, judge: Callable[[Any], object]) -> Read:
    """Return what `judge(state)` reads of a state."""
    fields, options = set[str](), set[str]()
    watched = _watched(state.options, options, ())
    judge(_watched(state, fields, (("options", watched),)))
    return Read(frozenset(fields), frozenset(options))


def _watched(struct: Any, read: set[str], others: tuple[tuple[str, Any], ...]) -> Any:
    """Return a copy of a struct that notes which of its fields are read; some fields hold others."""
    names = frozenset(struct.__struct_fields__)

    class Watched(type(struct), frozen=True):  # type: ignore[misc, call-arg]
        def __getattribute__(self, name: str) -> Any:
            if name in names:
                read.add(name)
            return object.__getattribute__(self, name)

    return Watched(**{**{name: getattr(struct, name) for name in names}, **dict(others)})
