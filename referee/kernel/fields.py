"""What the types of an event's fields tell: the seats it names, and every event of its kind there can be."""

from collections.abc import Callable, Iterator
from functools import cache, lru_cache
from itertools import product
from operator import attrgetter
from types import UnionType
from typing import Annotated, Any, Union, get_args, get_origin, get_type_hints

import msgspec
from msgspec import inspect

from events.base import SEAT, Event
from referee.kernel.acts import LISTS_KEPT
from referee.kernel.facts import may_be_null, without_null
from referee.kernel.table import TableState, judge_known_seats
from referee.kernel.verdict import Refused

Names = Callable[[Any], tuple[str, ...]]
"""All seats that a value names."""


def judge_seats(state: TableState, event: msgspec.Struct) -> Refused | None:
    """Refuse an event, or a position, that names somebody who does not sit at the table."""
    names = _seats_of(type(event))
    return judge_known_seats(state, names(event)) if names is not None else None


def seats_in(value: msgspec.Struct) -> tuple[str, ...]:
    """Return the seats that an event, or a position, names, each once."""
    names = _seats_of(type(value))
    return () if names is None else tuple(dict.fromkeys(names(value)))


@cache
def _seats_of(kind: Any) -> Names | None:
    """Return `(value) -> seats` for a type; None where its values name no seat."""
    origin, args = get_origin(kind), get_args(kind)
    if origin is Annotated:
        return _itself if SEAT in args[1:] else _seats_of(args[0])
    if origin in (Union, UnionType):
        return _if_any(next(filter(None, map(_seats_of, args)), None))
    if origin is tuple and args:
        return _each(_seats_of(args[0]))
    if origin is dict:
        return _keys_and_values(*map(_seats_of, args))
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        return _fields(kind)
    return None


def names_its_seat(kind: type[msgspec.Struct]) -> bool:
    """Return whether events of this class name who does them in a field `seat`."""
    return ("seat", _itself) in _naming(kind)


@cache
def may_be_table(kind: type[msgspec.Struct]) -> bool:
    """Return whether the field `seat` of events of this class may be null: the table shows them then."""
    return any(name == "seat" and names is not _itself for name, names in _naming(kind))


def others_of(kind: type[msgspec.Struct]) -> Names | None:
    """Return `(event) -> seats` named in fields other than `seat`, for events of a class; None: no field."""
    return _all_of([(name, names) for name, names in _naming(kind) if (name, names) != ("seat", _itself)])


def _itself(value: str) -> tuple[str, ...]:
    """Return the seat alone: the reader of a field that holds one."""
    return (value,)


def _if_any(read: Names | None) -> Names | None:
    """Return a reader that also takes None, which names no seat; None where `read` is None."""
    return read and (lambda value: () if value is None else read(value))


def _each(read: Names | None) -> Names | None:
    """Return a reader of a tuple of such values; None where `read` is None."""
    if read is _itself:
        return tuple
    return read and (lambda values: tuple([name for value in values for name in read(value)]))


def _keys_and_values(keys: Names | None, values: Names | None) -> Names | None:
    """Return a reader of a dict by the readers of its keys and values; None where neither names seats."""
    if keys is None and values is None:
        return None
    return lambda mapping: (
        *(name for key in (mapping if keys else ()) for name in keys(key)),  # type: ignore[misc]
        *(name for value in (mapping.values() if values else ()) for name in values(value)),  # type: ignore[misc]
    )


def _fields(kind: type[msgspec.Struct]) -> Names | None:
    """Return a reader of all fields of a struct; None where none names a seat."""
    return _all_of(_naming(kind))


def _naming(kind: type[msgspec.Struct]) -> list[tuple[str, Names]]:
    """Return the fields of a struct that name seats, each with `(value) -> seats`."""
    hints = get_type_hints(kind, include_extras=True)
    return [(name, names) for name, hint in hints.items() if (names := _seats_of(hint))]


def _all_of(read: list[tuple[str, Names]]) -> Names | None:
    """Return one reader of several fields, the quickest for how many there are; None for none."""
    if not read:
        return None
    if len(read) > 1 and all(names is _itself for _, names in read):
        return attrgetter(*[name for name, _ in read])
    (get, names), *others = readers = [(attrgetter(name), names) for name, names in read]
    if len(readers) == 1:
        return (lambda value: (get(value),)) if names is _itself else (lambda value: names(get(value)))
    if len(readers) == 2 and names is _itself:
        get_other, other = others[0]
        return lambda value: (get(value), *other(get_other(value)))
    return lambda value: tuple([name for get, names in readers for name in names(get(value))])


@lru_cache(maxsize=LISTS_KEPT)
def every(kind: type[Event], seat: str) -> tuple[Event, ...]:
    """Return every event of a class by a seat, its last field changing first.

    A field whose type has no small range of values leaves no event at all. `seat` is ignored where the events
    name none.
    """
    fields = inspect.type_info(kind).fields  # type: ignore[attr-defined]
    ranges = [(seat,) if field.name == "seat" else tuple(_values_of(field.type)) for field in fields]
    return tuple([kind(*values) for values in product(*ranges)])


def _values_of(kind: Any) -> Iterator[Any]:
    """Yield every value of a msgspec type that has few: None, a small range, words, true and false.

    Else none.
    """
    if may_be_null(kind):
        yield None
    match without_null(kind):
        case inspect.IntType(ge=int(least), le=int(most)):
            yield from range(least, most + 1)
        case inspect.LiteralType(values):
            yield from values
        case inspect.BoolType():
            yield from (False, True)


def values_by_field(kind: type[msgspec.Struct]) -> dict[str, tuple[Any, ...]]:
    """Return every value of each field of a struct, None left out; no field that has no small range."""
    fields = inspect.type_info(kind).fields  # type: ignore[attr-defined]
    ranges = {field.name: [each for each in _values_of(field.type) if each is not None] for field in fields}
    return {name: tuple(values) for name, values in ranges.items() if values}
