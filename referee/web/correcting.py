"""Facts set by hand: what was typed becomes a correction of what differs, and is asked of the table."""

from typing import Any

import msgspec

from events.base import Event
from referee.kernel.verdict import Refused
from referee.web.acts import read_event, tell
from referee.web.facts import facts_of, read
from referee.web.once import Outcome, Writing
from referee.web.visit import Visit


def correct(visit: Visit, how: Writing, facts: dict[str, str], reason: str) -> Outcome:
    """Ask to set facts by hand: those that differ from what the referee holds.

    Raises MalformedError where a fact cannot be what was typed.
    """
    return tell(visit, how, lambda: correction(visit, facts, reason))


def correction(visit: Visit, typed: dict[str, str], reason: str) -> Event | Refused:
    """Make a correction of the facts that differ."""
    known = {fact.path: fact for fact in facts_of(visit)}
    meant = {path: read(visit, known[path], text) for path, text in typed.items() if path in known}
    changed = {path: value for path, value in meant.items() if value != known[path].value}
    if not changed:
        return Refused("web.nothing_changed")
    now: Any = msgspec.to_builtins(visit.game.position(visit.state, visit.seat))
    position: dict[str, Any] = {}
    for path, value in changed.items():
        top, *steps = path.split(".")
        position[top] = with_fact(position.get(top, now.get(top)), steps, value)
    raw = {"type": "corrected", "position": position, "reason": reason}
    return read_event(visit, msgspec.json.encode(raw).decode())


def with_fact(part: Any, steps: list[str], value: Any) -> Any:
    """Copy a part of a position with one fact in it changed."""
    if not steps:
        return value
    inner = part if isinstance(part, dict) else {}
    return {**inner, steps[0]: with_fact(inner.get(steps[0]), steps[1:], value)}
