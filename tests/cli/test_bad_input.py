"""Bad input: one clear message with where and what to do, nothing lost, no traceback."""

import json
import os
import sqlite3
import stat
from contextlib import closing
from itertools import cycle

import pytest

from referee.l10n import LANGUAGES
from referee.service.answers.verdicts import Refusal
from tests.cli.conftest import DEMO, OPENED

CARD = {"type": "paddle_chosen", "seat": "A", "card": 4}

LAID = [{**CARD, "seat": seat} for seat in "ABC"]

REFUSED = {
    "an unknown seat": ([OPENED, {**CARD, "seat": "Z"}], 2, "TAB-SEAT-01"),
    "a seat out of turn": (
        [OPENED, *LAID, {"type": "canoe_moved", "seat": "B", "canoe": 1, "to": "S4"}],
        5,
        "NIA-ROUND-02",
    ),
    "two openings": ([OPENED, OPENED], 2, "TAB-OPEN-05"),
    "an unknown game": ([{**OPENED, "game": "chess"}], 1, "TAB-OPEN-01"),
    "an unknown edition": ([{**OPENED, "edition": "xx"}], 1, "TAB-OPEN-03"),
    "an unknown option": ([{**OPENED, "options": {"wind": 1}}], 1, "TAB-OPEN-03"),
    "an unknown value": ([{**OPENED, "options": {"minimum_speed": 9}}], 1, "TAB-OPEN-03"),
    "two players": ([{**OPENED, "seats": ["A", "B"]}], 1, "NIA-SETUP-01"),
    "six players": ([{**OPENED, "seats": list("ABCDEF")}], 1, "NIA-SETUP-01"),
    "two seats alike": ([{**OPENED, "seats": ["A", "A", "B"]}], 1, "TAB-OPEN-02"),
    "a seat nobody can see": ([{**OPENED, "seats": ["A", "A\u200b", "B"]}], 1, "TAB-OPEN-02"),
    "an action before the opening": ([CARD], 1, "TAB-OPEN-05"),
    "a consequence nobody derived": (
        [OPENED, {"type": "round_ended", "round": 1, "ring": "B"}],
        2,
        "TAB-REC-01",
    ),
}  # fmt: skip

MALFORMED = {
    "malformed JSON": b'{"type":',
    "no object": b"[1, 2]",
    "an unknown type": b'{"type":"dragon_flew"}',
    "an unknown field": b'{"type":"paddle_chosen","seat":"A","card":4,"mood":"good"}',
    "a missing field": b'{"type":"paddle_chosen","seat":"A"}',
    "a wrong type": b'{"type":"paddle_chosen","seat":7,"card":4}',
    "a number out of range": b'{"type":"paddle_chosen","seat":"A","card":8}',
    "a huge number": b'{"type":"paddle_chosen","seat":"A","card":1e999}',
    "an unknown space": b'{"type":"canoe_moved","seat":"A","canoe":1,"to":"S9"}',
    "no text": b"\xff\xfe\x00\x80",
    "deep nesting": b"[" * 5000,
}


@pytest.mark.parametrize("case", REFUSED, ids=str)
def test_a_line_the_rules_forbid_cites_its_rule(run, record, case):
    """File, line, rule; then a sentence."""
    lines, at, rule = REFUSED[case]
    path = record(*lines)
    done = run("check", path)
    assert 1 == done.code
    assert done.err.startswith(f"{path}:{at}: ")
    assert rule in done.err.splitlines()[0]


@pytest.mark.parametrize("case", MALFORMED, ids=str)
def test_a_line_that_is_no_event_is_malformed(run, place, case):
    path = place / "game.jsonl"
    path.write_bytes(
        json.dumps(OPENED).encode() + b"\n" + MALFORMED[case] + b"\n" + json.dumps(CARD).encode() + b"\n"
    )
    done = run("check", path, "--keep-going")
    assert (1, f"{path}: 2 accepted, 0 refused, 1 malformed.\n") == done[:2]
    assert done.err.startswith(f"{path}:2: ")


@pytest.mark.parametrize("case", MALFORMED, ids=str)
def test_an_event_that_is_none_writes_nothing(run, evening, case):
    text = MALFORMED[case].decode("latin-1")
    done = run("do", evening, "--event", text)
    assert 2 == done.code
    assert 1 == run("show", evening, "--json").object["revision"]


