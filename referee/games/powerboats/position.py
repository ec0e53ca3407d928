"""A position as facts: written down as `corrected` accepts it, and set by hand."""

from typing import Any

from msgspec import UNSET
from msgspec.structs import replace

from referee.games.powerboats.course import Course, usual_margin, usual_progress
from referee.games.powerboats.events import BoatFacts, Position
from referee.games.powerboats.hexes import HEADING_INDEX, HEADINGS
from referee.games.powerboats.rounding import BUOYS, Track
from referee.games.powerboats.state import NOBODY, NOWHERE, Boat, State, next_racer, next_to_place, put


def position_of(state: State, _: str | None = None) -> Position:
    """Write the facts of a position down; nothing in Powerboats is secret.

    Rules: POW-COR-01
    """
    seats = state.seats
    is_racing = state.phase == "racing"
    return Position(
        race=state.race,  # type: ignore[arg-type]
        boats={seat: facts_of(state, i) for i, seat in enumerate(seats)},
        finished=tuple(seats[i] for i in state.finished),
        sunk=tuple(seats[i] for i in state.sunk),
        points=dict(zip(seats, state.points, strict=True)),
        turn=seats[state.turn] if is_racing and state.turn != NOBODY else None,
        start_player=seats[state.start],
        thrown=state.thrown if is_racing else None,
    )


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


def place(state: State, position: Position) -> State:
    """Set the facts a position names; what it leaves out keeps its value.

    The result may break the board; whoever judges the position looks for that.
    """
    index, facts = state.index, dict[str, Any]()
    facts |= ended(state, position)
    if position.race is not None:
        facts["race"] = position.race
    if position.start_player is not None:
        facts["start"] = index[position.start_player]
    if position.points is not None:
        facts["points"] = tuple(
            position.points.get(s, n) for s, n in zip(state.seats, state.points, strict=True)
        )
    state = replace(state, **facts)
    for seat, boat in (position.boats or {}).items():
        i = index[seat]
        state = replace(state, boats=put(state.boats, i, placed(state, state.boats[i], boat)))
    return with_turn(clear_lake(state), position)


def ended(state: State, position: Position) -> dict[str, Any]:
    """Set whose race is over, as fields of a state; a seat told to have ended one way did not the other.

    Rules: POW-COR-01
    """
    told = {name: getattr(position, name) for name in ("finished", "sunk")}
    named = {seat for seats in told.values() for seat in seats or ()}
    return {
        name: tuple(i for i in getattr(state, name) if state.seats[i] not in named)
        if seats is None
        else tuple(state.index[seat] for seat in seats)
        for name, seats in told.items()
    }


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


def clear_lake(state: State) -> State:
    """Take finished and sunk boats off the lake.

    Rules: POW-BOA-04
    """
    out = {*state.finished, *state.sunk}
    boats = tuple(replace(b, at=NOWHERE) if i in out else b for i, b in enumerate(state.boats))
    return replace(state, boats=boats)


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
