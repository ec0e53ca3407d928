"""The arithmetic of a series: points race by race, and who wins by each edition."""

from referee.games.powerboats.charter import CHARTER
from referee.games.powerboats.ending import last_place
from referee.games.powerboats.state import RACES, State
from referee.kernel.tally import Line, Reading, Tally


def tally(state: State) -> Tally:
    """Add up the points; the places of the last race decide between equals.

    Rules: POW-SET-01, POW-SCO-01, POW-SCO-03, POW-SCO-04
    """
    lines = [line for i in range(len(state.seats)) for line in lines_of(state, i)]
    own = reading(state, None)
    return Tally(tuple(lines), (own, *(reading(state, edition) for edition in CHARTER.editions)))


def lines_of(state: State, i: int) -> list[Line]:
    """Write a seat's points race by race, what the table set by hand beside them, and the sum."""
    seat = state.seats[i]
    races = [
        Line(seat, "score.race", won[i], ("POW-SCO-01", "POW-SCO-03"), {"race": n})
        for n, won in enumerate(state.sailed, first_sailed(state))
    ]
    beside = state.points[i] - sum(won[i] for won in state.sailed)
    by_hand = [Line(seat, "score.by_hand", beside, ("TAB-CORR-01",))] if beside else []
    damage = Line(seat, "score.damage", state.boats[i].damage, ("POW-DMG-02",))
    return [*races, *by_hand, Line(seat, "score.points", state.points[i], ("POW-SET-01",)), damage]


def first_sailed(state: State) -> int:
    """Give the number of the first race sailed: a table may begin with a later one."""
    last = state.race if state.result is not None else state.race - 1
    return last - len(state.sailed) + 1


def reading(state: State, edition: str | None) -> Reading:
    """Say who would win as the points stand; before the third race is over equals share.

    Rules: POW-SET-01, POW-SCO-04
    """
    if state.result is not None:
        winners = state.result.winners
        tied = sum(points == max(state.points) for points in state.points) > len(winners)
        return Reading(edition, winners, "last_race" if tied else "most_points", ("POW-SCO-04",))
    sailed_out = len(state.sailed) == RACES
    keys = [(-points, last_place(state, i) if sailed_out else 0) for i, points in enumerate(state.points)]
    leaders = tuple(seat for seat, key in zip(state.seats, keys, strict=True) if key == min(keys))
    return Reading(edition, leaders, "most_points", ("POW-SET-01",))
