"""What snapshots say of an act, as lines a person reads: what followed, and what changed in the position."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import msgspec

from events.base import type_of

WIDTH = 106


def fold(head: str, words: Iterable[str]) -> Iterator[str]:
    """Yield `head`, a colon and words, as many on a line as fit; only `head` where there are no words."""
    line, end = head, ":"
    for word in words:
        if end != ":" and len(line) + len(word) > WIDTH:
            yield f"{line};"
            line, end = "   ", ""
        line, end = f"{line}{end} {word}", ";"
    yield line if end == ":" else f"{line};"


def event_text(event: Any) -> str:
    """Return the type of an event and its fields; those that are None or empty are left out."""
    fields = msgspec.to_builtins(event, str_keys=True)
    parts = (f"{name} {plain(value)}" for name, value in fields.items() if value not in (None, {}, []))
    return " ".join((type_of(event), *(part for part in parts if not part.startswith("type "))))


def changes(before: Any, after: Any) -> list[str]:
    """Return each value of two positions that differs, by its path; `before` is None at an opening."""
    old = {} if before is None else dict(leaves(msgspec.to_builtins(before, str_keys=True)))
    new = dict(leaves(msgspec.to_builtins(after, str_keys=True)))
    gone = [f"{path} gone" for path in old if path not in new]
    return [f"{path} {plain(value)}" for path, value in new.items() if old.get(path, ...) != value] + gone


def leaves(value: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    """Yield what is in objects within objects, by its path; a list is one value."""
    if isinstance(value, Mapping) and value:
        for name, part in value.items():
            yield from leaves(part, f"{path}.{name}" if path else name)
    else:
        yield path, value


def plain(value: Any) -> str:
    if isinstance(value, Mapping):
        return "(" + " ".join(f"{name} {plain(each)}" for name, each in value.items()) + ")"
    if isinstance(value, list | tuple):
        return "[" + " ".join(map(plain, value)) + "]"
    return "none" if value is None else str(value)
