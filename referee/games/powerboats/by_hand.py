"""A position as facts: written down as `corrected` accepts it, set by hand, and judged.

A position may say anything but what the board cannot hold.
"""

from collections.abc import Callable, Iterator

from msgspec import UNSET
from msgspec.structs import replace

from events.base import REFEREE
from events.table import Corrected
from referee.games.powerboats.course import BUOYS, Course, Track, usual_margin, usual_progress
from referee.games.powerboats.events import BoatFacts, Position
from referee.games.powerboats.lake import HEADING_INDEX, HEADINGS, SECTORS, cell_text, is_water
from referee.games.powerboats.state import NOBODY, NOWHERE, SINKING, Boat, State, next_racer, next_to_place
from referee.kernel.parts import (
    Facts,
    Refused,
    StateFact,
    each_seat,
    refuse,
    seat_fact,
    seats_fact,
    set_at,
    with_others,
)


def _facts_of(state: State, i: int) -> BoatFacts:
    """Return the facts of one boat; hex, heading and track are None where it is off the lake."""
    boat = state.boats[i]
    is_out = boat.at == NOWHERE
    return BoatFacts(
        at=None if is_out else state.course.hex_of(boat.at),  # type: ignore[union-attr]
        heading=None if is_out else HEADINGS[boat.heading],
        dice=boat.dice,
        damage=boat.damage,
        carried=boat.carried,
        buoys=boat.track.buoys,
        progress=None if is_out else boat.track.progress,
        margin=None if is_out else boat.track.margin,
        turns=boat.turns,
    )


def _place_boats(state: State, by_seat: dict[str, BoatFacts]) -> State:
    """Set what is told of boats; the others stay as they are."""
    for seat, facts in by_seat.items():
        i = state.index[seat]
        state = replace(state, boats=set_at(state.boats, i, _set_boat(state, state.boats[i], facts)))
    return state


def _place_ended(field: str, other: str) -> Callable[[State, tuple[str, ...]], State]:
    """Return what sets whose race ended one way (`field`): those seats leave the `other` way of ending."""

    def place(state: State, seats: tuple[str, ...]) -> State:
        ended = tuple(state.index[seat] for seat in seats)
        rest = tuple(i for i in getattr(state, other) if i not in ended)
        return replace(state, **{field: ended, other: rest})

    return place


def _set_boat(state: State, boat: Boat, facts: BoatFacts) -> Boat:
    """Return the boat with what `facts` tell of it; what they leave out stays as it is."""
    course = state.course
    at, heading = boat.at, boat.heading
    if facts.at is None:
        at = NOWHERE
    elif facts.at is not UNSET:
        at = facts.at[1] * course.columns + facts.at[0] if course else NOWHERE
    if isinstance(facts.heading, str):
        heading = HEADING_INDEX[facts.heading]
    carried = boat.carried if facts.carried is UNSET else facts.carried
    damage = max(boat.damage, carried) if facts.damage is UNSET else facts.damage
    return Boat(
        at,
        heading,
        boat.dice if facts.dice is UNSET else facts.dice,
        damage,
        carried,
        _track_of(state, boat, facts, at),
        boat.turns if facts.turns is UNSET else facts.turns,
    )


def _track_of(state: State, boat: Boat, facts: BoatFacts, at: int) -> Track:
    """Return how far round a boat is that lies `at` a hex; what is not told follows from the hex.

    Rules: POW-GATE-02, POW-GATE-04
    """
    buoys = boat.track.buoys if facts.buoys is UNSET else facts.buoys
    if buoys < 0 or state.course is None or at == NOWHERE:
        return Track(buoys, None, None)
    if (at, buoys) == (boat.at, boat.track.buoys):
        usual = boat.track
    else:
        usual = _usual_track(state.course, state.options.rounding, buoys, at)
    progress = usual.progress if facts.progress is UNSET or facts.progress is None else facts.progress
    margin = usual.margin if facts.margin is UNSET else facts.margin
    return Track(buoys, progress if buoys < BUOYS else None, margin if buoys > 0 else None)


