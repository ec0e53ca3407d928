"""The disk under the tables: full at a checkpoint, without locks, another machine's, or not to be written."""

import os
import shutil
import sqlite3
import subprocess
import sys
import time
from contextlib import closing

import pytest

from events.stores import open_store, places
from events.stores.protocol import NO_HEAD, NoLocksError
from tests.faults.disks import build, can_be_tried
from tests.stages import slow
from tests.stores.logs import batch, sealed
from tests.web.serving import ROOT

needs_faults = pytest.mark.skipif(not can_be_tried(), reason="needs Linux and a C compiler")


@pytest.fixture(scope="module")
def library(tmp_path_factory):
    return build(tmp_path_factory.mktemp("library"))


def run(library, command, **faults):
    env = {**os.environ, "REFEREE_LANG": "en", "LD_PRELOAD": str(library), **faults}
    return subprocess.run(
        [sys.executable, *command], cwd=ROOT, env=env, capture_output=True, text=True, check=False, timeout=60
    )


def referee(library, *command, **faults):
    return run(library, ("-m", "cli.main", *command), **faults)


def each_fault(tmp_path, path):
    """Name the faults that fail one write or sync after the other, until there was none left to fail."""
    mark = tmp_path / "mark"
    for nth in range(1, 100):
        mark.unlink(missing_ok=True)
        yield {"FAULT_PATH": path, "FAULT_NTH": str(nth), "FAULT_MARK": str(mark)}
        if not mark.exists():
            return


@needs_faults
@slow
@pytest.mark.parametrize("command", [("delete", "t", "--yes", "t"), ("rename", "t", "u")])
def test_nothing_is_removed_before_what_was_put_away_is_on_disk(tmp_path, library, command):
    """The file, its sync, and the sync of its folder: whichever fails, the table is there as it was."""
    db, lines = tmp_path / "tables.db", sealed(3)
    with open_store(db, create=True) as store:
        store.create("t", lines)
    ends = []
    for faults in each_fault(tmp_path, "put-away"):
        ends.append(referee(library, *command, "--db", str(db), **faults).returncode)
        with open_store(db) as store:
            assert (lines if ends[-1] else []) == list(store.read("t"))
    assert [2, 2, 2, 0] == ends


NOTE = """
import sys
from pathlib import Path
from events.stores.protocol import UnreachableError
from referee.service.audit.witness import Note
from referee.service.audit.witness import WitnessBook
book = WitnessBook(Path(sys.argv[1]))
at, hash = "2026-01-01T00:00:00Z", "a" * 64
note = Note(table="t", revision=1, head=hash, whole=hash, at=at, before="", signed=hash)
try:
    print(book.keep("a" * 64, (note,)))
except UnreachableError:
    print("not kept")
"""


@needs_faults
@slow
def test_what_a_witness_vouches_for_is_on_disk_with_its_name(tmp_path, library):
    """Where the folder cannot be synced it is not kept, and the same note may be sent again."""
    book, ends = tmp_path / "tables.witnessed", []
    for faults in each_fault(tmp_path, "tables.witnessed"):
        done = run(library, ("-c", NOTE, str(book)), **faults)
        ends.append(done.stdout.strip())
        assert bool(list(book.glob("*/0*.json"))) == (ends[-1] == "None"), done.stderr
    assert ["not kept"] * (len(ends) - 1) + ["None"] == ends
    assert 4 < len(ends)  # the notes, their sync, and three folders


WRITING = """
import sys, time
from threading import Thread
from events.stores import open_store
from events.stores import sqlite
from events.stores.protocol import Appended
from tests.stores.logs import batch
sqlite.WRITE_BACK_SECONDS = 0.01
with open_store(sys.argv[1]) as store:
    answers = {{str(n): b'"' + b"x" * {size} + b'"' for n in range({batches})}}
    def watch():
        with store.watch() as watching:
            while not done:
                watching.changed(0.1)
    done, watcher = [], Thread(target=watch)
    watcher.start()
    try:
        for key, answer in answers.items():
            if isinstance(store.append(batch(store.head("t"), 1, key=key, answer=answer)), Appended):
                print(key, flush=True)
            time.sleep({pause})
    finally:
        done.append(True)
        watcher.join()
"""
"""Appends while a service's watch writes the log back, and says what was acknowledged."""

FEW, MANY = {"size": 10, "batches": 12, "pause": 0.05}, {"size": 200_000, "batches": 30, "pause": 0}
"""So that the watch writes back what there is, or SQLite itself, after 1,000 pages."""


