"""A whole evening as one readable text: every act, what followed, what each viewer sees, what is possible."""

from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import Any

import msgspec

from events.base import TABLE, Event, type_of
from referee.kernel.game import Game
from referee.l10n.wording import notate
from referee.testing.evenings import Evening, Step
from referee.testing.recorded import Record

WIDTH = 108

MOST_LISTED = 12
"""So many acts of a kind are written out; of trades and throws there are hundreds."""

Sight = dict[str, Any]
"""All that an viewer sees, by its path in the view."""


def playthrough(game: Game, told: Iterable[Step] | Evening | Record, without: tuple[str, ...] = ()) -> str:
    """Write an evening down, a recorded game, or any steps: for a snapshot that is read against the rulebook.

    Of what is seen, what has changed since the act before; `without` are fields of the view that
    reckon in advance. What a record tells and is refused stands where it was told.
    """
    seen: dict[str | None, Sight] = {}
    steps = told.steps if isinstance(told, Evening | Record) else told
    moments = [
        (step.line or n, "\n".join(moment(game, step, step.line or n, seen, without)))
        for n, step in enumerate(steps, 1)
    ]
    refused = told.refused if isinstance(told, Record) else ()
    moments += [(line, f"# {line}: refused: {no.reason} {no.args} {no.rules}") for line, no in refused]
    return "\n\n".join(text for _, text in sorted(moments))


def moment(
    game: Game, step: Step, n: int, seen: dict[str | None, Sight], without: tuple[str, ...]
) -> Iterator[str]:
    """Write down one act and all that can be said after it; `seen` is what was seen before."""
    line = notate(step.before, step.event)
    yield f"# {n}: {told(step.event) if line.startswith('{') else line}"
    yield from (f"  -> {told(event)}" for event in step.events[1:])
    everybody: Sight = {}
    for who in (None, *step.after.seats):
        view = {k: v for k, v in fields(game.view(step.after, who)).items() if k not in without}
        own = {k: v for k, v in paths(view) if everybody.get(k, "gone") != v}
        everybody = everybody or own
        yield from folded(f"{who or 'everybody'} sees", changed(seen.get(who, {}), own))
        seen[who] = own
    for who in (*step.after.seats, TABLE):
        yield from folded(f"{who} may", listed(step.after, who, game.legal(step.after, who)))


def changed(before: Sight, now: Sight) -> Sight:
    """Give what is seen otherwise than before; what is seen no more, or as everybody sees it, is `gone`."""
    there = {part for path in now for part in parts_of(path)}
    gone = (path for path in before if path not in now)
    first_gone = (next((part for part in parts_of(path) if part not in there), path) for path in gone)
    other = {path: value for path, value in now.items() if before.get(path, "gone") != value}
    return {**other, **dict.fromkeys(first_gone, "gone")}


def parts_of(path: str) -> Iterator[str]:
    """Name what a path leads through: `canoes`, `canoes.A`."""
    return (path[:end] for end, sign in enumerate(path) if sign == ".")


def paths(value: Any, at: str = "") -> Iterator[tuple[str, Any]]:
    """Take what is seen apart: seats, what each has, items of plain values; other lists stay whole."""
    if isinstance(value, dict) and value:
        parts = value.items()
    elif isinstance(value, list) and value and all(map(is_plain, value)):
        parts = {str(i): each for i, each in enumerate(value, 1)}.items()
    else:
        yield at, value
        return
    for name, part in parts:
        yield from paths(part, f"{at}.{name}" if at else name)


def is_plain(item: Any) -> bool:
    """Whether an item of a list says a few plain things."""
    return isinstance(item, dict) and not any(
        isinstance(each, dict) or (isinstance(each, list) and any(isinstance(inner, dict) for inner in each))
        for each in item.values()
    )


def listed(state: Any, who: str, events: tuple[Event, ...]) -> dict[str, str]:
    """Write what somebody may do, of each kind the first few, and how many more."""
    lines: dict[str, str] = {}
    for _, kind in groupby(sorted(events, key=type_of), key=type_of):
        several = tuple(kind)
        lines |= {notate(state, event).removeprefix(f"{who} "): "" for event in several[:MOST_LISTED]}
        if (more := len(several) - MOST_LISTED) > 0:
            lines[f"and {more} more of {type_of(several[0])}"] = ""
    return lines


def told(event: Event) -> str:
    """Write an event: its type, and what it says."""
    said = {
        name: value for name, value in fields(event).items() if name != "type" and value not in (None, {}, [])
    }
    return " ".join((type_of(event), *(f"{name} {plain(value)}" for name, value in said.items())))


def fields(value: Any) -> dict[str, Any]:
    """Write a value as JSON would have it."""
    read: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(value))
    return read


def plain(value: Any) -> str:
    """Write a value without quotes."""
    match value:
        case dict():
            return "(" + ", ".join(f"{key} {plain(each)}" for key, each in value.items()) + ")"
        case list():
            return "[" + " ".join(map(plain, value)) + "]"
    return "none" if value is None else str(value)


def folded(head: str, said: dict[str, Any]) -> Iterator[str]:
    """Write names with values, as many on a line as fit; nothing where there are none."""
    if not said:
        return
    line = f"{head}:"
    for name, value in said.items():
        word = f" {name} {plain(value)};" if value != "" else f" {name};"
        if len(line) + len(word) > WIDTH:
            yield line
            line = "   "
        line += word
    yield line