def test_an_action_after_the_end_is_refused(run, place):
    kept = [line for n, line in enumerate(DEMO.read_text().splitlines(), 1) if n != 43]
    (place / "over.jsonl").write_text("\n".join([*kept, json.dumps(CARD)]) + "\n")
    done = run("check", "over.jsonl")
    assert 1 == done.code
    assert done.err.startswith("over.jsonl:125: NIA-END-01 The game is over.")


@pytest.mark.parametrize("command", ["check", "show", "log", "legal", "audit", "replay", "import", "export"])
@pytest.mark.parametrize(
    ("content", "codes"),
    [
        (b"", {1, 2}),
        (b"\n\n", {1, 2}),
        (b"\x00\xff\xfe", {1, 3}),
        (b"hello\n", {1, 3}),
        (b'{"type":"x"}\n', {1, 3}),
    ],
    ids=["empty", "blank lines", "no text", "prose", "no opening"],
)
def test_a_file_that_is_no_log_is_named(run, place, command, content, codes):
    (place / "odd.jsonl").write_bytes(content)
    done = run(command, "odd.jsonl")
    assert done.code in codes
    assert "odd.jsonl" in done.err or "table_opened" in done.err


@pytest.mark.parametrize("command", ["check", "show", "log", "legal", "audit", "replay", "import"])
def test_a_log_from_a_newer_version_is_4(run, record, command):
    done = run(command, record({**OPENED, "rules_version": 99}))
    assert 4 == done.code
    assert "newer version" in done.err


@pytest.mark.parametrize("command", ["check", "show", "import"])
def test_a_file_that_is_not_there_is_named(run, command):
    done = run(command, "nowhere.jsonl")
    assert 2 == done.code
    assert "nowhere.jsonl" in done.err


def test_a_folder_is_no_file(run, place):
    done = run("check", place)
    assert 2 == done.code
    assert str(place) in done.err


def test_an_unknown_table_names_the_ones_like_it(run, evening):
    done = run("show", "evenin")
    assert 2 == done.code
    assert 'there is no table "evenin". Tables: evening.' in done.err


