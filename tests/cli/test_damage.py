"""What was done to a database or a file since is said at once: which entry, what happened, exit code 3."""

import sqlite3
from contextlib import closing

import pytest

from tests.cli.conftest import DEMO

LOOKS = ("show", "log", "audit", "export", "result", "head", "whatif --at 2 --option minimum_speed=1")


@pytest.fixture
def tampered(run, first_turn, place):
    """Change the database behind the program's back; give what calls it then."""

    def call(sql, *args):
        with closing(sqlite3.connect(place / "tables.db")) as db:
            db.executescript(sql)
        return run(*args)

    return call


@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize(
    ("sql", "said"),
    [
        ("DROP TABLE log", "no such table: log"),
        ("DROP TABLE table_heads", "no such table: "),
        ("PRAGMA legacy_alter_table = 1; ALTER TABLE log RENAME COLUMN line TO text", "no such column: "),
        ("UPDATE table_heads SET revision = 0", "Beside the log of evening there is more"),
        ("UPDATE table_heads SET revision = 99", "99 were written"),
        ("UPDATE table_heads SET name = 'morning'", "they are kept as: morning"),
        ("DELETE FROM table_heads", "no head that counts them"),
        ("DELETE FROM log WHERE seq = 1", "ntry 1"),
    ],
)
def test_a_damaged_database_is_3_and_says_what_is_wrong(tampered, look, sql, said):
    command, *options = look.split()
    done = tampered(sql, command, "evening", *options)
    assert 3 == done.code
    assert said in done.err + done.out


@pytest.mark.parametrize("command", ["do", "back"])
def test_nothing_is_written_to_a_damaged_table(tampered, run, command):
    done = tampered(
        "UPDATE table_heads SET revision = 2", command, "evening", *["A ends turn"][command == "back" :]
    )
    assert 3 == done.code
    assert 3 == run("audit", "evening").code


def test_the_doctor_finds_every_damaged_table(tampered):
    done = tampered("DELETE FROM table_heads", "doctor")
    assert 1 == done.code
    assert "!!  evening" in done.out


def test_a_kept_answer_that_was_changed_is_found(tampered, run):
    run("do", "evening", "A1 launch to S4", "--key", "k1")
    done = tampered(
        "UPDATE submissions SET answer = replace(answer, '5', '6') WHERE key = 'k1'", "audit", "evening"
    )
    assert 3 == done.code
    assert "is not the one that was given" in done.out


@pytest.fixture
def exported(run, first_turn, place):
    """Export a table; give the file."""
    path = place / "evening.jsonl"
    path.write_text(run("export", "evening").out)
    return path


@pytest.mark.parametrize("command", ["audit", "check"])
@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda file: b"\xef\xbb\xbf" + file, "byte order mark"),
        (lambda file: file.replace(b"\n", b"\r\n"), "carriage return"),
        (lambda file: file + b"\n", "empty line"),
        (lambda file: file[:-1], "the file was cut there"),
        (lambda file: file[:-30], "is torn"),
        (lambda file: file.replace(b'"by":"A"', b'"by":"A","by":"A"', 1), "the key `by` stands twice"),
        (lambda file: file.replace(b'"by":', b'"by": ', 1), "not byte for byte"),
        (lambda file: file.replace(b'"by":"A"', b'"by":"B"', 1), "its hash does not fit"),
    ],
    ids=["bom", "crlf", "blank", "no end", "torn", "twice", "rewritten", "edited"],
)
def test_an_exported_file_that_was_changed_is_3(run, exported, command, change, said):
    exported.write_bytes(change(exported.read_bytes()))
    done = run(command, exported)
    assert 3 == done.code
    assert said in done.err + done.out


def test_a_record_may_come_from_any_editor(run, place):
    lines = [line for n, line in enumerate(DEMO.read_bytes().splitlines(), 1) if n != 43]
    (place / "notes.jsonl").write_bytes(b"\xef\xbb\xbf" + b"\r\n\r\n".join(lines))
    assert 0 == run("check", "notes.jsonl").code


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (b'{"type":"paddle_chosen","seat":"A","seat":"B","card":4}', "the key `seat` stands twice"),
        (b'{"type":"corrected","position":{"round":100000000000000000000000}}', "is too large"),
        (b'{"type":"corrected","position":{"round":-5}}', "position.round of corrected can be"),
    ],
)
def test_a_line_of_a_record_that_two_readers_might_read_differently_is_named(run, record, line, said):
    path = record({"type": "table_opened", "game": "niagara", "seats": ["A", "B", "C"]})
    with path.open("ab") as file:
        file.write(line + b"\n")
    done = run("check", path)
    assert 1 == done.code
    assert done.err.startswith(f"{path}:2: ")
    assert said in done.err


NAMES = [
    "../x",
    "a/b",
    "x" * 65,
    "x" * 10_000,
    "a\x1b[31mb",
    "a\tb",
    " ",
    "-rf",
    ".hidden",
    "game.jsonl",
    "a\u202eb",
]


@pytest.mark.parametrize("name", NAMES, ids=ascii)
def test_a_table_is_not_called_what_nobody_could_type_or_see(run, name):
    done = run("new", "niagara", "--seats", "A,B,C", f"--table={name}")
    assert 1 == done.code
    assert "TAB-OPEN-02" in done.err
    assert "\x1b" not in done.err
    assert len(done.err) < 2000
    assert "" == run("tables").out


@pytest.mark.parametrize("name", ["../x", "x" * 10_000, "a\x1b[31mb"], ids=ascii)
def test_a_log_of_such_a_name_is_not_taken_in(run, exported, name):
    """Under another it is."""
    from events.envelope import NO_HASH, make_entry
    from referee.service.files.file_lines import FileLog
    from referee.service.logs.replay import states

    digest, lines = NO_HASH, []
    for seq, entry, _ in states(FileLog(exported)):
        line, digest = make_entry(seq, name, entry.at, entry.by, entry.kind, entry.cause, entry.event, digest)
        lines.append(line + b"\n")
    exported.write_bytes(b"".join(lines))
    assert 1 == run("import", exported).code
    assert 0 == run("import", exported, "--table", "other").code


def test_all_tables_are_audited_at_once(run, evening, tmp_path):
    """The damaged one is named, the others are sound; a table that is damaged decides the exit code."""
    assert 0 == run("new", "niagara", "--seats", "A,B,C", "--table", "other").code
    done = run("audit", "--all")
    assert (0, "2 tables audited, 0 with differences.\n") == (done.code, done.out)
    assert [True, True] == [each["sound"] for each in run("audit", "--all", "--json").objects]
