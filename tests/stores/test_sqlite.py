"""The store tables use."""

import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing

import pytest
from sqlite_utils import Database
from sqlite_utils.migrations import Migrations

from events.stores.protocol import (
    NO_HEAD,
    Appended,
    Batch,
    DamagedStoreError,
    FullError,
    LockedError,
    NewerStoreError,
    NotAStoreError,
    ReadOnlyError,
    Refusal,
    UnreachableError,
    hash_in,
)
from events.stores.sqlite import SqliteStore
from events.stores.sqlite_schema import APPLICATION_ID, SCHEMA_VERSION, create_logs
from tests.stores.logs import batch, sealed
from tests.stores.store_tests import ServedStoreTests


class TestSqlite(ServedStoreTests):
    """One file, write-ahead log, every commit synced."""

    def open(self, folder):
        return SqliteStore(folder / "tables.db")

    def rewrite(self, store, table, lines):
        with closing(sqlite3.connect(store.path)) as db, db:
            (id,) = db.execute("select id from table_heads where name = ?", (table,)).fetchone()
            db.execute("delete from log where table_id = ?", (id,))
            rows = [(id, seq, line.decode()) for seq, line in enumerate(lines, 1)]
            db.executemany("insert into log values (?, ?, ?)", rows)

    def execute(self, store, change):
        store._db.execute(change)


@pytest.fixture
def path(tmp_path):
    return tmp_path / "tables.db"


@pytest.fixture
def store(path):
    with SqliteStore(path) as store:
        store.append(batch(NO_HEAD, 10))
        yield store


def test_every_commit_is_synced(store):
    modes = [store._db.execute(f"pragma {name}").fetchone()[0] for name in ("journal_mode", "synchronous")]
    assert [b"wal", 2] == modes


