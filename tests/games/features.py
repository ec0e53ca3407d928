"""How to ask whether a recorded game shows something, read off its events and not its name."""

from collections.abc import Callable
from typing import Any

from events.base import Event
from referee.testing.random_games import Step
from referee.testing.recorded import Record

Feature = Callable[[Record], bool]


def any_step(is_so: Callable[[Step, Any], bool]) -> Feature:
    return lambda told: any(step.before and is_so(step, step.before) for step in told.in_force)


def any_act(kind: type[Event], is_so: Callable[[Any, Any], bool]) -> Feature:
    """Ask whether an act in force is of a type and, with the state before it, of a kind."""
    return any_step(lambda step, before: isinstance(step.event, kind) and is_so(step.event, before))


def any_fact(kind: type[Event], is_so: Callable[[Any], bool] = lambda _: True) -> Feature:
    return lambda told: any(isinstance(event, kind) and is_so(event) for event in told.events)


def at_end(is_so: Callable[[Any], bool]) -> Feature:
    return lambda told: bool(is_so(told.state))


def players(*numbers: int) -> dict[str, Feature]:
    return {f"{n} players": at_end(lambda state, n=n: len(state.seats) == n) for n in numbers}


def option(name: str, value: object) -> Feature:
    return at_end(lambda state: getattr(state.options, name) == value)


def is_written_out(told: Record) -> bool:
    return told.claimed == told.derived
