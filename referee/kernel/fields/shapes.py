"""Every event of a kind there can be, by the shapes of its fields: what is conceivable of an act."""

from collections.abc import Iterator
from functools import lru_cache
from itertools import product
from typing import Any

from msgspec import inspect

from events.base import Event
from referee.kernel.acts import LISTS_KEPT
from referee.kernel.state.facts import may_be_null, without_null


@lru_cache(maxsize=LISTS_KEPT)
def every(kind: type[Event], seat: str) -> tuple[Event, ...]:
    """List every event of a kind by a seat, its last field changing first."""
    first, *others = inspect.type_info(kind).fields  # type: ignore[attr-defined]
    ranges = [tuple(values_of(field.type)) for field in others]
    return tuple([kind(*((seat,) if first.name == "seat" else ()), *values) for values in product(*ranges)])


def values_of(kind: Any) -> Iterator[Any]:
    """Give every value of a type that has few."""
    if may_be_null(kind):
        yield None
    match without_null(kind):
        case inspect.IntType(ge=int(least), le=int(most)):
            yield from range(least, most + 1)
        case inspect.LiteralType(values):
            yield from values
        case inspect.BoolType():
            yield from (False, True)
