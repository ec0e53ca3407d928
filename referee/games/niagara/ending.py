"""Goals, the end of a round, the end of the game, and ties."""

from collections.abc import Callable

from msgspec.structs import replace

from events.base import Event
from referee.games.niagara.cards import refill
from referee.games.niagara.events import GameEnded, GoalMet, RoundEnded, Standing
from referee.games.niagara.state import State, goals_met, goals_of, value_of
from referee.games.niagara.tables import GEMS, GEMS_PER_SITE, RULESET
from referee.kernel.parts import Consequence, Draft, Line, Reading, Step, Tally


def announce_goal(draft: Draft[State], i: int) -> None:
    """Derive that seat `i` met a goal, unless it held one before; a goal lost by hand may be met again."""
    state = draft.state
    is_new = i not in state.met or not goals_of(draft.before, i)
    if is_new and (goals := goals_of(state, i)):
        draft.derive(GoalMet(state.seats[i], goals[0]), "NIA-GOAL-01", "NIA-END-01")


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
    state = draft.state
    if not any(goals_of(state, i) for i in range(len(state.seats)) if i not in state.through):
        return False
    draft.derive(conclude(draft.state), "NIA-END-01", "NIA-END-02", "NIA-GOAL-01")
    return True


def _apply_round_ended(state: State, event: RoundEnded) -> State:
    """Stack the cards played and hand the life ring on."""
    n = len(state.seats)
    piles = tuple(
        [pile if card is None else (*pile, card) for pile, card in zip(state.piles, state.shown, strict=True)]
    )
    blank = (None,) * n
    ring = state.index[event.ring]
    return replace(
        state, phase="choose", round=event.round + 1, ring=ring, turn=-1, done=0, piles=piles, laid=blank,
        shown=blank,
    )  # fmt: skip


def conclude(state: State) -> GameEnded:
    """Return who won, by which reading of a tie, and the final table."""
    result = _own_reading(state)
    winners = [state.index[seat] for seat in result.winners]
    standings = []
    for rank, i in _ranking(state, winners):
        seat, owned = state.seats[i], state.owned[i]
        standings.append(Standing(seat, rank, sum(owned), value_of(owned), goals_of(state, i)))
    return GameEnded(result.winners, result.reason, tuple(standings))


def _apply_game_ended(state: State, event: GameEnded) -> State:
    return replace(state, phase="ended", result=event)


def without_end(state: State) -> State:
    """Return the state in which the next round begins as if the game had not ended."""
    return replace(state, phase="choose", result=None)


def play_on_from(state: State) -> State:
    """Return the state in which a table plays on after the end.

    Who won stays; a goal that a seat held by then ends the game no more.
    """
    through = tuple(i for i in range(len(state.seats)) if goals_of(state, i))
    return replace(without_end(state), first_end=state.first_end or state.result, through=through)


def with_goals(before: State, after: State, _: Event) -> State:
    """Return `after`, without its end where nobody holds a goal of the options agreed on since."""
    is_over = after.result is not None and before.options.goals != after.options.goals
    holds = any(goals_of(after, i) for i in range(len(after.seats)))
    return without_end(after) if is_over and not holds and not after.through else after


def _gems_of(state: State, i: int) -> int:
    """Return how many gems seat `i` has ashore."""
    return sum(state.owned[i])


def _worth_of(state: State, i: int) -> int:
    """Return what the gems of seat `i` ashore are worth."""
    return value_of(state.owned[i])


def _order_of_meeting(state: State, i: int) -> int:
    """Return as which seat one met a goal, from 1; a seat that met none is last."""
    return state.met.index(i) + 1 if i in state.met else len(state.seats)


_TIE_BREAKS: dict[str, tuple[tuple[str, Callable[[State, int], int], Callable[..., int]], ...]] = {
    "shared": (),
    "most_gems_then_first": (("tie.gems", _gems_of, max), ("tie.met", _order_of_meeting, min)),
    "gem_value": (("tie.worth", _worth_of, max), ("tie.gems", _gems_of, max)),
}
"""By reading of a tie: what is compared of those who met a goal, one after the other, and what is best."""


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
    if state.first_end is not None:
        return Tally(tuple(lines), (_own_reading(state),))
    others = (
        _reading(state, name, str(values["tie_break"]), str(values["goals"]))
        for name, values in RULESET.editions.items()
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
    Consequence(event=GameEnded, rules=("NIA-END-01", "NIA-END-02"), apply=_apply_game_ended),
)
