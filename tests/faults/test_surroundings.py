"""What lies round a table: clocks, files of others, numbers of tables, pictures that are kept."""

from datetime import UTC, datetime, timedelta

import pytest

from events.stores.memory import MemoryStore
from events.table import TableOpened
from referee.kernel.registry import find_game
from referee.service.files.written_files import write_file
from referee.service.tables.table import load_table, open_table
from referee.testing.phones import Service
from referee.web.pages.board import Pictures
from tests.stages import slow

pytestmark = slow


NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)
OPENED = TableOpened(game="niagara", seats=("A", "B", "C"))


def times_of(table):
    return [table.codec.entry(line).at for line in table.log.lines()]


@pytest.mark.parametrize("leaves", [False, True])
def test_a_clock_that_jumps_back_leaves_the_log_in_order(caplog, leaves):
    """Never earlier than the entry before, and the jump is noted; also by whoever sits down afterwards."""
    hours = iter([12, 13, 9, 10])
    store, game = MemoryStore(), find_game("niagara")

    def clock():
        return NOON.replace(hour=next(hours))

    table = open_table(store, "t", OPENED, game, clock=clock)
    for seat in "ABC":
        if leaves:
            table = load_table(store, "t", clock)
        table.submit(game.legal(table.state, seat)[0])
    assert [12, 13, 13, 13] == [at.hour for at in times_of(table)][:4]
    assert 2 == caplog.text.count("The clock was set back by ")


def test_time_goes_on_where_it_stood_still():
    later = iter([NOON, NOON - timedelta(hours=1), NOON + timedelta(hours=2)])
    game = find_game("niagara")
    table = open_table(MemoryStore(), "t", OPENED, game, clock=lambda: next(later))
    for seat in "AB":
        table.submit(game.legal(table.state, seat)[0])
    assert [NOON, NOON, NOON + timedelta(hours=2)] == times_of(table)


def test_an_export_follows_no_link_that_was_laid_for_it(tmp_path):
    other, out = tmp_path / "other", tmp_path / "log.jsonl"
    other.write_text("mine")
    (tmp_path / "log.jsonl.part").symlink_to(other)
    assert 1 == write_file(out, ["a line"])
    assert ("mine", "a line\n") == (other.read_text(), out.read_text())
    assert {"other", "log.jsonl", "log.jsonl.part"} == {path.name for path in tmp_path.iterdir()}


def test_numbering_a_table_reads_no_list_of_tables(tmp_path, monkeypatch):
    with Service(tmp_path / "tables.db") as service:
        for number in range(1, 4):
            service.open("Ada", "Ben", "Chie")
            assert f"niagara-{number + 1}" == service.live.free_name("niagara")

        def unread():
            raise AssertionError

        monkeypatch.setattr(service.live.store, "tables", unread)
        assert "niagara-4" == service.live.free_name("niagara")
        assert "lifeboat-1" == service.live.free_name("lifeboat")


def test_pictures_are_kept_within_a_measure():
    """What nobody looked at for longest goes; what is looked at again is drawn again."""
    game = find_game("niagara")
    state = game.decide(None, OPENED).state
    views = [game.view(state, seat) for seat in (None, "A", "B", "C")]
    one = len(Pictures().draw(views[0], "en", "phone")[0])
    pictures = Pictures(most=2 * one + one // 2)
    for view in (*views, *views):
        pictures.draw(view, "en", "phone")
    assert pictures.size <= pictures.most
    assert Pictures().draw(views[0], "en", "phone") == pictures.draw(views[0], "en", "phone")
