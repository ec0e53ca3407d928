"""Past games on the start page: by groups, and each as its log is now."""

import sqlite3

import pytest

from events.table import TakenBack
from referee.service.tables.table import load_table
from referee.testing.phones import KEEPER, Service
from tests.web.test_end import FINISHED, finished


def parts(service):
    """Return the start page before its past games, and these."""
    before, _, past = service.client.get(f"/h/{KEEPER}/").text.partition('<section class="past">')
    return before, past.partition("</section>")[0]


RUNNING = '<button name="table" value="old"'


@pytest.mark.parametrize("game", FINISHED)
def test_a_game_is_told_alike_before_and_after_the_program_starts_again(service, game):
    finished(service, game)
    told = parts(service)
    assert 'value="old"' in told[1]
    assert RUNNING not in told[0]
    with Service(service.path) as again:
        assert told[1] == parts(again)[1]


def test_nobody_sits_down_at_a_past_game_to_list_it(service):
    finished(service, "powerboats")
    with Service(service.path) as again:
        parts(again)
        assert {} == again.live._tables


def test_a_game_whose_end_was_taken_back_goes_on_at_once(service):
    finished(service, "niagara")
    assert 'value="old"' in parts(service)[1]
    table = load_table(service.live.store, "old")
    table.submit(TakenBack(table.revision - 20))
    running, past = parts(service)
    assert (True, False) == (RUNNING in running, 'value="old"' in past)


def test_a_damaged_log_keeps_nobody_from_the_other_tables(service):
    finished(service, "niagara")
    with sqlite3.connect(service.path) as db:
        db.execute("UPDATE log SET line = replace(line, '\"by\":', '\"by\": ') WHERE seq = 9")
    with Service(service.path) as again:
        answer = again.client.get(f"/h/{KEEPER}/")
        assert (200, True) == (answer.status_code, RUNNING in answer.text)
