"""Who lies where in a race, for the charts."""

from referee.games.powerboats.ending import places
from referee.testing.recorded import record
from tests.architecture.sources import RECORDED


def test_sunk_boats_share_the_last_place() -> None:
    """However many sink: one that sinks among others never gains a place by it."""
    sunk = 0
    for step in record(RECORDED / "powerboats" / "six-tiles.jsonl").steps:
        state = step.after
        if state.sunk and (lie := places(state)) is not None:
            sunk = max(sunk, len(state.sunk))
            assert {lie.by_seat[state.seats[i]] for i in state.sunk} == {len(state.seats)}
    assert sunk > 1
