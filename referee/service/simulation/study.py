"""How much a rule matters: the same games played under each value of an option, and compared."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping
from itertools import product, tee
from math import sqrt
from pathlib import Path
from random import Random
from typing import Any, ClassVar

import msgspec
from msgspec.json import encode
from msgspec.structs import replace

from events.base import REFEREE, TABLE, Event, type_of
from events.envelope import blake2b
from events.table import HouseRuled, OptionValue, TableOpened
from referee.kernel.game import Game
from referee.kernel.registry import Part, find_game, part_of
from referee.kernel.ruleset import Plain, read_options
from referee.kernel.seed import commitment
from referee.kernel.table import judge_seats, unknown_edition
from referee.kernel.verdict import Accepted, Refused
from referee.service.simulation.executor import BatchFolder, open_executor
from referee.service.simulation.simulate import MAX_ROUNDS, SEATS, DeadEndError, decide_accepted, due

GAMES_PER_BATCH = 50
"""Games played in one piece of work: the same whoever does the work, so that results are the same bytes."""


class Plan(msgspec.Struct, frozen=True, kw_only=True):
    """A study: `cells` are the sets of option values compared, the first of them the measure of the others.

    `games` is the number of games in each cell, for each kind of player and each number of seats.
    """

    game: str
    edition: str
    cells: tuple[dict[str, Plain], ...]
    kinds: tuple[str, ...]
    players: tuple[int, ...]
    games: int
    seed: str


class Batch(msgspec.Struct, frozen=True):
    """Games `first` to `last` of every cell, by one kind of player in so many seats: one piece of work."""

    plan: Plan
    kind: str
    players: int
    first: int
    last: int

    @property
    def name(self) -> str:
        return f"{self.kind}-{self.players}-{self.first:07d}"


def make_plan(
    game: Game,
    vary: Mapping[str, tuple[OptionValue, ...]],
    together: Mapping[str, tuple[OptionValue, ...]],
    *,
    edition: str | None,
    players: int | None,
    games: int,
    seed: str,
    kinds: tuple[str, ...],
) -> Plan | Refused:
    """Plan a study: each option of `vary` alone, and every pair of one of them and one of `together`.

    An option without values takes all it has. The first cell is the edition as it is. None for `edition`
    is the usual one, for `players` every number that may play.

    Rules: TAB-OPEN-02, TAB-OPEN-03
    """
    edition = edition or game.ruleset.default_edition
    if edition not in game.ruleset.editions:
        return unknown_edition(game.ruleset, edition)
    values = [values_of(game, name, given) for name, given in {**vary, **together}.items()]
    if wrong := next((found for found in values if isinstance(found, Refused)), None):
        return wrong
    numbers = tuple(game.ruleset.players) if players is None else (players,)
    opened = TableOpened(game=game.id, edition=edition, seats=tuple(SEATS[: numbers[0]]))
    if wrong := judge_seats(game.ruleset, opened):
        return wrong
    pairs = zip({**vary, **together}, values, strict=True)
    found = {name: each for name, each in pairs if not isinstance(each, Refused)}
    cells = list(_cells_of(game, edition, found, tuple(vary), tuple(together)))
    return Plan(
        game=game.id,
        edition=edition,
        cells=tuple({msgspec.json.encode(cell, order="sorted"): cell for cell in cells}.values()),
        kinds=kinds,
        players=numbers,
        games=games,
        seed=seed,
    )


def values_of(game: Game, name: str, given: tuple[OptionValue, ...]) -> tuple[Plain, ...] | Refused:
    """Return the values an option is to take; all it has where none is given; else the Refused."""
    options = game.ruleset.options
    asked = given or (options[name].values if name in options else ("",))
    read = [read_options(game.id, options, {name: value}) for value in asked]
    if wrong := next((found for found in read if isinstance(found, Refused)), None):
        return wrong
    return tuple(found[name] for found in read if not isinstance(found, Refused))


def _cells_of(
    game: Game,
    edition: str,
    values: dict[str, tuple[Plain, ...]],
    vary: tuple[str, ...],
    together: tuple[str, ...],
) -> Iterator[dict[str, Plain]]:
    """Yield the sets of values to compare, as they differ from the edition: none, each alone, the pairs."""
    usual = game.ruleset.editions[edition]

    def differing(cell: dict[str, Plain]) -> dict[str, Plain]:
        return {name: value for name, value in cell.items() if value != usual[name]}

    yield {}
    for name in (*vary, *together):
        yield from (differing({name: value}) for value in values[name])
    for one, other in product(vary, together):
        for first, second in product(values[one], values[other]):
            yield differing({one: first, other: second})


def batches_of(plan: Plan) -> Iterator[Batch]:
    """Yield a study in batches, always cut in the same way."""
    for kind, players in product(plan.kinds, plan.players):
        for first in range(1, plan.games + 1, GAMES_PER_BATCH):
            yield Batch(plan, kind, players, first, min(first + GAMES_PER_BATCH - 1, plan.games))


Player = Callable[[Game, Any, str, tuple[Event, ...], Random], Event]
"""(game, state, seat, what it may do, chance) -> what it does."""


class Players(Part, frozen=True):
    """Who may play a game in a study beside those that play any game, by name."""

    module: ClassVar[str] = "players"
    by_name: Mapping[str, Player]


_MOST_WEIGHED = 40
"""Possible acts that a player who looks ahead weighs at most, drawn by chance."""


def _at_random(_game: Game, _state: Any, _seat: str, legal: tuple[Event, ...], random: Random) -> Event:
    return random.choice(legal)


def _looking_ahead(game: Game, state: Any, seat: str, legal: tuple[Event, ...], random: Random) -> Event:
    """Return the act after which the game's own tally is best for the seat; equals by chance.

    What the referee would throw is imagined with other dice: nobody looks into the seed.
    """
    if getattr(state, "seed", None) is not None:
        state = replace(state, seed=str(random.random()))
    weighed = list(legal) if len(legal) <= _MOST_WEIGHED else random.sample(legal, _MOST_WEIGHED)
    random.shuffle(weighed)
    return max(weighed, key=lambda event: worth(game, state, seat, event))


def worth(game: Game, state: Any, seat: str, event: Event) -> tuple[bool, float]:
    """Return how a seat would stand after an act: whether it would win, and its lead over the others' mean.

    (False, -inf) where the act is refused or the game has no tally.
    """
    verdict = game.decide(state, event)
    tally = game.tally(verdict.state, REFEREE) if isinstance(verdict, Accepted) else None
    if tally is None:
        return False, float("-inf")
    sums = dict.fromkeys(state.seats, 0)
    for line in tally.lines:
        sums[line.seat] += line.amount or 0
    others = [amount for other, amount in sums.items() if other != seat]
    is_ahead = bool(tally.readings) and seat in tally.readings[0].winners
    return is_ahead, sums[seat] - sum(others) / max(len(others), 1)


ALWAYS: Mapping[str, Player] = {"random": _at_random, "ahead": _looking_ahead}
"""The players of every game, by name."""


def players_of(game: str) -> dict[str, Player]:
    """Return the players there are for a game, by name: everybody's, and its own."""
    own = part_of(game, Players)
    return {**ALWAYS, **(own.by_name if own is not None else {})}


