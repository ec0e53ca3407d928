"""Parts of a position by their paths: the type of a part, and a part set."""

from typing import Any

from msgspec import inspect


def without_none(kind: Any) -> tuple[Any, bool]:
    """Return a type without `or None` and `Annotated`, and whether it may be None."""
    if isinstance(kind, inspect.Metadata):
        return without_none(kind.type)
    if not isinstance(kind, inspect.UnionType):
        return kind, False
    left = [without_none(each)[0] for each in kind.types if not isinstance(each, inspect.NoneType)]
    return (left[0] if len(left) == 1 else inspect.UnionType(tuple(left))), len(left) < len(kind.types)


def inner_kind(kind: Any, step: str) -> Any:
    """Return the type of a part; None where there is no such part."""
    kind, _ = without_none(kind)
    if isinstance(kind, inspect.DictType):
        return kind.value_type
    fields = kind.fields if isinstance(kind, inspect.StructType) else ()
    return next((field.type for field in fields if field.encode_name == step), None)


def is_count(kind: Any) -> bool:
    """Return whether a part of a position counts things by kind: such a part is set as a whole."""
    kind, _ = without_none(kind)
    if not isinstance(kind, inspect.DictType):
        return False
    number, _ = without_none(kind.value_type)
    return isinstance(kind.key_type, inspect.LiteralType) and isinstance(number, inspect.IntType)


def with_fact(kind: Any, so_far: Any, now: Any, steps: list[str], value: Any) -> Any:
    """Return a copy of `so_far` (the facts set so far) with the fact at the path `steps`.

    `now` is the position as it is: a part that belongs together is completed from it.
    """
    if not steps:
        return value
    step, *rest = steps
    so_far, now = (part if isinstance(part, dict) else {} for part in (so_far, now))
    kind, _ = without_none(kind)
    beside = {**now, **so_far} if _belongs_together(kind) else so_far
    inner = with_fact(inner_kind(kind, step), so_far.get(step), now.get(step), rest, value)
    return {**beside, step: inner}


def _belongs_together(kind: Any) -> bool:
    """Return whether a part of a position is set as a whole: the counts of all gems, a canoe with its cargo.

    Parts named by seat, and facts that may be left out, are set alone.
    """
    if isinstance(kind, inspect.StructType):
        return any(field.required for field in kind.fields)
    return is_count(kind)
