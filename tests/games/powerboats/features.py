"""What the recorded series of Powerboats must show between them, and how one ended."""

from typing import Any

from events.base import Event
from referee.games.powerboats.events import (
    BoatRetired,
    BuoyLost,
    BuoyRounded,
    Finished,
    LakeLaid,
    SteppedBack,
    Sunk,
)
from referee.games.powerboats.tiles import SHIPPED
from referee.testing.recorded import Record
from tests.games.features import Feature, any_fact, any_step, at_end, option


def outcome(told: Record) -> str:
    end = told.state.result
    return f"{' and '.join(end.winners)} of {end.totals}"


def undoes_the_wrong_way(told: Record) -> bool:
    """Whether a boat went more than half round a buoy the wrong way, and rounded it all the same."""
    astray: set[tuple[int, int, int]] = set()
    for step in told.steps:
        for i, boat in enumerate(step.after.boats):
            key = (step.after.race, i, boat.track.buoys + 1)
            if boat.track.progress is not None and boat.track.progress < -11:
                astray.add(key)
        for event in step.events:
            is_rounding = isinstance(event, BuoyRounded) and step.before is not None
            if is_rounding and (step.before.race, step.before.index[event.seat], int(event.buoy)) in astray:
                return True
    return False


def tie_settled_by_race_three(state: Any) -> bool:
    best, second, *_ = sorted(state.result.totals.values(), reverse=True)
    return best == second and len(state.result.winners) == 1


FEATURES: dict[str, Feature] = {
    "a boat sunk before the finish": any_fact(Sunk, lambda sunk: not sunk.finished),
    "a boat sunk after the finish": any_fact(Sunk, lambda sunk: sunk.finished),
    "a tie settled by race 3": at_end(tie_settled_by_race_three),
    "a buoy lost again": any_fact(BuoyLost),
    "a wrong way round undone": undoes_the_wrong_way,
    "a boat held behind two others": any_fact(SteppedBack, lambda back: back.steps > 1),
    "a move that rounds two buoys": any_step(
        lambda step, _: sum(isinstance(event, BuoyRounded) for event in step.events) > 1
    ),
    "a lone boat that stops": any_fact(BoatRetired),
    "turns ahead scored": option("scoring", "turns_ahead"),
    "a crash of no hexes": any_fact(Event, lambda event: getattr(event, "ran", 1) == 0),
    "all three races with finishers": lambda told: (
        len({s.after.race for s in told.steps for e in s.events if isinstance(e, Finished)}) == 3
    ),
    **{
        f"sailed on {lake or 'tiles'}": any_fact(LakeLaid, lambda laid, lake=lake: laid.lake == lake)
        for lake in (*SHIPPED, None)
    },
}
"""What the recorded series must show between them, and how to tell."""