def _usual_track(course: Course, rounding: str, buoys: int, at: int) -> Track:
    """Return the track of a boat that came straight from the last buoy it rounded."""
    progress = usual_progress(course, buoys + 1, at) if buoys < BUOYS else None
    margin = usual_margin(course, buoys, at) if buoys > 0 and rounding == "string" else None
    return Track(buoys, progress, margin)


def _finish(state: State, corrected: Corrected[Position]) -> State:
    """Take boats whose race is over off the lake, and settle whose turn it is. Rules: POW-BOA-04."""
    out = {*state.finished, *state.sunk}
    boats = tuple(replace(b, at=NOWHERE) if i in out else b for i, b in enumerate(state.boats))
    return _with_turn(replace(state, boats=boats), corrected.position)


def _with_turn(state: State, position: Position) -> State:
    """Return the state with its phase, turn and `thrown` settled: placing goes on, or the race."""
    if state.phase not in ("placing", "racing"):
        return state
    waiting = next_to_place(state)
    if waiting != NOBODY and position.turn is None and state.phase == "placing":
        return replace(state, turn=waiting)
    turn = state.turn if state.phase == "racing" else state.start
    if position.turn is not None:
        turn = state.index[position.turn]
    if turn == NOBODY or state.boats[turn].at == NOWHERE:
        turn = next_racer(state, max(turn, 0))
    goes_on = turn == state.turn and state.phase == "racing" and position.turn is None
    thrown = state.thrown and goes_on if position.thrown is None else position.thrown
    return replace(state, phase="racing", turn=turn, thrown=thrown, wake=None)


def _turn_of(state: State) -> str | None:
    """Return whose turn it is in a race; None where nobody races."""
    return state.seats[state.turn] if state.phase == "racing" and state.turn != NOBODY else None


def _has_thrown(state: State) -> bool | None:
    """Return whether the seat whose turn it is has thrown; None where nobody races."""
    return state.thrown if state.phase == "racing" else None


FACTS = Facts(
    Position,
    (
        seats_fact("finished", _place_ended("finished", "sunk")),
        seats_fact("sunk", _place_ended("sunk", "finished")),
        StateFact(name="race", public=True),
        seat_fact("start_player", "start"),
        StateFact(name="points", row=True, by_seat=True, public=True),
        StateFact(name="boats", read=each_seat(_facts_of), write=_place_boats, by_seat=True, public=True),
        StateFact(name="turn", read=_turn_of, write=with_others, public=True),
        StateFact(name="thrown", read=_has_thrown, write=with_others, public=True),
    ),
    finish=_finish,
)
"""What is true on the lake; nobody hides anything."""


def judge_position(state: State, position: Position) -> Refused | None:
    """Return a refusal of facts that contradict the lake or each other, else None."""
    return _judge_hexes(state, position) or _judge_ended(state, position)


def judge_placed(_: State, position: Position, after: State) -> Refused | None:
    """Return a refusal of the board with the facts on it (`after`), else None."""
    return _judge_boats(after) or _judge_left(position, after)


def _judge_hexes(state: State, position: Position) -> Refused | None:
    """Refuse boats on land, on a buoy, off the map, or before there is a course."""
    for seat, facts in (position.boats or {}).items():
        if not isinstance(facts.at, tuple):
            continue
        args = {"seat": seat, "hex": cell_text(facts.at)}
        if state.lake is None or state.course is None:
            return refuse("powerboats.no_course_yet", "POW-COR-01", "POW-RACE-03", **args)
        if facts.at in (*state.course.buoys, state.course.finish_buoy):
            return refuse("powerboats.boat_on_buoy", "POW-COR-01", "POW-MOV-02", **args)
        if not is_water(state.lake, facts.at):
            return refuse("powerboats.boat_on_land", "POW-COR-01", "POW-MOV-02", **args)
    return None


def _judge_ended(state: State, position: Position) -> Refused | None:
    """Refuse a seat named twice among those whose race is over, or any before there is a race."""
    over = [*(position.finished or ()), *(position.sunk or ())]
    if over and state.course is None:
        return refuse("powerboats.no_race_yet", "POW-COR-01", "POW-RACE-03", seat=over[0])
    twice = next((seat for i, seat in enumerate(over) if seat in over[:i]), None)
    return refuse("powerboats.ended_twice", "POW-COR-01", seat=twice) if twice else None


