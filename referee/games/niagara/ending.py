"""Goals, the end of a round, the end of the game, and ties."""

from collections.abc import Callable

from msgspec.structs import replace

from events.base import Event
from referee.games.niagara.cards import refill
from referee.games.niagara.events import GameEnded, GoalMet, RoundEnded, Standing
from referee.games.niagara.state import State, goals_met, goals_of, holders_of, value_of
from referee.games.niagara.tables import GEMS, GEMS_PER_SITE, RULESET
from referee.kernel.parts import Consequence, Draft, Line, Reading, Step, Tally


def announce_goal(draft: Draft[State], i: int) -> None:
    """Derive that seat `i` met a goal, unless it held one before; a goal lost by hand may be met again."""
    state = draft.state
    is_new = i not in state.met or not goals_of(draft.before, i)
    if is_new and (goals := goals_of(state, i)):
        own = () if state.options.goals == "all_three" else ("NIA-GOAL-03",)
        draft.derive(GoalMet(state.seats[i], goals[0]), *own, "NIA-GOAL-01", "NIA-END-01")


def _apply_goal_met(state: State, event: GoalMet) -> State:
    """Note who met a goal, in order; who met one anew is last."""
    i = state.index[event.seat]
    return replace(state, met=(*(each for each in state.met if each != i), i))


def end_round(draft: Draft[State]) -> None:
    """Derive the end of the round; the end of the game if anybody holds a goal, else hands taken back."""
    state = draft.state
    heir = state.seats[(state.ring + 1) % len(state.seats)]
    draft.derive(RoundEnded(state.round, heir), "NIA-ROUND-03")
    if not end_game(draft):
        refill(draft)


def end_game(draft: Draft[State]) -> bool:
    """Derive the end of the game if a seat holds a goal that did not when the table played on.

    Return whether the game ends.
    """
    if is_last_round(draft.state):
        draft.derive(conclude(draft.state), "NIA-END-01", "NIA-END-02", "NIA-GOAL-01")
    return draft.state.result is not None


def is_last_round(state: State) -> bool:
    """Return whether a seat holds a goal that did not when the table played on."""
    return not {*holders_of(state)} <= {*state.through}


def _apply_round_ended(state: State, event: RoundEnded) -> State:
    """Put the cards played aside and hand the life ring on."""
    blank = (None,) * len(state.seats)
    return replace(
        state,
        phase="choose",
        round=event.round + 1,
        ring=state.index[event.ring],
        turn=-1,
        done=0,
        laid=blank,
        shown=blank,
    )


def conclude(state: State) -> GameEnded:
    """Return who won, by which reading of a tie, and the final table."""
    result = _own_reading(state)
    ranking = _ranking(state, [state.index[seat] for seat in result.winners])
    standings = tuple(
        [
            Standing(state.seats[i], rank, sum(owned := state.owned[i]), value_of(owned), goals_of(state, i))
            for rank, i in ranking
        ]
    )
    return GameEnded(result.winners, result.reason, standings)


def without_end(state: State) -> State:
    """Return the state in which the next round begins as if the game had not ended."""
    return replace(state, phase="choose", result=None)


def play_on_from(state: State) -> State:
    """Return the state in which a table plays on after the end.

    Who won stays; a goal that a seat held by then ends the game no more.
    """
    return replace(without_end(state), first_end=state.first_end or state.result, through=holders_of(state))


def with_goals(before: State, after: State, _: Event) -> State:
    """Return `after`, without its end where nobody holds a goal of the options agreed on since."""
    is_over = after.result is not None and before.options.goals != after.options.goals
    return without_end(after) if is_over and not (holders_of(after) or after.through) else after


_Measure = tuple[str, Callable[[State, int], int], Callable[..., int]]
"""What is compared: a message, the amount of a seat, and which amount is best."""

_MOST_GEMS: _Measure = ("tie.gems", lambda state, i: sum(state.owned[i]), max)
_MOST_WORTH: _Measure = ("tie.worth", lambda state, i: value_of(state.owned[i]), max)
_FIRST: _Measure = ("tie.met", lambda state, i: (*state.met, i).index(i) + 1, min)

_TIE_BREAKS: dict[str, tuple[_Measure, ...]] = {
    "shared": (),
    "most_gems_then_first": (_MOST_GEMS, _FIRST),
    "gem_value": (_MOST_WORTH, _MOST_GEMS),
}
"""By reading of a tie: what is compared of those who met a goal, one after the other."""


