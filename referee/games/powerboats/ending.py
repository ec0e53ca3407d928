"""The end of a race and of the series: points, repairs, the next start player, the final order."""

from referee.games.powerboats.draft import Draft, refuse
from referee.games.powerboats.events import (
    BoatRetired,
    BoatsRepaired,
    GameEnded,
    Position,
    RaceEnded,
    Standing,
)
from referee.games.powerboats.scoring import by_place, by_turns
from referee.games.powerboats.state import NOBODY, RACES, SINKING, State, racers
from referee.games.powerboats.turns import judge_turn
from referee.kernel.verdict import Refused


def settle(draft: Draft) -> None:
    """End the race when no boat is left in it, and the series after the third.

    Rules: POW-RACE-01
    """
    if draft.state.phase != "racing" or draft.state.turn != NOBODY:
        return
    write_race_end(draft)
    if draft.state.race < RACES:
        write_repairs(draft)
    else:
        write_game_end(draft)


def end_again(draft: Draft, before: State, told: Position) -> None:
    """Score a series that is over once more, its last race too where how it went was set by hand.

    Rules: POW-SCO-01, POW-SCO-04, POW-COR-01
    """
    state = draft.state
    if told.points is None and how_it_went(state) != how_it_went(before):
        write_race_end(draft)
    if final_table(draft.state) != before.result:
        write_game_end(draft)


def how_it_went(state: State) -> tuple[object, ...]:
    """Give what the points of a race depend on: places, wrecks, turns."""
    return state.finished, state.sunk, tuple(boat.turns for boat in state.boats)


def write_race_end(draft: Draft) -> None:
    """Write who came in, who sank, and the points.

    Rules: POW-RACE-01, POW-SCO-01, POW-SCO-02, POW-SCO-03, POW-VAR-01, POW-VAR-02, POW-VAR-03
    """
    state = draft.state
    seats = state.seats
    points = {seat: points_of(state, i) for i, seat in enumerate(seats)}
    rules: tuple[str, ...] = ("POW-RACE-01", "POW-SCO-01", "POW-SCO-02", "POW-SCO-03")
    if state.switches.scoring == "turns_ahead":
        rules += ("POW-VAR-01", "POW-VAR-02", "POW-VAR-03")
    places, sunk = (tuple(seats[i] for i in row) for row in (state.finished, state.sunk))
    draft.derive(RaceEnded(state.race, places, sunk, points), *rules)  # type: ignore[arg-type]


def points_of(state: State, i: int) -> int:
    """Count a seat's points in a race.

    Rules: POW-SCO-01, POW-SCO-02, POW-SCO-03, POW-VAR-01, POW-VAR-02, POW-VAR-03
    """
    points = by_place(len(state.seats), state.finished, state.race, i)
    if state.switches.scoring == "turns_ahead":
        turns = tuple(boat.turns for boat in state.boats)
        points += by_turns(turns, state.finished, len(state.sunk), i)
    return points


def write_repairs(draft: Draft) -> None:
    """Write what damage each boat keeps, and who starts the next race; nobody starts it sunk.

    Rules: POW-DMG-02, POW-NXT-01, POW-STA-04
    """
    state = draft.state
    damage = {
        seat: min(boat.carried + (boat.damage > boat.carried), SINKING - 1)
        for seat, boat in zip(state.seats, state.boats, strict=True)
    }
    start = state.seats[(state.start + 1) % len(state.seats)]
    draft.derive(BoatsRepaired(damage, state.race + 1, start), "POW-DMG-02", "POW-NXT-01", "POW-STA-04")  # type: ignore[arg-type]


def write_game_end(draft: Draft) -> None:
    """Write the final table.

    Rules: POW-SET-01, POW-SCO-04, POW-SCO-05
    """
    draft.derive(final_table(draft.state), "POW-SET-01", "POW-SCO-04", "POW-SCO-05")


def final_table(state: State) -> GameEnded:
    """Rank the seats by points, then by their places in the last race.

    Rules: POW-SET-01, POW-SCO-04, POW-SCO-05
    """
    keys = [(-state.points[i], last_place(state, i)) for i in range(len(state.seats))]
    ranks = [1 + sum(other < key for other in keys) for key in keys]
    rows = sorted(zip(ranks, state.seats, state.points, strict=True), key=lambda row: row[0])
    return GameEnded(
        winners=tuple(seat for rank, seat, _ in rows if rank == 1),
        totals=dict(zip(state.seats, state.points, strict=True)),
        standings=tuple(Standing(seat, rank, points) for rank, seat, points in rows),
    )


def last_place(state: State, i: int) -> int:
    """Give a seat's place in the race just sailed, for ties: finishers, a boat that stopped, the sunk.

    Rules: POW-SCO-04, POW-SCO-05
    """
    if i in state.finished:
        return state.finished.index(i)
    return len(state.seats) + (i in state.sunk)


def may_retire(state: State) -> bool:
    """Whether the boat whose turn it is, alone on the lake, can score nothing any more.

    Rules: POW-RACE-02
    """
    return (
        state.switches.lone_boat == "may_stop"
        and state.switches.scoring == "places"
        and not state.thrown
        and not state.sunk
        and len(racers(state)) == 1
        and len(state.finished) == len(state.seats) - 1
    )


def judge_retiring(state: State, event: BoatRetired) -> Refused | None:
    """Judge a boat that wants to stop racing.

    Rules: POW-RACE-02
    """
    if refused := judge_turn(state, event.seat):
        return refused
    if may_retire(state):
        return None
    why = "must_move_now" if state.thrown else "races_on"
    return refuse(f"powerboats.{why}", "POW-RACE-02", seat=event.seat)
