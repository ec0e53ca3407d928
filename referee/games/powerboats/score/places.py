"""Who lies where in a race: for the eye, not for the score."""

from referee.games.powerboats.state import State
from referee.kernel.tally import Places

_FAR = 1 << 30
"""Further from any gate than a boat can be."""


def places(state: State) -> Places | None:
    """Order the boats by how far they are round the course; None while nobody races.

    Finished boats are first, in their order; sunk ones share the last place, even where all sink.
    """
    turns = max(boat.turns for boat in state.boats)
    if state.phase != "racing" or not turns:
        return None
    last = len(state.seats)
    keys = [how_far(state, i) for i in range(last)]
    by_seat = (last if i in state.sunk else 1 + sum(other < keys[i] for other in keys) for i in range(last))
    out = tuple(state.seats[i] for i in state.sunk)
    return Places(state.race, turns, dict(zip(state.seats, by_seat, strict=True)), out)


def how_far(state: State, i: int) -> tuple[int, int, int]:
    """Give what a boat is ordered by: least is best."""
    if i in state.finished:
        return 0, state.finished.index(i), 0
    if i in state.sunk:
        return 2, 0, 0
    track = state.boats[i].track
    return 1, -track.buoys, _FAR if track.progress is None else -track.progress
