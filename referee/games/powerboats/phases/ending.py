"""The end of a race and of the series: points, repairs, the next start player, the final order."""

from msgspec.structs import replace

from events.base import Event
from events.table import Corrected
from referee.games.powerboats.events import (
    BoatRetired,
    BoatsRepaired,
    GameEnded,
    RaceEnded,
    Standing,
)
from referee.games.powerboats.phases.turns import judge_turn
from referee.games.powerboats.score import by_place, by_turns, last_place
from referee.games.powerboats.state import NOBODY, NOWHERE, RACES, SINKING, Boat, Sailed, State
from referee.kernel.acts import Act, Consequence, Draft
from referee.kernel.facts import names, put
from referee.kernel.verdict import Refused, refuse


def settle(draft: Draft[State]) -> None:
    """End the race when no boat is left in it, and the series after the third. Rules: POW-RACE-01."""
    if draft.state.phase != "racing" or draft.state.turn != NOBODY:
        return
    write_race_end(draft)
    if draft.state.race < RACES:
        write_repairs(draft)
    else:
        write_game_end(draft)


def settle_by_hand(draft: Draft[State], event: Event) -> None:
    """Go on from facts or rules the table set by hand.

    A series that is over is scored once more, its last race too where how it went was set.

    Rules: POW-SCO-01, POW-SCO-04, POW-COR-01
    """
    before = draft.before
    if before.result is None or not isinstance(event, Corrected):
        settle(draft)
        return
    if event.position.points is None and how_it_went(draft.state) != how_it_went(before):
        write_race_end(draft)
    if final_table(draft.state) != before.result:
        write_game_end(draft)


def how_it_went(state: State) -> tuple[object, ...]:
    """Give what the points of a race depend on: places, wrecks, turns."""
    return state.finished, state.sunk, tuple(boat.turns for boat in state.boats)


def write_race_end(draft: Draft[State]) -> None:
    """Write who came in, who sank, and the points.

    Rules: POW-RACE-01, POW-SCO-01, POW-SCO-02, POW-SCO-03, POW-VAR-01, POW-VAR-02, POW-VAR-03
    """
    state = draft.state
    order, turns, n = state.finished, tuple(boat.turns for boat in state.boats), len(state.seats)
    points = [by_place(n, order, state.race, i) for i in range(n)]
    rules: tuple[str, ...] = ("POW-RACE-01", "POW-SCO-01", "POW-SCO-02", "POW-SCO-03")
    if state.options.scoring == "turns_ahead":
        points = [won + by_turns(turns, order, len(state.sunk), i) for i, won in enumerate(points)]
        rules += ("POW-VAR-01", "POW-VAR-02", "POW-VAR-03")
    told = dict(zip(state.seats, points, strict=True))
    draft.derive(RaceEnded(state.race, names(state, order), names(state, state.sunk), told), *rules)  # type: ignore[arg-type]


def write_repairs(draft: Draft[State]) -> None:
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


def write_game_end(draft: Draft[State]) -> None:
    """Write the final table. Rules: POW-SET-01, POW-SCO-04, POW-SCO-05."""
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


def may_retire(state: State) -> bool:
    """Whether the boat whose turn it is, alone on the lake, can score nothing any more.

    Rules: POW-RACE-02
    """
    is_last, options = len(state.finished) == len(state.seats) - 1, state.options
    return is_last and options.lone_boat == "may_stop" and options.scoring == "places" and not state.thrown


def judge_retiring(state: State, event: BoatRetired) -> Refused | None:
    """Judge a seat whose boat wants to stop racing. Rules: POW-RACE-02."""
    refused = judge_turn(state, event.seat)
    if refused or may_retire(state):
        return refused
    why = "must_move_now" if state.thrown else "races_on"
    return refuse(f"powerboats.{why}", "POW-RACE-02", seat=event.seat)


def retires(state: State, seat: str) -> tuple[BoatRetired, ...]:
    """Give the lone boat's stop, where it may stop."""
    return (BoatRetired(seat),) if may_retire(state) and judge_turn(state, seat) is None else ()


def boat_retired(state: State, event: BoatRetired) -> State:
    """Take the lone boat off the lake."""
    i = state.index[event.seat]
    boats = put(state.boats, i, replace(state.boats[i], at=NOWHERE, dice=()))
    return replace(state, boats=boats, retired=i, turn=NOBODY, thrown=False)


def race_ended(state: State, event: RaceEnded) -> State:
    """Add the points of a race; a race that ends again, after the series, gets others instead."""
    sailed, points = state.sailed, state.points
    if state.phase == "ended":
        points = tuple(n - less for n, less in zip(points, sailed[-1].points, strict=True))
        sailed = sailed[:-1]
    order = tuple(state.index[seat] for seat in event.places)
    won = tuple(event.points.get(seat, 0) for seat in state.seats)
    turns = tuple(boat.turns for boat in state.boats)
    more = tuple(by_turns(turns, order, len(event.sunk), i) for i in range(len(turns)))
    return replace(
        state,
        points=tuple(n + gained for n, gained in zip(points, won, strict=True)),
        sailed=(*sailed, Sailed(event.race, order, won, more)),
        turn=NOBODY,
    )


def boats_repaired(state: State, event: BoatsRepaired) -> State:
    """Clear the lake for the next race; each boat keeps what is not repaired."""
    boats = tuple(Boat(damage=event.damage[s], carried=event.damage[s]) for s in state.seats)
    return replace(
        state,
        boats=boats,
        race=event.race,
        start=state.index[event.start_player],
        phase="course",
        course=None,
        finished=(),
        sunk=(),
        retired=NOBODY,
        wake=None,
    )


def game_ended(state: State, event: GameEnded) -> State:
    """Keep the final table."""
    return replace(state, result=event, phase="ended", turn=NOBODY)


ACTS = (
    Act(
        event=BoatRetired,
        needs_confirmation=True,
        rules=("POW-RACE-02",),
        judge=judge_retiring,
        apply=boat_retired,
        listed=retires,
        phases=("dice",),
    ),
)

CONSEQUENCES = (
    Consequence(event=RaceEnded, rules=("POW-RACE-01", "POW-SCO-01"), apply=race_ended),
    Consequence(event=BoatsRepaired, rules=("POW-DMG-02", "POW-NXT-01"), apply=boats_repaired, chapter=True),
    Consequence(event=GameEnded, rules=("POW-SET-01", "POW-SCO-04"), apply=game_ended),
)
