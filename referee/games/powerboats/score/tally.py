"""The arithmetic of a series: points race by race, and who wins by each edition."""

from referee.games.powerboats.charter import CHARTER
from referee.games.powerboats.phases.ending import last_place
from referee.games.powerboats.score.scoring import by_place
from referee.games.powerboats.state import RACES, Sailed, State
from referee.kernel.tally import Line, Note, Reading, Step, Tally


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
        Line(
            seat,
            "score.race",
            sailed.points[i],
            ("POW-SCO-01", "POW-SCO-03"),
            {"race": sailed.race},
            how(sailed, i),
        )
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
    return Note("note.ahead" if args["more"] else "note.placed", {**args})


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
    scores_ahead = CHARTER.values(edition, n)["scoring"] == "turns_ahead"
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
    came_in = Step("tie.last_race", {state.seats[i]: place_in_last(state, i) for i in most})
    reason = "last_race" if len(winners) < len(most) else "equal"
    return Reading(edition, winners, reason, ("POW-SCO-04",), (*steps, came_in))


def place_in_last(state: State, i: int) -> int | None:
    """Give a seat's place in the last race; None where it did not finish."""
    return state.finished.index(i) + 1 if i in state.finished else None
