"""The vocabulary of a game as data: its events, their fields, what each may be, what a line has wrong.

A vocabulary is the union of a game's events, as a codec holds it.
"""

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any, get_args

import msgspec
from msgspec import inspect

from events.base import Event, type_of
from events.codec import Codec, MalformedError, read_object, refuse_deep

Said = Mapping[str, Any]
"""A message and its arguments, as sentences take it: `{"id": "events.number", …}`."""

_PLACE = re.compile(r" - at `(?:key in )?\$\.?(?:event\.)?([^`]*)`$")
_BYTE = re.compile(r"\(byte (\d+)\)")
_DOUBLED = re.compile(r"^the key `(.*)` stands twice$")
_UNREADABLE = {
    "truncated": "events.cut_off",
    "is too large": "events.too_large",
    "first event must": "events.no_opening",
}
"""What a decoder says in words of its own, and the message that says it for people."""

_STEPS = re.compile(r"\w+|\[[^\]]*\]")
_MOST_ALIKE = 4
_LEAST_ALIKE = 0.6
_PART = 0.95
"""How alike two words have to be, from 0 to 1, and how much less likeness in a part counts."""

LONGEST_WORD = 64
"""Characters of a word that may be a known one mistyped; comparing longer ones takes seconds."""


class FieldShape(msgspec.Struct, frozen=True, kw_only=True):
    """A field of an event: what it may be, and whether it may be left out (then it is `default`)."""

    name: str
    shape: Said
    may_lack: bool = False
    default: Any = None


def events_of(vocabulary: Any) -> dict[str, type[Event]]:
    """Return the events of a vocabulary by type: the game's own, then those of every table."""
    own = {type_of(each): each for each in map(_bare, get_args(vocabulary))}
    return dict(sorted(own.items(), key=lambda named: is_shared(named[1])))


def _bare(kind: Any) -> type[Event]:
    """Return a class without generic arguments."""
    return kind.__origin__ if hasattr(kind, "__origin__") else kind  # type: ignore[no-any-return]


def is_shared(kind: type[Event]) -> bool:
    """Return whether an event is one of every table."""
    return kind.__module__.startswith("events.")


def fields_of(vocabulary: Any, type: str) -> tuple[FieldShape, ...]:
    """Return the fields of an event in the order of its line, without its `type`."""
    return tuple(_iter_fields(inspect.type_info(_class_of(vocabulary, type))))


def _class_of(vocabulary: Any, type: str) -> Any:
    """Return the class of an event by its type, generic arguments included."""
    return next(each for each in get_args(vocabulary) if type_of(_bare(each)) == type)


def _iter_fields(kind: Any) -> Iterator[FieldShape]:
    """Yield the fields of a msgspec struct type."""
    for field in kind.fields:
        default = field.default if field.default is not msgspec.NODEFAULT else None
        yield FieldShape(
            name=field.encode_name,
            shape=_shape_of(field.type),
            may_lack=not field.required,
            default=msgspec.to_builtins(default),
        )


def _shape_of(kind: Any) -> Said:
    """Return a message that says what a field may be."""
    match kind:
        case inspect.Metadata():
            return (
                {"id": "events.seat"} if (kind.extra or {}).get("names") == "seat" else _shape_of(kind.type)
            )
        case inspect.IntType():
            return _shape_of_number(kind)
        case inspect.VarTupleType() | inspect.ListType():
            return {"id": "events.list", "of": _shape_of(kind.item_type)}
        case inspect.TupleType():
            return {"id": "events.list", "of": _either(kind.item_types)}
        case inspect.DictType():
            key, each = _shape_of(kind.key_type), _shape_of(kind.value_type)
            return {"id": "events.by_key", "key": key, "each": each}
        case inspect.UnionType():
            return _either(kind.types)
    return _shape_of_one(kind)


def _shape_of_one(kind: Any) -> Said:
    """Return the message for a type that is no collection and no number."""
    match kind:
        case inspect.LiteralType():
            return {"id": "events.one_of", "known": tuple(kind.values)}
        case inspect.BoolType():
            return {"id": "events.one_of", "known": ("true", "false")}
        case inspect.NoneType():
            return {"id": "events.nothing"}
        case inspect.StructType():
            return {"id": "events.parts", "known": tuple(field.encode_name for field in kind.fields)}
        case inspect.StrType():
            return {"id": "events.text"}
    return {"id": "events.anything"}


def _shape_of_number(kind: Any) -> Said:
    """Return the message for an integer, with its bounds where it has any."""
    if kind.ge is None:
        return {"id": "events.number"}
    if kind.le is None:
        return {"id": "events.number_from", "least": kind.ge}
    return {"id": "events.number_between", "least": kind.ge, "most": kind.le}


def _either(kinds: tuple[Any, ...]) -> Said:
    """Return the message for several alternatives; alike ones count once."""
    different = list({str(shape): shape for shape in map(_shape_of, kinds)}.values())
    return different[0] if len(different) == 1 else {"id": "events.either", "known": tuple(different)}


