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
from events.codec import Codec, MalformedError, read_object
from events.table import TableEvent

Said = Mapping[str, Any]
"""A message and its arguments, as sentences take it: `{"id": "events.number", …}`."""

PLACE = re.compile(r" - at `(?:key in )?\$\.?(?:event\.)?([^`]*)`$")
BYTE = re.compile(r"\(byte (\d+)\)")
DOUBLED = re.compile(r"^the key `(.*)` stands twice$")
UNREAD = {
    "truncated": "events.cut_off",
    "is too large": "events.too_large",
    "first event must": "events.no_opening",
}
"""What a decoder says in words of its own, and the message that says it for people."""

STEPS = re.compile(r"\w+|\[[^\]]*\]")
MOST_ALIKE = 4
LEAST_ALIKE = 0.6
PART = 0.95
"""How alike two words have to be, from 0 to 1, and how much less likeness in a part counts."""

LONGEST_WORD = 64
"""Characters of a word that may be a known one mistyped; comparing longer ones takes seconds."""


class Field(msgspec.Struct, frozen=True, kw_only=True):
    """A field of an event: what it may be, and whether it may be left out (then it is `default`)."""

    name: str
    shape: Said
    may_lack: bool = False
    default: Any = None


def events_of(vocabulary: Any) -> dict[str, type[Event]]:
    """Return the events of a vocabulary by type: the game's own, then those of every table."""
    own = {type_of(each): each for each in map(bare, get_args(vocabulary))}
    shared = {type_of(each) for each in get_args(TableEvent)} | {"corrected"}
    return dict(sorted(own.items(), key=lambda named: named[0] in shared))


def bare(kind: Any) -> type[Event]:
    """Take the notes of `Annotated` off a type."""
    return kind.__origin__ if hasattr(kind, "__origin__") else kind  # type: ignore[no-any-return]


def is_shared(kind: type[Event]) -> bool:
    """Whether an event is one of every table."""
    return kind.__module__.startswith("events.")


def fields_of(vocabulary: Any, type: str) -> tuple[Field, ...]:
    """Return the fields of an event in the order of its line, without its `type`."""
    return tuple(fields_in(inspect.type_info(kind_of(vocabulary, type))))


def kind_of(vocabulary: Any, type: str) -> Any:
    return next(each for each in get_args(vocabulary) if type_of(bare(each)) == type)


def fields_in(kind: Any) -> Iterator[Field]:
    """List the fields of a part of an event."""
    for field in kind.fields:
        default = field.default if field.default is not msgspec.NODEFAULT else None
        yield Field(
            name=field.encode_name,
            shape=shape_of(field.type),
            may_lack=not field.required,
            default=msgspec.to_builtins(default),
        )


def shape_of(kind: Any) -> Said:
    """Say what a field may be."""
    match kind:
        case inspect.Metadata():
            return {"id": "events.seat"} if (kind.extra or {}).get("names") == "seat" else shape_of(kind.type)
        case inspect.IntType():
            return shape_of_number(kind)
        case inspect.VarTupleType() | inspect.ListType():
            return {"id": "events.list", "of": shape_of(kind.item_type)}
        case inspect.TupleType():
            return {"id": "events.list", "of": either(kind.item_types)}
        case inspect.DictType():
            key, each = shape_of(kind.key_type), shape_of(kind.value_type)
            return {"id": "events.by_key", "key": key, "each": each}
        case inspect.UnionType():
            return either(kind.types)
    return shape_of_one(kind)


def shape_of_one(kind: Any) -> Said:
    """Say what a field may be that holds one thing."""
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


def shape_of_number(kind: Any) -> Said:
    """Say what a number may be."""
    if kind.ge is None:
        return {"id": "events.number"}
    if kind.le is None:
        return {"id": "events.number_from", "least": kind.ge}
    return {"id": "events.number_between", "least": kind.ge, "most": kind.le}


def either(kinds: tuple[Any, ...]) -> Said:
    """Say that it may be one of several."""
    different = list({str(shape): shape for shape in map(shape_of, kinds)}.values())
    return different[0] if len(different) == 1 else {"id": "events.either", "known": tuple(different)}


@lru_cache(maxsize=1024)
def nearest(word: str, known: tuple[str, ...]) -> tuple[str, ...]:
    """Find the words most like one, as wholes or in a part; none where it is longer than any word."""
    if len(word) > LONGEST_WORD:
        return ()
    low = word.lower()
    likeness = {
        each: max(like(low, each), *(PART * like(low, part) for part in parts(each))) for each in known
    }
    alike = [each for each in known if likeness[each] > LEAST_ALIKE]
    return tuple(sorted(alike, key=lambda each: -likeness[each])[:MOST_ALIKE])


