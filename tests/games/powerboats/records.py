"""Recorded series: read, refereed again from nothing, and what each of them shows."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from events.base import Event
from referee.games.powerboats import GAME
from referee.games.powerboats.events import BoatRetired, BuoyLost, BuoyRounded, Finished, SteppedBack, Sunk
from referee.games.powerboats.state import State
from referee.kernel.registry import codec_of_first_line
from referee.kernel.verdict import Accepted

GAMES = Path(__file__).parents[3] / "fixtures" / "games" / "powerboats"


class Step(NamedTuple):
    """One line of a record: the state before, the facts it brought about, the state after."""

    before: State | None
    facts: tuple[Event, ...]
    after: State


def records() -> list[Path]:
    """List the recorded series."""
    return [path for path in sorted(GAMES.glob("*.jsonl")) if not path.name.startswith("disputed")]


def read(path: Path) -> list[Event]:
    """Read the events of a bare record, one a line."""
    lines = path.read_bytes().splitlines()
    codec, _ = codec_of_first_line(lines[0])
    return [codec.event(line) for line in lines]


def referee(events: list[Event]) -> list[Step]:
    """Judge a record line by line; every line has to be accepted."""
    steps: list[Step] = []
    state = None
    for n, event in enumerate(events, 1):
        verdict = GAME.decide(state, event)
        assert isinstance(verdict, Accepted), f"line {n}: {event}: {verdict}"
        steps.append(Step(state, tuple(fact.event for fact in verdict.facts), verdict.state))
        state = verdict.state
    return steps


def facts(steps: list[Step], kind: type[Event]) -> Iterator[Any]:
    """Give every event of a type."""
    return (event for step in steps for event in step.facts if isinstance(event, kind))


def rounds_two(steps: list[Step]) -> bool:
    """Whether one move rounds two buoys."""
    return any(sum(isinstance(event, BuoyRounded) for event in step.facts) > 1 for step in steps)


def undoes_the_wrong_way(steps: list[Step]) -> bool:
    """Whether a boat went more than half round a buoy the wrong way, and rounded it all the same."""
    astray: set[tuple[int, int, int]] = set()
    for step in steps:
        for i, boat in enumerate(step.after.boats):
            key = (step.after.race, i, boat.track.buoys + 1)
            if boat.track.progress is not None and boat.track.progress < -11:
                astray.add(key)
        for event in step.facts:
            is_rounding = isinstance(event, BuoyRounded) and step.before is not None
            if is_rounding and (step.before.race, step.before.index[event.seat], int(event.buoy)) in astray:
                return True
    return False


def tie_settled_by_race_three(steps: list[Step]) -> bool:
    """Whether the two best totals are equal and one of them wins."""
    end: Any = steps[-1].after.result
    best, second, *_ = sorted(end.totals.values(), reverse=True)
    return bool(best == second and len(end.winners) == 1)


FEATURES: dict[str, Callable[[list[Step]], bool]] = {
    "a boat sunk before the finish": lambda steps: any(not e.finished for e in facts(steps, Sunk)),
    "a boat sunk after the finish": lambda steps: any(e.finished for e in facts(steps, Sunk)),
    "a tie settled by race 3": tie_settled_by_race_three,
    "a buoy lost again": lambda steps: any(facts(steps, BuoyLost)),
    "a wrong way round undone": undoes_the_wrong_way,
    "a boat held behind two others": lambda steps: any(e.steps > 1 for e in facts(steps, SteppedBack)),
    "a move that rounds two buoys": rounds_two,
    "a lone boat that stops": lambda steps: any(facts(steps, BoatRetired)),
    "turns ahead scored": lambda steps: steps[-1].after.switches.scoring == "turns_ahead",
    "a crash of no hexes": lambda steps: any(getattr(e, "ran", 1) == 0 for step in steps for e in step.facts),
    "all three races with finishers": lambda steps: (
        len({s.after.race for s in steps for e in s.facts if isinstance(e, Finished)}) == 3
    ),
}
"""What the recorded series must show between them."""


def shown_by(steps: list[Step]) -> list[str]:
    """List the features of a series."""
    return [name for name, is_shown in FEATURES.items() if is_shown(steps)]
