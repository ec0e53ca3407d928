"""Goals, the end of a round, the end of the game, and ties."""

from msgspec.structs import replace

from referee.games.niagara.charter import CHARTER
from referee.games.niagara.events import GameEnded, GoalMet, RoundEnded, Standing
from referee.games.niagara.phases.cards import refill
from referee.games.niagara.state import State, goals_met, value_of
from referee.games.niagara.tables import GEMS, GEMS_PER_SITE
from referee.kernel.acts import Consequence, Draft
from referee.kernel.tally import Line, Reading, Step, Tally


def note_goal(draft: Draft[State], i: int) -> None:
    """Announce that a seat met a goal, when it does and not once more while it holds one.

    A goal that was set by hand as not met after all may be met again, later.

    Rules: NIA-GOAL-01, NIA-END-01
    """
    state = draft.state
    is_new = i not in state.met or not goals_met(draft.before.owned[i])
    if is_new and (goals := goals_met(state.owned[i])):
        draft.derive(GoalMet(state.seats[i], goals[0]), "NIA-GOAL-01", "NIA-END-01")


def goal_met(state: State, event: GoalMet) -> State:
    """Remember who met a goal, in order; who met one anew is last."""
    i = state.index[event.seat]
    return replace(state, met=(*(each for each in state.met if each != i), i))


def end_round(draft: Draft[State]) -> None:
    """Hand the life ring on; end the game if anybody holds a goal, else give hands back when due.

    Rules: NIA-ROUND-03, NIA-END-01
    """
    state = draft.state
    heir = state.seats[(state.ring + 1) % len(state.seats)]
    draft.derive(RoundEnded(state.round, heir), "NIA-ROUND-03")
    if any(map(goals_met, state.owned)):
        draft.derive(conclude(state), "NIA-END-01", "NIA-END-02", "NIA-GOAL-01")
    else:
        refill(draft)


def round_ended(state: State, event: RoundEnded) -> State:
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
    """Settle the game: who won, by which reading of a tie, and the final table.

    Rules: NIA-END-01, NIA-END-02, NIA-GOAL-02
    """
    result = reading(state, None, state.switches.tie_break)
    winners = [state.index[seat] for seat in result.winners]
    standings = [standing_of(state, i, rank) for rank, i in ranking(state, winners)]
    return GameEnded(result.winners, result.reason, tuple(standings))


def conclude_again(draft: Draft[State]) -> None:
    """Settle a game that is over once more, where the table changed who wins.

    Rules: NIA-END-02
    """
    result = conclude(draft.state)
    if result != draft.state.result:
        draft.derive(result, "NIA-END-02")


def game_ended(state: State, event: GameEnded) -> State:
    """Keep the result."""
    return replace(state, phase="ended", result=event)


def all_of_them(_: State, holders: list[int]) -> list[int]:
    """Let everybody who met a goal win.

    Rules: NIA-END-02
    """
    return holders


def most_gems_then_first(state: State, holders: list[int]) -> list[int]:
    """Let the most gems ashore win, then whoever met a goal first.

    Rules: NIA-END-02
    """
    most = max(sum(state.owned[i]) for i in holders)
    tied = [i for i in holders if sum(state.owned[i]) == most]
    in_order = [i for i in state.met if i in tied]
    return in_order[:1] or tied


def most_valuable(state: State, holders: list[int]) -> list[int]:
    """Let the most valuable gems win, then the most gems; what is still equal is shared.

    Rules: NIA-END-02
    """
    worth = {i: (value_of(state.owned[i]), sum(state.owned[i])) for i in holders}
    return [i for i in holders if worth[i] == max(worth.values())]


TIE_BREAKS = {
    "shared": all_of_them,
    "most_gems_then_first": most_gems_then_first,
    "gem_value": most_valuable,
}


def ranking(state: State, winners: list[int]) -> list[tuple[int, int]]:
    """Rank the seats: winners first, then by goal, gems and worth; equals share a rank."""

    def merit(i: int) -> tuple[bool, bool, int, int]:
        owned = state.owned[i]
        met = bool(goals_met(owned))
        return (i in winners, met, 0, 0) if i in winners else (False, met, sum(owned), value_of(owned))

    order = sorted(range(len(state.seats)), key=merit, reverse=True)
    return [(1 + sum(merit(j) > merit(i) for j in order), i) for i in order]


