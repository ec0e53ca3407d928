"""What a table agrees on: another name for a seat, playing on after the end."""

from pathlib import Path

import pytest

from events.stores.memory import MemoryStore
from events.table import PlayedOn, SeatRenamed
from referee.kernel.verdict import Refused
from referee.service.audit.judge_again import audit
from referee.service.commands.sitting import leave, may_play_on, rename_seat
from referee.service.logs.replay import replay
from referee.service.tables.request import Recorded, Request, of_all, of_seat
from referee.service.tables.table import load_table
from tests.commands.two_doors import recorded
from tests.service.desk import answer
from tests.service.test_retelling import sit

GAMES = Path(__file__).parents[2] / "fixtures" / "games"


def finished(path: str):
    store = MemoryStore()
    store.create("record", recorded(GAMES / path))
    return load_table(store, "record")


def test_a_seat_that_is_called_otherwise_asks_the_others():
    table = sit()
    rename_seat(table, Request(of_seat(table.state, "C")), "C", "Chie", "it was misspelt")
    assert {} == table.state.names
    for seat in "AB":
        answer(table, table.state.proposals[0].id, seat, agrees=True)
    assert {"C": "Chie"} == table.state.names
    assert SeatRenamed("C", "Chie", "it was misspelt", ("A", "B", "C")) == table.log_index.entries[-1].event


def test_a_name_is_replayed_and_audited():
    table = sit()
    rename_seat(table, Request(of_all(table.state)), "C", "Chie")
    assert {"C": "Chie"} == replay(table.log).state.names
    assert () == tuple(audit(table.log))


@pytest.mark.parametrize("name", ["Ben", "BEN", "ｂｅｎ", "b", "Ｂ", "Ben ", "", " ", "x" * 65, "Be\u200bn"])
def test_a_name_that_means_another_or_cannot_be_read_is_refused(name):
    table = sit()
    rename_seat(table, Request(of_all(table.state)), "B", "Ben")
    assert isinstance(rename_seat(table, Request(of_all(table.state)), "C", name), Refused)
    assert {"B": "Ben"} == table.state.names


def test_a_seat_may_go_by_its_own_letter():
    table = sit()
    rename_seat(table, Request(of_all(table.state)), "C", "Chie")
    assert isinstance(rename_seat(table, Request(of_all(table.state)), "C", "C"), Recorded)


def test_a_seat_that_somebody_left_may_be_taken_over_under_another_name():
    table = sit()
    leave(table, Request(of_all(table.state)), "C")
    assert isinstance(rename_seat(table, Request(of_all(table.state)), "C", "Dora"), Recorded)
    assert {"C": "Dora"} == table.state.names


def test_a_finished_game_goes_on_where_all_agree():
    table = finished("niagara/four-alike-3p-zh.jsonl")
    winners = table.game.winners(table.state)
    assert may_play_on(table.game, table.state)
    assert isinstance(table.submit(PlayedOn(agreed=table.state.seats)), Recorded)
    assert None is table.game.winners(table.state)
    assert table.state.seats == table.game.acting(table.state)
    assert winners == table.game.tally(table.state).readings[0].winners
    assert () == tuple(audit(table.log))


def test_a_game_that_is_not_over_needs_no_playing_on():
    refused = sit().submit(PlayedOn())
    assert isinstance(refused, Refused)
    assert ("table.not_over", ("TAB-CLOSE-02",)) == (refused.reason, refused.rules)


@pytest.mark.parametrize("game", ["lifeboat", "powerboats"])
def test_a_game_that_cannot_go_on_says_so(game):
    table = finished(f"{game}/{min(each.name for each in (GAMES / game).glob('*.jsonl'))}")
    refused = table.submit(PlayedOn())
    assert isinstance(refused, Refused)
    assert "table.cannot_play_on" == refused.reason
