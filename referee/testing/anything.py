"""Values of any type at random: what a table might type, possible or not."""

from random import Random
from typing import Any

from msgspec import inspect

FEW = (0, 1, 1, 2, 3, 6)
"""How many items a list may have."""

MOST = 12
"""How far above the least a number may be."""


def anything(type_: inspect.Type, seats: tuple[str, ...], random: Random) -> Any:
    """Make a value of a type; words are seats."""
    match type_:
        case inspect.Metadata(type=inner):
            return anything(inner, seats, random)
        case inspect.UnionType(types=types):
            return anything(random.choice(types), seats, random)
        case inspect.BoolType():
            return random.random() < 0.5
        case inspect.IntType(ge=ge, le=le):
            least = ge or 0
            return random.randint(least, least + MOST if le is None else le)
        case inspect.LiteralType(values=values):
            return random.choice(values)
        case inspect.StrType():
            return random.choice(seats)
        case inspect.NoneType():
            return None
    return several(type_, seats, random)


def several(type_: inspect.Type, seats: tuple[str, ...], random: Random) -> Any:
    """Make a list, a mapping or a struct."""
    match type_:
        case inspect.VarTupleType(item_type=item):
            return tuple(anything(item, seats, random) for _ in range(random.choice(FEW)))
        case inspect.TupleType(item_types=items):
            return tuple(anything(item, seats, random) for item in items)
        case inspect.DictType(key_type=key, value_type=value):
            return {anything(key, seats, random): anything(value, seats, random) for _ in range(3)}
        case inspect.StructType(cls=cls, fields=fields):
            told = [field for field in fields if field.required or random.random() < 0.5]
            return cls(**{field.name: anything(field.type, seats, random) for field in told})
    raise TypeError(type_)
