"""All tables into another file, and back."""

import sqlite3
from contextlib import closing


def test_tables_are_copied_and_can_be_played_on_there(run, first_turn, place):
    other = place / "other.db"
    done = run("copy", place / "tables.db", other)
    assert (0, "evening: ") == (done.code, done.out[:9])
    assert run("log", "evening").out == run("log", "evening", "--db", other).out
    assert "there already" in run("copy", place / "tables.db", other).out
    assert 0 == run("audit", "evening", "--db", other).code


def test_a_copy_tells_programs_what_became_of_each_table(run, first_turn, place):
    told = run("copy", place / "tables.db", place / "other.db", "--json").object
    assert ("evening", "copied", None, []) == tuple(
        told[name] for name in ("table", "outcome", "damaged", "findings")
    )
    assert told["entries"] == told["written"] > 0


def test_a_damaged_table_is_not_copied(run, first_turn, place):
    with closing(sqlite3.connect(place / "tables.db")) as db, db:
        db.execute("UPDATE log SET line = replace(line, 'niagara', 'Niagara') WHERE seq = 1")
    done = run("copy", place / "tables.db", place / "other.db")
    assert 3 == done.code
    assert "evening: not copied. It is damaged here:" in done.out


def test_where_there_are_no_tables_nothing_is_copied(run, place):
    done = run("copy", place / "none.db", place / "other.db")
    assert 2 == done.code
    assert "none.db" in done.err
    assert not (place / "other.db").exists()


def test_a_database_that_cannot_be_reached_is_named_without_its_password(run, first_turn, place):
    done = run("copy", place / "tables.db", "postgresql://me:hush@127.0.0.1:1/tables")
    assert 2 == done.code
    assert "postgresql://me@127.0.0.1:1/tables cannot be opened" in done.err
    assert "hush" not in done.err
