"""What a recorded series shows, read off its events: the list that all of them together must cover."""

from collections.abc import Callable, Iterator
from typing import Any

from events.base import Event
from referee.games.powerboats.events import BoatRetired, BuoyLost, BuoyRounded, Finished, SteppedBack, Sunk
from referee.testing.evenings import Step

Steps = tuple[Step, ...]


def facts(steps: Steps, kind: type[Event]) -> Iterator[Any]:
    """Give every event of a type."""
    return (event for step in steps for event in step.events if isinstance(event, kind))


def rounds_two(steps: Steps) -> bool:
    """Whether one move rounds two buoys."""
    return any(sum(isinstance(event, BuoyRounded) for event in step.events) > 1 for step in steps)


def undoes_the_wrong_way(steps: Steps) -> bool:
    """Whether a boat went more than half round a buoy the wrong way, and rounded it all the same."""
    astray: set[tuple[int, int, int]] = set()
    for step in steps:
        for i, boat in enumerate(step.after.boats):
            key = (step.after.race, i, boat.track.buoys + 1)
            if boat.track.progress is not None and boat.track.progress < -11:
                astray.add(key)
        for event in step.events:
            is_rounding = isinstance(event, BuoyRounded) and step.before is not None
            if is_rounding and (step.before.race, step.before.index[event.seat], int(event.buoy)) in astray:
                return True
    return False


def tie_settled_by_race_three(steps: Steps) -> bool:
    """Whether the two best totals are equal and one of them wins."""
    end: Any = steps[-1].after.result
    best, second, *_ = sorted(end.totals.values(), reverse=True)
    return bool(best == second and len(end.winners) == 1)


FEATURES: dict[str, Callable[[Steps], bool]] = {
    "a boat sunk before the finish": lambda steps: any(not e.finished for e in facts(steps, Sunk)),
    "a boat sunk after the finish": lambda steps: any(e.finished for e in facts(steps, Sunk)),
    "a tie settled by race 3": tie_settled_by_race_three,
    "a buoy lost again": lambda steps: any(facts(steps, BuoyLost)),
    "a wrong way round undone": undoes_the_wrong_way,
    "a boat held behind two others": lambda steps: any(e.steps > 1 for e in facts(steps, SteppedBack)),
    "a move that rounds two buoys": rounds_two,
    "a lone boat that stops": lambda steps: any(facts(steps, BoatRetired)),
    "turns ahead scored": lambda steps: steps[-1].after.switches.scoring == "turns_ahead",
    "a crash of no hexes": lambda steps: any(
        getattr(e, "ran", 1) == 0 for step in steps for e in step.events
    ),
    "all three races with finishers": lambda steps: (
        len({s.after.race for s in steps for e in s.events if isinstance(e, Finished)}) == 3
    ),
}
"""What the recorded series must show between them."""


def shown_by(steps: Steps) -> list[str]:
    """List the features of a series."""
    return [name for name, is_shown in FEATURES.items() if is_shown(steps)]
