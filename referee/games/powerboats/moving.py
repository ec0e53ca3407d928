"""Moving: the three ways a boat may go, the run, the crash, stopping behind boats, and what it leads to."""

from typing import Final, NamedTuple

from referee.games.powerboats.draft import Draft, refuse
from referee.games.powerboats.events import (
    BoatMoved,
    BoatStopped,
    BuoyLost,
    BuoyRounded,
    Crashed,
    Finished,
    SteppedBack,
    Sunk,
    Turn,
)
from referee.games.powerboats.rounding import Mark, Track, sail
from referee.games.powerboats.state import NOBODY, SINKING, State, next_racer
from referee.games.powerboats.turns import judge_turn
from referee.kernel.verdict import Refused

TURNS: Final[tuple[tuple[Turn, int], ...]] = (("left", 1), ("straight", 0), ("right", -1))


class Way(NamedTuple):
    """One of the three ways a boat may turn and run.

    `run` counts the hexes of water it would cover; `at` is the number of the hex where it would
    stand after stepping `back` behind boats; `damage` is what a crash would cost.
    """

    turn: Turn
    heading: int
    run: int
    at: int
    back: int
    damage: int
    is_allowed: bool


def runs(state: State) -> tuple[int, int, int]:
    """Count how far the boat whose turn it is could run to the left, straight on, to the right.

    Rules: POW-MOV-02, POW-MOV-05, POW-BOA-01
    """
    boat = state.boats[state.turn]
    speed = sum(boat.dice)
    rays, heading = state.course.rays[boat.at], boat.heading  # type: ignore[union-attr]
    left, straight, right = rays[(heading + 1) % 6], rays[heading], rays[heading - 1]
    return min(len(left), speed), min(len(straight), speed), min(len(right), speed)


def ways(state: State) -> tuple[Way, Way, Way]:
    """Work out all three ways of the boat whose turn it is.

    Rules: POW-MOV-01, POW-MOV-03, POW-MOV-04, POW-CRA-01, POW-CRA-02, POW-CRA-03, POW-BOA-02, POW-BOA-03
    """
    boat, reach = state.boats[state.turn], runs(state)
    speed, best = sum(boat.dice), max(reach)
    found = []
    for (turn, by), run in zip(TURNS, reach, strict=True):
        heading = (boat.heading + by) % 6
        path = state.course.rays[boat.at][heading][:run]  # type: ignore[union-attr]
        at, back = stop_behind(state, path)
        found.append(Way(turn, heading, run, at, back, speed - run, run == best))
    return tuple(found)  # type: ignore[return-value]


def stop_behind(state: State, path: tuple[int, ...]) -> tuple[int, int]:
    """Find the last free hex of a path, at worst where the boat is, and how many steps back it is.

    Rules: POW-BOA-02, POW-BOA-03
    """
    own = state.boats[state.turn].at
    taken = [boat.at for boat in state.boats]
    for back, at in enumerate(reversed(path)):
        if at not in taken or at == own:
            return at, back
    return own, len(path)


def judge_move(state: State, event: BoatMoved) -> Refused | None:
    """Judge a move: dice first, then the free way, or else the longest.

    Rules: POW-TRN-02, POW-TRN-03, POW-MOV-01, POW-MOV-03, POW-MOV-04
    """
    if refused := judge_turn(state, event.seat):
        return refused
    if not state.thrown and must_throw(state):
        if not state.boats[state.turn].dice:
            return refuse("powerboats.first_turn_one_die", "POW-DIE-07", seat=event.seat, n=0)
        return refuse("powerboats.dice_first", "POW-TRN-03", "POW-DIE-01", seat=event.seat)
    reach = runs(state)
    best, run = max(reach), reach[0 if event.turn == "left" else 1 if event.turn == "straight" else 2]
    if run == best:
        return None
    speed = sum(state.boats[state.turn].dice)
    may = ", ".join(turn for (turn, _), other in zip(TURNS, reach, strict=True) if other == best)
    told = {"seat": event.seat, "turn": event.turn, "run": run, "may": tuple(may.split(", "))}
    if best == speed:
        return refuse("powerboats.take_the_free_way", "POW-MOV-01", **told, speed=speed)
    return refuse("powerboats.take_the_longest", "POW-MOV-03", "POW-MOV-04", **told, best=best)