@lru_cache(maxsize=1024)
def nearest(word: str, known: tuple[str, ...]) -> tuple[str, ...]:
    """Return at most four known words most like one, as wholes or in a part, the likest first.

    Empty where none is alike, or the word is longer than any. Remembered for the last words asked.
    """
    if len(word) > LONGEST_WORD:
        return ()
    low = word.lower()
    likeness = {
        each: max(_likeness(low, each), *(_PART * _likeness(low, part) for part in _parts(each)))
        for each in known
    }
    alike = [each for each in known if likeness[each] > _LEAST_ALIKE]
    return tuple(sorted(alike, key=lambda each: -likeness[each])[:_MOST_ALIKE])


def _parts(word: str) -> list[str]:
    """Return the parts of a word in snake case, in lower case."""
    return word.lower().split("_")


def _likeness(one: str, other: str) -> float:
    """Return how alike two words are spelt, from 0 to 1; 0 where that is too little to count."""
    from difflib import SequenceMatcher  # 3 ms: what is understood needs no likeness

    compared = SequenceMatcher(None, one, other)
    is_far = compared.real_quick_ratio() <= _LEAST_ALIKE or compared.quick_ratio() <= _LEAST_ALIKE
    return 0.0 if is_far else compared.ratio()


def explain(codec: Codec, line: bytes, error: MalformedError) -> Said:
    """Return a message about what is wrong with a line, an event or an entry, in words of the vocabulary.

    It names the unknown event, field or value, and the known ones or those nearest to it.
    """
    try:
        refuse_deep(line)
        raw = read_object(line)
    except MalformedError:
        return explain_unreadable(error)
    if "prev" in raw and isinstance(raw.get("event"), dict):
        if not _PLACE.search(str(error)) or "$.event" not in str(error):
            return explain_unreadable(error)
        raw = raw["event"]
    return _explain_event(codec, raw, str(error)) or explain_unreadable(error)


def explain_unreadable(error: Exception | str) -> Said:
    """Return a message about what a decoder found wrong, where no vocabulary helps."""
    why = str(error)
    if (sign := _BYTE.search(why)) is not None:
        return {"id": "events.no_json", "n": int(sign[1]) + 1}
    if (key := _DOUBLED.search(why)) is not None:
        return {"id": "events.key_twice", "field": key[1]}
    if (place := _PLACE.search(why)) is not None and place[1]:
        return {"id": "events.wrong_place", "field": place[1]}
    return {"id": next((id for sign, id in _UNREADABLE.items() if sign in why), "events.no_object")}


def _explain_event(codec: Codec, raw: dict[str, Any], why: str) -> Said | None:
    """Return the message for a decoded line; None where it says nothing of the fault."""
    known = events_of(codec.union)
    named = raw.get("type")
    if not isinstance(named, str) or named not in known:
        alike = nearest(str(named or ""), tuple(known))
        id = "events.no_type" if named is None else "events.unknown_alike" if alike else "events.unknown"
        return {"id": id, "event": str(named), "alike": alike, "game": codec.game, "game_id": codec.game}
    kind = inspect.type_info(_class_of(codec.union, named))
    return _explain_object(kind, raw, why, {"event": named, "game_id": codec.game})


def explain_request(kind: Any, raw: dict[str, Any], why: str, name: str) -> Said | None:
    """Return a message that names the unknown field or value of a request, and the known ones.

    `kind` is the type it is decoded as, `name` what people call it; None where nothing better than `why`
    is known.
    """
    return _explain_object(inspect.type_info(kind), raw, why, {"event": name})


def _explain_object(kind: Any, raw: dict[str, Any], why: str, args: Said) -> Said | None:
    """Return a message about the unknown or missing field or the wrong value in an object.

    `args` are further arguments of the message, such as what the object is. None: nothing wrong is found.
    """
    place = _PLACE.search(why)
    fields = {field.name: field for field in _iter_fields(kind)}
    path = place[1] if place else ""
    if not path or (not why.startswith("Expected") and "Invalid" not in why):
        if strange := next((name for name in raw if name not in {*fields, "type"}), None):
            alike = nearest(strange, tuple(fields))
            id = "events.unknown_field_alike" if alike else "events.unknown_field"
            return {"id": id, "field": strange, "alike": alike, "known": tuple(fields), **args}
        missing = [name for name, field in fields.items() if not field.may_lack and name not in raw]
        if missing:
            allowed = fields[missing[0]].shape
            return {"id": "events.missing_field", "field": missing[0], "allowed": allowed, **args}
    here = _shape_at(kind, path) if path else None
    return None if here is None else {"id": "events.wrong_value", "field": path, "allowed": here, **args}


def _shape_at(kind: Any, path: str) -> Said | None:
    """Return what may stand at a place in an event, such as `before[0].gem`; None where that is not known."""
    for step in _STEPS.findall(path):
        kind = _inner(kind, step)
        if kind is None:
            return None
    return _shape_of(kind)


def _inner(kind: Any, step: str) -> Any:
    """Return the type of the field `step`, or of a member where `step` is an index or key.

    None where there is none.
    """
    match kind:
        case inspect.Metadata():
            return _inner(kind.type, step)
        case inspect.UnionType():
            return next(filter(None, (_inner(each, step) for each in kind.types)), None)
        case inspect.StructType():
            return next((field.type for field in kind.fields if field.encode_name == step), None)
        case inspect.VarTupleType() | inspect.ListType():
            return kind.item_type
        case inspect.DictType():
            return kind.value_type
    return None
