"""A disk that cannot be written: it is said before anybody taps, and why at every tap."""

import sqlite3

import pytest

from events.stores.sqlite import SqliteStore
from referee.testing.phones import KEEPER, Service

SAID = "The file of the tables cannot be written"


@pytest.fixture
def path(tmp_path):
    """Leave a table, and then a disk that nobody may write."""
    with Service(tmp_path / "tables.db") as service:
        service.open("Ada", "Ben", "Chie", game="niagara", table="evening")
        assert SAID not in service.client.get(f"/h/{KEEPER}").text
    return tmp_path / "tables.db"


def refuse(store, _):
    with store._errors():
        sqlite3.connect("file:/nowhere/at/all.db?mode=ro", uri=True)


def test_a_disk_that_cannot_be_written_is_said_on_every_door(path, monkeypatch):
    monkeypatch.setattr(SqliteStore, "_open", refuse)
    with Service(path) as service:
        assert SAID in service.client.get(f"/h/{KEEPER}").text
        table = service.resume("evening")
        assert 200 == table.page("A").status_code
        told = table.say("A", "A plays 6", seen=1, key="k")
        assert (503, True) == (told.status_code, SAID in told.text)
        said = {"notation": "A plays 6", "seen": 1, "key": "k"}
        assert SAID in table.api("A", "POST", "/acts", json=said).json()["message"]
