"""What must hold in every state: what could be set by hand, and a turn that somebody has."""

from events.base import REFEREE
from referee.games.powerboats.by_hand.correcting import judge_placed, judge_position
from referee.games.powerboats.by_hand.position import FACTS
from referee.games.powerboats.courses.rounding import BUOYS
from referee.games.powerboats.state import NOBODY, NOWHERE, State


def invariants(state: State) -> tuple[str, ...]:
    """Say what is broken, one message each; nothing in a sound state."""
    told = FACTS.position(state, REFEREE)
    refused = judge_position(state, told) or judge_placed(state, told, state)
    return (*broken_tracks(state), *broken_turn(state), *([] if refused is None else [refused.reason]))


def broken_tracks(state: State) -> list[str]:
    """Look for progress where no buoy is to be rounded, and for none where one is."""
    tracks = {
        seat: boat.track for seat, boat in zip(state.seats, state.boats, strict=True) if boat.at != NOWHERE
    }
    return [
        f"{seat} has progress {track.progress} after {track.buoys} buoys"
        for seat, track in tracks.items()
        if (track.progress is None) != (track.buoys in (-1, BUOYS))
    ]


def broken_turn(state: State) -> list[str]:
    """Look for a turn nobody has."""
    is_nobodys = state.phase == "racing" and (state.turn == NOBODY or state.boats[state.turn].at == NOWHERE)
    return ["the turn is nobody's"] if is_nobodys else []
