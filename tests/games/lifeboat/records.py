"""Recorded games: reading a bare record and refereeing it again from nothing."""

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from msgspec.structs import fields

from events.base import Event
from referee.games.lifeboat import GAME
from referee.games.lifeboat.state import State
from referee.kernel.registry import codec_of_first_line
from referee.kernel.verdict import Accepted, Refused

GAMES = Path(__file__).parents[3] / "fixtures" / "games" / "lifeboat"
IMPOSSIBLE = "impossible"
"""Begins the name of a record in which a line is refused, and passed over."""


class Step(NamedTuple):
    """One line that people entered, judged: the state before, what it brought about, the state after."""

    line: int
    event: Event
    before: State | None
    facts: tuple[Event, ...]
    after: State


class Replay(NamedTuple):
    """A record refereed: every step, what was refused and passed over, and where it ended.

    `claimed` counts the consequence lines of the record, `derived` all that follow from it.
    """

    steps: tuple[Step, ...]
    refused: tuple[tuple[int, Refused], ...]
    state: State
    claimed: int
    derived: int


def records() -> list[Path]:
    """List the recorded games; those in dispute are told over all games together."""
    return [path for path in sorted(GAMES.glob("*.jsonl")) if not path.name.startswith("disputed")]


def read(path: Path) -> list[Event]:
    """Read the events of a bare record, one a line."""
    lines = path.read_bytes().splitlines()
    codec, is_exported = codec_of_first_line(lines[0])
    assert not is_exported, path
    return [codec.event(line) for line in lines]


def referee(events: list[Event]) -> Replay:
    """Judge a record line by line; consequence lines must be the very ones that follow, in order."""
    steps: list[Step] = []
    refused: list[tuple[int, Refused]] = []
    due: list[Event] = []
    state: State | None = None
    claimed = 0
    for line, event in enumerate(events, 1):
        if due and is_stated(event, due[0]):
            due.pop(0)
            claimed += 1
            continue
        verdict = GAME.decide(state, event)
        if isinstance(verdict, Refused):
            refused.append((line, verdict))
            continue
        steps.append(step(line, event, state, verdict))
        state, due = verdict.state, list(steps[-1].facts[1:])
    assert state is not None
    derived = sum(len(each.facts) - 1 for each in steps)
    return Replay(tuple(steps), tuple(refused), state, claimed, derived)


def is_stated(event: Event, derived: Event) -> bool:
    """Whether a consequence line says what follows, in all that it says."""
    if type(event) is not type(derived):
        return False
    told = {field.name: getattr(event, field.name) for field in fields(event)}
    left_out = {field.name for field in fields(event) if told[field.name] == field.default}
    return all(name in left_out or value == getattr(derived, name) for name, value in told.items())


def step(line: int, event: Event, state: State | None, verdict: Accepted) -> Step:
    """Write down one judged line."""
    return Step(line, event, state, tuple(fact.event for fact in verdict.facts), verdict.state)


def facts(replay: Replay) -> Iterator[Event]:
    """Give every event, consequences among them."""
    return (event for each in replay.steps for event in each.facts)
