"""Recorded games: reading a bare record and refereeing it again from nothing."""

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from events.base import Event
from events.effective import in_force
from events.table import TakenBack
from referee.games.niagara import GAME
from referee.games.niagara.state import State
from referee.kernel.registry import codec_of_first_line
from referee.kernel.verdict import Accepted

GAMES = Path(__file__).parents[3] / "fixtures" / "games" / "niagara"


class Step(NamedTuple):
    """One line that people entered, judged: the state before, what it brought about, the state after."""

    line: int
    event: Event
    before: State | None
    facts: tuple[Event, ...]
    after: State


class Replay(NamedTuple):
    """A record refereed: every step, those in force, and where it ended.

    `claimed` counts the consequence lines of the record, `derived` all that follow from it.
    """

    steps: tuple[Step, ...]
    kept: tuple[Step, ...]
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
    state: State | None = None
    due: list[Event] = []
    claimed = 0
    for line, event in enumerate(events, 1):
        if due and event == due[0]:
            due.pop(0)
            claimed += 1
            continue
        if isinstance(event, TakenBack):
            state = state_after(steps, event.to)
        step = judge(line, event, state)
        steps.append(step)
        state, due = step.after, list(step.facts[1:])
    assert state is not None
    derived = sum(len(step.facts) - 1 for step in steps)
    return Replay(tuple(steps), tuple(kept(steps, len(events))), state, claimed, derived)


def judge(line: int, event: Event, state: State | None) -> Step:
    """Judge one line, which has to be accepted."""
    verdict = GAME.decide(state, event)
    assert isinstance(verdict, Accepted), f"line {line}: {event}: {verdict}"
    return Step(line, event, state, tuple(fact.event for fact in verdict.facts), verdict.state)


def state_after(steps: list[Step], line: int) -> State:
    """Find the state a line left behind."""
    return next(step.after for step in reversed(steps) if step.line <= line)


def kept(steps: list[Step], length: int) -> Iterator[Step]:
    """Give the steps that no `taken_back` put out of force."""
    backs = [(step.line, step.event.to) for step in steps if isinstance(step.event, TakenBack)]
    ranges = in_force(length, backs)
    return (step for step in steps if any(step.line in kept_lines for kept_lines in ranges))