_MOST_ACTIONS = 20_000
"""After so many acts a game of a study is left unfinished."""


class _GameOutcome(msgspec.Struct, frozen=True):
    """How one game went.

    `cell` is the number of its set of option values; `winners` are seats from 0 in turn order, none
    where it did not end. `acts` counts what people and the table did, `rounds` the game's chapters.
    `course` stands for all that happened in it after the opening, 16 hex digits. `matters` are the
    cells whose values would have changed what the rules answered somewhere in it; told of the first
    cell only, the one the others are measured by.
    """

    kind: str
    players: int
    number: int
    cell: int
    winners: tuple[int, ...]
    acts: int
    rounds: int
    course: str
    matters: tuple[int, ...] = ()


def play_batch(batch: Batch) -> list[_GameOutcome]:
    """Play all games of a batch, every number once under each cell, on the same seeds."""
    game = find_game(batch.plan.game)
    player = players_of(game.id)[batch.kind]
    pairs = product(range(batch.first, batch.last + 1), range(len(batch.plan.cells)))
    return [_play_game(game, batch, number, cell, player) for number, cell in pairs]


def _play_game(game: Game, batch: Batch, number: int, cell: int, player: Player) -> _GameOutcome:
    """Play one game to its end, or as long as a game of a study may last."""
    plan = batch.plan
    opened = _open_game(game, batch, number, plan.cells[cell])
    verdict = decide_accepted(game, None, opened)
    others = {} if cell else dict(enumerate(plan.cells))
    chances = _Chances(plan.seed, batch.players, number)
    state, acts, rounds, matters = verdict.state, 0, 0, set[int]()
    course = blake2b(digest_size=8)
    while (acting := game.acting(state)) and acts < _MOST_ACTIONS and rounds < MAX_ROUNDS:
        event = due(game, state, opened) or _choose_event(game, state, acting, player, chances)
        verdict = decide_accepted(game, state, event)
        for other, values in others.items():
            if other and other not in matters and _would_matter(game, state, event, verdict, values):
                matters.add(other)
        state, acts = verdict.state, acts + 1
        course.update(encode([judged.event for judged in verdict.judged]))
        rounds += sum(type_of(judged.event) in game.chapters for judged in verdict.judged)
    winners = tuple(state.seats.index(seat) for seat in game.winners(state) or ())
    went = course.hexdigest()
    return _GameOutcome(
        batch.kind, batch.players, number, cell, winners, acts, rounds, went, tuple(sorted(matters))
    )


