"""A whole evening as one readable text: every act, what followed, what each asker sees, what is possible."""

from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from events.base import TABLE, Event, type_of
from referee.kernel.game import Game
from referee.l10n.wording import notate
from referee.testing.evenings import Step

WIDTH = 108


def playthrough(game: Game, steps: Iterable[Step]) -> str:
    """Write an evening down, or any steps: for a snapshot that is read against the rulebook."""
    steps = getattr(steps, "steps", steps)
    return "\n\n".join("\n".join(moment(game, n, step)) for n, step in enumerate(steps, 1))


def moment(game: Game, n: int, step: Step) -> Iterator[str]:
    """Write down one act and all that can be said after it."""
    line = notate(step.before, step.event)
    yield f"# {n}: {told(step.event) if line.startswith('{') else line}"
    yield from (f"  -> {told(fact.event)}" for fact in step.facts[1:])
    public = fields(game.view(step.after, None))
    yield from folded("everybody sees", public)
    for seat in step.after.seats:
        own = fields(game.view(step.after, seat))
        yield from folded(
            f"{seat} sees", {name: value for name, value in own.items() if public[name] != value}
        )
    for who in (*step.after.seats, TABLE):
        if possible := game.legal(step.after, who):
            yield from folded(f"{who} may", {notate(step.after, event): "" for event in possible})


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
    """Write names with values, as many on a line as fit."""
    line = f"{head}:"
    for name, value in said.items():
        word = f" {name} {plain(value)};" if value != "" else f" {name};"
        if len(line) + len(word) > WIDTH:
            yield line
            line = "   "
        line += word
    yield line
