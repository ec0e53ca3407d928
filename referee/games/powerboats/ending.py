"""Points of a race and of the series, who lies where, and the end of both."""

from typing import Final

from msgspec.structs import replace

from events.base import Event
from events.table import Corrected
from referee.games.powerboats.events import BoatRetired, BoatsRepaired, GameEnded, RaceEnded, Standing
from referee.games.powerboats.state import NOBODY, NOWHERE, RACES, RULESET, SINKING, Boat, Sailed, State
from referee.games.powerboats.turns import judge_turn
from referee.kernel.parts import (
    Act,
    Consequence,
    Draft,
    Line,
    Listing,
    Note,
    Places,
    Reading,
    Refused,
    Step,
    Tally,
    When,
    names,
    refuse,
    set_at,
)

_PER_WRECK: Final = 5
"""Points each finisher gets for each sunk boat where turns ahead are scored."""

_FAR = 1 << 30
"""Further from any gate than a boat can be."""

_Seats = tuple[int, ...]


def _by_place(players: int, order: _Seats, race: int, i: int) -> int:
    """Return what a seat's place brings; `order` are the seats that finished, the first one first.

    Rules: POW-SCO-01, POW-SCO-02, POW-SCO-03
    """
    return (players - 1 - order.index(i)) * race if i in order else 0


def _by_turns(turns: tuple[int, ...], order: _Seats, sunk: int, i: int) -> int:
    """Return what a seat gets for its turns ahead of the last finisher, and for the boats sunk.

    `turns` are those each seat has taken.

    Rules: POW-VAR-01, POW-VAR-02, POW-VAR-03
    """
    if i not in order:
        return 0
    return max(turns[other] for other in order) - turns[i] + _PER_WRECK * sunk


def _last_place(state: State, i: int) -> int:
    """Return a seat's place in the race just sailed, for ties: finishers, a boat that stopped, the sunk.

    Rules: POW-SCO-04, POW-SCO-05
    """
    if i in state.finished:
        return state.finished.index(i)
    return len(state.seats) + (i in state.sunk)


def tally(state: State) -> Tally:
    """Return the points, and who wins; the places of the last race decide between equals."""
    lines = [line for i in range(len(state.seats)) for line in _lines_of(state, i)]
    own = _reading(state, None)
    return Tally(tuple(lines), (own, *(_reading(state, edition) for edition in RULESET.editions)))


def _lines_of(state: State, i: int) -> list[Line]:
    """Return a seat's points race by race, what the table set by hand beside them, the sum, the damage."""
    seat = state.seats[i]
    rules = ("POW-SCO-01", "POW-SCO-03")
    races = [
        Line(seat, "score.race", sailed.points[i], rules, {"race": sailed.race}, _note_of_race(sailed, i))
        for sailed in state.sailed
    ]
    beside = _by_hand_of(state, i)
    by_hand = [Line(seat, "score.by_hand", beside, ("TAB-CORR-01",))] if beside else []
    damage = Line(seat, "score.damage", state.boats[i].damage, ("POW-DMG-02",))
    return [*races, *by_hand, Line(seat, "score.points", state.points[i], ("POW-SET-01",)), damage]


def _note_of_race(sailed: Sailed, i: int) -> Note:
    """Return how the points of a race come about."""
    if i not in sailed.order:
        return Note("note.not_in")
    place = sailed.order.index(i) + 1
    behind = len(sailed.points) - place
    more = sailed.points[i] - behind * sailed.race
    args = {"place": place, "behind": behind, "race": sailed.race, "more": more}
    return Note("note.ahead" if more else "note.placed", {**args})


def _by_hand_of(state: State, i: int) -> int:
    """Return the points of a seat that no race gave it."""
    return state.points[i] - sum(race.points[i] for race in state.sailed)


def _totals(state: State, edition: str | None) -> tuple[int, ...]:
    """Return the points of each seat; with an `edition` each race scored as it scores."""
    if edition is None:
        return state.points
    n = len(state.seats)
    scores_ahead = RULESET.values(edition, n)["scoring"] == "turns_ahead"
    return tuple(
        _by_hand_of(state, i)
        + sum(_by_place(n, race.order, race.race, i) for race in state.sailed)
        + sum(race.ahead[i] for race in state.sailed if scores_ahead)
        for i in range(n)
    )


