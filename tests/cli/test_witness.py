"""Heads noted down, one by one or of all tables in a file, and proved later."""

import sqlite3
from contextlib import closing

import pytest


@pytest.fixture(autouse=True)
def machine(monkeypatch, tmp_path):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))


def test_all_noted_heads_are_proved_at_once(run, first_turn):
    whole, log = run("head", "evening").out.strip(), run("head", "evening", "--json").object
    assert whole == log["whole"]
    proved = run("audit", "evening", "--head", whole, "--head", log["head"], "--json")
    assert (0, [log["revision"]] * 2) == (proved.code, [each["seq"] for each in proved.objects])
    assert 1 == run("audit", "evening", "--head", whole, "--head", "f" * 64).code


def test_a_file_has_the_head_of_its_log(run, first_turn, place):
    run("export", "evening", "--to", "jsonl", "--out", "evening.jsonl")
    exported = run("head", "evening.jsonl", "--json").object
    assert (run("head", "evening", "--json").object["head"], None) == (exported["head"], exported["whole"])
    assert exported["head"] == run("head", "evening.jsonl").out.strip()


def test_a_witness_notes_all_tables_and_proves_them_later(run, first_turn, place):
    for _ in range(2):
        assert "evening: noted at entry" in run("witness", "heads.jsonl").out
    done = run("witness", "heads.jsonl", "--check")
    assert (0, "evening: 2 notes, and all of it still holds.\n") == (done.code, done.out)
    told = run("witness", "heads.jsonl", "--check", "--json").object
    assert {"table": "evening", "noted": 2, "lost": []} == told


def test_a_witness_says_what_does_not_hold(run, first_turn, place):
    run("witness", "heads.jsonl")
    for path in place.glob("tables.db*"):
        path.unlink()
    run("new", "niagara", "--seats", "A,B,C", "--table", "evening")
    done = run("witness", "heads.jsonl", "--check")
    assert (1, True) == (done.code, "is no part of it any more" in done.out)


def test_notes_that_were_changed_are_damage(run, first_turn, place):
    run("witness", "heads.jsonl")
    other = run("witness", "heads.jsonl", "--check", "--key", "other.key")
    (place / "heads.jsonl").write_bytes(b"what?\n")
    for done in (other, run("witness", "heads.jsonl", "--check"), run("witness", "heads.jsonl")):
        assert (3, True) == (done.code, "heads.jsonl: line 1" in done.err)


def test_what_is_damaged_is_not_witnessed(run, first_turn, place):
    with closing(sqlite3.connect(place / "tables.db")) as db, db:
        db.execute("UPDATE log SET line = replace(line, 'niagara', 'Niagara') WHERE seq = 1")
    assert 3 == run("witness", "heads.jsonl").code
    assert not (place / "heads.jsonl").exists()


def test_notes_that_are_not_there_cannot_be_proved(run, first_turn, place):
    done = run("witness", "nowhere.jsonl", "--check")
    assert (2, True) == (done.code, "nowhere.jsonl" in done.err)


def test_the_short_code_of_a_report_is_proved(run):
    assert 0 == run("new", "powerboats", "--seats", "A,B,C", "--table", "lake").code
    report = run("report", "lake").out
    code = report.rpartition("Short code: ")[2][:19]
    for noted in (code, code.replace("-", " ").upper()):
        done = run("audit", "lake", "--head", noted, "--json")
        assert (0, True) == (done.code, done.object["seq"] > 0)
    assert 2 == run("audit", "evening", "--head", code[:14]).code


def test_no_code_is_told_of_a_log_that_hides_a_card(run, first_turn):
    report = run("report", first_turn).out
    assert "Short code" not in report
    assert "when nothing in it is secret any more" in report