def parts(word: str) -> list[str]:
    """Part a word such as `canoe_moved`."""
    return word.lower().split("_")


def like(one: str, other: str) -> float:
    """Tell how alike two words are spelt, from 0 to 1; 0 where that is too little to count."""
    from difflib import SequenceMatcher  # 3 ms: what is understood needs no likeness

    compared = SequenceMatcher(None, one, other)
    is_far = compared.real_quick_ratio() <= LEAST_ALIKE or compared.quick_ratio() <= LEAST_ALIKE
    return 0.0 if is_far else compared.ratio()


def explained(codec: Codec, line: bytes, error: MalformedError) -> Said:
    """Return what is wrong with a line, an event or an entry, in the words of the codec's vocabulary."""
    try:
        raw = read_object(line)
    except MalformedError:
        return unread(error)
    if "prev" in raw and isinstance(raw.get("event"), dict):
        if not PLACE.search(str(error)) or "$.event" not in str(error):
            return unread(error)
        raw = raw["event"]
    return wrong_with(codec, raw, str(error)) or unread(error)


def unread(error: Exception | str) -> Said:
    """Say to people what a decoder found wrong where no vocabulary helps."""
    why = str(error)
    if (sign := BYTE.search(why)) is not None:
        return {"id": "events.no_json", "n": int(sign[1]) + 1}
    if (key := DOUBLED.search(why)) is not None:
        return {"id": "events.key_twice", "field": key[1]}
    if (place := PLACE.search(why)) is not None and place[1]:
        return {"id": "events.wrong_place", "field": place[1]}
    return {"id": next((id for sign, id in UNREAD.items() if sign in why), "events.no_object")}


def wrong_with(codec: Codec, raw: dict[str, Any], why: str) -> Said | None:
    """Name the unknown event, field or value, and the known ones."""
    known = events_of(codec.union)
    named = raw.get("type")
    if not isinstance(named, str) or named not in known:
        alike = nearest(str(named or ""), tuple(known))
        id = "events.no_type" if named is None else "events.unknown_alike" if alike else "events.unknown"
        return {"id": id, "event": str(named), "alike": alike, "game": codec.game, "game_id": codec.game}
    kind = inspect.type_info(kind_of(codec.union, named))
    return wrong_in(kind, raw, why, {"event": named, "game_id": codec.game})


def wrong_with_request(kind: Any, raw: dict[str, Any], why: str, name: str) -> Said | None:
    """Name the unknown field or value of a request (by its `name`), and the known ones."""
    return wrong_in(inspect.type_info(kind), raw, why, {"event": name})


def wrong_in(kind: Any, raw: dict[str, Any], why: str, told: Said) -> Said | None:
    """Name the unknown field or value of an object, and the known ones."""
    place = PLACE.search(why)
    fields = {field.name: field for field in fields_in(kind)}
    path = place[1] if place else ""
    if not path or (not why.startswith("Expected") and "Invalid" not in why):
        if strange := next((name for name in raw if name not in {*fields, "type"}), None):
            alike = nearest(strange, tuple(fields))
            id = "events.unknown_field_alike" if alike else "events.unknown_field"
            return {"id": id, "field": strange, "alike": alike, "known": tuple(fields), **told}
        missing = [name for name, field in fields.items() if not field.may_lack and name not in raw]
        if missing:
            allowed = fields[missing[0]].shape
            return {"id": "events.missing_field", "field": missing[0], "allowed": allowed, **told}
    here = shape_at(kind, path) if path else None
    return None if here is None else {"id": "events.wrong_value", "field": path, "allowed": here, **told}


def shape_at(kind: Any, path: str) -> Said | None:
    """Say what may stand at a place in an event, such as `before[0].gem`; None where that is not known."""
    for step in STEPS.findall(path):
        kind = inner(kind, step)
        if kind is None:
            return None
    return shape_of(kind)


def inner(kind: Any, step: str) -> Any:
    """Go one step into a part of an event: to a field, or to what a list or an object holds."""
    match kind:
        case inspect.Metadata():
            return inner(kind.type, step)
        case inspect.UnionType():
            return next(filter(None, (inner(each, step) for each in kind.types)), None)
        case inspect.StructType():
            return next((field.type for field in kind.fields if field.encode_name == step), None)
        case inspect.VarTupleType() | inspect.ListType():
            return kind.item_type
        case inspect.DictType():
            return kind.value_type
    return None
