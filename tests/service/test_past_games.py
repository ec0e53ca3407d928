"""How games ended is noted beside their logs, and never believed of another log than it was read from."""

import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from events.stores.protocol import ServedStore
from events.stores.sqlite import SqliteStore
from events.table import HouseRuled, SeatRenamed, TakenBack
from referee.kernel.registry import own_games
from referee.service import past_games
from referee.service.commands.archive import delete, rename
from referee.service.files.importing import import_file
from referee.service.past_games import Outcome, Outcomes
from referee.service.tables.table import load_table
from tests.service.test_after_the_end import OVER, ROOT, corrected

SHARED = Outcome(("A", "D"), "shared")
ALONE = Outcome(("D",), "goal_met")
TOPIC = "outcome"


class Unread(SqliteStore):
    """A store whose logs nobody may read."""

    def read(self, table: str, first: int = 1, last: int | None = None) -> Iterator[bytes]:
        raise AssertionError(table, first, last)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[SqliteStore]:
    with SqliteStore(tmp_path / "tables.db") as store:
        import_file(store, ROOT / OVER["niagara"], "old")
        yield store


def found(store: ServedStore) -> dict[str, Outcome]:
    """Return what a program says that was just started."""
    return Outcomes(store).find(store.tables())


@pytest.mark.parametrize("game", own_games())
def test_what_is_noted_is_how_the_game_ended_and_its_log_is_read_no_more(tmp_path: Path, game: str) -> None:
    with SqliteStore(tmp_path / "tables.db") as store:
        import_file(store, ROOT / OVER[game], "old")
        table = load_table(store, "old")
        first = found(store)
        assert table.game.winners(table.state) == first["old"].winners
        reading = table.game.tally(table.state).readings[0]
        assert (reading.winners, reading.reason) == (first["old"].winners, first["old"].reason)
    with Unread(tmp_path / "tables.db") as store:
        assert found(store) == first
        assert list(store.faults("old")) == []


def test_an_end_taken_back_is_none_though_it_was_noted(store: SqliteStore) -> None:
    outcomes = Outcomes(store)
    assert outcomes.find(store.tables()) == {"old": SHARED}
    table = load_table(store, "old")
    table.submit(TakenBack(table.revision - 20))
    assert table.game.winners(table.state) is None
    assert outcomes.find(store.tables()) == found(store) == {}


def test_a_correction_after_the_end_has_another_winner_at_once(store: SqliteStore) -> None:
    outcomes = Outcomes(store)
    assert outcomes.find(store.tables()) == {"old": SHARED}
    corrected(load_table(store, "old"), '{"owned":{"A":{"sapphire":3}}}')
    assert outcomes.find(store.tables()) == found(store) == {"old": ALONE}


def test_what_another_program_writes_is_seen(store: SqliteStore, tmp_path: Path) -> None:
    outcomes = Outcomes(store)
    assert outcomes.find(store.tables()) == {"old": SHARED}
    with SqliteStore(tmp_path / "tables.db") as other:
        load_table(other, "old").submit(HouseRuled("tie_break", "gem_value"))
        assert found(other)["old"].winners == ("D",)
    assert outcomes.find(store.tables())["old"].winners == ("D",)


def test_people_renamed_after_the_end_won_nevertheless(store: SqliteStore) -> None:
    outcomes = Outcomes(store)
    assert outcomes.find(store.tables()) == {"old": SHARED}
    load_table(store, "old").submit(SeatRenamed("A", "Somebody"))
    assert outcomes.find(store.tables()) == found(store) == {"old": SHARED}


def test_a_table_under_another_name_ended_as_it_did(store: SqliteStore) -> None:
    outcomes = Outcomes(store)
    assert outcomes.find(store.tables()) == {"old": SHARED}
    rename(store, "old", "older")
    assert outcomes.find(store.tables()) == found(store) == {"older": SHARED}


def test_a_table_that_takes_the_name_of_another_did_not_end_as_that_one(store: SqliteStore) -> None:
    outcomes = Outcomes(store)
    assert outcomes.find(store.tables()) == {"old": SHARED}
    delete(store, "old")
    assert outcomes.find(store.tables()) == found(store) == {}
    import_file(store, ROOT / OVER["powerboats"], "old")
    ended = load_table(store, "old")
    assert ended.game.winners(ended.state) == outcomes.find(store.tables())["old"].winners
    assert found(store) == outcomes.find(store.tables())


def test_another_version_works_it_out_anew(store: SqliteStore, monkeypatch: pytest.MonkeyPatch) -> None:
    assert found(store) == {"old": SHARED}
    noted: Any = msgspec.json.decode(store.noted("old", TOPIC) or "")
    noted["outcome"]["winners"] = ["C"]
    store.note("old", TOPIC, msgspec.json.encode(noted).decode())
    assert found(store)["old"].winners == ("C",)
    monkeypatch.setattr(past_games, "program_version", lambda: "another")
    assert found(store) == {"old": SHARED}
    monkeypatch.undo()
    assert found(store) == {"old": SHARED}


def test_a_note_nobody_can_read_is_none(store: SqliteStore) -> None:
    for note in ("", "{}", "[]", "none"):
        store.note("old", TOPIC, note)
        assert found(store) == {"old": SHARED}


def test_where_nothing_can_be_written_it_is_read_once(
    store: SqliteStore, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(store: SqliteStore, _: str) -> None:
        with store._errors():
            sqlite3.connect("file:/nowhere/at/all.db?mode=ro", uri=True)

    monkeypatch.setattr(SqliteStore, "_open", refuse)
    with SqliteStore(tmp_path / "tables.db") as other:
        outcomes = Outcomes(other)
        assert outcomes.find(other.tables()) == {"old": SHARED}
        monkeypatch.setattr(other, "read", None)
        assert outcomes.find(other.tables()) == {"old": SHARED}
    assert store.noted("old", TOPIC) is None


def test_a_store_that_is_locked_is_noted_in_the_next_time(store: SqliteStore, tmp_path: Path) -> None:
    with SqliteStore(tmp_path / "tables.db", busy_seconds=0.01) as hasty:
        outcomes = Outcomes(hasty)
        with store._writing("old"):
            assert outcomes.find(hasty.tables()) == {"old": SHARED}
        assert hasty.noted("old", TOPIC) is None
        assert outcomes.find(hasty.tables()) == {"old": SHARED}
        assert hasty.noted("old", TOPIC) is not None


def test_a_log_that_is_not_as_it_was_written_has_no_outcome(store: SqliteStore, tmp_path: Path) -> None:
    import_file(store, ROOT / OVER["powerboats"], "whole")
    with sqlite3.connect(tmp_path / "tables.db") as db:
        db.execute(
            "UPDATE log SET line = replace(line, '\"by\":', '\"by\": ') WHERE table_id = 1 AND seq = 9"
        )
    assert list(found(store)) == ["whole"]
    assert store.noted("old", TOPIC) is None
