"""Every table of a database is audited, wherever it lies and whoever does it."""

from collections.abc import Iterator

import pytest

from events.stores import open_store
from referee.service.files import audit_many as module
from referee.service.files.audit_many import audit_tables
from referee.service.files.importing import import_file
from tests.architecture.sources import ROOT
from tests.databases import new_database

GAMES = ROOT / "fixtures" / "games"
SOUND = ("niagara/after-supper-3p-zh", "lifeboat/mixed-6p-zh", "niagara/any-seven-3p-zh")


@pytest.fixture(params=["sqlite", "postgres"])
def where(request: pytest.FixtureRequest, tmp_path) -> Iterator[str]:
    if request.param == "sqlite":
        filled(str(tmp_path / "tables.db"))
        yield str(tmp_path / "tables.db")
        return
    with new_database() as address:
        filled(address)
        yield address


def filled(where: str) -> None:
    with open_store(where, create=True) as store:
        for name in SOUND:
            import_file(store, GAMES / f"{name}.jsonl")


def rows_of(where: str):
    with open_store(where) as store:
        return list(store.tables())


def test_every_table_is_audited_in_order(where):
    """With its entries; how many are done is told as it goes on."""
    rows, done = rows_of(where), []
    found = list(audit_tables(where, rows, done.append))
    assert [(row.table, row.revision, ()) for row in rows] == [(o.path, o.entries, o.findings) for o in found]
    assert [row.revision for row in rows] == done


def test_processes_find_what_one_finds(where, monkeypatch):
    rows = rows_of(where)
    alone = list(audit_tables(where, rows))
    monkeypatch.setattr(module, "_SMALL_ENTRIES", 0)
    assert alone == list(audit_tables(where, rows))
