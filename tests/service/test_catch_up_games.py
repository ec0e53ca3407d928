"""Recorded games told by nothing but how the table stood at the end of each turn, or of each round."""

import pytest

from events.base import type_of
from events.stores.memory import MemoryStore
from referee.kernel.registry import find_game, own_games
from referee.service.audit.judge_again import audit
from referee.service.catch_up.catch_up import MOST_QUESTIONS, catch_up
from referee.service.catch_up.told import Told, public_facts
from referee.service.tables.request import Request, of_all
from referee.service.tables.table import open_table
from referee.testing.recorded import record, records
from referee.testing.stretches import stretches
from tests.architecture.sources import RECORDED
from tests.service.catching_up import answer_truly, retell
from tests.stages import slow

ALL = [
    pytest.param(path, by, id=f"{game}-{path.stem}-by-{by}")
    for game in own_games()
    for path in records(RECORDED / game)
    for by in ("turn", "round")
]

OF_EVERY_DAY = {
    "niagara": ("any-seven-3p-zh", "turn", 12),
    "powerboats": ("three-training", "turn", 4),
}
"""So many stretches of a game of every day."""


def assert_is_told(path, by, most=None):
    """Whatever is found is where the game really was; told to its end, it ends as it did."""
    retold = retell(path, by, most)
    game = record(path).game
    found = [each for each in retold.came if each is not None and each.end is not None]
    assert found or not any(retold.came)
    for each in found:
        facts = public_facts(game, each.stretch.after)
        assert {} == Told(game, facts).differing(each.end), each.stretch.steps
    wrong = [each for each in retold.came if each is not None and is_wrong(game, each)]
    assert [] == [(each.came, [step.event for step in each.stretch.steps]) for each in wrong]
    assert all(each.questions <= MOST_QUESTIONS for each in retold.came if each is not None)
    if retold.is_whole and most is None:
        assert game.winners(record(path).state) == game.winners(retold.state)


def is_wrong(game, came):
    """Return whether a stretch was not found; but for one whose end shows a card that only a record knows.

    A referee who knows a card turns it up as soon as its seat is on: then the next turn has begun already.
    """
    last = came.stretch.steps[-1]
    begins_next = any(type_of(judged.event) in game.reveals for judged in last.judged[1:])
    return came.came == "missed" or (came.came == "none" and not begins_next)


@slow
@pytest.mark.parametrize(("path", "by"), ALL)
def test_a_game_is_worked_out_from_how_the_table_stood(path, by):
    assert_is_told(path, by)


@pytest.mark.parametrize("game", OF_EVERY_DAY)
def test_some_turns_are_worked_out_from_how_the_table_stood(game):
    name, by, most = OF_EVERY_DAY[game]
    assert_is_told(RECORDED / game / f"{name}.jsonl", by, most)


@slow
@pytest.mark.parametrize(("game", "name"), [("niagara", "any-seven-3p-zh"), ("powerboats", "two-tie")])
def test_an_evening_in_one_telling_a_turn(game, name):
    assert_is_recorded(RECORDED / game / f"{name}.jsonl")


def test_the_beginning_of_an_evening_in_one_telling_a_turn():
    assert_is_recorded(RECORDED / "niagara" / "any-seven-3p-zh.jsonl", 6)


def assert_is_recorded(path, most=None):
    """Tell a table how each turn ended, and answer its questions: it is as the game was; no act was told."""
    told = record(path)
    game, opened = told.game, told.steps[0].event
    table = open_table(MemoryStore(), "evening", opened, find_game(game.id))
    assert told.steps[0].after.options == table.state.options
    for stretch in list(stretches(game, told.in_force, "turn"))[:most]:
        facts, answers = public_facts(game, stretch.after), {}
        if not Told(game, facts).differing(table.state):
            continue
        while (came := catch_up(table, Request(of_all(table.state)), facts, answers)).question:
            answers[came.question.path] = answer_truly(
                game, table.known(None), came.question, stretch, answers
            )
        assert "recorded" == came.verdict, (came, [step.event for step in stretch.steps])
        assert {} == Told(game, facts).differing(table.state)
    assert [] == [*audit(table.log)]
    assert {"table_opened"} | {"position_told"} >= {
        entry.event.__struct_config__.tag
        for entry in table.log_index.entries
        if entry.cause is None and entry.kind != "consequence"
    }
    if most is None:
        assert game.winners(told.state) == game.winners(table.state)
