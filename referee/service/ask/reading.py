"""Watch which fields of a state, and which options, a judgement reads: no others can change it."""

from collections.abc import Callable
from typing import Any, NamedTuple


class Read(NamedTuple):
    """Fields of the state, and options, that were read."""

    fields: frozenset[str]
    options: frozenset[str]


class _Options:
    """Stands for the options of a state, and notes which are read."""

    def __init__(self, options: Any, read: set[str]) -> None:
        self._options, self._read = options, read

    def __getattr__(self, name: str) -> Any:
        self._read.add(name)
        return getattr(self._options, name)

    def __eq__(self, other: object) -> bool:
        return bool(self._options == getattr(other, "_options", other))

    def __hash__(self) -> int:
        return hash(self._options)


def watch(state: Any, judge: Callable[[Any], object]) -> Read:
    """Return what `judge(state)` reads of a state."""
    fields, options = set[str](), set[str]()
    kind = type(state)
    names = frozenset(kind.__struct_fields__)

    class Watched(kind, frozen=True, kw_only=True):  # type: ignore[misc, valid-type, call-arg]
        def __getattribute__(self, name: str) -> Any:
            value = object.__getattribute__(self, name)
            if name not in names:
                return value
            fields.add(name)
            return (
                _Options(value, options) if name == "options" and not isinstance(value, _Options) else value
            )

    judge(Watched(**{name: getattr(state, name) for name in names}))
    return Read(frozenset(fields), frozenset(options))