@needs_faults
@slow
@pytest.mark.parametrize(
    "ways", [{}, {"FAULT_LASTS": "1"}, {"FAULT_EIO": "1"}], ids=["once", "full", "broken"]
)
@pytest.mark.parametrize("much", [FEW, MANY], ids=["watch", "pages"])
def test_a_disk_that_is_full_just_when_the_log_is_written_back_loses_nothing(tmp_path, library, much, ways):
    """The n-th write or sync of the file itself fails; all that was acknowledged is there, the file whole."""
    lines = sealed(60)
    for nth in range(1, 5):
        db, mark = tmp_path / f"{nth}.db", tmp_path / f"mark-{nth}"
        with open_store(db, create=True) as store:
            store.append(batch(NO_HEAD, 3))
        faults = {
            "FAULT_PATH": f"/{nth}.db",
            "FAULT_END": "1",
            "FAULT_NTH": str(nth),
            "FAULT_MARK": str(mark),
        }
        done = run(library, ("-c", WRITING.format(**much), str(db)), **faults, **ways)
        acknowledged = done.stdout.split()
        assert mark.exists(), "nothing was made to fail"
        assert [str(n) for n in range(much["batches"])] == acknowledged, done.stderr
        with open_store(db) as store:
            assert lines[: 3 + len(acknowledged)] == list(store.read("t"))
            assert len(acknowledged) == len(store.answers("t"))
            assert [] == list(store.faults("t"))
        with closing(sqlite3.connect(db)) as file:
            assert [("ok",)] == file.execute("PRAGMA integrity_check").fetchall()


def test_a_copy_of_the_file_alone_holds_the_evening(tmp_path):
    """A service watches, and SQLite has not seen its 1,000 pages."""
    path = tmp_path / "tables.db"
    with open_store(path, create=True) as store, store.watch() as watch:
        watch.changed(0)
        store.append(batch(NO_HEAD, 3))
        until = time.monotonic() + 60
        stick = tmp_path / "stick.db"
        while time.monotonic() < until:
            watch.changed(0.5)
            shutil.copy(path, stick)
            with open_store(stick) as copied:
                if copied.head("t").revision:
                    break
        with open_store(stick) as copied:
            assert sealed(3) == list(copied.read("t"))


def test_a_log_is_written_back_though_somebody_reads(tmp_path):
    path = tmp_path / "tables.db"
    with (
        open_store(path, create=True) as store,
        store.watch() as watch,
        closing(sqlite3.connect(path)) as slow,
    ):
        store.append(batch(NO_HEAD, 3))
        slow.execute("BEGIN")
        slow.execute("SELECT count(*) FROM log").fetchone()
        store.append(batch(store.head("t"), 3))
        watch.changed(0.2)
        assert not watch._is_written_back
        slow.execute("ROLLBACK")
        watch._write_back_at = 0
        watch.changed(0.2)
        assert watch._is_written_back


@needs_faults
@slow
@pytest.mark.parametrize("command", [("new", "niagara", "--seats", "A,B,C"), ("serve", "--port", "0")])
def test_where_no_locks_are_kept_nothing_is_laid_out_or_served(tmp_path, library, command):
    db = tmp_path / "tables.db"
    done = referee(library, *command, "--db", str(db), FAULT_NO_LOCKS="1")
    assert (2, False) == (done.returncode, db.exists())
    assert "keeps no locks" in done.stderr
    with open_store(db, create=True):
        pass
    looked = referee(library, "doctor", "--db", str(db), FAULT_NO_LOCKS="1")
    assert 1 == looked.returncode
    assert "!!  locks" in looked.stdout


def test_a_folder_where_a_lock_shuts_nobody_out_is_refused(tmp_path, monkeypatch):
    """Whoever opens the file to record there."""
    monkeypatch.setattr("events.stores.keeps_locks", lambda _: False)
    with pytest.raises(NoLocksError):
        open_store(tmp_path / "tables.db", create=True)
    assert [] == list(tmp_path.iterdir())


@pytest.fixture
def on_a_share(tmp_path, monkeypatch):
    device = tmp_path.stat().st_dev
    number = f"{os.major(device)}:{os.minor(device)}"
    mounts = tmp_path / "mountinfo"
    mounts.write_text(
        "21 1 0:99999 / / rw - ext4 /dev/disk rw\n"
        f"36 21 {number} / /mnt/our\\040tables rw,relatime shared:1 - nfs4 laptop:/tables rw,vers=4.2\n"
    )
    monkeypatch.setattr(places, "MOUNTS", mounts)


@pytest.mark.skipif(os.name == "nt", reason="the list is Linux's")
@pytest.mark.usefixtures("on_a_share")
def test_a_network_share_is_recognized(tmp_path):
    """Of whichever store lies there; a file on a disk of this machine is none."""
    with open_store(tmp_path / "tables.db", create=True) as store:
        assert "nfs4" == store.share
    places.MOUNTS.write_text("21 1 0:99999 / / rw - nfs4 laptop:/ rw\n")
    with open_store(tmp_path / "tables.db") as store:
        assert "" == store.share
    places.MOUNTS.unlink()
    with open_store(tmp_path / "tables.db") as store:
        assert None is store.share
