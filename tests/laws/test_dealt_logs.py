"""Every die and card that a seed gave is compared with it when the seed is shown at last."""

from functools import cache
from itertools import islice

import pytest
from msgspec.structs import replace

from events.base import Event
from events.stores.memory import MemoryStore
from events.table import TableClosed, TableOpened, TakenBack
from referee.kernel.registry import all_games, find_game
from referee.kernel.verdict import Accepted, JudgedEvent, Refused
from referee.service.audit.judge_again import audit
from referee.service.files.check import Checked
from referee.service.logs.sources import LinesLog
from referee.service.simulation.simulate import FIRST_MOMENT
from referee.service.tables.request import Recorded
from referee.service.tables.table import Table, encode_entries, open_table
from referee.testing.faults import has_chance
from referee.testing.laws.chance import is_chance, log_of, other_results
from referee.testing.random_games import SEED, PlayedGame, PlayedGames
from tests.service.games import check_lines

PLAYED = 70
"""How many actions of each game are played."""


DEALT = tuple(game for game in all_games() if has_chance(find_game(game)))


@cache
def played(name: str) -> PlayedGame:
    return PlayedGames(find_game(name), acts=PLAYED).dealt[0]


@cache
def falsified(name: str) -> list[tuple[int, JudgedEvent]]:
    """Give, for every action that was thrown or dealt, its number, and what another seed had brought."""
    game = find_game(name)
    dealt = [(i, step) for i, step in enumerate(played(name).steps) if i and is_chance(game, step)]
    return [
        (i, replace(step.judged[0], event=o))
        for i, step in dealt
        for o in islice(other_results(game, step), 1)
    ]


def entry(name: str, i: int) -> int:
    return 1 + sum(len(step.judged) for step in played(name).steps[:i])


def without_seed(name: str) -> Table:
    """Open a table whose log holds only the hash of its seed, until it is closed."""
    opened: TableOpened = replace(played(name).steps[0].event, seed=None)  # type: ignore[type-var,assignment]
    table = open_table(MemoryStore(), "t", opened, find_game(name))
    assert isinstance(table, Table)
    return table


def submit(table: Table, name: str, i: int, false: Event) -> bool:
    """Play the evening at a table, one action otherwise, as far as it goes; tell whether that is taken."""
    for k, step in enumerate(played(name).steps[1:], 1):
        if not isinstance(table.submit(false if k == i else step.event), Recorded):
            return k > i
    return True


@pytest.mark.parametrize("name", DEALT)
def test_a_seed_shown_at_the_closing_is_compared_with_all_that_came_before(name: str) -> None:
    """By the table that is closed, by the audit of its log, and by a check of its record.

    Where every die and card is its own, it is accepted.
    """
    table = without_seed(name)
    assert submit(table, name, 0, played(name).steps[0].event)
    assert isinstance(table.submit(TableClosed(seed=SEED)), Recorded)
    assert [] == list(audit(table.log))
    for i, false in falsified(name)[::4]:
        table, seq = without_seed(name), entry(name, i)
        assert submit(table, name, i, false.event)
        answer = table.submit(TableClosed(seed=SEED))
        assert answer == Refused("table.not_of_seed", ("TAB-CHANCE-01",), {"n": seq})
        closing = find_game(name).decide(table.state, TableClosed(seed=SEED))
        assert isinstance(closing, Accepted)
        more, _ = encode_entries("t", FIRST_MOMENT, closing.judged, table.head)
        lines = (*table.log.lines(), *more)
        assert seq in [f.seq for f in audit(LinesLog(lines)) if f.reason == "audit.not_as_seeded"]
        *_, last, _ = check_lines(lines)
        assert isinstance(last, Checked)
        assert last.refused == answer


@pytest.mark.parametrize("name", DEALT)
def test_what_was_taken_back_came_from_the_seed_too(name: str) -> None:
    evening = played(name)
    i, false = falsified(name)[2]
    back = find_game(name).decide(evening.steps[0].after, TakenBack(1, agreed=()))
    assert isinstance(back, Accepted)
    begun = evening._replace(steps=evening.steps[: i + 1])
    log = log_of(begun, {i: false}, closed=back.judged)
    assert (entry(name, i), "audit.not_as_seeded") in [(found.seq, found.reason) for found in audit(log)]


def test_another_seed_than_the_one_committed_to_proves_nothing() -> None:
    refused = without_seed("powerboats").submit(TableClosed(seed="kelpie"))
    assert isinstance(refused, Refused)
    assert refused.reason == "table.seed_differs"
