"""Whoever changes a byte of a log, or a row of the database, is found out: in every game."""

import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, suppress
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from events.base import Event
from events.stores.sqlite import SqliteStore
from events.table import DisputeOpened, TableEvent
from referee.kernel.registry import codec_for, find_game, own_games
from referee.kernel.verdict import Refused
from referee.service.audit.judge_again import audit
from referee.service.files.audit_many import audit_file
from referee.service.files.importing import import_lines
from referee.service.logs.replay import EmptyLogError
from referee.service.logs.sources import StoredLog
from referee.service.simulation.simulate import simulate
from referee.service.tables.request import Request
from referee.service.tables.table import load_table
from tests.service.games import numbered
from tests.stages import one_in, slow


@cache
def exported(game: str) -> bytes:
    """Play a short game; give the file it is exported to."""
    return b"".join(line + b"\n" for line in simulate(find_game(game), "tampering", 1, max_rounds=1))


def is_sound(folder: Path, data: bytes) -> bool:
    path = folder / "log.jsonl"
    path.write_bytes(data)
    return not audit_file(path).findings


@pytest.mark.parametrize("game", own_games())
def test_an_untouched_file_is_sound(tmp_path: Path, game: str) -> None:
    assert is_sound(tmp_path, exported(game))


@pytest.mark.parametrize("game", own_games())
@settings(max_examples=40, deadline=None)
@given(data=st.data())
def test_any_byte_of_an_exported_log_that_is_changed_put_in_or_left_out_is_found(
    tmp_path_factory: pytest.TempPathFactory, game: str, data: st.DataObject
) -> None:
    written = exported(game)
    k = data.draw(st.integers(0, len(written) - 1))
    put = data.draw(st.binary(max_size=1) | st.sampled_from([b" ", b"\n", b"\r", b"\t"]))
    rest = data.draw(st.sampled_from([k, k + 1]))
    changed = written[:k] + put + written[rest:]
    assert changed == written or not is_sound(tmp_path_factory.getbasetemp(), changed)


@slow
@pytest.mark.parametrize("game", one_in(3, own_games()))
def test_no_byte_of_an_entry_is_forgotten(tmp_path: Path, game: str) -> None:
    """One after the other: each made another, followed by a blank, left out."""
    written = exported(game)
    third = [i for i, byte in enumerate(written) if byte == 10][2]
    for k in range(third + 1):
        for put in (bytes([written[k] ^ 1]), written[k : k + 1] + b" ", b""):
            assert not is_sound(tmp_path, written[:k] + put + written[k + 1 :]), (k, put)


@pytest.mark.parametrize("game", own_games())
@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (lambda file: b"\xef\xbb\xbf" + file, "log.byte_order_mark"),
        (lambda file: file.replace(b"\n", b"\r\n"), "log.carriage_return"),
        (lambda file: file.replace(b"\n", b"\n\n", 1), "log.blank_line"),
        (lambda file: file.replace(b"\n", b" \n", 1), "log.blanks"),
        (lambda file: file[:-1], "log.no_line_end"),
        (lambda file: file[:-40], "log.torn"),
        (lambda file: file.replace(b'{"seq":2,', b'{"seq":2,"seq":2,'), "log.unreadable"),
        (lambda file: file.replace(b'{"seq":2,', b'{"seq": 2,'), "log.rewritten"),
    ],
    ids=["bom", "crlf", "blank line", "blanks", "no end", "cut", "key twice", "rewritten"],
)
def test_what_happens_to_files_on_their_way_is_named(
    tmp_path: Path, game: str, change: Any, reason: str
) -> None:
    path = tmp_path / "log.jsonl"
    path.write_bytes(change(exported(game)))
    assert reason in {finding.reason for finding in audit_file(path).findings}


@pytest.mark.parametrize("game", own_games())
@settings(max_examples=25, deadline=None)
@given(data=st.data())
def test_lines_left_out_doubled_or_swapped_are_found(
    tmp_path_factory: pytest.TempPathFactory, game: str, data: st.DataObject
) -> None:
    lines = exported(game).splitlines(keepends=True)
    i = data.draw(st.integers(0, len(lines) - 2))
    j = data.draw(st.integers(i + 1, len(lines) - 1))
    swapped = [*lines[:i], lines[j], *lines[i + 1 : j], lines[i], *lines[j + 1 :]]
    for changed in (swapped, [*lines[:i], *lines[i + 1 :]], [*lines[:i], lines[i], *lines[i:]]):
        assert not is_sound(tmp_path_factory.getbasetemp(), b"".join(changed))


def acts(game: str) -> Iterator[Event]:
    events = (codec_for(game).entry(line).event for line in exported(game).splitlines())
    return (event for event in events if not isinstance(event, TableEvent))


