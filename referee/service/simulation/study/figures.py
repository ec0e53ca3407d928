"""What the outcomes of a study come to: how often a rule matters, whom it helps, how sure that is."""

from collections import Counter, defaultdict
from math import sqrt

import msgspec

from referee.service.simulation.study.plan import Plan
from referee.service.simulation.study.playing import Outcome

Z = 1.959963984540054
"""Standard deviations on either side that hold 95 of 100."""


class Share(msgspec.Struct, frozen=True):
    """So many of so many, with the interval that holds the true share with 95 % confidence (Wilson)."""

    count: int
    of: int
    least: float
    most: float

    @property
    def share(self) -> float:
        """Give the share itself; 0 of nothing."""
        return self.count / self.of if self.of else 0.0


class Mean(msgspec.Struct, frozen=True):
    """A mean, with its 95 % interval by the normal law."""

    mean: float
    least: float
    most: float
    of: int


class Compared(msgspec.Struct, frozen=True):
    """One cell against the first, by one kind of player in so many seats.

    `matters`: games in which the rules would have answered otherwise somewhere, or that went otherwise
    from the start; `differs`: games on
    the same seed that had other winners; `wins`: the games each seat won alone or with others, under
    this cell; `gains`: by seat, the mean of its share of a win here less that under the first cell;
    `acts`: the mean length here; `longer`: the mean difference in length; `unfinished`: games that
    did not end.
    """

    kind: str
    players: int
    cell: int
    games: int
    matters: Share
    differs: Share
    wins: tuple[Share, ...]
    gains: tuple[Mean, ...]
    acts: Mean
    longer: Mean
    unfinished: Share


def share(count: int, of: int) -> Share:
    """Give a share and its Wilson interval."""
    if not of:
        return Share(count, of, 0.0, 1.0)
    p, square = count / of, Z * Z
    middle = (p + square / (2 * of)) / (1 + square / of)
    half = Z * sqrt(p * (1 - p) / of + square / (4 * of * of)) / (1 + square / of)
    return Share(count, of, max(0.0, middle - half), min(1.0, middle + half))


class Sum:
    """Numbers added up as they come: how many, their sum, the sum of their squares."""

    __slots__ = ("n", "squares", "total")

    def __init__(self) -> None:
        self.n, self.total, self.squares = 0, 0.0, 0.0

    def add(self, number: float) -> None:
        """Take one more number."""
        self.n += 1
        self.total += number
        self.squares += number * number

    def mean(self) -> Mean:
        """Give their mean and its interval."""
        if not self.n:
            return Mean(0.0, 0.0, 0.0, 0)
        mean = self.total / self.n
        variance = max(0.0, self.squares / self.n - mean * mean)
        half = Z * sqrt(variance / self.n)
        return Mean(mean, mean - half, mean + half, self.n)


class Figures:
    """Adds outcomes up, game by game: all cells of a number come one after another."""

    def __init__(self, plan: Plan) -> None:
        self._plan = plan
        self._first: Outcome | None = None
        self._counts: defaultdict[tuple[str, int, int], Counter[str]] = defaultdict(Counter)
        self._sums: defaultdict[tuple[str, int, int, str], Sum] = defaultdict(Sum)

    def add(self, outcome: Outcome) -> None:
        """Take one more outcome."""
        if outcome.cell == 0:
            self._first = outcome
        first = self._first
        assert first is not None  # noqa: S101 - cell 0 comes first
        key = outcome.kind, outcome.players, outcome.cell
        counts = self._counts[key]
        counts["games"] += 1
        counts["matters"] += outcome.cell in first.matters or outcome.course != first.course
        counts["differs"] += outcome.winners != first.winners
        counts["unfinished"] += not outcome.winners
        self._sums[*key, "acts"].add(outcome.acts)
        self._sums[*key, "longer"].add(outcome.acts - first.acts)
        for seat in range(outcome.players):
            counts[f"wins {seat}"] += seat in outcome.winners
            gained = part_of_win(outcome, seat) - part_of_win(first, seat)
            self._sums[*key, f"gain {seat}"].add(gained)

    def compared(self) -> tuple[Compared, ...]:
        """Give what it all comes to, in the order of the plan."""
        return tuple(
            self._compare(kind, players, cell)
            for kind in self._plan.kinds
            for players in self._plan.players
            for cell in range(len(self._plan.cells))
            if (kind, players, cell) in self._counts
        )

    def _compare(self, kind: str, players: int, cell: int) -> Compared:
        key = kind, players, cell
        counts, n = self._counts[key], self._counts[key]["games"]
        return Compared(
            kind,
            players,
            cell,
            n,
            share(counts["matters"], n),
            share(counts["differs"], n),
            tuple(share(counts[f"wins {seat}"], n) for seat in range(players)),
            tuple(self._sums[*key, f"gain {seat}"].mean() for seat in range(players)),
            self._sums[*key, "acts"].mean(),
            self._sums[*key, "longer"].mean(),
            share(counts["unfinished"], n),
        )


def part_of_win(outcome: Outcome, seat: int) -> float:
    """Give what a seat won: 1 alone, a part of it with others, nothing else."""
    return 1 / len(outcome.winners) if seat in outcome.winners else 0.0
