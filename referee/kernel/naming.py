"""Who is named in an event: found once for each type of event, from its annotations."""

from collections.abc import Callable, Iterator
from functools import cache
from operator import attrgetter
from types import UnionType
from typing import Annotated, Any, Union, get_args, get_origin, get_type_hints

import msgspec

from events.base import SEAT
from referee.kernel.table import TableState, judge_known_seats
from referee.kernel.verdict import Refused

Names = Callable[[Any], Iterator[str]]
"""All seats that a value names."""


def judge_seats(state: TableState, event: msgspec.Struct) -> Refused | None:
    """Refuse an event, or facts, that name somebody who does not sit here: before all other rules.

    Rules: TAB-SEAT-01
    """
    names = seats_of(type(event))
    return judge_known_seats(state, tuple(names(event))) if names is not None else None


@cache
def seats_of(kind: Any) -> Names | None:
    """Find out how to list the seats that a value of a type names; None where it names none."""
    origin = get_origin(kind)
    if origin is Annotated:
        return _itself if SEAT in get_args(kind)[1:] else seats_of(get_args(kind)[0])
    if origin in (Union, UnionType):
        return _first(tuple(filter(None, map(seats_of, get_args(kind)))))
    if origin is tuple:
        return _each(seats_of(get_args(kind)[0])) if get_args(kind) else None
    if origin is dict:
        return _both(*map(seats_of, get_args(kind)))
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        return _fields(kind)
    return None


def _itself(value: str | None) -> Iterator[str]:
    if value is not None:
        yield value


def _first(found: tuple[Names, ...]) -> Names | None:
    """Take the reader of an optional value: of several kinds of value none may name seats."""
    if not found:
        return None
    read = found[0]
    return lambda value: iter(()) if value is None else read(value)


def _each(read: Names | None) -> Names | None:
    return read and (lambda values: (name for value in values for name in read(value)))


def _both(keys: Names | None, values: Names | None) -> Names | None:
    if keys is None and values is None:
        return None

    def read(mapping: dict[Any, Any]) -> Iterator[str]:
        for key, value in mapping.items():
            if keys is not None:
                yield from keys(key)
            if values is not None and value is not None:
                yield from values(value)

    return read


def _fields(kind: type[msgspec.Struct]) -> Names | None:
    hints = get_type_hints(kind, include_extras=True)
    read = [(attrgetter(name), names) for name, hint in hints.items() if (names := seats_of(hint))]
    if not read:
        return None
    if len(read) == 1:
        get, names = read[0]
        return lambda value: names(get(value))
    return lambda value: (name for get, names in read for name in names(get(value)))
