"""Whole series between players who want to win."""

from collections.abc import Iterator
from random import Random
from typing import Any

from events.base import TABLE, Event
from events.table import TableOpened
from referee.games.powerboats import GAME
from referee.games.powerboats.events import CourseSet, LakeLaid
from referee.games.powerboats.players import Temper, act
from referee.games.powerboats.state import State
from referee.kernel.verdict import Accepted


def play(
    seats: tuple[str, ...],
    lake: LakeLaid,
    courses: dict[int, CourseSet],
    tempers: list[Temper],
    seed: int,
    **opening: Any,
) -> Iterator[tuple[State | None, Event, Accepted]]:
    """Play a whole series; give every step: state before, event, verdict."""
    random = Random(seed)
    state: State | None = None
    pending: list[Event] = [TableOpened(game="powerboats", seats=seats, **opening), lake]
    while state is None or state.result is None:
        if pending:
            event = pending.pop(0)
        elif state is not None and state.phase == "course":
            event = courses.get(state.race) or random.choice(
                [e for e in GAME.legal(state, TABLE) if isinstance(e, CourseSet)]
            )
        else:
            assert state is not None
            event = act(state, tempers[state.turn], random)
        verdict = GAME.decide(state, event)
        assert isinstance(verdict, Accepted), (event, verdict)
        yield state, event, verdict
        state = verdict.state