def test_a_locked_database_says_so_and_keeps_its_tables(run, evening, place, monkeypatch):
    monkeypatch.setattr(
        "events.stores.sqlite.SqliteStore.__init__.__kwdefaults__", {"create": True, "busy_seconds": 0.1}
    )
    with closing(sqlite3.connect(place / "tables.db", isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        done = run("do", evening, "A plays 4")
    assert 2 == done.code
    assert "error: " in done.err
    assert 0 == run("do", evening, "A plays 4").code


@pytest.mark.skipif(os.geteuid() == 0, reason="the superuser may write everywhere")
def test_a_read_only_database_says_so(run, evening, place):
    for path in place.glob("tables.db*"):
        path.chmod(stat.S_IRUSR)
    place.chmod(stat.S_IRUSR | stat.S_IXUSR)
    done = run("do", evening, "A plays 4")
    place.chmod(stat.S_IRWXU)
    assert 2 == done.code
    assert "error: " in done.err


def test_a_full_disk_says_so_and_half_writes_nothing(run, evening, place, monkeypatch):
    connect = sqlite3.connect

    def cramped(*args, **how):
        db = connect(*args, **how)
        pages = db.execute("PRAGMA page_count").fetchone()[0]
        db.execute(f"PRAGMA max_page_count = {pages}")
        return db

    codes = []
    with monkeypatch.context() as patched:
        patched.setattr("sqlite3.connect", cramped)
        for number in range(200):
            done = run("house", evening, f"minimum_speed={number % 2}", "--reason", "x" * 500)
            codes.append(done.code)
            if done.code:
                break
    assert 2 == codes[-1]
    assert "error: " in done.err
    assert len(codes) == run("show", evening, "--json").object["revision"]
    assert 0 == run("audit", evening).code


def test_a_file_that_is_no_database_is_named(run, place):
    (place / "photo.jpg").write_bytes(b"\xff\xd8 not a database" * 100)
    done = run("tables", "--db", place / "photo.jpg")
    assert 2 == done.code
    assert "photo.jpg" in done.err


def test_a_database_of_another_program_is_left_alone(run, place):
    with closing(sqlite3.connect(place / "other.db", isolation_level=None)) as db:
        db.execute("CREATE TABLE recipes (name TEXT)")
    before = (place / "other.db").read_bytes()
    done = run("new", "niagara", "--seats", "A,B,C", "--db", place / "other.db")
    assert 2 == done.code
    assert before == (place / "other.db").read_bytes()


def test_an_error_in_json_is_one_object(run):
    done = run("show", "nothing", "--json")
    assert (2, "") == (done.code, done.err)
    assert {"verdict", "error", "message", "hint", "exit"} == set(done.object)


WRONG_USAGE = (
    ("do", "evening"), ("do", "evening", "A plays 4", "--event", "{}"), ("do", "evening", "A", "plays"),
    ("house", "evening", "wind"), ("correct", "evening", "wind"), ("show", "evening", "--at"),
    ("rule", "NIA-XXX-99"), ("rule", "--game", "chess"), ("demo", "chess"), ("games", "--nope"),
    ("new", "chess", "--seats", "A,B,C"), ("simulate", "chess", "--out", "x"), ("gmes",), ("import",),
    ("games", "--lang", "tlh"), ("export", "evening", "--to", "pdf"), ("back", "evening", "--to", "x"),
    ("lake", "x", "--race", "9"), ("log", "evening", "--last", "0"), ("games", "--json=x"),
    ("show", "evening", "--at", "9" * 30), ("show", "evening", "--at", "9" * 5000),
    ("simulate", "niagara", "--games", "9" * 30, "--out", "x"),
)  # fmt: skip


@pytest.mark.parametrize(
    ("args", "lang"),
    [*zip(WRONG_USAGE, cycle(LANGUAGES))],
    ids=lambda each: each if isinstance(each, str) else " ".join(each)[:60],
)
def test_wrong_usage_is_2_and_says_what_is_right(run, evening, monkeypatch, args, lang):
    """Exit code 2, a sentence and what to do next, nothing on stdout; in JSON one object.

    What the API refuses is refused here, too, with more fields.
    """
    monkeypatch.setenv("REFEREE_LANG", lang)
    done = run(*args)
    assert (2, "") == (done.code, done.out)
    assert 2 == len(done.err.splitlines())
    assert "referee " in done.err.splitlines()[1]
    error, told = {"verdict", "error", "message", "hint", "exit"}, {*run("--json", *args).object}
    assert error <= told <= error | {*Refusal.__struct_fields__}


NO_JSON = {
    "words": b"hello\n",
    "a list": b"[1, 2]\n",
    "a line that breaks off": b'{"type":"table_opened","game":"niagara"\n',
    "an opening without a game": b'{"type":"table_opened","seats":["A","B","C"]}\n',
    "a type that is none": b'{"type":3}\n',
    "words after an opening": b'{"type":"table_opened","game":"niagara","seats":["A","B","C"]}\nhello\n',
    "a key twice": b'{"type":"table_opened","game":"niagara","game":"niagara","seats":["A","B","C"]}\n',
    "JSON in a text": b'Game: Niagara\nSeats: A, B, C\n{"type": "turn_ended" "seat": "A"}\n',
    "a header without seats": b"Game: Niagara\n\nA plays 4\n",
}  # fmt: skip
OF_A_DECODER = ("JSON is malformed", "invalid character", "was truncated", "Expected `", "`$", "(byte ")


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("called", NO_JSON)
def test_what_is_no_json_is_told_to_people_and_not_in_the_words_of_a_decoder(run, place, called, lang):
    (place / "wrong.txt").write_bytes(NO_JSON[called])
    for command in ("check", "import", "show", "audit"):
        done = run(command, "wrong.txt", "--lang", lang)
        assert (1, []) == (done.code, [words for words in OF_A_DECODER if words in done.out + done.err])


@pytest.mark.parametrize(
    "args",
    [("show", "ev\udcffe"), ("do", "evening", '{"type":"remarked","text":"\udcff"}'), ("head", "\ud800")],
    ids=["a table", "an event", "half a sign"],
)
def test_what_is_no_text_is_refused_and_no_error_of_ours(run, evening, args):
    done = run(*args)
    assert (2, True) == (done.code, "is no text in UTF-8" in done.err), done.err
    assert 1 == len(run("export", evening).out.splitlines())