def standing_of(state: State, i: int, rank: int) -> Standing:
    """Write one line of the final table."""
    owned = state.owned[i]
    return Standing(state.seats[i], rank, sum(owned), value_of(owned), goals_met(owned))


def is_hopeless(state: State) -> bool:
    """Whether no seat can reach any goal any more, because too many gems left the game.

    Rules: NIA-GOAL-01, NIA-FALL-02
    """
    left = [GEMS_PER_SITE - gone for gone in state.removed]
    return max(left) < 4 and min(left) < 1 and sum(left) < 7


def tally(state: State) -> Tally:
    """Add up what is ashore, and say who wins by each edition's reading of a tie.

    Rules: NIA-GOAL-01, NIA-GOAL-02, NIA-END-02
    """
    lines = [line for i in range(len(state.seats)) for line in lines_of(state, i)]
    own = reading(state, None, state.switches.tie_break)
    others = (reading(state, name, str(values["tie_break"])) for name, values in CHARTER.editions.items())
    return Tally(tuple(lines), (own, *others))


def lines_of(state: State, i: int) -> list[Line]:
    """Write a seat's gems, colour by colour, then how many, their worth, and the goals they meet."""
    seat, owned = state.seats[i], state.owned[i]
    colours = [
        Line(seat, "score.gems_of_colour", n, ("NIA-GOAL-02",), {"gem": gem})
        for gem, n in zip(GEMS, owned, strict=True)
        if n
    ]
    sums = [Line(seat, "score.gems", sum(owned)), Line(seat, "score.worth", value_of(owned), ("NIA-END-02",))]
    goals = [Line(seat, f"score.{goal}", 1, ("NIA-GOAL-01",)) for goal in goals_met(owned)]
    return [*colours, *sums, *goals]


def reading(state: State, edition: str | None, tie_break: str) -> Reading:
    """Say who would win by one reading of a tie.

    Rules: NIA-END-01, NIA-END-02
    """
    holders = [i for i in range(len(state.seats)) if goals_met(state.owned[i])]
    if len(holders) < 2:
        reason = "goal_met" if holders else "no_goal"
        return Reading(edition, tuple(state.seats[i] for i in holders), reason, ("NIA-END-01",))
    winners = tuple(state.seats[i] for i in TIE_BREAKS[tie_break](state, holders))
    return Reading(edition, winners, tie_break, ("NIA-END-02",), steps_of(state, holders, tie_break))


def steps_of(state: State, holders: list[int], tie_break: str) -> tuple[Step, ...]:
    """Write the comparisons by which a tie is broken, until one seat is left or all are made.

    Rules: NIA-END-02
    """
    gems = {i: sum(state.owned[i]) for i in holders}
    worth = {i: value_of(state.owned[i]) for i in holders}
    earlier = {i: -state.met.index(i) for i in holders if i in state.met}
    compared = {
        "shared": (),
        "most_gems_then_first": (("tie.gems", gems), ("tie.met", earlier)),
        "gem_value": (("tie.worth", worth), ("tie.gems", gems)),
    }[tie_break]
    steps, left = [], holders
    for item, amounts in compared:
        if len(left) > 1 and all(i in amounts for i in left):
            shown = {state.seats[i]: amounts[i] if item != "tie.met" else 1 - amounts[i] for i in left}
            steps.append(Step(item, dict(shown)))
            left = [i for i in left if amounts[i] == max(amounts[j] for j in left)]
    return tuple(steps)


CONSEQUENCES = (
    Consequence(event=GoalMet, rules=("NIA-GOAL-01",), apply=goal_met, turning=True),
    Consequence(event=RoundEnded, rules=("NIA-ROUND-03",), apply=round_ended, chapter=True),
    Consequence(event=GameEnded, rules=("NIA-END-01", "NIA-END-02"), apply=game_ended),
)
