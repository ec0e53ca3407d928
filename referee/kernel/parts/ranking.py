"""Who wins: the most of something, ties by something else; and the score that says so."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import msgspec

from referee.kernel.game import Scoring
from referee.kernel.tally import Line, Reading, Step, Tally


class Measure(NamedTuple):
    """What is compared: the amounts of seats, where None or a seat left out means that nobody knows.

    - `name`: a message id below `<game>.score.`: what is counted, as `gems = "Gems"`.
    - `amounts(state)`: by seat. `rules` are cited. `least`: the least wins, in place of the most.
    """

    name: str
    amounts: Callable[[Any], Mapping[str, int | None]]
    rules: tuple[str, ...] = ()
    least: bool = False


class Ranking(msgspec.Struct, frozen=True):
    """The winners of a game: those first by the first measure, of equals those by the next, and so on.

    Who is equal by all shares the victory. Both the end of the game and its score follow from it:

        draft.derive(GameEnded(RANKING.winners(draft.state)), *RANKING.rules(draft.state))
        Game(…, scoring=RANKING.scoring)
    """

    measures: tuple[Measure, ...]

    def winners(self, state: Any) -> tuple[str, ...]:
        """Return who is first; nobody where an amount that matters is unknown."""
        return self.reading(state).winners

    def rules(self, state: Any) -> tuple[str, ...]:
        """Return the rules of the measures that it took."""
        return self.reading(state).rules

    @property
    def scoring(self) -> Scoring:
        """Return the score; a report draws the first measure, by which people compare how they did."""
        first = f"score.{self.measures[0].name}"
        return Scoring(
            tally=self.tally,
            charted=(first,),
            total=first,
            amounts=lambda state, _: self.measures[0].amounts(state),
        )

    def reading(self, state: Any) -> Reading:
        """Return who would win as it stands, by which measure, and the comparisons on the way."""
        left: tuple[str, ...] = state.seats
        steps: list[Step] = []
        rules: list[str] = []
        for measure in self.measures:
            there = measure.amounts(state)
            amounts = {seat: there.get(seat) for seat in left}
            rules += measure.rules
            known = [amount for amount in amounts.values() if amount is not None]
            if len(known) < len(left):
                unknown = tuple(seat for seat in left if amounts[seat] is None)
                return Reading(None, (), measure.name, tuple(rules), depends_on=unknown)
            steps.append(Step(f"compared.{measure.name}", amounts))
            first = min(known) if measure.least else max(known)
            left = tuple(seat for seat in left if amounts[seat] == first)
            if len(left) == 1:
                break
        return Reading(None, left, measure.name, tuple(rules), tuple(steps) if len(steps) > 1 else ())

    def tally(self, state: Any) -> Tally:
        """Return the amounts of every seat by every measure, and the reading."""
        by_measure = [(measure, measure.amounts(state)) for measure in self.measures]
        lines = [
            Line(seat, f"score.{measure.name}", amounts.get(seat), measure.rules)
            for seat in state.seats
            for measure, amounts in by_measure
        ]
        return Tally(tuple(lines), (self.reading(state),))
