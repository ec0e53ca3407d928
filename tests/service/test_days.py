"""The day of an evening is the day where it was played."""

import time
from datetime import UTC, datetime

import pytest

from events.stores.memory import MemoryStore
from events.stores.protocol import TableRow
from events.table import TableOpened
from referee.service.files.exporting import export_text
from referee.service.tables.clock import day_of
from referee.service.tables.table import Table, open_table
from referee.web.pages import past
from tests.service.games import NIAGARA

EVENING = datetime(2026, 11, 26, 23, 30, tzinfo=UTC)
DAYS = {"Asia/Tokyo": "2026-11-27", "America/New_York": "2026-11-26", "UTC": "2026-11-26"}


@pytest.fixture(params=DAYS)
def here(request, monkeypatch):
    monkeypatch.setenv("TZ", request.param)
    time.tzset()
    yield DAYS[request.param]
    monkeypatch.undo()
    time.tzset()


def test_a_text_record_tells_the_day_where_it_was_played(here):
    opened = TableOpened(game="niagara", seats=("A", "B", "C"))
    table = open_table(MemoryStore(), "t", opened, NIAGARA, clock=lambda: EVENING)
    assert isinstance(table, Table)
    assert f"Date: {here}" in list(export_text(table.log, "en"))


def test_the_start_page_tells_the_day_where_it_was_played(here):
    row = TableRow("t", 1, "niagara", "zh", ("A",), "2026-11-26T23:30:00Z")
    assert here.replace("-", "\N{NON-BREAKING HYPHEN}") == past.day_of(row)


def test_a_day_at_the_edge_of_time_is_some_day(here):
    assert here
    assert "0001-01-01" == day_of(datetime(1, 1, 1, tzinfo=UTC))
    assert "9999-12-31" == day_of(datetime(9999, 12, 31, 12, tzinfo=UTC))
