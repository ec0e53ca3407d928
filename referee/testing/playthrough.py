"""A game as one readable text: every act, what followed, what each viewer sees, what is possible."""

from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import Any

import msgspec

from events.base import TABLE, Event, type_of
from referee.kernel.game import Game
from referee.l10n.wording import notate
from referee.testing.random_games import PlayedGame, Step
from referee.testing.recorded import Record

_WIDTH = 108

_MOST_LISTED = 12
"""How many acts of a kind are written out; of trades and throws there are hundreds."""

_Sight = dict[str, Any]
"""All that a viewer sees, by its path in the view."""


def playthrough(
    game: Game, played: Iterable[Step] | PlayedGame | Record, without: tuple[str, ...] = ()
) -> str:
    """Return a game as text for a snapshot: a random one, a recorded one, or any steps.

    Of what is seen it has what has changed since the act before; fields of the view in `without` are left
    out. A refused line of a record stands in its place.
    """
    seen: dict[str | None, _Sight] = {}
    steps = played.steps if isinstance(played, PlayedGame | Record) else played
    moments = [
        (step.line or n, "\n".join(_describe_step(game, step, step.line or n, seen, without)))
        for n, step in enumerate(steps, 1)
    ]
    refused = played.refused if isinstance(played, Record) else ()
    moments += [(line, f"# {line}: refused: {no.reason} {no.args} {no.rules}") for line, no in refused]
    return "\n\n".join(text for _, text in sorted(moments))


def _describe_step(
    game: Game, step: Step, n: int, seen: dict[str | None, _Sight], without: tuple[str, ...]
) -> Iterator[str]:
    """Yield the lines about one act. `seen` is what each viewer saw before it; it is updated."""
    line = notate(step.before, step.event)
    yield f"# {n}: {_format_event(step.event) if line.startswith('{') else line}"
    yield from (f"  -> {_format_event(event)}" for event in step.events[1:])
    everybody: _Sight = {}
    for who in (None, *step.after.seats):
        view = {k: v for k, v in _to_builtins(game.view(step.after, who)).items() if k not in without}
        own = {k: v for k, v in _paths(view) if everybody.get(k, "gone") != v}
        everybody = everybody or own
        yield from _wrap(f"{who or 'everybody'} sees", _changed(seen.get(who, {}), own))
        seen[who] = own
    for who in (*step.after.seats, TABLE):
        yield from _wrap(f"{who} may", _legal_lines(step.after, who, game.legal(step.after, who)))


def _changed(before: _Sight, now: _Sight) -> _Sight:
    """Return what is seen otherwise than before; what is seen no more, or as everybody sees it, is "gone"."""
    there = {part for path in now for part in _parents(path)}
    gone = (path for path in before if path not in now)
    first_gone = (next((part for part in _parents(path) if part not in there), path) for path in gone)
    other = {path: value for path, value in now.items() if before.get(path, "gone") != value}
    return {**other, **dict.fromkeys(first_gone, "gone")}


def _parents(path: str) -> Iterator[str]:
    """Yield the paths above a path: `canoes`, `canoes.A`."""
    return (path[:end] for end, sign in enumerate(path) if sign == ".")


def _paths(value: Any, at: str = "") -> Iterator[tuple[str, Any]]:
    """Yield the values of a view by path; a list whose items are not of plain values stays whole."""
    if isinstance(value, dict) and value:
        parts = value.items()
    elif isinstance(value, list) and value and all(map(_is_plain, value)):
        parts = {str(i): each for i, each in enumerate(value, 1)}.items()
    else:
        yield at, value
        return
    for name, part in parts:
        yield from _paths(part, f"{at}.{name}" if at else name)


def _is_plain(item: Any) -> bool:
    return isinstance(item, dict) and not any(
        isinstance(each, dict) or (isinstance(each, list) and any(isinstance(inner, dict) for inner in each))
        for each in item.values()
    )


def _legal_lines(state: Any, who: str, events: tuple[Event, ...]) -> dict[str, str]:
    """Return what somebody may do as keys: of each kind the first few, and how many more."""
    lines: dict[str, str] = {}
    for _, kind in groupby(sorted(events, key=type_of), key=type_of):
        several = tuple(kind)
        lines |= {notate(state, event).removeprefix(f"{who} "): "" for event in several[:_MOST_LISTED]}
        if (more := len(several) - _MOST_LISTED) > 0:
            lines[f"and {more} more of {type_of(several[0])}"] = ""
    return lines


def _format_event(event: Event) -> str:
    said = {
        name: value
        for name, value in _to_builtins(event).items()
        if name != "type" and value not in (None, {}, [])
    }
    return " ".join((type_of(event), *(f"{name} {_format_value(value)}" for name, value in said.items())))


def _to_builtins(value: Any) -> dict[str, Any]:
    read: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(value))
    return read


def _format_value(value: Any) -> str:
    match value:
        case dict():
            return "(" + ", ".join(f"{key} {_format_value(each)}" for key, each in value.items()) + ")"
        case list():
            return "[" + " ".join(map(_format_value, value)) + "]"
    return "none" if value is None else str(value)


def _wrap(head: str, said: dict[str, Any]) -> Iterator[str]:
    """Yield names with values, as many on a line as fit; nothing where there are none."""
    if not said:
        return
    line = f"{head}:"
    for name, value in said.items():
        word = f" {name} {_format_value(value)};" if value != "" else f" {name};"
        if len(line) + len(word) > _WIDTH:
            yield line
            line = "   "
        line += word
    yield line