class _Chances:
    """A source of chance for each seat and one for the table.

    So the same dice fall for everybody as long as two games go the same way.
    """

    def __init__(self, seed: str, players: int, number: int) -> None:
        self._called = f"{seed}/{players}/{number}"
        self._rows: dict[str, Random] = {}

    def of(self, seat: str) -> Random:
        """Return the source of a seat, of the table, or ("turn") of who acts first."""
        if seat not in self._rows:
            self._rows[seat] = Random(f"{self._called}/{seat}")
        return self._rows[seat]


def _open_game(game: Game, batch: Batch, number: int, options: dict[str, Plain]) -> TableOpened:
    """Open a table of the cell; the referee rolls and deals from a seed where the game lets it."""
    seats = tuple(SEATS[: batch.players])
    opened = TableOpened(game=game.id, edition=batch.plan.edition, seats=seats, options=dict(options))
    if not game.dealer.decides_any:
        return opened
    seed = f"{batch.plan.seed}/{batch.players}/{number}"
    return replace(opened, chance="referee", seed=seed, seed_hash=commitment(seed))


def _choose_event(
    game: Game, state: Any, acting: tuple[str, ...], player: Player, chances: _Chances
) -> Event:
    """Return what somebody who may act does, or what the table shows. Raises DeadEndError."""
    seat = acting[0] if len(acting) == 1 else chances.of("turn").choice(acting)
    if seat != TABLE and (legal := game.legal(state, seat)):
        return player(game, state, seat, legal, chances.of(seat))
    if shown := game.legal(state, TABLE):
        return chances.of(TABLE).choice(shown)
    raise DeadEndError(seat, game.phase(state))


def _would_matter(game: Game, state: Any, event: Event, verdict: Accepted, values: dict[str, Plain]) -> bool:
    """Return whether the rules would answer otherwise under other values, or other acts would be legal.

    What an answer leads to follows from its events alone, so that states need no comparing.
    """
    other = state
    for name, value in values.items():
        other = game.evolve(other, HouseRuled(name, value))
    answer = game.decide(other, event)
    if not isinstance(answer, Accepted) or events_of(answer) != events_of(verdict):
        return True
    return any(game.legal(state, seat) != game.legal(other, seat) for seat in game.acting(state))


def events_of(verdict: Accepted) -> tuple[Event, ...]:
    return tuple(judged.event for judged in verdict.judged)


GAMES = "games.parquet"
_PLAN = "study.json"

_OUTCOMES = msgspec.json.Decoder(list[_GameOutcome])


