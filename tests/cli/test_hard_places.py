"""Every command that takes a table, a file or a place to write: what stands there may be anything at all.

Whatever it is, the answer is one message and what to do next, with the right exit code and no traceback;
what was there before is there afterwards.
"""

import ctypes
import json
import os
import resource
import signal
import sqlite3
import subprocess
import sys
from contextlib import closing
from itertools import product
from pathlib import Path

import pytest

from cli.command_list import COMMANDS, game_commands
from tests.architecture.sources import ROOT
from tests.cli.conftest import OPENED, Outcome
from tests.stages import marked, one_in

GAME = ROOT / "fixtures" / "games" / "niagara" / "four-alike-3p-zh.jsonl"
"""A record that is refereed to its end."""

AT_A_TABLE = {
    "do": ("do", "{}", "A plays 4"),
    "back": ("back", "{}"),
    "agree": ("agree", "{}"),
    "amend": ("amend", "{}", "2", "A plays 5"),
    "again": ("again", "{}"),
    "correct": ("correct", "{}", "weather=1"),
    "catchup": ("catchup", "{}", "weather=1"),
    "house": ("house", "{}", "minimum_speed=1"),
    "seal": ("seal", "{}", "A", "4"),
    "dispute": ("dispute", "{}", "--topic", "tie"),
    "leave": ("leave", "{}", "A"),
    "play": ("play", "{}"),
    "close": ("close", "{}", "--yes"),
}
"""Commands that play on, with what they are told; `{}` is the table."""

OF_A_SOURCE = {
    "show": ("show", "{}"),
    "legal": ("legal", "{}"),
    "log": ("log", "{}"),
    "replay": ("replay", "{}"),
    "export": ("export", "{}"),
    "audit": ("audit", "{}"),
    "rulings": ("rulings", "{}"),
    "whatif": ("whatif", "{}", "--at", "1", "--option", "minimum_speed=1"),
    "result": ("result", "{}"),
    "head": ("head", "{}"),
    "report": ("report", "{}"),
}
"""Commands that read a table or a file."""

OF_A_FILE = {
    "check": ("check", "{}"),
    "import": ("import", "{}"),
    "lake": ("lake", "{}"),
    "sync": ("sync", "{}"),
}
"""Commands that read a file only."""

OF_THE_STORE = {
    "tables": ("tables",),
    "new": ("new", "niagara", "--seats", "A,B,C"),
    "play": ("play", "niagara"),
    "import": ("import", str(GAME)),
}
"""Commands that need the file of tables, but no table of it."""

WRITING = {
    "export": ("export", str(GAME), "--to", "svg", "--out", "{}", "--force"),
    "show": ("show", str(GAME), "--svg", "{}", "--force"),
    "lake": ("lake", "rulebook", "--svg", "{}", "--force"),
    "report": ("report", str(GAME), "--out", "{}", "--force"),
    "benchmark": ("benchmark", "niagara", "--out", "{}", "--force"),
}
"""Commands that write a file."""

OF_NOTHING = {
    "ask",
    "demo",
    "serve",
    "games",
    "rule",
    "simulate",
    "book",
    "pocket",
    "study",
    "scaffold",
    "doctor",
    "rename",
    "delete",
    "copy",
    "witness",
    "events",
    "schema",
    "mcp",
}
"""Commands that read no table and no file, or (`serve` and the last eight) are tried apart."""


def told(command, name):
    return [part.format(name) for part in command]


def unprivileged():
    libc = ctypes.CDLL(None)
    for capability in (1, 2, 3):  # CAP_DAC_OVERRIDE, CAP_DAC_READ_SEARCH, CAP_FOWNER
        libc.prctl(24, capability, 0, 0, 0)  # PR_CAPBSET_DROP


def cramped():
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (6000, 6000))


KEPT_OUT = {"PYTHONPATH": str(ROOT), "PYTHONDONTWRITEBYTECODE": "1"}
"""Or a process that may write no more than a little leaves half a compiled module to all others."""


def start(args, before=None, **env):
    done = subprocess.run(
        [sys.executable, "-m", "cli.main", *args],
        env={**os.environ, **KEPT_OUT, **env},
        stdin=subprocess.DEVNULL, capture_output=True, timeout=60, check=False, preexec_fn=before,
    )  # fmt: skip
    return Outcome(
        done.returncode, done.stdout.decode(errors="replace"), done.stderr.decode(errors="replace")
    )


def call(run, args, privileged=True, **env):
    """Call the program in this process, or as one without the superuser's rights where they matter."""
    if not privileged:
        return start(args, unprivileged, **env)
    with pytest.MonkeyPatch.context() as patched:
        for name, value in env.items():
            patched.setenv(name, value)
        return run(*args)


def assert_owned_up(done, codes):
    assert done.code in codes, done
    assert "Traceback" not in done.out + done.err
    assert "this is a bug" not in done.err
    if done.code:
        assert done.err.strip(), done


