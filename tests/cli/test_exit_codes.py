"""The same kind of no has the same exit code, whichever command says it; README lists the codes."""

import shlex
import sqlite3
from contextlib import closing

import pytest

from cli.help import EXIT_CODES
from tests.architecture.sources import ROOT

FINE, NO, USAGE, DAMAGED = 0, 1, 2, 3
OPENED = {"type": "table_opened", "game": "niagara", "seats": ["A", "B", "C"]}

OF_A_TABLE = (
    "show {}", "do {} A plays 4", "legal {}", "back {}", "again {}", "agree {}", 'amend {} 2 "A plays 5"',
    "correct {} weather=1", "house {} minimum_speed=1", "seal {} B 5", "dispute {} --topic fork",
    "rulings {}",
    "whatif {} --at 2 --option minimum_speed=1", "result {}", "log {}", "audit {}", "head {}", "replay {}",
    "report {}", "export {}", "leave {} C", "close {} --yes", "rename {} other", "delete {} --yes {}",
    "play {}",
)  # fmt: skip
"""Every command that takes a table."""

OF_A_LOG = (
    "show {}", "legal {}", "result {}", "log {}", "audit {}", "head {}", "replay {}", "report {}",
    "export {}",
    "check {}", "import {}", "rulings {}",
)  # fmt: skip
"""Every command that reads a record or a log from a file, and all of it."""

BY_A_SEAT = (
    "show {} --as Q", "legal {} --as Q", "log {} --as Q", "back {} --by Q", "agree {} P1 --by Q",
    'amend {} 2 "A plays 5" --by Q', "correct {} weather=1 --by Q", "house {} minimum_speed=1 --by Q",
    "house {} minimum_speed=1 --agreed Q", "seal {} Q 5", "dispute {} --topic fork --question why --by Q",
    "leave {} Q", "leave {} A --by Q", "close {} --by Q --yes",
)  # fmt: skip
"""Every command that takes a seat."""

OF_A_GAME = (
    "new {} --seats A,B,C", "play {} --seats A,B,C", "games {}", "events {}", "demo {}",
    "simulate {} --out o", "study {} --vary x --out o", "rule nothing --game {}",
)  # fmt: skip
"""Every command that takes a game."""

NOTHING_THERE = (
    "back {} --to 99", 'amend {} 99 "A plays 5"', "dispute {} --at 99", "show {} --at 99",
    "replay {} --to 99",
    "result {} --at 99", "legal {} --at 99", "whatif {} --at 99 --option minimum_speed=1",
    "agree {} P99 --by A", "correct {} moon=1", "correct {} weather=77", "house {} moon=1",
    "house {} minimum_speed=77", "dispute {} --topic moon", "new niagara --seats A,B,C --edition moon",
    "new niagara --seats A,B,C --option moon=1", "do {} A flies", "rule NIA-MOON-99",
)  # fmt: skip
"""What names an entry, a proposal, a fact, an option, a value."""

REFUSED = (
    "do {} A plays 5", 'amend {} 1 "A plays 5"', "again {}", "new niagara --seats A",
    "new niagara --seats A,B,C --table {}", "leave {} C --back", "do {} B plays 4 --seen 99", "rename {} {}",
    "rename {} a/b",
)  # fmt: skip
"""What is understood, and a rule forbids, or is decided on what is past."""


WRITES = (
    "do {} B plays 3", "back {}", 'amend {} 2 "A plays 5"', "correct {} weather=1",
    "house {} minimum_speed=1", "seal {} B 5", "dispute {} --topic fork --question why", "leave {} C",
    "close {} --yes", "rename {} other", "delete {} --yes {}", "new niagara --seats A,B,C",
)  # fmt: skip
"""What writes to the tables."""

WRONG = ("noise", "words", "nothing", "another game", "a wrong act", "a wrong card")
"""What may be wrong with a file."""


@pytest.fixture
def code(run, evening):
    """Call a command at the table of an evening at which one card lies; give its exit code."""
    run("do", evening, "A plays 4")
    return lambda line, *names: run(*shlex.split(line.replace("{}", (names or (evening,))[0]))).code


@pytest.mark.parametrize("line", OF_A_TABLE)
def test_a_table_that_is_not_there(code, line):
    assert USAGE == code(line, "nowhere")


@pytest.mark.parametrize("line", OF_A_TABLE)
def test_no_database(run, place, line):
    where = place / "none.db"
    assert USAGE == run("--db", where, *shlex.split(line.replace("{}", "evening"))).code
    assert not where.exists()


@pytest.mark.parametrize("line", [*OF_A_TABLE, "tables", "witness notes", "audit --all"])
def test_a_database_that_is_none(run, place, line):
    (place / "x.db").write_bytes(b"no tables in here" * 99)
    assert USAGE == run("--db", place / "x.db", *shlex.split(line.replace("{}", "evening"))).code


