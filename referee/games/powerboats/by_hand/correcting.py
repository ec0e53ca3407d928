"""Judging facts set by hand: a position may say anything but what the board cannot hold."""

from collections.abc import Iterator

from events.base import REFEREE
from referee.games.powerboats.by_hand.position import FACTS
from referee.games.powerboats.courses.course import Course, usual_margin, usual_progress
from referee.games.powerboats.courses.rounding import BUOYS
from referee.games.powerboats.events import Position
from referee.games.powerboats.lakes.hexes import SECTORS
from referee.games.powerboats.lakes.lake import is_water
from referee.games.powerboats.state import NOBODY, NOWHERE, SINKING, Boat, State
from referee.kernel.verdict import Refused, refuse


def judge_position(state: State, position: Position) -> Refused | None:
    """Judge what is told: hexes, and whose race is over.

    Rules: POW-COR-01
    """
    return judge_hexes(state, position) or judge_ended(state, position)


def judge_placed(_: State, position: Position, placed: State) -> Refused | None:
    """Judge the board with what is told on it: boats and their counters, turns.

    Rules: POW-COR-01
    """
    return judge_boats(placed) or judge_left(position, placed)


def judge_hexes(state: State, position: Position) -> Refused | None:
    """Refuse boats on land, on a buoy, off the map, or before there is a course.

    Rules: POW-COR-01, POW-MOV-02
    """
    for seat, facts in (position.boats or {}).items():
        if not isinstance(facts.at, tuple):
            continue
        told = {"seat": seat, "hex": f"{facts.at[0]},{facts.at[1]}"}
        if state.lake is None or state.course is None:
            return refuse("powerboats.no_course_yet", "POW-COR-01", "POW-RACE-03", **told)
        if facts.at in (*state.course.buoys, state.course.finish_buoy):
            return refuse("powerboats.boat_on_buoy", "POW-COR-01", "POW-MOV-02", **told)
        if not is_water(state.lake, facts.at):
            return refuse("powerboats.boat_on_land", "POW-COR-01", "POW-MOV-02", **told)
    return None


def judge_ended(state: State, position: Position) -> Refused | None:
    """Refuse a seat named twice among those whose race is over, or any before there is a race.

    Rules: POW-COR-01, POW-RACE-03
    """
    over = [*(position.finished or ()), *(position.sunk or ())]
    if over and state.course is None:
        return refuse("powerboats.no_race_yet", "POW-COR-01", "POW-RACE-03", seat=over[0])
    twice = next((seat for i, seat in enumerate(over) if seat in over[:i]), None)
    return refuse("powerboats.ended_twice", "POW-COR-01", seat=twice) if twice else None


def judge_boats(placed: State) -> Refused | None:
    """Refuse two boats on a hex, wrecks that race on, and tracks that contradict the board.

    Rules: POW-COR-01, POW-STA-02, POW-DMG-01, POW-DMG-02
    """
    seats = placed.seats
    for i, boat in enumerate(placed.boats):
        seat = seats[i]
        if boat.damage < boat.carried:
            return refuse("powerboats.less_than_carried", "POW-COR-01", "POW-DMG-02", seat=seat)
        if boat.damage >= SINKING and i not in placed.sunk and i not in placed.finished:
            return refuse(
                "powerboats.wreck_afloat", "POW-COR-01", "POW-DMG-01", seat=seat, damage=boat.damage
            )
        if boat.at == NOWHERE:
            continue
        other = next((k for k in range(i) if placed.boats[k].at == boat.at), None)
        if other is not None:
            told = {"seat": seat, "other": seats[other]}
            return refuse("powerboats.boats_share", "POW-COR-01", "POW-STA-02", **told)
        if refused := judge_track(placed, seat, boat):
            return refused
    return None


def judge_track(placed: State, seat: str, boat: Boat) -> Refused | None:
    """Refuse progress past a gate, a margin back over one, and clicks that another hex would give.

    Rules: POW-COR-01, POW-GATE-02, POW-GATE-04, POW-SECTOR-01
    """
    buoys, progress, margin = boat.track
    if buoys < BUOYS and (progress or -1) >= 0:
        return refuse("powerboats.past_the_gate", "POW-COR-01", "POW-GATE-02", seat=seat)
    if buoys > 0 and (margin or 0) < 0:
        return refuse(
            "powerboats.back_over_the_gate", "POW-COR-01", "POW-GATE-04", seat=seat, buoy=str(buoys)
        )
    course: Course = placed.course  # type: ignore[assignment]
    if progress is not None and (progress - (fits := usual_progress(course, buoys + 1, boat.at))) % SECTORS:
        return elsewhere("progress", seat, progress, fits)
    if margin is not None and (margin - (fits := usual_margin(course, buoys, boat.at))) % SECTORS:
        return elsewhere("margin", seat, margin, fits)
    return None


def elsewhere(count: str, seat: str, n: int, fits: int) -> Refused:
    """Refuse clicks that the boat's hex cannot give, circles or not."""
    told = {"seat": seat, "n": n, "fits": fits, "circle": SECTORS}
    return refuse(f"powerboats.{count}_elsewhere", "POW-COR-01", "POW-SECTOR-01", **told)


def judge_left(position: Position, placed: State) -> Refused | None:
    """Refuse a boat or a turn for a seat whose race is over.

    Rules: POW-COR-01, POW-BOA-04
    """
    for seat, facts in (position.boats or {}).items():
        if isinstance(facts.at, tuple) and placed.boats[placed.index[seat]].at == NOWHERE:
            return refuse("powerboats.boat_left", "POW-COR-01", "POW-BOA-04", seat=seat)
    turn = position.turn
    if turn is None:
        return None
    if placed.phase not in ("placing", "racing") or placed.turn == NOBODY:
        return refuse("powerboats.no_turn_yet", "POW-COR-01", "POW-RACE-03", seat=turn)
    if placed.turn != placed.index[turn]:
        return refuse("powerboats.turn_of_none", "POW-COR-01", "POW-BOA-04", seat=turn)
    return None


def invariants(state: State) -> Iterator[str]:
    """Look for what could not be set by hand, a track of too much or too little, a turn nobody has."""
    told = FACTS.position(state, REFEREE)
    if refused := judge_position(state, told) or judge_placed(state, told, state):
        yield refused.reason
    for seat, boat in zip(state.seats, state.boats, strict=True):
        track = boat.track
        if boat.at != NOWHERE and (track.progress is None) != (track.buoys in (-1, BUOYS)):
            yield f"{seat} has progress {track.progress} after {track.buoys} buoys"
    if state.phase == "racing" and (state.turn == NOBODY or state.boats[state.turn].at == NOWHERE):
        yield "the turn is nobody's"