def empty(path):
    path.write_bytes(b"")


def blank(path):
    """Write lines with nothing in them."""
    path.write_bytes(b"\n\n")


def folder(path):
    path.mkdir()


def photograph(path):
    path.write_bytes(bytes(range(256)) * 50)


def prose(path):
    path.write_text("Dear diary,\nwe went down the river.\n")


def utf_16(path):
    """Write a record as another system writes text, without the mark that says so."""
    path.write_bytes(json.dumps(OPENED).encode("utf-16-le"))


def array(path):
    path.write_text("[1]\n")


def newer(path):
    path.write_text(json.dumps({**OPENED, "rules_version": 99}) + "\n")


def private(path):
    """Write a record nobody may read."""
    path.write_text(json.dumps(OPENED) + "\n")
    path.chmod(0)


def circle(path):
    path.symlink_to(path.name)


def nothing(_path):
    """Leave the place empty."""


FILES = {
    nothing: {2}, empty: {1, 2}, blank: {1, 2}, folder: {2}, photograph: {1, 2}, prose: {1}, utf_16: {1, 2},
    array: {1}, newer: {4}, private: {2}, circle: {2},
}  # fmt: skip
"""What may stand where a record is looked for, and the exit codes that fit."""

LAKE_CODES = {1, 2}
"""A file that is no record is no map either: 1, or 2 where it cannot be read at all."""

NAMES = ["evenin", "../evening", "a/b", "x" * 300, "", " ", "\x1b[2J", "\u202egnineve", "evening.jsonl"]


def test_every_command_stands_in_one_of_the_tables():
    tried = {*AT_A_TABLE, *OF_A_SOURCE, *OF_A_FILE, *OF_THE_STORE, *WRITING, *OF_NOTHING}
    assert {*COMMANDS, *game_commands()} == tried


def called(each):
    return each.__name__ if callable(each) else each[0] if isinstance(each, list | tuple) else ascii(each)


@pytest.mark.parametrize(
    ("command", "what"), one_in(4, product({**OF_A_SOURCE, **OF_A_FILE}.values(), FILES)), ids=called
)
def test_whatever_stands_where_a_record_is_looked_for(run, place, what, command):
    what(place / "odd.jsonl")
    done = call(run, told(command, "odd.jsonl"), privileged=what is not private)
    is_folder_of_records = what is folder and command[0] == "audit"
    codes = {"lake": LAKE_CODES, "sync": FILES[what] | {1}}.get(command[0], FILES[what])
    assert_owned_up(done, {1, 2} if is_folder_of_records else codes)
    assert (
        "odd.jsonl" in done.err or "table_opened" in done.err or "version" in done.err or "text" in done.err
    )


@pytest.mark.parametrize(
    ("command", "name"), one_in(4, product({**AT_A_TABLE, **OF_A_SOURCE}.values(), NAMES)), ids=called
)
def test_whatever_is_given_for_the_name_of_a_table(run, evening, command, name):
    """There is none; which ones are like it, or what a file would be; nothing that drives the terminal."""
    done = run(*told(command, name))
    if done.code == 0:
        pytest.fail(f"{name!r} is taken for a table")
    assert_owned_up(done, {2, 3})
    assert "help: " in done.err or command[0] == "audit"
    assert not {"\x1b", "\u202e"} & {*done.err, *done.out}


@pytest.mark.parametrize(
    "name", [name for name in NAMES if name not in {"", "evenin"}] + ["niagara.json"], ids=ascii
)
def test_a_table_is_not_called_what_cannot_be_typed_or_is_taken_for_a_file(run, place, name):
    """New or brought in: the same names, the same words."""
    opened = run("new", "niagara", "--seats", "A,B,C", "--table", name)
    brought = run("import", GAME, "--table", name)
    assert (1, 1) == (opened.code, brought.code)
    for done in (opened, brought):
        assert "TAB-OPEN-02" in done.err
        assert "cannot be a table" in done.err
    assert "" == run("tables").out


