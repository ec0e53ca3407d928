"""Facts of a position that can be set by hand: where each stands, and what it may be."""

from collections.abc import Iterator
from typing import Any

import msgspec
from msgspec import inspect
from msgspec.structs import replace

from referee.kernel.game import Game


class SettableFact(msgspec.Struct, frozen=True, kw_only=True):
    """One fact: where it stands in the position (`canoes.A.1.at`), its value, what it may be.

    `choices` are all its values, or of a list all its members, where they can be listed; `most`
    and `least` bound a number. One that is `open` has no list and is no number: it is written out.
    What is not `is_there` the position leaves out.
    """

    path: str
    value: Any
    kind: str
    choices: tuple[Any, ...] = ()
    least: int | None = None
    most: int | None = None
    is_there: bool = True


CHOICE, NUMBER, LIST, OPEN = "choice", "number", "list", "open"


def facts_of(game: Game, state: Any, viewer: str | None) -> tuple[SettableFact, ...]:
    """List the facts that an viewer may see of the position, and so may set."""
    position = game.position(state, viewer)
    known = msgspec.json.decode(msgspec.json.encode(position))
    return tuple(spread(inspect.type_info(type(position)), known, "", tuple(state.seats)))


def spread(kind: Any, value: Any, path: str, seats: tuple[str, ...]) -> Iterator[SettableFact]:
    """Spread a part of a position out to its single facts."""
    kind, may_lack = without_none(kind)
    if isinstance(kind, inspect.StructType):
        for field in kind.fields:
            name = field.encode_name
            yield from spread(field.type, (value or {}).get(name), joined(path, name), seats)
    elif isinstance(kind, inspect.DictType):
        if value is None:
            return
        inner, _ = without_none(kind.value_type)
        missing = 0 if isinstance(inner, inspect.IntType) else None
        for key in keys_of(kind, value, inner):
            for each in spread(kind.value_type, value.get(key, missing), joined(path, key), seats):
                yield each if key in value else replace(each, is_there=False)
    else:
        found = fact(kind, value, path, seats, may_lack=may_lack)
        yield found if value is not None else replace(found, is_there=False)


def without_none(kind: Any) -> tuple[Any, bool]:
    """Take `or None` and the notes of `Annotated` off a type; say whether it may be None."""
    if isinstance(kind, inspect.Metadata):
        return without_none(kind.type)
    if not isinstance(kind, inspect.UnionType):
        return kind, False
    left = [without_none(each)[0] for each in kind.types if not isinstance(each, inspect.NoneType)]
    return (left[0] if len(left) == 1 else inspect.UnionType(tuple(left))), len(left) < len(kind.types)


def keys_of(kind: Any, value: dict[str, Any], inner: Any) -> tuple[str, ...]:
    """List the keys of a part: all there can be where it counts things, else those it has."""
    keys, _ = without_none(kind.key_type)
    if isinstance(keys, inspect.LiteralType) and isinstance(inner, inspect.IntType):
        return tuple(dict.fromkeys((*value, *map(str, keys.values))))
    return tuple(value)


def joined(path: str, name: str) -> str:
    """Go one step further into a position."""
    return f"{path}.{name}" if path else name


def fact(kind: Any, value: Any, path: str, seats: tuple[str, ...], *, may_lack: bool) -> SettableFact:
    """Describe one fact by its type."""
    lacking = (None,) if may_lack and value is None else ()
    match kind:
        case inspect.LiteralType():
            return SettableFact(
                path=path, value=value, kind=CHOICE, choices=(*lacking, *in_order(kind.values))
            )
        case inspect.BoolType():
            return SettableFact(path=path, value=value, kind=CHOICE, choices=(*lacking, True, False))
        case inspect.IntType():
            return SettableFact(path=path, value=value, kind=NUMBER, least=kind.ge, most=kind.le)
        case inspect.StrType() if value is None or value in seats:
            return SettableFact(path=path, value=value, kind=CHOICE, choices=(*lacking, *seats))
        case inspect.VarTupleType():
            return listed(kind, value, path, seats)
    return SettableFact(path=path, value=value, kind=OPEN)


def listed(kind: Any, value: Any, path: str, seats: tuple[str, ...]) -> SettableFact:
    """Describe a list whose members can be listed; any other is written out."""
    member, _ = without_none(kind.item_type)
    if isinstance(member, inspect.LiteralType):
        return SettableFact(path=path, value=value, kind=LIST, choices=in_order(member.values))
    if isinstance(member, inspect.StrType):
        return SettableFact(path=path, value=value, kind=LIST, choices=seats)
    if isinstance(member, inspect.IntType) and member.ge is not None and member.le is not None:
        return SettableFact(path=path, value=value, kind=LIST, choices=tuple(range(member.ge, member.le + 1)))
    return SettableFact(path=path, value=value, kind=OPEN)


def in_order(values: tuple[Any, ...]) -> tuple[Any, ...]:
    """Put values in an order people expect: numbers first, by size."""
    return tuple(
        sorted(
            values, key=lambda each: (isinstance(each, str), each if isinstance(each, int) else 0, str(each))
        )
    )
