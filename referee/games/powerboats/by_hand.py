"""A position as facts: written down as `corrected` accepts it, set by hand, and judged.

A position may say anything but what the board cannot hold.
"""

from collections.abc import Callable, Iterator

from msgspec import UNSET
from msgspec.structs import replace

from events.table import Corrected
from referee.games.powerboats.course import BUOYS, Course, Track, usual_margin, usual_progress
from referee.games.powerboats.events import BoatFacts, Position
from referee.games.powerboats.lake import HEADING_INDEX, HEADINGS, SECTORS, cell_text, is_water
from referee.games.powerboats.state import (
    NOBODY,
    NOWHERE,
    SINKING,
    Boat,
    State,
    has_turn,
    next_racer,
    next_to_place,
)
from referee.kernel import parts
from referee.kernel.parts import Refused, each_seat, refuse, seat_fact, seats_fact, with_others


def _facts_of(state: State, i: int) -> BoatFacts:
    """Return the facts of one boat; hex, heading and track are None where it is off the lake."""
    boat = state.boats[i]
    is_out = boat.at == NOWHERE
    track = Track(boat.track.buoys, None, None) if is_out else boat.track
    return BoatFacts(
        at=None if is_out else state.course.hex_of(boat.at),  # type: ignore[union-attr]
        heading=None if is_out else HEADINGS[boat.heading],
        dice=boat.dice,
        damage=boat.damage,
        carried=boat.carried,
        **track._asdict(),
        turns=boat.turns,
    )


def _place_boats(state: State, by_seat: dict[str, BoatFacts]) -> State:
    """Set what is told of boats; the others stay as they are."""
    boats = [
        _set_boat(state, boat, by_seat[seat]) if seat in by_seat else boat
        for seat, boat in zip(state.seats, state.boats, strict=True)
    ]
    return replace(state, boats=tuple(boats))


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
    told = {name: value for name in facts.__struct_fields__ if (value := getattr(facts, name)) is not UNSET}
    at = boat.at
    if "at" in told:
        at = course.number(told["at"]) if course and told["at"] else NOWHERE
    carried = told.get("carried", boat.carried)
    return Boat(
        at=at,
        heading=HEADING_INDEX[told["heading"]] if told.get("heading") else boat.heading,
        dice=told.get("dice", boat.dice),
        damage=told.get("damage", max(boat.damage, carried)),
        carried=carried,
        track=_track_of(state, boat, facts, at),
        turns=told.get("turns", boat.turns),
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
        has_margin = buoys > 0 and state.options.rounding == "string"
        usual = Track(
            buoys,
            usual_progress(state.course, buoys + 1, at) if buoys < BUOYS else None,
            usual_margin(state.course, buoys, at) if has_margin else None,
        )
    progress = usual.progress if facts.progress is UNSET or facts.progress is None else facts.progress
    margin = usual.margin if facts.margin is UNSET else facts.margin
    return Track(buoys, progress if buoys < BUOYS else None, margin if buoys > 0 else None)


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


FACTS = parts.Facts(
    Position,
    (
        seats_fact("finished", _place_ended("finished", "sunk")),
        seats_fact("sunk", _place_ended("sunk", "finished")),
        parts.StateFact(name="race", public=True),
        seat_fact("start_player", "start"),
        parts.StateFact(name="points", row=True, by_seat=True, public=True),
        parts.StateFact(
            name="boats", read=each_seat(_facts_of), write=_place_boats, by_seat=True, public=True
        ),
        parts.StateFact(
            name="turn",
            read=lambda state: state.seats[state.turn] if has_turn(state) else None,
            write=with_others,
            public=True,
        ),
        parts.StateFact(
            name="thrown",
            read=lambda state: state.thrown if state.phase == "racing" else None,
            write=with_others,
            public=True,
        ),
    ),
    finish=_finish,
)
"""What is true on the lake; nobody hides anything."""


def judge_position(state: State, position: Position) -> Refused | None:
    """Refuse facts that contradict the lake or each other.

    A boat on land, on a buoy or before there is a course; a race over twice, or before there is one.
    """
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
    over = [*(position.finished or ()), *(position.sunk or ())]
    if over and state.course is None:
        return refuse("powerboats.no_race_yet", "POW-COR-01", "POW-RACE-03", seat=over[0])
    twice = next((seat for i, seat in enumerate(over) if seat in over[:i]), None)
    return refuse("powerboats.ended_twice", "POW-COR-01", seat=twice) if twice else None


def judge_placed(_: State, position: Position, after: State) -> Refused | None:
    """Return a refusal of the board with the facts on it (`after`), else None.

    A boat or a turn of a seat whose race is over is refused after what the boats themselves contradict.
    """
    if refused := _judge_boats(after):
        return refused
    for seat, facts in (position.boats or {}).items():
        if isinstance(facts.at, tuple) and after.boats[after.index[seat]].at == NOWHERE:
            return refuse("powerboats.boat_left", "POW-COR-01", "POW-BOA-04", seat=seat)
    turn = position.turn
    if turn is None or after.turn == after.index[turn]:
        return None
    if after.phase not in ("placing", "racing") or after.turn == NOBODY:
        return refuse("powerboats.no_turn_yet", "POW-COR-01", "POW-RACE-03", seat=turn)
    return refuse("powerboats.turn_of_none", "POW-COR-01", "POW-BOA-04", seat=turn)


def _judge_boats(after: State) -> Refused | None:
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
    if progress is not None and progress >= 0:
        return refuse("powerboats.past_the_gate", "POW-COR-01", "POW-GATE-02", seat=seat)
    if buoys > 0 and (margin or 0) < 0:
        return refuse(
            "powerboats.back_over_the_gate", "POW-COR-01", "POW-GATE-04", seat=seat, buoy=str(buoys)
        )
    course: Course = after.course  # type: ignore[assignment]
    counts = (("progress", progress, usual_progress, buoys + 1), ("margin", margin, usual_margin, buoys))
    for count, n, usual, buoy in counts:
        if n is not None and (n - (fits := usual(course, buoy, boat.at))) % SECTORS:
            args = {"seat": seat, "n": n, "fits": fits, "circle": SECTORS}
            rules = ("POW-COR-01", "POW-SECTOR-01", "POW-SECTOR-02")
            return refuse(f"powerboats.{count}_elsewhere", *rules, **args)
    return None


def invariants(state: State) -> Iterator[str]:
    """Yield what is broken: an impossible track, a turn of nobody."""
    for seat, boat in zip(state.seats, state.boats, strict=True):
        track = boat.track
        if boat.at != NOWHERE and (track.progress is None) != (track.buoys in (-1, BUOYS)):
            yield f"{seat} has progress {track.progress} after {track.buoys} buoys"
    if state.phase == "racing" and (state.turn == NOBODY or state.boats[state.turn].at == NOWHERE):
        yield "the turn is nobody's"