@pytest.fixture(scope="module", params=own_games())
def kept(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Keep two tables of a game in a database, each with answers to submissions and a refusal."""
    path = tmp_path_factory.mktemp(request.param) / "tables.db"
    with SqliteStore(path) as store:
        for name in ("t", "u"):
            import_lines(store, numbered(exported(request.param).splitlines()), name)
            table = load_table(store, name)
            for n in (1, 1, 2):  # the second is refused: a dispute of that name is open
                table.submit(
                    DisputeOpened(f"D{n}", 1, "table", "score"), Request(key=f"key {n} {table.revision}")
                )
            assert any(
                isinstance(table.submit(act), Refused) and store.refusals(name) for act in acts(request.param)
            )
    return path


def is_sound_database(path: Path, change: str, *args: Any) -> bool:
    """Change a copy of a database; tell whether audits of its tables, and of all listed now, find nothing."""
    copy = path.with_name("copy.db")
    shutil.copy(path, copy)
    with closing(sqlite3.connect(copy, isolation_level=None)) as db:
        assert db.execute(change, args).rowcount
    with SqliteStore(copy) as store, suppress(EmptyLogError):
        names = {"t", "u", *(row.table for row in store.tables())}
        return not any(list(audit(StoredLog(store, name))) for name in names)
    return False


TABLES = {
    "log": ("table_id", "seq"),
    "table_heads": ("id",),
    "submissions": ("table_id", "key"),
    "refusals": ("table_id", "reader"),
    "changes": ("table_name", "place"),
}
"""What a database keeps of tables, with what tells its rows apart."""


def rows_of(path: Path, table: str) -> Iterator[tuple[Any, ...]]:
    """List what tells the rows of a table apart: all of them, or the first, the last and some between."""
    with closing(sqlite3.connect(path)) as db:
        keys = db.execute(f"SELECT {', '.join(TABLES[table])} FROM {table}").fetchall()  # noqa: S608 - constants
    yield from dict.fromkeys((*keys[:: max(1, len(keys) // 6)], keys[-1]))


def columns_of(path: Path, table: str) -> list[str]:
    with closing(sqlite3.connect(path)) as db:
        return [row[1] for row in db.execute(f"PRAGMA table_info({table})")]


@pytest.mark.parametrize("table", one_in(3, TABLES))
def test_a_row_of_the_database_left_out_is_found(kept: Path, table: str) -> None:
    where = " AND ".join(f"{key} = ?" for key in TABLES[table])
    for row in rows_of(kept, table):
        assert not is_sound_database(kept, f"DELETE FROM {table} WHERE {where}", *row), row  # noqa: S608 - constants


@pytest.mark.parametrize("table", one_in(3, TABLES))
def test_any_column_of_any_row_of_the_database_that_is_changed_is_found(kept: Path, table: str) -> None:
    where = " AND ".join(f"{key} = ?" for key in TABLES[table])
    for row in rows_of(kept, table):
        for column in columns_of(kept, table):
            change = f"CASE typeof({column}) WHEN 'integer' THEN {column} + 1000 ELSE {column} || ' ' END"
            update = f"UPDATE {table} SET {column} = {change} WHERE {where}"  # noqa: S608 - constants
            assert not is_sound_database(kept, update, *row), (row, column)


@pytest.mark.parametrize("table", one_in(3, TABLES))
def test_a_row_of_the_database_that_stands_twice_is_found(kept: Path, table: str) -> None:
    columns = columns_of(kept, table)
    told = {"seq": "seq + 1000", "id": "id + 1000", "place": "place + 1000"}
    told |= {name: f"{name} || ' '" for name in ("key", "name", "reader", "kind")}
    copied = ", ".join(told.get(column, column) for column in columns)
    where = " AND ".join(f"{key} = ?" for key in TABLES[table])
    for row in rows_of(kept, table):
        insert = f"INSERT INTO {table} SELECT {copied} FROM {table} WHERE {where}"  # noqa: S608 - constants
        assert not is_sound_database(kept, insert, *row), row


FIELDS = ("at", "by", "kind", "cause", "event", "prev", "hash", "seq", "table")


@pytest.mark.parametrize("field", one_in(3, FIELDS))
def test_every_field_of_an_entry_in_the_database_is_held_to(kept: Path, field: str) -> None:
    other = f"json_set(line, '$.{field}', json_quote(coalesce(json_extract(line, '$.{field}'), '') || 'x'))"
    for row in rows_of(kept, "log"):
        update = f"UPDATE log SET line = {other} WHERE table_id = ? AND seq = ?"  # noqa: S608 - constants
        assert not is_sound_database(kept, update, *row), row


def test_two_entries_that_change_places_in_the_database_are_found(kept: Path) -> None:
    pairs = "(SELECT line FROM log b WHERE b.table_id = log.table_id AND b.seq = 9 - log.seq)"
    assert not is_sound_database(kept, f"UPDATE log SET line = {pairs} WHERE seq IN (4, 5)")  # noqa: S608 - constants
    assert not is_sound_database(kept, "UPDATE log SET seq = seq * -1 WHERE seq IN (4, 5)")


def test_an_answer_moved_to_the_other_table_is_found(kept: Path) -> None:
    move = "UPDATE submissions SET table_id = 3 - table_id, key = key || 'x' WHERE table_id = 1"
    assert not is_sound_database(kept, move)
