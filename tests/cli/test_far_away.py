"""Databases and clusters that cannot be used: each told in one message, nothing half done."""

import os
import socket
import sqlite3
from contextlib import closing, suppress
from threading import Thread

import pytest

from tests.architecture.sources import ROOT
from tests.databases import execute, new_database
from tests.stages import slow

MISSING = """\
from importlib.machinery import PathFinder

find = PathFinder.find_spec
missing = {"psycopg", "psycopg_pool", "distributed", "dask", "pyarrow"}
PathFinder.find_spec = classmethod(
    lambda cls, name, *more: None if name.partition(".")[0] in missing else find(name, *more)
)
"""
"""What Python reads at its start, so that nothing of the extras is to be found."""

POSTGRES, CLUSTER = "pip install 'referee[postgres]'", "pip install 'referee[cluster]'"


def assert_told(done, code, *words):
    assert (code, "") == (done.code, done.out)
    error, advice = done.err.splitlines()
    assert error.startswith("error: ")
    assert advice.startswith("help: referee ")
    assert all(word in error for word in words), error


@pytest.mark.parametrize(
    ("call", "command"),
    [
        (("tables", "--db", "postgresql://db/x"), POSTGRES),
        (("tables", "--db", "postgres://me:hush@db/x?password=hush"), POSTGRES),
        (("serve", "--db", "postgresql://db/x"), POSTGRES),
        (("copy", "tables.db", "postgresql://db/x"), POSTGRES),
        (("audit", ".", "--on", "tcp://h:1"), CLUSTER),
        (("simulate", "niagara", "--out", "games", "--on", "tcp://h:1"), CLUSTER),
        (("study", "niagara", "--vary", "tie_break", "--out", "study", "--on", "tcp://h:1"), CLUSTER),
        (("study", "niagara", "--vary", "tie_break", "--out", "study"), CLUSTER),
    ],
    ids=lambda part: part if isinstance(part, str) else " ".join(part),
)
def test_what_is_not_installed_is_named_with_the_command_that_installs_it(
    run, start, place, record, evening, call, command
):
    assert 0 == run("export", evening, "--out", "evening.jsonl").code
    (place / "nothing").mkdir()
    (place / "nothing" / "sitecustomize.py").write_text(MISSING)
    before = sorted(path.name for path in place.iterdir())
    path = os.pathsep.join((str(place / "nothing"), str(ROOT)))
    done = start(*call, PYTHONPATH=path)
    assert_told(done, 2, command)
    assert "hush" not in done.err
    assert before == sorted(path.name for path in place.iterdir())


@pytest.mark.parametrize(
    "address",
    [
        "postgresql://127.0.0.1:1/x",
        "postgresql://127.0.0.1:notaport/x",
        "postgresql://h/x?password=hush&red=1",
    ],
)
@pytest.mark.parametrize("command", ["tables", "audit --all", "new niagara --seats A,B,C", "serve --port 0"])
def test_an_address_at_which_there_is_no_database_is_named(run, address, command):
    done = run(*command.split(), "--db", address)
    assert_told(done, 2, "postgresql://")
    assert "postgresql://postgresql" not in done.err
    assert "hush" not in done.err


@pytest.mark.parametrize(
    "address", ["tcp://127.0.0.1:1", "127.0.0.1:1", "http://127.0.0.1:1", "nonsense", "tcp:/x"]
)
@pytest.mark.parametrize(
    "call",
    [
        ("simulate", "niagara", "--out", "out"),
        ("study", "niagara", "--vary", "tie_break", "--players", "3", "--games", "1", "--out", "out"),
        ("audit", ".", "--progress", "out"),
    ],
    ids=lambda call: call[0],
)
def test_an_address_at_which_there_is_no_cluster_is_named(run, place, evening, monkeypatch, call, address):
    monkeypatch.setattr("referee.service.simulation.executor.CONNECTING_SECONDS", 1)
    assert 0 == run("export", evening, "--out", "evening.jsonl").code
    assert_told(run(*call, "--on", address), 2, address)
    assert not (place / "out").exists()


@slow
@pytest.mark.parametrize(
    "says", [b"", b"HTTP/1.0 400 Bad Request\r\n\r\n"], ids=["nothing", "something else"]
)
def test_what_listens_and_is_no_cluster_is_named(run, place, monkeypatch, says):
    monkeypatch.setattr("referee.service.simulation.executor.CONNECTING_SECONDS", 1)
    with socket.create_server(("127.0.0.1", 0)) as listening:

        def answer() -> None:
            with suppress(OSError):
                while True:
                    kept.append(listening.accept()[0])
                    kept[-1].sendall(says)

        kept: list[socket.socket] = []
        Thread(target=answer, daemon=True).start()
        address = f"tcp://127.0.0.1:{listening.getsockname()[1]}"
        assert_told(run("simulate", "niagara", "--out", "out", "--on", address), 2, address)
        listening.shutdown(socket.SHUT_RDWR)
        for each in kept:
            each.close()
    assert not (place / "out").exists()


@pytest.mark.parametrize("command", ["tables", "audit --all", "new niagara --seats A,B,C", "serve --port 0"])
def test_a_file_of_a_newer_layout_is_left_alone(run, place, evening, command):
    """Exit code 4: there is a newer version."""
    with closing(sqlite3.connect(place / "tables.db")) as connection:
        connection.execute("PRAGMA user_version = 99")
        connection.commit()
    before = (place / "tables.db").read_bytes()
    assert_told(run(*command.split()), 4, "99")
    assert before == (place / "tables.db").read_bytes()


@pytest.mark.parametrize("command", ["tables", "audit --all", "new niagara --seats A,B,C", "serve --port 0"])
def test_a_database_of_a_newer_layout_is_left_alone(run, command):
    """Exit code 4, and no table is opened in it."""
    with new_database() as address:
        assert 0 == run("new", "niagara", "--seats", "A,B,C", "--db", address).code
        execute(address, "INSERT INTO layout (version) VALUES (99)")
        assert_told(run(*command.split(), "--db", address), 4, "99")
        execute(address, "DELETE FROM layout WHERE version = 99")
        assert 1 == len(run("tables", "--json", "--db", address).objects)


@pytest.mark.parametrize(
    "call",
    [
        ("simulate", "niagara", "--option", "colour=red"),
        ("simulate", "niagara", "--option", "tie_break=coin"),
        ("study", "niagara", "--vary", "colour"),
        ("study", "niagara", "--vary", "tie_break=coin"),
        ("study", "niagara", "--vary", "tie_break", "--with", "colour"),
    ],
    ids=" ".join,
)
def test_an_option_or_a_value_that_does_not_exist_is_refused_before_anything_is_made(run, place, call):
    done = run(*call, "--out", "out")
    assert 2 == done.code
    assert "Traceback" not in done.err
    assert "coin" in done.err + done.out or "colour" in done.err + done.out
    assert not (place / "out").exists()
