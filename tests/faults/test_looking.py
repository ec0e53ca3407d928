"""Looking needs no lock and no disk: what can be read is shown, and what cannot be seen is said."""

import os
import shutil
import sqlite3
import subprocess
import sys
import time
from contextlib import closing, contextmanager

import pytest

from events.stores import open_store
from events.stores.protocol import FullError, LockedError, ReadOnlyError
from events.stores.sqlite import BUSY_SECONDS, SqliteStore
from referee.service.simulation.simulate import simulate
from referee.testing.phones import Service
from referee.web.access.links import secret_of
from tests.architecture.sources import ROOT
from tests.cli.test_hard_places import cramped, start, unprivileged
from tests.service.games import NIAGARA
from tests.stages import slow
from tests.stores.logs import batch, sealed

pytestmark = slow


GAME = "niagara-faults-1"
LOOKING = (("show", GAME), ("legal", GAME), ("log", GAME), ("audit", GAME), ("head", GAME), ("tables",))
PATIENCE_SECONDS = 20
"""So long nothing takes that does not wait, even where much else is done."""

WAITS_SECONDS = 60
"""So long whoever waits for a lock would wait."""


@pytest.fixture(scope="module")
def lines():
    return list(simulate(NIAGARA, "faults", 1, max_rounds=3))


@pytest.fixture
def shelf(tmp_path, lines):
    """Leave what a killed program leaves: the game stands in the write-ahead log alone."""
    folder = tmp_path / "shelf"
    folder.mkdir()
    with open_store(tmp_path / "first.db", create=True) as store:
        store.create("before", sealed(4, "before"))
        with closing(sqlite3.connect(tmp_path / "first.db")) as db:
            db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        store.create(GAME, lines)
        for suffix in ("", "-wal"):
            shutil.copy(tmp_path / f"first.db{suffix}", folder / f"tables.db{suffix}")
    yield folder
    folder.chmod(0o755)


@contextmanager
def held(path, how):
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute(f"BEGIN {how}")
        yield
        other.execute("ROLLBACK")


@pytest.mark.parametrize("command", LOOKING, ids=lambda parts: parts[0])
def test_a_folder_nobody_may_write_is_read_whole(shelf, command):
    """What a killed program left in the write-ahead log, too; nothing is left lying about."""
    usual = start(command, REFEREE_DB=str(shelf.parent / "first.db"))
    shelf.chmod(0o555)
    before = sorted(path.name for path in shelf.iterdir())
    done = start(command, unprivileged, REFEREE_DB=str(shelf / "tables.db"))
    assert (0, usual.out, "") == (done.code, done.out, done.err.replace(usual.err, ""))
    assert before == sorted(path.name for path in shelf.iterdir())


@pytest.mark.parametrize("command", LOOKING, ids=lambda parts: parts[0])
def test_where_no_file_may_grow_what_is_in_place_is_read(shelf, command):
    """A full disk: what lies in the write-ahead log cannot be seen, and that is said."""
    with open_store(shelf / "tables.db"):
        pass
    whole = start(command, cramped, REFEREE_DB=str(shelf / "tables.db"))
    assert (0, start(command, REFEREE_DB=str(shelf / "tables.db")).out) == (whole.code, whole.out)


def test_what_cannot_be_seen_is_said(shelf):
    """The table that stands in place is listed; how much more there is, is told."""
    done = start(("tables",), cramped, REFEREE_DB=str(shelf / "tables.db"))
    unseen = (shelf / "tables.db-wal").stat().st_size
    assert (0, ["before"]) == (done.code, [line.split()[0] for line in done.out.splitlines()])
    told = f"the last {unseen} bytes recorded (in {shelf / 'tables.db'}-wal) are not shown"
    assert told in done.err


def test_on_a_read_only_medium_nothing_is_recorded_and_that_is_said(shelf):
    shelf.chmod(0o555)
    done = start(("new", "niagara", "--seats", "A,B,C"), unprivileged, REFEREE_DB=str(shelf / "tables.db"))
    assert 2 == done.code
    assert "may not be written, so nothing was recorded" in done.err


def test_a_file_of_an_older_layout_is_read_where_nobody_may_write(shelf):
    path = shelf / "tables.db"
    with closing(sqlite3.connect(path)) as db:
        db.executescript(
            "DROP TABLE web_links; DROP TABLE web_notes; DROP TABLE changes;"
            "CREATE TABLE seals (table_name TEXT, kind TEXT, hash TEXT, PRIMARY KEY (table_name, kind));"
            "DELETE FROM _sqlite_migrations WHERE name > '0006';"
            "DROP TRIGGER identify_table; ALTER TABLE table_heads DROP COLUMN identity;"
            "PRAGMA user_version = 5; PRAGMA journal_mode = DELETE;"
        )
    before = path.read_bytes()
    shelf.chmod(0o555)
    done = start(("show", GAME), unprivileged, REFEREE_DB=str(path))
    assert (0, before) == (done.code, path.read_bytes())