def _compare_holders(state: State, holders: list[int], tie_break: str) -> tuple[list[int], tuple[Step, ...]]:
    """Return who of the seats that met a goal wins by a reading of a tie, and the comparisons it took.

    Rules: NIA-END-02
    """
    left, steps = holders, []
    for item, measure, best in _TIE_BREAKS[tie_break]:
        if len(left) > 1:
            amounts = {i: measure(state, i) for i in left}
            steps.append(Step(item, {state.seats[i]: n for i, n in amounts.items()}))
            left = [i for i in left if amounts[i] == best(amounts.values())]
    return left, tuple(steps)


def _ranking(state: State, winners: list[int]) -> list[tuple[int, int]]:
    """Return (rank, seat) of all seats, best first; equals share a rank.

    First are winners, then who met a goal before the table played on, then by goal, gems and worth.
    """
    merits = [
        (True,)
        if i in winners
        else (False, i in state.through, bool(goals_of(state, i)), sum(owned), value_of(owned))
        for i, owned in enumerate(state.owned)
    ]
    order = sorted(range(len(merits)), key=merits.__getitem__, reverse=True)
    return [(1 + sum(other > merits[i] for other in merits), i) for i in order]


def is_hopeless(state: State) -> bool:
    """Return whether no seat can reach any goal any more, because too many gems left the game.

    Rules: NIA-GOAL-01, NIA-FALL-02
    """
    left = tuple(GEMS_PER_SITE - gone for gone in state.removed)
    return not goals_met(left, state.options.goals)


def tally(state: State) -> Tally:
    """Return what is ashore, and who wins by this table's reading of a tie and by each edition's.

    Where the table played on there is only who won first.
    """
    lines = [line for i in range(len(state.seats)) for line in _lines_of(state, i)]
    editions = {} if state.first_end is not None else RULESET.editions
    others = (
        _reading(state, name, str(values["tie_break"]), str(values["goals"]))
        for name, values in editions.items()
    )
    return Tally(tuple(lines), (_own_reading(state), *others))


def _lines_of(state: State, i: int) -> list[Line]:
    """Return a seat's gems, colour by colour, then how many, their worth, and the goals they meet."""
    seat, owned = state.seats[i], state.owned[i]
    colours = [
        Line(seat, "score.gems_of_colour", n, ("NIA-GOAL-02",), {"gem": gem})
        for gem, n in zip(GEMS, owned, strict=True)
        if n
    ]
    sums = [Line(seat, "score.gems", sum(owned)), Line(seat, "score.worth", value_of(owned), ("NIA-END-02",))]
    goals = [Line(seat, f"score.{goal}", 1, ("NIA-GOAL-01",)) for goal in goals_of(state, i)]
    return [*colours, *sums, *goals]


def _own_reading(state: State) -> Reading:
    """Return who would win by the options of this table; where it played on, who won first."""
    first = state.first_end
    if first is not None:
        return Reading(None, first.winners, first.reason, ("TAB-CLOSE-02", "NIA-END-01"))
    return _reading(state, None, state.options.tie_break, state.options.goals)


def _reading(state: State, edition: str | None, tie_break: str, goals: str) -> Reading:
    """Return who would win by one reading of a tie and of the goals; `edition` None is the table's own."""
    holders = [i for i, owned in enumerate(state.owned) if goals_met(owned, goals)]
    if len(holders) < 2:
        reason = "goal_met" if holders else "no_goal"
        return Reading(edition, tuple(state.seats[i] for i in holders), reason, ("NIA-END-01",))
    winners, steps = _compare_holders(state, holders, tie_break)
    return Reading(edition, tuple(state.seats[i] for i in winners), tie_break, ("NIA-END-02",), steps)


CONSEQUENCES = (
    Consequence(event=GoalMet, rules=("NIA-GOAL-01",), apply=_apply_goal_met, turning=True),
    Consequence(event=RoundEnded, rules=("NIA-ROUND-03",), apply=_apply_round_ended, chapter=True),
    Consequence(
        event=GameEnded,
        rules=("NIA-END-01", "NIA-END-02"),
        apply=lambda state, event: replace(state, phase="ended", result=event),
    ),
)