class Folder(BatchFolder):
    """The folder of a study: what is done of it survives whatever interrupts it."""

    def __init__(self, path: Path, plan: Plan) -> None:
        """Begin a study in a folder, or go on with the one there. Raises OtherWorkError, OSError."""
        super().__init__(path, plan, _PLAN)
        self.plan = plan

    def missing(self) -> Iterator[Batch]:
        """Yield the batches that are still to be played."""
        return (batch for batch in batches_of(self.plan) if not self.has(batch.name))

    def outcomes(self) -> Iterator[list[_GameOutcome]]:
        """Yield what came of every batch, in order; raises FileNotFoundError before all are played."""
        for batch in batches_of(self.plan):
            yield _OUTCOMES.decode(self.read(batch.name))

    def write_parquet(self) -> Path:
        """Write all outcomes as one table, a row a game; return its path.

        The same bytes however the work was done.
        """
        import pyarrow as pa  # type: ignore[import-untyped]
        from pyarrow import parquet

        schema = pa.schema(
            [
                ("kind", pa.string()),
                ("players", pa.int32()),
                ("number", pa.int64()),
                ("cell", pa.int32()),
                ("options", pa.string()),
                ("winners", pa.list_(pa.int32())),
                ("acts", pa.int32()),
                ("rounds", pa.int32()),
                ("course", pa.string()),
                ("matters", pa.list_(pa.int32())),
            ]
        )
        cells = [msgspec.json.encode(cell, order="sorted").decode() for cell in self.plan.cells]
        path, part = self.path / GAMES, self.path / f"{GAMES}.part"
        with parquet.ParquetWriter(part, schema, compression="zstd") as writer:
            for outcomes in self.outcomes():
                rows: list[dict[str, Any]] = [
                    {**msgspec.to_builtins(one), "options": cells[one.cell]} for one in outcomes
                ]
                writer.write_table(pa.Table.from_pylist(rows, schema))
        part.replace(path)
        return path


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
        """Return the share itself; 0 of nothing."""
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
    """Return a share and its Wilson interval; of nothing, the interval is all there is."""
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
        self.n += 1
        self.total += number
        self.squares += number * number

    def mean(self) -> Mean:
        """Return their mean and its interval; all 0 where there are none."""
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
        self._first: _GameOutcome | None = None
        self._counts: defaultdict[tuple[str, int, int], Counter[str]] = defaultdict(Counter)
        self._sums: defaultdict[tuple[str, int, int, str], Sum] = defaultdict(Sum)

    def add(self, outcome: _GameOutcome) -> None:
        """Add one more outcome."""
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
            gained = _part_of_win(outcome, seat) - _part_of_win(first, seat)
            self._sums[*key, f"gain {seat}"].add(gained)

    def compared(self) -> tuple[Compared, ...]:
        """Return the comparisons in the order of the plan, without cells of which nothing was added."""
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


def _part_of_win(outcome: _GameOutcome, seat: int) -> float:
    """Return what a seat won: 1 alone, a part of it with others, else 0."""
    return 1 / len(outcome.winners) if seat in outcome.winners else 0.0


def run(
    plan: Plan, folder: Path, on: str | None = None, note: Callable[[int], None] = lambda _: None
) -> tuple[Compared, ...]:
    """Play a study to its end in a folder; `note` is called with the number of games each time some are done.

    A run that was interrupted goes on where it was. Raises ClusterError, OtherWorkError, OSError.
    """
    finished = Folder(folder, plan)
    with open_executor(on, plan.game) as executor:
        handed_out, asked_for = tee(finished.missing())
        for batch, outcomes in zip(asked_for, executor.each(play_batch, handed_out), strict=True):
            finished.write(batch.name, outcomes)
            note(games_in(batch))
    figures = Figures(plan)
    for outcomes in finished.outcomes():
        for outcome in outcomes:
            figures.add(outcome)
    finished.write_parquet()
    return figures.compared()


def games_in(batch: Batch) -> int:
    """Return the number of games of a batch, over all cells."""
    return (batch.last - batch.first + 1) * len(batch.plan.cells)