def _reading(state: State, edition: str | None) -> Reading:
    """Return who would win as the points stand; before the third race is over equals share.

    `edition` None is the table's own.
    """
    points = _totals(state, edition)
    most = [i for i, n in enumerate(points) if n == max(points)]
    is_over = state.result is not None or len(state.sailed) == RACES
    best = min(_last_place(state, i) for i in most) if is_over else None
    winners = tuple(state.seats[i] for i in most if best is None or _last_place(state, i) == best)
    steps = (Step("tie.points", dict(zip(state.seats, points, strict=True))),)
    if len(most) == 1 or not is_over:
        shown = steps if points != state.points else ()
        return Reading(edition, winners, "most_points", ("POW-SCO-04" if is_over else "POW-SET-01",), shown)
    came_in = {i: place for place, i in enumerate(state.finished, 1)}
    last = Step("tie.last_race", {state.seats[i]: came_in.get(i) for i in most})
    reason = "last_race" if len(winners) < len(most) else "equal"
    return Reading(edition, winners, reason, ("POW-SCO-04",), (*steps, last))


def places(state: State) -> Places | None:
    """Return the boats by how far they are round the course; None while nobody races.

    Finished boats are first, in their order; sunk ones share the last place, even where all sink.
    """
    turns = max(boat.turns for boat in state.boats)
    if state.phase != "racing" or not turns:
        return None
    last = len(state.seats)
    keys = [_how_far(state, i) for i in range(last)]
    by_seat = (last if i in state.sunk else 1 + sum(other < keys[i] for other in keys) for i in range(last))
    out = tuple(state.seats[i] for i in state.sunk)
    return Places(state.race, turns, dict(zip(state.seats, by_seat, strict=True)), out)


def _how_far(state: State, i: int) -> tuple[int, int, int]:
    """Return the key by which boats are ordered, the least first."""
    if i in state.finished:
        return 0, state.finished.index(i), 0
    if i in state.sunk:
        return 2, 0, 0
    track = state.boats[i].track
    return 1, -track.buoys, _FAR if track.progress is None else -track.progress


def settle(draft: Draft[State]) -> None:
    """Derive the end of the race when no boat is left in it, and of the series after the third."""
    if draft.state.phase != "racing" or draft.state.turn != NOBODY:
        return
    _write_race_end(draft)
    if draft.state.race < RACES:
        _write_repairs(draft)
    else:
        _write_game_end(draft)


def settle_by_hand(draft: Draft[State], event: Event) -> None:
    """Derive what follows facts set by hand, a house rule or a ruling.

    A series that is over is scored once more, its last race too where how it went was set.
    """
    before = draft.before
    if before.result is None or not isinstance(event, Corrected):
        settle(draft)
        return
    if event.position.points is None and _how_it_went(draft.state) != _how_it_went(before):
        _write_race_end(draft)
    if _final_table(draft.state) != before.result:
        _write_game_end(draft)


def _how_it_went(state: State) -> tuple[object, ...]:
    """Return what the points of a race depend on: places, wrecks, turns."""
    return state.finished, state.sunk, tuple(boat.turns for boat in state.boats)


def _write_race_end(draft: Draft[State]) -> None:
    """Derive who came in, who sank, and the points."""
    state = draft.state
    order, turns, n = state.finished, tuple(boat.turns for boat in state.boats), len(state.seats)
    points = [_by_place(n, order, state.race, i) for i in range(n)]
    rules: tuple[str, ...] = ("POW-RACE-01", "POW-SCO-01", "POW-SCO-02", "POW-SCO-03")
    if state.options.scoring == "turns_ahead":
        points = [won + _by_turns(turns, order, len(state.sunk), i) for i, won in enumerate(points)]
        rules += ("POW-VAR-01", "POW-VAR-02", "POW-VAR-03")
    by_seat = dict(zip(state.seats, points, strict=True))
    draft.derive(RaceEnded(state.race, names(state, order), names(state, state.sunk), by_seat), *rules)  # type: ignore[arg-type]