@pytest.mark.parametrize("line", WRITES)
def test_a_database_that_is_busy(code, place, monkeypatch, line):
    """Another program holds it; a moment later the same is done."""
    patience = {"create": True, "busy_seconds": 0.02}
    monkeypatch.setattr("events.stores.sqlite.SqliteStore.__init__.__kwdefaults__", patience)
    with closing(sqlite3.connect(place / "tables.db", isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        assert USAGE == code(line)
    assert FINE == code(line)


@pytest.mark.parametrize("line", BY_A_SEAT)
def test_a_seat_that_is_not_there(code, line):
    assert USAGE == code(line)


@pytest.mark.parametrize("line", OF_A_GAME)
def test_a_game_that_is_not_there(code, line):
    assert USAGE == code(line, "chess")


@pytest.mark.parametrize("line", NOTHING_THERE)
def test_what_names_nothing(code, line):
    assert USAGE == code(line)


@pytest.mark.parametrize("line", REFUSED)
def test_what_a_rule_forbids(code, line):
    assert NO == code(line)


@pytest.mark.parametrize("line", OF_A_LOG)
def test_a_file_that_cannot_be_read(code, place, line):
    (place / "folder.jsonl").mkdir()
    assert (USAGE, USAGE) == (code(line, "missing.jsonl"), code(line, "folder.jsonl"))


@pytest.mark.parametrize("line", OF_A_LOG)
@pytest.mark.parametrize(
    "wrong", ["noise", "words", "nothing", "another game", "a wrong act", "a wrong card"]
)
def test_a_file_that_says_what_cannot_be(code, record, place, line, wrong):
    acts = {
        "another game": ({**OPENED, "game": "chess"},),
        "a wrong act": (OPENED, {"type": "turn_ended", "seat": "A"}),
        "a wrong card": (OPENED, {"type": "paddle_chosen", "seat": "A", "card": 9}),
    }
    texts = {"noise": b"\xff\x00\xfe" * 50, "words": b"hello world\n", "nothing": b""}
    if wrong in acts:
        file = record(*acts[wrong])
    else:
        file = place / "wrong.jsonl"
        file.write_bytes(texts[wrong])
    assert NO == code(line, str(file))


@pytest.mark.parametrize("line", OF_A_LOG)
def test_a_log_that_is_damaged(run, code, evening, place, line):
    """Entry 2 is not as it was written."""
    run("export", evening, "--out", "log.jsonl")
    text = (place / "log.jsonl").read_text().replace('"card":4', '"card":5')
    (place / "log.jsonl").write_text(text)
    assert DAMAGED == code(line, "log.jsonl")


@pytest.mark.parametrize("line", OF_A_LOG)
def test_standard_input_is_a_file_like_any_other(run, record, line):
    text = record(OPENED, {"type": "paddle_chosen", "seat": "A", "card": 4}).read_text()
    wrong = text + '{"type":"paddle_chosen","seat":"A","card":5}\n'
    words = shlex.split(line.replace("{}", "-"))
    again = ("--table", "again") if words[0] == "import" else ()
    assert (FINE, NO) == (run(*words, stdin=text).code, run(*words, *again, stdin=wrong).code)


def test_notes_of_a_witness_pass_by_the_standard_streams(run, evening):
    """Written to one, and proved from the other; a file kept both ways is a file."""
    notes = run("witness", "-").out
    assert FINE == run("witness", "-", "--check", stdin=notes).code
    forged = notes.replace('"revision":1', '"revision":2')
    assert DAMAGED == run("witness", "-", "--check", stdin=forged).code
    assert USAGE == run("sync", "-").code


def test_the_walkthrough_says_what_the_codes_mean():
    guide = (ROOT / "cli" / "WALKTHROUGH.md").read_text().splitlines()
    (line,) = (line for line in guide if line.startswith("Exit codes: "))
    assert all(f"{code} " in line for code in EXIT_CODES)


def test_what_is_advised_is_meant_for_the_database_that_was_named(run, place):
    there = place / "other evening.db"
    run("new", "niagara", "--seats", "A,B,C", "--table", "evening", "--db", there)
    for card in (4, 3, 2):
        run("do", "evening", f"{'ABC'[4 - card]} plays {card}", "--db", there)
    refused = run("do", "evening", "A1 launch to S3", "--db", there).err
    advised = [line.strip() for line in refused.splitlines() if line.strip().startswith("referee ")]
    assert advised
    before = there.read_bytes()
    for line in advised:
        assert "--db" in line
        there.write_bytes(before)
        assert FINE == run(*shlex.split(line)[1:]).code
    told = run("do", "evening", "A flies", "--db", there, "--json").object
    assert f"referee legal --db '{there}' evening" == told["hint"]
