"""Taking back, amending and what-if, in every game: what must not change by them."""

from functools import cache
from itertools import islice
from typing import Any

import msgspec
import pytest

from events.base import TABLE
from events.stores.memory import MemoryStore
from events.table import TakenBack
from referee.kernel.game import Game
from referee.kernel.registry import codec_of_first_line, find_game, own_games
from referee.kernel.verdict import Refused
from referee.service.audit.judge_again import audit
from referee.service.commands.undo import ReapplyReport
from referee.service.logs.log_index import effective_log
from referee.service.logs.whatif import Outcome, instead, under
from referee.service.simulation.simulate import simulate
from referee.service.tables.request import Recorded
from referee.service.tables.table import Table, open_table
from tests.service.desk import amend, tell_again

SEATS = "ABCD"
STEPS = {"niagara": 40, "powerboats": 30, "lifeboat": 70}
WALKS = [(game, seed) for game in own_games() for seed in (1, 2)]
each_walk = pytest.mark.parametrize(("name", "seed"), WALKS)


@cache
def walked(name: str, seed: int) -> tuple[Any, ...]:
    """Play at random, the referee dealing what is dealt; give the actions, the opening without its seed."""
    lines = list(islice(simulate(find_game(name), seed, players=len(SEATS)), 8 * STEPS[name]))
    codec, _ = codec_of_first_line(lines[0])
    acts = [entry.event for entry in map(codec.entry, lines) if entry.kind != "consequence"]
    return (msgspec.structs.replace(acts[0], seed=None, seed_hash=None), *acts[1 : STEPS[name]])


def sit(name: str, events: tuple[Any, ...]) -> Table:
    table = open_table(MemoryStore(), "t", events[0], find_game(name))
    assert isinstance(table, Table)
    for event in events[1:]:
        assert isinstance(table.submit(event), Recorded)
    return table


def seen_by_all(game: Game, state: Any) -> list[Any]:
    viewers = (*SEATS, None)
    views = [game.view(state, viewer) for viewer in viewers]
    return [*views, game.position(state, None), *(game.legal(state, viewer or TABLE) for viewer in viewers)]


def places(name: str, seed: int, every: int = 7) -> list[int]:
    return list(range(seed, len(walked(name, seed)), every))


@each_walk
def test_taking_back_to_any_entry_equals_never_having_happened(name: str, seed: int) -> None:
    """The same views for all seats, the same legal actions; told again, all is as it was."""
    events, game = walked(name, seed), find_game(name)
    table = sit(name, events)
    whole, told = seen_by_all(game, table.state), effective_log(table.log).actions
    for i in places(name, seed):
        before = sit(name, events[:i])
        assert isinstance(table.submit(TakenBack(told[i - 1].end or 1)), Recorded)
        assert seen_by_all(game, table.state) == seen_by_all(game, before.state)
        assert tell_again(table) == ReapplyReport(table.revision, len(events) - i)
        assert seen_by_all(game, table.state) == whole
        told = effective_log(table.log).actions
    assert list(audit(table.log)) == []


@each_walk
def test_amending_an_action_with_itself_changes_nothing(name: str, seed: int) -> None:
    table, game = sit(name, walked(name, seed)), find_game(name)
    whole = seen_by_all(game, table.state)
    for i in places(name, seed, 11):
        told = effective_log(table.log).actions[i]
        amended = amend(table, told.seq or 0, told.event)
        assert isinstance(amended, ReapplyReport)
        assert amended.left == ()
        assert seen_by_all(game, table.state) == whole


@each_walk
def test_what_if_writes_nothing_and_the_same_action_makes_no_difference(name: str, seed: int) -> None:
    """Whatever is imagined, the log is as it was; what was done instead of itself changes nothing."""
    table = sit(name, walked(name, seed))
    lines, timeline = list(table.log.lines()), effective_log(table.log)
    for i in places(name, seed, 11):
        told = timeline.actions[i]
        outcome = instead(timeline, told.seq or 0, told.event)
        assert isinstance(outcome, Outcome)
        assert (outcome.first_change, outcome.differences, outcome.stuck) == (None, (), None)
        for option, rule_option in timeline.game.ruleset.options.items():
            assert isinstance(
                under(timeline, told.seq or 0, option, rule_option.values[-1]), Outcome | Refused
            )
    assert list(table.log.lines()) == lines