def _write_repairs(draft: Draft[State]) -> None:
    """Derive what damage each boat keeps, and who starts the next race; nobody starts it sunk."""
    state = draft.state
    damage = {
        seat: min(boat.carried + (boat.damage > boat.carried), SINKING - 1)
        for seat, boat in zip(state.seats, state.boats, strict=True)
    }
    start = state.seats[(state.start + 1) % len(state.seats)]
    draft.derive(BoatsRepaired(damage, state.race + 1, start), "POW-DMG-02", "POW-NXT-01", "POW-STA-04")  # type: ignore[arg-type]


def _write_game_end(draft: Draft[State]) -> None:
    draft.derive(_final_table(draft.state), "POW-SET-01", "POW-SCO-04", "POW-SCO-05")


def _final_table(state: State) -> GameEnded:
    """Return the seats ranked by points, then by their places in the last race."""
    keys = [(-state.points[i], _last_place(state, i)) for i in range(len(state.seats))]
    ranks = [1 + sum(other < key for other in keys) for key in keys]
    rows = sorted(zip(ranks, state.seats, state.points, strict=True), key=lambda row: row[0])
    return GameEnded(
        winners=tuple(seat for rank, seat, _ in rows if rank == 1),
        totals=dict(zip(state.seats, state.points, strict=True)),
        standings=tuple(Standing(seat, rank, points) for rank, seat, points in rows),
    )


def _may_retire(state: State) -> bool:
    """Return whether the boat whose turn it is, alone on the lake, can score nothing any more."""
    is_last, options = len(state.finished) == len(state.seats) - 1, state.options
    return is_last and options.lone_boat == "may_stop" and options.scoring == "places" and not state.thrown


def _judge_retiring(state: State, event: BoatRetired) -> Refused | None:
    """Refuse a boat that stops unless it is alone on the lake and can score nothing; else None."""
    refused = judge_turn(state, event.seat)
    if refused or _may_retire(state):
        return refused
    why = "must_move_now" if state.thrown else "races_on"
    return refuse(f"powerboats.{why}", "POW-RACE-02", seat=event.seat)


def _retires(state: State, seat: str) -> tuple[BoatRetired, ...]:
    """Return that the lone boat stops; nothing where it may not."""
    return (BoatRetired(seat),) if _may_retire(state) and judge_turn(state, seat) is None else ()


def _apply_boat_retired(state: State, event: BoatRetired) -> State:
    i = state.index[event.seat]
    boats = set_at(state.boats, i, replace(state.boats[i], at=NOWHERE, dice=()))
    return replace(state, boats=boats, retired=i, turn=NOBODY, thrown=False)


def _apply_race_ended(state: State, event: RaceEnded) -> State:
    """Add the points of a race; a race that ends again, after the series, gets others instead."""
    sailed, points = state.sailed, state.points
    if state.phase == "ended":
        points = tuple(n - less for n, less in zip(points, sailed[-1].points, strict=True))
        sailed = sailed[:-1]
    order = tuple(state.index[seat] for seat in event.places)
    won = tuple(event.points.get(seat, 0) for seat in state.seats)
    turns = tuple(boat.turns for boat in state.boats)
    more = tuple(_by_turns(turns, order, len(event.sunk), i) for i in range(len(turns)))
    return replace(
        state,
        points=tuple(n + gained for n, gained in zip(points, won, strict=True)),
        sailed=(*sailed, Sailed(event.race, order, won, more)),
        turn=NOBODY,
    )


def _apply_boats_repaired(state: State, event: BoatsRepaired) -> State:
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


def _apply_game_ended(state: State, event: GameEnded) -> State:
    return replace(state, result=event, phase="ended", turn=NOBODY)


ACTS = (
    Act(
        event=BoatRetired,
        rules=("POW-RACE-02",),
        when=When(phases=("dice",)),
        judge=_judge_retiring,
        apply=_apply_boat_retired,
        candidates=Listing(_retires),
        needs_confirmation=True,
    ),
)

CONSEQUENCES = (
    Consequence(event=RaceEnded, rules=("POW-RACE-01", "POW-SCO-01"), apply=_apply_race_ended),
    Consequence(
        event=BoatsRepaired, rules=("POW-DMG-02", "POW-NXT-01"), apply=_apply_boats_repaired, chapter=True
    ),
    Consequence(event=GameEnded, rules=("POW-SET-01", "POW-SCO-04"), apply=_apply_game_ended),
)