@pytest.mark.skipif(sys.platform != "linux" or os.geteuid() != 0, reason="only the superuser mounts a disk")
def test_on_a_full_disk_everything_is_read_and_nothing_recorded(tmp_path, lines):
    with open_store(tmp_path / "tables.db", create=True) as store:
        store.create(GAME, lines)
    program = f"""
set -e
mkdir {tmp_path}/disk; mount -t tmpfs -o size=1m none {tmp_path}/disk
cp {tmp_path}/tables.db {tmp_path}/disk; cd {tmp_path}/disk
cat /dev/zero > filler 2>/dev/null || true
export REFEREE_DB={tmp_path}/disk/tables.db
for command in "show {GAME}" "legal {GAME}" "log {GAME}" "audit {GAME}" "head {GAME}" tables; do
    {sys.executable} -m cli.main $command > /dev/null
done
{sys.executable} -m cli.main new niagara --seats A,B,C
"""
    done = subprocess.run(
        ["unshare", "--mount", "sh", "-c", program],
        env={**os.environ, "PYTHONPATH": str(ROOT), "REFEREE_LANG": "en"},
        capture_output=True,
        text=True,
        check=False,
    )
    if "unshare" in done.stderr or "mount:" in done.stderr:
        pytest.skip("no disk can be mounted here")
    assert 2 == done.returncode, done
    assert "is full; nothing of this was recorded" in done.stderr


@pytest.mark.skipif(sys.platform != "linux" or os.geteuid() != 0, reason="only the superuser mounts a disk")
def test_a_service_says_at_its_start_that_nothing_can_be_recorded(tmp_path, lines):
    """A disk that may only be read: phones look, and nobody learns it from the first tap."""
    (tmp_path / "disk").mkdir()
    with open_store(tmp_path / "disk/tables.db", create=True) as store:
        store.create(GAME, lines)
        secret_of(store)
    program = f"""
set -e
cd {tmp_path}; mount --bind disk disk; mount -o remount,ro,bind disk
REFEREE_DB={tmp_path}/disk/tables.db timeout 5 {sys.executable} -m cli.main serve --port 0 --host 127.0.0.1
"""
    done = subprocess.run(
        ["unshare", "--mount", "sh", "-c", program],
        env={**os.environ, "PYTHONPATH": str(ROOT), "REFEREE_LANG": "en"},
        capture_output=True,
        text=True,
        check=False,
    )
    if "unshare" in done.stderr or "mount:" in done.stderr:
        pytest.skip("no disk can be mounted here")
    assert "tables.db cannot be written now. Phones can look at the tables" in done.stderr
    assert done.stdout.startswith("http://127.0.0.1")


def test_whoever_looks_does_not_wait_for_whoever_writes(shelf, lines):
    path = shelf / "tables.db"
    with SqliteStore(path, busy_seconds=WAITS_SECONDS) as store, held(path, "IMMEDIATE"):
        begun = time.monotonic()
        assert lines == list(store.read(GAME))
        assert [] == list(store.faults(GAME))
        assert 2 == len(store.tables())
        assert time.monotonic() - begun < PATIENCE_SECONDS


def test_whoever_looks_does_not_wait_for_another_thread_that_cannot_write(shelf, lines):
    from threading import Thread

    path = shelf / "tables.db"
    with open_store(path) as store, held(path, "IMMEDIATE"):
        told, looks = [], 0

        def write():
            with pytest.raises(LockedError):
                store.append(batch(store.head("before"), table="before"))
            told.append(True)

        writer = Thread(target=write)
        writer.start()
        while not told:
            assert lines == list(store.read(GAME))
            looks += not told
        writer.join()
        assert looks > 3


def test_a_busy_database_is_told_soon(shelf):
    """Whoever wants to write, and whoever wants to open what another program keeps for itself."""
    assert BUSY_SECONDS < 2
    path = shelf / "tables.db"
    with open_store(path) as store, held(path, "IMMEDIATE"):
        begun = time.monotonic()
        with pytest.raises(LockedError):
            store.append(batch(store.head("before"), table="before"))
        assert time.monotonic() - begun < PATIENCE_SECONDS
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("PRAGMA locking_mode = EXCLUSIVE")
        other.execute("BEGIN EXCLUSIVE")
        begun = time.monotonic()
        with pytest.raises(LockedError):
            SqliteStore(path)
        assert time.monotonic() - begun < PATIENCE_SECONDS


def test_a_phone_looks_while_another_program_writes_and_is_told_soon_that_it_cannot_write(tmp_path):
    """Pages come at once; an act is answered soon."""
    with Service(tmp_path / "tables.db") as service:
        table = service.open("Ada", "Ben", "Chie")
        table.page("A")
        with held(tmp_path / "tables.db", "IMMEDIATE"):
            begun = time.monotonic()
            assert [200] * 4 == [table.page(who).status_code for who in ("A", "A", "screen", "screen")]
            assert time.monotonic() - begun < PATIENCE_SECONDS
            assert 200 == table.page("B").status_code  # whose link cannot be noted as opened now
            begun = time.monotonic()
            assert 503 == table.say("A", "A plays 4", seen=1, key="k").status_code
            assert time.monotonic() - begun < PATIENCE_SECONDS
        assert 303 == table.say("A", "A plays 4", seen=1, key="k").status_code


@pytest.mark.parametrize(("free", "kind"), [(0, FullError), (1 << 30, ReadOnlyError)])
def test_why_nothing_is_recorded_is_told_apart(shelf, monkeypatch, free, kind):
    monkeypatch.setattr("shutil.disk_usage", lambda _: shutil._ntuple_diskusage(1 << 30, 0, free))
    monkeypatch.setattr(SqliteStore, "_open", refusing)
    with SqliteStore(shelf / "tables.db") as store, pytest.raises(kind):
        store.append(batch(store.head("before"), table="before"))


def refusing(store, _):
    with store._errors():
        sqlite3.connect("file:/nowhere/at/all.db?mode=ro", uri=True)
