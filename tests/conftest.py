"""How properties are tested: without a clock, and the same way twice where nobody watches."""

import atexit
import gc
import os
import signal
import sqlite3
import sys
from contextlib import closing
from pathlib import Path
from random import Random
from shutil import disk_usage, rmtree
from tempfile import mkdtemp

import pytest
from hypothesis import settings

from events.stores import sqlite
from referee.testing.phones import Service
from tests.databases import new_database

settings.register_profile("house", deadline=None, max_examples=50)
settings.register_profile("ci", deadline=None, derandomize=True)
settings.load_profile("ci" if os.environ.get("CI") else "house")

Service.usual = "niagara"


@pytest.fixture(autouse=True)
def deals_alike(request, monkeypatch):
    """Deal the same cards twice where nobody watches: what a test meets by luck, it meets again."""
    if os.environ.get("CI"):
        luck = Random(request.node.nodeid)
        drawn = "referee.service.tables.opening.fresh_seed"
        monkeypatch.setattr(drawn, lambda: f"{luck.getrandbits(128):032x}")


@pytest.fixture(scope="session", autouse=True)
def laid_out_once():
    """Copy the layout into every other new file: it takes longer than most of what a test does with one."""
    lay_out = sqlite.lay_out
    first = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
    with closing(first), pytest.MonkeyPatch.context() as here:
        lay_out(first)

        def copied(db):
            is_new = db.execute("SELECT count(*) FROM sqlite_master").fetchone() == (0,)
            return first.backup(db) if is_new else lay_out(db)

        here.setattr(sqlite, "lay_out", copied)
        yield


@pytest.fixture
def service(tmp_path):
    """Serve an empty store in this process."""
    with Service(tmp_path / "tables.db") as service:
        yield service


@pytest.fixture
def address():
    """Yield the address of an empty PostgreSQL database."""
    with new_database() as address:
        yield address


@pytest.fixture(params=["sqlite", "postgresql"])
def where(request, tmp_path):
    """Return the place of a store that is not there yet, in a file and on a server."""
    if request.param == "sqlite":
        return str(tmp_path / "tables.db")
    return request.getfixturevalue("address")


# A suite makes much and keeps little: looking for circles every few hundred objects takes a twentieth of it.
gc.set_threshold(100_000, 20, 50)


def lie_in_memory():
    """Keep the files of tests in memory where it has room: a disk is waited for at each commit."""
    memory = Path("/dev/shm")  # noqa: S108 - a folder of our own in it, closed to others
    if "PYTEST_DEBUG_TEMPROOT" in os.environ or not memory.is_dir() or disk_usage(memory).free < ROOM:
        return
    os.environ["PYTEST_DEBUG_TEMPROOT"] = mkdtemp(prefix="referee-tests-", dir=memory)
    atexit.register(clear_away, os.environ["PYTEST_DEBUG_TEMPROOT"], os.getpid())


def clear_away(folder, owner):
    """Remove what this run left behind; not when a fork of it ends."""
    if os.getpid() == owner:
        rmtree(folder, ignore_errors=True)


ROOM = 2 << 30
lie_in_memory()

# What is started here is compiled once, as it is wherever people install it.
sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

# Whatever a shell runs in its background ignores ctrl-C, and so would the programs that are interrupted here.
signal.signal(signal.SIGINT, signal.default_int_handler)
