"""What a study plays: which options take which values, who plays, how many games, in which lots."""

from collections.abc import Iterator, Mapping
from itertools import product

import msgspec

from events.table import OptionValue, TableOpened
from referee.kernel.game import Game
from referee.kernel.ruleset import Plain, read_options
from referee.kernel.table import judge_seats, unknown_edition
from referee.kernel.verdict import Refused
from referee.service.simulation.simulate import SEATS

GAMES_IN_A_LOT = 50
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


class Lot(msgspec.Struct, frozen=True):
    """One piece of work: games `first` to `last` of every cell, by one kind of player in so many seats."""

    plan: Plan
    kind: str
    players: int
    first: int
    last: int

    @property
    def name(self) -> str:
        """Name the lot in the folder of a study."""
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
    """Lay a study out: each option of `vary` alone, and every pair of one of them and one of `together`.

    An option without values takes all it has. The first cell is the edition as it is.

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
    cells = list(cells_of(game, edition, found, tuple(vary), tuple(together)))
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
    """Read the values an option is to take; all it has where none is given."""
    options = game.ruleset.options
    asked = given or (options[name].values if name in options else ("",))
    read = [read_options(game.id, options, {name: value}) for value in asked]
    if wrong := next((found for found in read if isinstance(found, Refused)), None):
        return wrong
    return tuple(found[name] for found in read if not isinstance(found, Refused))


def cells_of(
    game: Game,
    edition: str,
    values: dict[str, tuple[Plain, ...]],
    vary: tuple[str, ...],
    together: tuple[str, ...],
) -> Iterator[dict[str, Plain]]:
    """List the sets of values to compare, as they differ from the edition: none, each alone, the pairs."""
    usual = game.ruleset.editions[edition]

    def differing(cell: dict[str, Plain]) -> dict[str, Plain]:
        return {name: value for name, value in cell.items() if value != usual[name]}

    yield {}
    for name in (*vary, *together):
        yield from (differing({name: value}) for value in values[name])
    for one, other in product(vary, together):
        for first, second in product(values[one], values[other]):
            yield differing({one: first, other: second})


def lots_of(plan: Plan) -> Iterator[Lot]:
    """Cut a study into lots, always in the same way."""
    for kind, players in product(plan.kinds, plan.players):
        for first in range(1, plan.games + 1, GAMES_IN_A_LOT):
            yield Lot(plan, kind, players, first, min(first + GAMES_IN_A_LOT - 1, plan.games))