def must_throw(state: State) -> bool:
    """Whether the seat whose turn it is may not move before it has told its dice.

    Rules: POW-TRN-03, POW-CRA-05, POW-DIE-07
    """
    boat = state.boats[state.turn]
    return bool(boat.dice) or (state.switches.first_turn == "one_die" and boat.turns == 0)


def follow_move(draft: Draft, event: BoatMoved) -> None:
    """Write a move and all it leads to.

    Rules: POW-TRN-02, POW-MOV-02, POW-MOV-05, POW-BOA-01
    """
    state = draft.state
    seat, i = event.seat, state.turn
    start, dice = state.boats[i].at, state.boats[i].dice
    draft.add(event, "action", MOVED)
    course = state.course
    ray = course.rays[start][draft.state.boats[i].heading]  # type: ignore[union-attr]
    speed = sum(dice)
    path = ray[:speed]
    at, back = stop_behind(state, path)
    if len(path) < speed:
        write_crash(draft, seat, start, path, speed)
    if back:
        draft.derive(SteppedBack(seat, course.hex_of(at), back), "POW-BOA-02", "POW-BOA-03")  # type: ignore[union-attr]
    switches = state.switches
    track, marks = sail(
        course,  # type: ignore[arg-type]
        switches.rounding,
        switches.start_line,
        state.boats[i].track,
        start,
        path[: len(path) - back],
    )
    is_home = write_marks(draft, seat, marks) if marks else False
    is_sunk = draft.state.boats[i].damage >= SINKING
    if is_sunk:
        rules = ("POW-FIN-02", "POW-DMG-01", "POW-SCO-02") if is_home else ("POW-DMG-01", "POW-SCO-02")
        draft.derive(Sunk(seat, draft.state.boats[i].damage, is_home), *rules)
    write_stop(draft, i, at, track, is_out=is_home or is_sunk)


MOVED = ("POW-TRN-02", "POW-MOV-01", "POW-MOV-02", "POW-MOV-05")
STOPPED = ("POW-MOV-05", "POW-GATE-02", "POW-TRN-01")


def write_crash(draft: Draft, seat: str, start: int, path: tuple[int, ...], speed: int) -> None:
    """Write a crash: how far the water went, and what the rest costs.

    Rules: POW-CRA-01, POW-CRA-02, POW-CRA-03, POW-CRA-04
    """
    at = draft.state.course.hex_of(path[-1] if path else start)  # type: ignore[union-attr]
    rules = ("POW-CRA-01", "POW-CRA-02", "POW-CRA-03", "POW-CRA-04")
    draft.derive(Crashed(seat, at, len(path), speed - len(path)), *rules)


def write_marks(draft: Draft, seat: str, marks: list[Mark]) -> bool:
    """Write what a track did round the course; tell whether it finished.

    Rules: POW-RND-01, POW-RND-02, POW-GATE-03, POW-GATE-04, POW-GATE-05, POW-FIN-01, POW-FIN-03, POW-FIN-04
    """
    state = draft.state
    for mark in marks:
        at = state.course.hex_of(mark.at)  # type: ignore[union-attr]
        if mark.what == "rounded":
            rules = ("POW-RND-01", "POW-RND-02", "POW-GATE-03")
            draft.derive(BuoyRounded(seat, str(mark.buoy), at), *rules)  # type: ignore[arg-type]
        elif mark.what == "lost":
            draft.derive(BuoyLost(seat, str(mark.buoy), at), "POW-GATE-04", "POW-GATE-05")  # type: ignore[arg-type]
        elif mark.what == "finished":
            place, turns = len(state.finished) + 1, draft.state.boats[state.turn].turns
            draft.derive(Finished(seat, place, turns), "POW-FIN-01", "POW-FIN-03", "POW-FIN-04")
            return True
    return False


def write_stop(draft: Draft, i: int, at: int, track: Track, *, is_out: bool) -> None:
    """Write where a move ended and whose turn is next.

    Rules: POW-MOV-05, POW-TRN-01, POW-BOA-04, POW-GATE-02
    """
    state = draft.state
    following = next_racer(state, i, i if is_out else NOBODY)
    whose = None if following == NOBODY else state.seats[following]
    stopped = BoatStopped(state.seats[i], state.course.hex_of(at), *track, whose)  # type: ignore[union-attr]
    draft.derive(stopped, *STOPPED)
