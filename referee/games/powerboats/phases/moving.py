"""Moving: the three ways a boat may go, the run, the crash, stopping behind boats, and what it leads to."""

from functools import lru_cache
from typing import Final, NamedTuple

from msgspec.structs import replace

from referee.games.powerboats.courses.course import Course
from referee.games.powerboats.courses.rounding import Mark, Track, sail
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
from referee.games.powerboats.phases.dice import is_first_die
from referee.games.powerboats.phases.turns import judge_turn
from referee.games.powerboats.state import NOBODY, NOWHERE, SINKING, Boat, State, Wake, next_racer
from referee.kernel.acts import LISTS_KEPT, Act, Consequence, Draft, unchanged
from referee.kernel.facts import put
from referee.kernel.verdict import Refused, refuse

TURNS: Final[dict[Turn, int]] = {"left": 1, "straight": 0, "right": -1}
"""By how much each turn changes the number of the heading."""


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
    for (turn, by), run in zip(TURNS.items(), reach, strict=True):
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
    """Judge a move: the free way, or else the longest.

    Rules: POW-TRN-02, POW-MOV-01, POW-MOV-03, POW-MOV-04
    """
    if refused := judge_mover(state, event.seat):
        return refused
    reach = runs(state)
    best, run = max(reach), reach[1 - TURNS[event.turn]]
    if run == best:
        return None
    speed = sum(state.boats[state.turn].dice)
    may = tuple(turn for turn, other in zip(TURNS, reach, strict=True) if other == best)
    told = {"seat": event.seat, "turn": event.turn, "run": run, "may": may}
    if best == speed:
        return refuse("powerboats.take_the_free_way", "POW-MOV-01", **told, speed=speed)
    return refuse("powerboats.take_the_longest", "POW-MOV-03", "POW-MOV-04", **told, best=best)


def judge_mover(state: State, seat: str) -> Refused | None:
    """Judge whether it is a seat's turn and its dice are told where there are any, so that the boat may move.

    Rules: POW-TRN-03, POW-CRA-05, POW-DIE-07
    """
    refused = judge_turn(state, seat)
    if refused or not must_throw(state):
        return refused
    if not state.boats[state.turn].dice:
        return refuse("powerboats.first_turn_one_die", "POW-DIE-07", "POW-CRA-05", seat=seat, n=0)
    return refuse("powerboats.dice_first", "POW-TRN-03", "POW-DIE-01", seat=seat)


def must_throw(state: State) -> bool:
    """Whether the dice of the boat whose turn it is come before its move. Rules: POW-TRN-03, POW-CRA-05."""
    return not state.thrown and (bool(state.boats[state.turn].dice) or is_first_die(state))


def follow_move(draft: Draft[State], event: BoatMoved) -> None:
    """Write a move and all it leads to: a crash, how far the water went and what the rest costs; the stop.

    Rules: POW-TRN-02, POW-MOV-02, POW-MOV-05, POW-BOA-01, POW-CRA-01, POW-CRA-02, POW-CRA-03, POW-CRA-04
    """
    state, seat, i = draft.state, event.seat, draft.state.turn
    boat, options = state.boats[i], state.options
    course: Course = state.course  # type: ignore[assignment]
    speed = sum(boat.dice)
    path = course.rays[boat.at][boat.heading][:speed]
    at, back = stop_behind(state, path)
    if (ran := len(path)) < speed:
        aground = course.hex_of(path[-1] if path else boat.at)
        draft.derive(Crashed(seat, aground, ran, speed - ran), *CRASHED)
    if back:
        draft.derive(SteppedBack(seat, course.hex_of(at), back), *STEPPED_BACK)
    path = path[: ran - back]
    track, marks = sail(course, options.rounding, options.start_line, boat.track, boat.at, path)
    is_home = write_marks(draft, seat, marks) if marks else False
    damage = draft.state.boats[i].damage
    if is_sunk := damage >= SINKING:
        rules = ("POW-FIN-02", "POW-DMG-01", "POW-SCO-02") if is_home else ("POW-DMG-01", "POW-SCO-02")
        draft.derive(Sunk(seat, damage, is_home), *rules)
    write_stop(draft, i, at, track, is_out=is_home or is_sunk)


