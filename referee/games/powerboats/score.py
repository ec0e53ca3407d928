"""The score of a series: points by place and by turns ahead, who wins by each edition, who lies where."""

from typing import Final

from referee.games.powerboats.ruleset import RULESET
from referee.games.powerboats.state import RACES, Sailed, State
from referee.kernel.tally import Line, Note, Places, Reading, Step, Tally

PER_WRECK: Final = 5
"""Points each finisher gets for each sunk boat where turns ahead are scored."""

_FAR = 1 << 30
"""Further from any gate than a boat can be."""

Seats = tuple[int, ...]


def by_place(players: int, order: Seats, race: int, i: int) -> int:
    """Count what a seat's place brings; `order` are the seats that finished, the first one first.

    Rules: POW-SCO-01, POW-SCO-02, POW-SCO-03
    """
    return (players - 1 - order.index(i)) * race if i in order else 0


def by_turns(turns: tuple[int, ...], order: Seats, sunk: int, i: int) -> int:
    """Count what the turns ahead of the last finisher bring a seat, and the boats sunk.

    `turns` are those each seat has taken.

    Rules: POW-VAR-01, POW-VAR-02, POW-VAR-03
    """
    if i not in order:
        return 0
    return max(turns[other] for other in order) - turns[i] + PER_WRECK * sunk


def last_place(state: State, i: int) -> int:
    """Give a seat's place in the race just sailed, for ties: finishers, a boat that stopped, the sunk.

    Rules: POW-SCO-04, POW-SCO-05
    """
    if i in state.finished:
        return state.finished.index(i)
    return len(state.seats) + (i in state.sunk)


def tally(state: State) -> Tally:
    """Add up the points; the places of the last race decide between equals.

    Rules: POW-SET-01, POW-SCO-01, POW-SCO-03, POW-SCO-04
    """
    lines = [line for i in range(len(state.seats)) for line in lines_of(state, i)]
    own = reading(state, None)
    return Tally(tuple(lines), (own, *(reading(state, edition) for edition in RULESET.editions)))


def lines_of(state: State, i: int) -> list[Line]:
    """Write a seat's points race by race, what the table set by hand beside them, and the sum."""
    seat = state.seats[i]
    rules = ("POW-SCO-01", "POW-SCO-03")
    races = [
        Line(seat, "score.race", sailed.points[i], rules, {"race": sailed.race}, how(sailed, i))
        for sailed in state.sailed
    ]
    beside = by_hand_of(state, i)
    by_hand = [Line(seat, "score.by_hand", beside, ("TAB-CORR-01",))] if beside else []
    damage = Line(seat, "score.damage", state.boats[i].damage, ("POW-DMG-02",))
    return [*races, *by_hand, Line(seat, "score.points", state.points[i], ("POW-SET-01",)), damage]


def how(sailed: Sailed, i: int) -> Note:
    """Say how the points of a race come about.

    Rules: POW-SCO-01, POW-SCO-02, POW-SCO-03, POW-VAR-01, POW-VAR-03
    """
    if i not in sailed.order:
        return Note("note.not_in")
    place = sailed.order.index(i) + 1
    behind = len(sailed.points) - place
    more = sailed.points[i] - behind * sailed.race
    args = {"place": place, "behind": behind, "race": sailed.race, "more": more}
    return Note("note.ahead" if more else "note.placed", {**args})


def by_hand_of(state: State, i: int) -> int:
    """Count the points of a seat that no race gave it."""
    return state.points[i] - sum(race.points[i] for race in state.sailed)


def totals(state: State, edition: str | None) -> tuple[int, ...]:
    """Add up the points: as they were given, or each race scored as an edition scores.

    Rules: POW-SET-01, POW-SCO-01, POW-VAR-01
    """
    if edition is None:
        return state.points
    n = len(state.seats)
    scores_ahead = RULESET.values(edition, n)["scoring"] == "turns_ahead"
    return tuple(
        by_hand_of(state, i)
        + sum(by_place(n, race.order, race.race, i) for race in state.sailed)
        + sum(race.ahead[i] for race in state.sailed if scores_ahead)
        for i in range(n)
    )


def reading(state: State, edition: str | None) -> Reading:
    """Say who would win as the points stand; before the third race is over equals share.

    Rules: POW-SET-01, POW-SCO-04
    """
    points = totals(state, edition)
    most = [i for i, n in enumerate(points) if n == max(points)]
    is_over = state.result is not None or len(state.sailed) == RACES
    best = min(last_place(state, i) for i in most) if is_over else None
    winners = tuple(state.seats[i] for i in most if best is None or last_place(state, i) == best)
    steps = (Step("tie.points", dict(zip(state.seats, points, strict=True))),)
    if len(most) == 1 or not is_over:
        shown = steps if points != state.points else ()
        return Reading(edition, winners, "most_points", ("POW-SCO-04" if is_over else "POW-SET-01",), shown)
    came_in = {i: place for place, i in enumerate(state.finished, 1)}
    last = Step("tie.last_race", {state.seats[i]: came_in.get(i) for i in most})
    reason = "last_race" if len(winners) < len(most) else "equal"
    return Reading(edition, winners, reason, ("POW-SCO-04",), (*steps, last))


def places(state: State) -> Places | None:
    """Order the boats by how far they are round the course; None while nobody races.

    Finished boats are first, in their order; sunk ones share the last place, even where all sink.
    """
    turns = max(boat.turns for boat in state.boats)
    if state.phase != "racing" or not turns:
        return None
    last = len(state.seats)
    keys = [how_far(state, i) for i in range(last)]
    by_seat = (last if i in state.sunk else 1 + sum(other < keys[i] for other in keys) for i in range(last))
    out = tuple(state.seats[i] for i in state.sunk)
    return Places(state.race, turns, dict(zip(state.seats, by_seat, strict=True)), out)


def how_far(state: State, i: int) -> tuple[int, int, int]:
    """Give what a boat is ordered by: least is best."""
    if i in state.finished:
        return 0, state.finished.index(i), 0
    if i in state.sunk:
        return 2, 0, 0
    track = state.boats[i].track
    return 1, -track.buoys, _FAR if track.progress is None else -track.progress