def _judge_boats(after: State) -> Refused | None:
    """Refuse two boats on a hex, wrecks that race on, and tracks that contradict the board."""
    seats = after.seats
    for i, boat in enumerate(after.boats):
        seat = seats[i]
        if boat.damage < boat.carried:
            return refuse("powerboats.less_than_carried", "POW-COR-01", "POW-DMG-02", seat=seat)
        if boat.damage >= SINKING and i not in after.sunk and i not in after.finished:
            return refuse(
                "powerboats.wreck_afloat", "POW-COR-01", "POW-DMG-01", seat=seat, damage=boat.damage
            )
        if boat.at == NOWHERE:
            continue
        other = next((k for k in range(i) if after.boats[k].at == boat.at), None)
        if other is not None:
            args = {"seat": seat, "other": seats[other]}
            return refuse("powerboats.boats_share", "POW-COR-01", "POW-STA-02", **args)
        if refused := _judge_track(after, seat, boat):
            return refused
    return None


def _judge_track(after: State, seat: str, boat: Boat) -> Refused | None:
    """Refuse progress past a gate, a margin back over one, and clicks that the boat's hex cannot give."""
    buoys, progress, margin = boat.track
    if buoys < BUOYS and (progress or -1) >= 0:
        return refuse("powerboats.past_the_gate", "POW-COR-01", "POW-GATE-02", seat=seat)
    if buoys > 0 and (margin or 0) < 0:
        return refuse(
            "powerboats.back_over_the_gate", "POW-COR-01", "POW-GATE-04", seat=seat, buoy=str(buoys)
        )
    course: Course = after.course  # type: ignore[assignment]
    if progress is not None and (progress - (fits := usual_progress(course, buoys + 1, boat.at))) % SECTORS:
        return _refuse_count("progress", seat, progress, fits)
    if margin is not None and (margin - (fits := usual_margin(course, buoys, boat.at))) % SECTORS:
        return _refuse_count("margin", seat, margin, fits)
    return None


def _refuse_count(count: str, seat: str, n: int, fits: int) -> Refused:
    """Return the refusal of `n` clicks where the hex gives `fits`, or as many with full circles."""
    args = {"seat": seat, "n": n, "fits": fits, "circle": SECTORS}
    return refuse(f"powerboats.{count}_elsewhere", "POW-COR-01", "POW-SECTOR-01", **args)


def _judge_left(position: Position, after: State) -> Refused | None:
    """Refuse a boat or a turn for a seat whose race is over."""
    for seat, facts in (position.boats or {}).items():
        if isinstance(facts.at, tuple) and after.boats[after.index[seat]].at == NOWHERE:
            return refuse("powerboats.boat_left", "POW-COR-01", "POW-BOA-04", seat=seat)
    turn = position.turn
    if turn is None:
        return None
    if after.phase not in ("placing", "racing") or after.turn == NOBODY:
        return refuse("powerboats.no_turn_yet", "POW-COR-01", "POW-RACE-03", seat=turn)
    if after.turn != after.index[turn]:
        return refuse("powerboats.turn_of_none", "POW-COR-01", "POW-BOA-04", seat=turn)
    return None


def invariants(state: State) -> Iterator[str]:
    """Yield what is broken: what could not be set by hand, an impossible track, a turn of nobody."""
    position = FACTS.position(state, REFEREE)
    if refused := judge_position(state, position) or judge_placed(state, position, state):
        yield refused.reason
    for seat, boat in zip(state.seats, state.boats, strict=True):
        track = boat.track
        if boat.at != NOWHERE and (track.progress is None) != (track.buoys in (-1, BUOYS)):
            yield f"{seat} has progress {track.progress} after {track.buoys} buoys"
    if state.phase == "racing" and (state.turn == NOBODY or state.boats[state.turn].at == NOWHERE):
        yield "the turn is nobody's"
