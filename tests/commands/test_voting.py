"""Votes on a dispute: kept seat by seat beside the log, counted together, and of no other question."""

import pytest

from events.stores import open_store
from events.table import DisputeOpened, TableOpened
from referee.games.niagara.events import PaddleChosen
from referee.kernel.registry import find_game
from referee.service.commands.record import record_event
from referee.service.commands.undo import undo
from referee.service.disputes.decision import read_votes
from referee.service.disputes.find import find_dispute, open_disputes
from referee.service.disputes.settle import put_question, vote
from referee.service.tables.request import NOT_YOURS, Actor, Noted, Recorded, Request, of_all, of_seat
from referee.service.tables.table import load_table, open_table

OPENED = TableOpened(game="niagara", seats=("A", "B", "C", "D", "E"))
QUESTION = DisputeOpened("D1", 2, "A", "", "was it face down?")


@pytest.fixture
def tables(tmp_path):
    """Sit down twice at one table of five, as a terminal and a service do, with a question on record."""
    with open_store(tmp_path / "tables.db", create=True) as one, open_store(tmp_path / "tables.db") as other:
        table = open_table(one, "t", OPENED, find_game("niagara"))
        table.submit(PaddleChosen("A", 4))
        assert isinstance(record_event(table, Request(of_all(table.state)), QUESTION), Recorded)
        yield table, load_table(other, "t")


def cast(table, seat, decision="stands", actor=None):
    table.catch_up()
    laid = find_dispute(table, None, opened=open_disputes(table.log_index.effective)["D1"])
    return vote(table, Request(actor or of_seat(table.state, seat)), laid, {seat: decision}, "en")


def test_nobodys_vote_is_lost_whoever_else_votes(tables):
    """Each is kept by itself, wherever it was cast; the third of five decides."""
    here, there = tables
    assert isinstance(cast(here, "A"), Noted)
    assert isinstance(cast(there, "B", "a sentence of ours"), Noted)
    assert {"A": "stands", "B": "a sentence of ours"} == read_votes(here, "D1") == read_votes(there, "D1")
    assert isinstance(cast(there, "B"), Noted)
    assert isinstance(cast(here, "E"), Recorded)
    assert {} == read_votes(there, "D1")


def test_a_question_that_takes_the_name_of_one_taken_back_has_no_votes(tables):
    table, _ = tables
    cast(table, "A")
    cast(table, "B")
    undo(table, Request(of_all(table.state)), 2)
    assert isinstance(record_event(table, Request(of_all(table.state)), QUESTION), Recorded)
    assert {} == read_votes(table, "D1")
    assert isinstance(cast(table, "C"), Noted)


def test_votes_as_older_versions_kept_them_are_counted(tables):
    table, _ = tables
    table.store.note("t", "votes D1", '{"A":"stands","B":"stands"}')
    assert isinstance(cast(table, "C"), Recorded)
    assert table.store.noted("t", "votes D1") is None


def test_nobody_votes_for_another(tables):
    table, _ = tables
    assert NOT_YOURS == cast(table, "A", actor=of_seat(table.state, "B"))
    assert NOT_YOURS == cast(table, "Z", actor=of_all(table.state))


def test_the_screen_asks_for_the_table_though_every_seat_has_a_phone(tables):
    """It tells nobody's acts then, and gives everybody's word; who speaks for nobody asks nothing."""
    table, _ = tables
    screen = Actor(seats=(), agrees_for=table.state.present, place="middle")
    laid = find_dispute(table, None)
    assert isinstance(put_question(table, Request(screen), laid, "was it?")[1], Recorded)
    told = DisputeOpened("D9", 2, "table", "", "and that?")
    assert isinstance(record_event(table, Request(screen), told), Recorded)
    nobody = Actor(seats=(), agrees_for=(), place="device")
    assert NOT_YOURS == put_question(table, Request(nobody), laid, "was it?")[1]