MOVED = ("POW-TRN-02", "POW-MOV-01", "POW-MOV-02", "POW-MOV-05")
CRASHED = ("POW-CRA-01", "POW-CRA-02", "POW-CRA-03", "POW-CRA-04")
STEPPED_BACK = ("POW-BOA-02", "POW-BOA-03")
STOPPED = ("POW-MOV-05", "POW-GATE-02", "POW-TRN-01")


def write_marks(draft: Draft[State], seat: str, marks: list[Mark]) -> bool:
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


def write_stop(draft: Draft[State], i: int, at: int, track: Track, *, is_out: bool) -> None:
    """Write where a move ended and whose turn is next.

    Rules: POW-MOV-05, POW-TRN-01, POW-BOA-04, POW-GATE-02
    """
    state = draft.state
    following = next_racer(state, i, i if is_out else NOBODY)
    whose = None if following == NOBODY else state.seats[following]
    stopped = BoatStopped(state.seats[i], state.course.hex_of(at), *track, whose)  # type: ignore[union-attr]
    draft.derive(stopped, *STOPPED)


def moves(state: State, seat: str) -> tuple[BoatMoved, ...]:
    """List the turns that lead a free way, or else the longest.

    Rules: POW-MOV-01, POW-MOV-03, POW-MOV-04, POW-TRN-02
    """
    if must_throw(state) or judge_turn(state, seat) is not None:
        return ()
    left, straight, right = runs(state)
    best = max(left, straight, right)
    return moves_of(seat, left == best, straight == best, right == best)


@lru_cache(maxsize=LISTS_KEPT)
def moves_of(seat: str, *allowed: bool) -> tuple[BoatMoved, ...]:
    """Write a move for each turn allowed."""
    return tuple(BoatMoved(seat, turn) for turn, is_in in zip(TURNS, allowed, strict=True) if is_in)


def boat_moved(state: State, event: BoatMoved) -> State:
    """Turn a boat; where it stops is another event."""
    i = state.index[event.seat]
    boat = state.boats[i]
    heading = (boat.heading + TURNS[event.turn]) % 6
    return replace(state, boats=put(state.boats, i, replace(boat, heading=heading, turns=boat.turns + 1)))


def crashed(state: State, event: Crashed) -> State:
    """Damage a boat and take its dice."""
    i = state.index[event.seat]
    boat = replace(state.boats[i], dice=(), damage=state.boats[i].damage + event.damage)
    return replace(state, boats=put(state.boats, i, boat))


def finished(state: State, event: Finished) -> State:
    """Note who came in next."""
    return replace(state, finished=(*state.finished, state.index[event.seat]))


def sunk(state: State, event: Sunk) -> State:
    """Note a wreck; one that had finished keeps its place."""
    return state if event.finished else replace(state, sunk=(*state.sunk, state.index[event.seat]))


def boat_stopped(state: State, event: BoatStopped) -> State:
    """Put a boat where its move ended, off the lake where its race ended, and pass the turn."""
    i = state.index[event.seat]
    boat, at = state.boats[i], state.course.number(event.at)  # type: ignore[union-attr]
    wake = Wake(i, boat.at, at)
    is_out = i in state.finished or i in state.sunk
    track = Track(event.buoys, event.progress, event.margin)
    at = NOWHERE if is_out else at
    boat = Boat(at, boat.heading, boat.dice, boat.damage, boat.carried, track, boat.turns)
    turn = NOBODY if event.next is None else state.index[event.next]
    return replace(state, boats=put(state.boats, i, boat), wake=wake, turn=turn, thrown=False)


ACTS = (
    Act(
        event=BoatMoved,
        rules=MOVED,
        judge=judge_move,
        apply=boat_moved,
        follow=follow_move,
        listed=moves,
        phases=("dice", "move"),
    ),
)

CONSEQUENCES = (
    Consequence(event=Crashed, rules=CRASHED, apply=crashed),
    Consequence(event=SteppedBack, rules=STEPPED_BACK, apply=unchanged),
    Consequence(event=BuoyRounded, rules=("POW-RND-01", "POW-GATE-03"), apply=unchanged),
    Consequence(event=BuoyLost, rules=("POW-GATE-04",), apply=unchanged),
    Consequence(event=Finished, rules=("POW-FIN-01", "POW-FIN-03"), apply=finished, turning=True),
    Consequence(event=Sunk, rules=("POW-DMG-01",), apply=sunk, turning=True, needs_confirmation=True),
    Consequence(event=BoatStopped, rules=("POW-MOV-05", "POW-TRN-01"), apply=boat_stopped),
)