def test_opening_a_laid_out_store_appending_and_replaying_do_not_import_the_library(store):
    program = f"""
import sys
from events.stores.sqlite import SqliteStore
from events.stores.sqlite_schema import APPLICATION_ID, SCHEMA_VERSION, create_logs
with SqliteStore({str(store.path)!r}) as store:
    list(store.read("t")), store.head("t")
print("sqlite_utils" in sys.modules)
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert "False\n" == done.stdout


def test_two_who_lay_out_the_same_new_file_keep_what_both_write(path, monkeypatch):
    lay_out, others = SqliteStore._lay_out, []

    def laid_out_beside_another(store):
        lay_out(store)
        others.append(sqlite3.connect(path))
        others[0].execute("select count(*) from sqlite_master").fetchone()

    monkeypatch.setattr(SqliteStore, "_lay_out", laid_out_beside_another)
    with SqliteStore(path) as store:
        others[0].close()
        path.with_name("another").touch()  # a removed log's number is not given out again to the next
        assert Appended(batch(NO_HEAD, 3).head) == store.append(batch(NO_HEAD, 3))


def test_a_store_held_by_another_program_is_named(store):
    with SqliteStore(store.path, busy_seconds=0.05) as impatient:
        with closing(sqlite3.connect(store.path, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            with pytest.raises(LockedError) as error:
                impatient.append(batch(store.head("t")))
        assert str(store.path) == error.value.args_["path"]
        assert isinstance(impatient.append(batch(store.head("t"))), Appended)


def test_a_full_disk_keeps_nothing_of_the_batch(store):
    (pages,) = store._db.execute("pragma page_count").fetchone()
    store._db.execute(f"pragma max_page_count = {pages}")
    with pytest.raises(FullError):
        store.append(batch(store.head("t"), 500, key="k"))
    assert (10, sealed(10), None) == (store.head("t").revision, list(store.read("t")), store.answer("t", "k"))


def test_a_store_that_may_not_be_written_is_named(store):
    store._db.execute("pragma query_only = 1")
    with pytest.raises(ReadOnlyError):
        store.append(batch(store.head("t")))
    assert sealed(10) == list(store.read("t"))


def test_a_file_that_is_no_database_is_named(path):
    path.write_text("a shopping list, long enough to have a header of a hundred bytes " * 4)
    with pytest.raises(NotAStoreError):
        SqliteStore(path)
    assert path.read_text().startswith("a shopping list")


def test_a_database_of_somebody_else_is_named(path):
    with closing(sqlite3.connect(path)) as other:
        other.execute("create table songs (title)")
        with pytest.raises(NotAStoreError):
            SqliteStore(path)
        assert [("songs",)] == other.execute("select name from sqlite_master").fetchall()


def test_a_store_of_a_newer_version_is_named(store):
    store._db.execute("pragma user_version = 9")
    store.close()
    with pytest.raises(NewerStoreError) as error:
        SqliteStore(store.path)
    assert (9, SCHEMA_VERSION) == (error.value.args_["found"], error.value.args_["ours"])


def test_a_damaged_file_is_named(store):
    store.close()
    data = bytearray(store.path.read_bytes())
    data[4096:] = b"\xff" * (len(data) - 4096)
    store.path.write_bytes(data)
    with pytest.raises(DamagedStoreError), SqliteStore(store.path) as broken:
        list(broken.read("t"))


def test_a_place_that_cannot_be_is_named(tmp_path):
    with pytest.raises(UnreachableError):
        SqliteStore(tmp_path / "none" / "tables.db")


def test_what_is_written_back_is_in_the_file_alone(store, tmp_path):
    """While another program keeps the file open, nothing is copied back at the end."""
    with SqliteStore(store.path) as other:
        store.write_back()
        stick = shutil.copy(store.path, tmp_path / "stick.db")
        with SqliteStore(stick) as copied:
            assert (sealed(10), 10) == (list(copied.read("t")), other.head("t").revision)


def test_a_folder_that_may_not_be_written_is_named(path, monkeypatch):
    def refuse(store, _):
        with store._errors():
            sqlite3.connect("file:/nowhere/at/all.db?mode=ro", uri=True)

    monkeypatch.setattr(SqliteStore, "_open", refuse)
    monkeypatch.setattr("os.access", lambda *_: False)
    with pytest.raises(ReadOnlyError):
        SqliteStore(path)


def test_a_file_that_must_exist_is_not_made(path):
    with pytest.raises(UnreachableError):
        SqliteStore(path, create=False)
    assert not path.exists()


def test_a_table_lies_together_however_the_games_interleave(path):
    with SqliteStore(path) as store:
        for _ in range(5):
            for name in ("a", "b"):
                store.append(batch(store.head(name), 2, table=name))
        plan = store._db.execute(
            "explain query plan select line from log where table_id = 1 and seq between 1 and 9 order by seq"
        ).fetchall()
        assert [b"SEARCH log USING PRIMARY KEY (table_id=? AND seq>? AND seq<?)"] == [row[3] for row in plan]
        assert sealed(10, "b") == list(store.read("b"))


def test_a_store_of_an_older_version_is_brought_up_to_date(path):
    """Its answers are chained in the order they were given; nothing of it is lost."""
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        steps = Migrations("referee")
        steps(name="0001_logs")(create_logs)
        steps.apply(Database(db))
        db.execute(f"pragma application_id = {APPLICATION_ID}")
        db.execute("pragma user_version = 1")
        lines = sealed(3)
        db.execute("insert into table_heads values (1, 't', 3, ?)", (hash_in(lines[-1]),))
        db.executemany("insert into log values (1, ?, ?)", [(n, x.decode()) for n, x in enumerate(lines, 1)])
        db.execute("insert into submissions values (1, 'k2', 3, 'later'), (1, 'k1', 2, 'sooner')")
    with SqliteStore(path) as store:
        assert Appended(batch(store.head("t")).head) == store.append(batch(store.head("t"), key="k3"))
        assert (sealed(6), b"sooner", []) == (
            list(store.read("t")),
            store.answer("t", "k1"),
            list(store.faults("t")),
        )
        places = store._db.execute("select key, place from submissions order by place").fetchall()
    assert [(b"k1", 1), (b"k2", 2), (b"k3", 3)] == places


@pytest.mark.parametrize(
    "change", ["update refusals set body = '\"up to S9\"'", "delete from refusals", "delete from changes"]
)
def test_a_refusal_that_was_changed_is_found_and_passed_over(store, change):
    refusal = Refusal(reader="", revision=10, body=b'"up to S4"')
    store.append(Batch(table="t", expected=store.head("t"), refusal=refusal))
    assert ([], (refusal,)) == (list(store.faults("t")), store.refusals("t"))
    store._db.execute(change)
    assert ([("store.refusals_changed", {"table": "t"})], ()) == (
        [(fault.reason, fault.args) for fault in store.faults("t")],
        store.refusals("t"),
    )
