"""A position as facts: written down as `corrected` accepts it, and set by hand."""

from collections.abc import Callable

from msgspec import UNSET
from msgspec.structs import replace

from events.table import Corrected
from referee.games.powerboats.courses.course import Course, usual_margin, usual_progress
from referee.games.powerboats.courses.rounding import BUOYS, Track
from referee.games.powerboats.events import BoatFacts, Position
from referee.games.powerboats.lakes.hexes import HEADING_INDEX, HEADINGS
from referee.games.powerboats.state import NOBODY, NOWHERE, Boat, State, next_racer, next_to_place
from referee.kernel.state.facts import Facts, StateFact, each_seat, with_others
from referee.kernel.state.rows import put, seat_fact, seats_fact


def facts_of(state: State, i: int) -> BoatFacts:
    """Write down one boat."""
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


def place_boats(state: State, told: dict[str, BoatFacts]) -> State:
    """Set facts of boats."""
    for seat, facts in told.items():
        i = state.index[seat]
        state = replace(state, boats=put(state.boats, i, placed(state, state.boats[i], facts)))
    return state


def place_ended(field: str, other: str) -> Callable[[State, tuple[str, ...]], State]:
    """Set whose race ended one way; a seat told to have ended so did not end the other way.

    Rules: POW-COR-01
    """

    def place(state: State, seats: tuple[str, ...]) -> State:
        ended = tuple(state.index[seat] for seat in seats)
        rest = tuple(i for i in getattr(state, other) if i not in ended)
        return replace(state, **{field: ended, other: rest})

    return place


def placed(state: State, boat: Boat, facts: BoatFacts) -> Boat:
    """Set the facts of one boat."""
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
        track_of(state, boat, facts, at),
        boat.turns if facts.turns is UNSET else facts.turns,
    )


def track_of(state: State, boat: Boat, facts: BoatFacts, at: int) -> Track:
    """Set how far round a boat is; what is not told follows from where it is.

    Rules: POW-GATE-02, POW-GATE-04
    """
    buoys = boat.track.buoys if facts.buoys is UNSET else facts.buoys
    if buoys < 0 or state.course is None or at == NOWHERE:
        return Track(buoys, None, None)
    if (at, buoys) == (boat.at, boat.track.buoys):
        usual = boat.track
    else:
        usual = usual_track(state.course, state.switches.rounding, buoys, at)
    progress = usual.progress if facts.progress is UNSET or facts.progress is None else facts.progress
    margin = usual.margin if facts.margin is UNSET else facts.margin
    return Track(buoys, progress if buoys < BUOYS else None, margin if buoys > 0 else None)


def usual_track(course: Course, rounding: str, buoys: int, at: int) -> Track:
    """Suppose that a boat came straight from the last buoy it rounded."""
    progress = usual_progress(course, buoys + 1, at) if buoys < BUOYS else None
    margin = usual_margin(course, buoys, at) if buoys > 0 and rounding == "string" else None
    return Track(buoys, progress, margin)


def finish(state: State, corrected: Corrected[Position]) -> State:
    """Take boats whose race is over off the lake, and settle whose turn it is.

    Rules: POW-BOA-04
    """
    out = {*state.finished, *state.sunk}
    boats = tuple(replace(b, at=NOWHERE) if i in out else b for i, b in enumerate(state.boats))
    return with_turn(replace(state, boats=boats), corrected.position)


def with_turn(state: State, position: Position) -> State:
    """Settle what the table is doing: placing, or racing with somebody's turn."""
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


def turn_of(state: State) -> str | None:
    """Name the seat that races on, where there is a race."""
    return state.seats[state.turn] if state.phase == "racing" and state.turn != NOBODY else None


def has_thrown(state: State) -> bool | None:
    """Tell whether who races on has thrown, where there is a race."""
    return state.thrown if state.phase == "racing" else None


FACTS = Facts(
    Position,
    (
        seats_fact("finished", place_ended("finished", "sunk")),
        seats_fact("sunk", place_ended("sunk", "finished")),
        StateFact(name="race", public=True),
        seat_fact("start_player", "start"),
        StateFact(name="points", row=True, by_seat=True, public=True),
        StateFact(name="boats", read=each_seat(facts_of), write=place_boats, by_seat=True, public=True),
        StateFact(name="turn", read=turn_of, write=with_others, public=True),
        StateFact(name="thrown", read=has_thrown, write=with_others, public=True),
    ),
    finish=finish,
)
"""What is true on the lake; nobody hides anything."""