STORES = {
    "a folder": (lambda path: path.mkdir(), {2}),
    "garbage": (lambda path: path.write_bytes(b"no database " * 500), {2}),
    "an empty file": (empty, {0, 2}),
    "nothing": (nothing, {0, 2}),
    "half of it": (lambda path: path.write_bytes(path.read_bytes()[: path.stat().st_size // 2]), {2, 3}),
    "not to be read": (lambda path: path.chmod(0), {2}),
    "not to be written": (lambda path: path.chmod(0o444), {0, 1, 2}),
    "in a folder not to be written": (lambda path: (path.chmod(0o444), path.parent.chmod(0o555)), {0, 1, 2}),
    "in a closed folder": (lambda path: path.parent.chmod(0), {2}),
}
"""What may be where the tables are kept, made of a good file or in its place."""

REPLACED = {"a folder", "garbage", "an empty file", "nothing"}

IN_PROCESS = {*REPLACED, "half of it"}
"""The superuser meets these too; for the others every command is a process without its rights."""


@pytest.fixture
def store(place, run, evening, request):
    """Keep a table in a folder of its own, then make of its file what the test asks for."""
    make, _ = STORES[request.param]
    (place / "shelf").mkdir()
    path = place / "shelf" / "tables.db"
    if request.param not in REPLACED:
        with closing(sqlite3.connect(place / "tables.db")) as source, closing(sqlite3.connect(path)) as kept:
            source.backup(kept)
    make(path)
    yield path
    path.parent.chmod(0o755)


@pytest.mark.parametrize(
    "store", [kind if kind in IN_PROCESS else marked(kind) for kind in STORES], indirect=True
)
def test_whatever_stands_where_the_tables_are_kept(run, store, request):
    kind = request.node.callspec.params["store"]
    codes, is_open = STORES[kind][1], kind in IN_PROCESS
    before = store.read_bytes() if store.is_file() else None
    for command in (*AT_A_TABLE.values(), *OF_A_SOURCE.values()):
        done = call(run, told(command, "evening"), privileged=is_open, REFEREE_DB=str(store))
        assert_owned_up(done, codes)
        assert not done.code or "help: " in done.err
    for command in OF_THE_STORE.values():
        if before is not None or store.is_dir():
            assert_owned_up(call(run, command, privileged=is_open, REFEREE_DB=str(store)), codes)
    if codes <= {2, 3}:
        store.parent.chmod(0o755)
        assert before == (store.read_bytes() if store.is_file() else None)


@pytest.mark.parametrize(
    "command", {**AT_A_TABLE, **OF_THE_STORE}.values(), ids=lambda parts: " ".join(parts)[:20]
)
def test_a_file_of_tables_below_a_file_is_impossible(run, place, command):
    prose(place / "diary")
    done = call(run, told(command, "evening"), REFEREE_DB=str(place / "diary" / "tables.db"))
    assert_owned_up(done, {0, 2})
    assert "diary" in done.err


@pytest.mark.parametrize("where", ["no/such/folder", ".", "diary/x", "x" * 300, "locked/x", "/dev/full"])
@pytest.mark.parametrize("command", WRITING.values(), ids=lambda parts: parts[0])
def test_whatever_is_given_for_a_place_to_write(run, place, command, where):
    prose(place / "diary")
    (place / "locked").mkdir(mode=0o555)
    before = sorted(path.name for path in place.iterdir())
    done = call(run, told(command, where), privileged=not where.startswith("locked"))
    assert_owned_up(done, {2})
    assert "help: " in done.err
    assert before == sorted(path.name for path in place.iterdir())


@pytest.mark.parametrize("command", WRITING.values(), ids=lambda parts: parts[0])
def test_a_full_disk_leaves_what_was_there(place, command):
    """The old file is kept, whole; nothing half-written lies about."""
    (place / "old").write_text("kept\n")
    done = start(told(command, "old"), cramped)
    assert_owned_up(done, {2})
    assert "old" in done.err
    assert ["old"] == [path.name for path in place.iterdir() if not path.name.startswith("tables.db")]
    assert "kept\n" == (place / "old").read_text()


def test_what_is_no_file_is_written_to_and_not_replaced(place, run):
    """`--out /dev/null` is a habit; a link to a file is not followed, and one to what is no file is."""
    assert 0 == run("export", GAME, "--out", "/dev/null").code
    assert not Path("/dev/null").is_file()
    (place / "null").symlink_to("/dev/null")
    assert 0 == run("export", GAME, "--out", "null").code
    assert (place / "null").is_symlink()
    (place / "link").symlink_to("target")
    assert 1 == run("export", GAME, "--out", "link").code
    assert 0 == run("export", GAME, "--out", "link", "--force").code
    assert [False, False] == [(place / "link").is_symlink(), (place / "target").exists()]


def test_a_book_that_does_not_fit_is_not_begun(place):
    """The folder is named; it is not there afterwards."""
    done = start(("book", "niagara", "--out", "pages"), cramped)
    assert_owned_up(done, {2})
    assert "pages" in done.err
    assert not (place / "pages").exists()
    prose(place / "diary")
    assert_owned_up(start(("book", "niagara", "--out", "diary")), {2})


def test_simulated_games_that_do_not_fit_are_not_begun(place):
    """The folder is named; what is there is whole."""
    done = start(("simulate", "niagara", "--out", "games", "--max-rounds", "9"), cramped)
    assert_owned_up(done, {2})
    assert [] == list((place / "games").iterdir())
    prose(place / "diary")
    assert_owned_up(start(("simulate", "niagara", "--out", "diary")), {2})
