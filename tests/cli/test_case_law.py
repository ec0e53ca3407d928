"""Case law at the terminal: what all tables decided, rulings of other groups, precedents beside an answer."""

import json
import re
import sqlite3
from contextlib import closing
from html import unescape

import pytest

from referee.languages import LANGUAGES
from tests.architecture.sources import ROOT
from tests.cli.conftest import DISPUTED

GOING_ON = ROOT / "fixtures" / "games" / "lifeboat" / "disputed-5p-en.jsonl"
NAMES = ("Amara", "Bogdan", "Céline", "大伟", "friday")
QUESTION = ("niagara", "A1 at S3 with a diamond", "B2 up to S3, steal from A1")


@pytest.fixture(autouse=True)
def cache(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


@pytest.fixture
def friday(run):
    assert run("import", DISPUTED, "--table", "friday").code == 0
    return "friday"


@pytest.fixture
def theirs(run, friday):
    """Write what the group decided into a file, and leave for a group without tables."""
    run("rulings", friday, "--export", "D1", "--out", "theirs.md")
    return ("--db", "other.db")


def named_in(text):
    return [name for name in NAMES if name in text]


def test_all_settled_disputes_are_written_as_ruling_files(run, friday, tmp_path):
    done = run("rulings", "--all", "--out", "ours.md")
    text = (tmp_path / "ours.md").read_text("utf-8")
    assert (0, 2, []) == (done.code, len(re.findall("^# T-", text, re.MULTILINE)), named_in(text))
    assert run("rulings", "--all").out == text
    assert run("rulings", "--all", "--out", "ours.md").code == 1


def test_all_settled_disputes_are_written_as_json_lines(run, friday):
    done = run("rulings", "--all", "--to", "jsonl")
    assert [("niagara", "zh", "table")] * 2 == [(o["game"], o["edition"], o["basis"]) for o in done.objects]
    assert [*LANGUAGES] == [*done.objects[0]["question"]]
    assert "canoe_moved" == done.objects[0]["acts"][0]["events"][-1]["type"]
    assert done.out == run("rulings", "--all", "--json").out
    assert [] == named_in(done.out)


def test_what_a_game_hides_that_goes_on_is_left_out_and_said(run, tmp_path):
    lines = GOING_ON.read_text("utf-8").splitlines(keepends=True)[:130]
    (tmp_path / "saturday.jsonl").write_text("".join(lines), "utf-8")
    run("import", "saturday.jsonl")
    done = run("rulings", "--all", "--json")
    assert ("", True) == (done.out, "saturday: 1 settled dispute is left out" in done.err), done.err


@pytest.mark.parametrize(("record", "last"), [(GOING_ON, 130), (DISPUTED, 130)])
@pytest.mark.parametrize("out", [(), ("--json",), ("--out", "d1.md")])
def test_what_lies_face_down_is_written_in_no_file_of_one_dispute(run, tmp_path, record, last, out):
    """Neither from a table nor from its file: the same is left out as of all tables."""
    lines = record.read_text("utf-8").splitlines(keepends=True)[:last]
    (tmp_path / "saturday.jsonl").write_text("".join(lines), "utf-8")
    run("import", "saturday.jsonl")
    for source in ("saturday", "saturday.jsonl"):
        done = run("rulings", source, "--export", "D1", *out)
        told = done.out + done.err
        assert (1, False) == (done.code, (tmp_path / "d1.md").exists())
        assert ("cards that still lie face down" in told, "paddle_chosen" in told) == (True, False)


def test_a_card_taken_back_face_down_is_not_in_the_list_of_disputes(run, evening):
    """Neither in words nor in JSON: the act in dispute is read from the log, where the others see no card."""
    for line in ("A plays 4", "B plays 3"):
        run("do", evening, line)
    run("dispute", evening, "--at", "3", "--question", "so?", "--decide", "stands")
    run("back", evening, "--to", "2")
    run("again", evening, "--skip")
    (told,) = run("rulings", evening, "--json").objects
    assert {"type": "paddle_chosen", "seat": "B", "card": None} == told["opened"]["act"]
    assert "This is about: Ben lays a card face down" in run("rulings", evening).out
    assert 1 == run("rulings", evening, "--export", "D1").code


def test_a_dispute_is_written_as_soon_as_its_cards_are_turned_up(run, tmp_path):
    lines = DISPUTED.read_text("utf-8").splitlines(keepends=True)[:140]
    (tmp_path / "saturday.jsonl").write_text("".join(lines), "utf-8")
    assert "paddle_chosen" in run("rulings", "saturday.jsonl", "--export", "D1").out


def test_a_table_that_cannot_be_read_is_named_and_the_others_are_written(run, friday, tmp_path):
    run("import", GOING_ON, "--table", "broken")
    with closing(sqlite3.connect(tmp_path / "tables.db", isolation_level=None)) as db:
        broken = db.execute("SELECT id FROM table_heads WHERE name = 'broken'").fetchone()
        db.execute("UPDATE log SET line = replace(line, 'Ben', 'Bob') WHERE table_id = ?", broken)
    done = run("rulings", "--all", "--json")
    assert (2, True) == (len(done.objects), "broken cannot be read" in done.err)


def test_without_a_settled_dispute_there_is_nothing(run, evening):
    done = run("rulings", "--all")
    assert ("", "No table has a settled dispute.\n", 0) == (done.out, done.err, done.code)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_an_answer_names_what_ones_tables_decided(run, friday, lang):
    done = run("ask", *QUESTION, "--json", "--lang", lang)
    decided = [each for each in done.object["precedents"] if each["origin"] == "tables"]
    assert "NIA-STEAL-01" in decided[0]["rules"]
    assert [] == named_in(done.out)
    plain = " ".join(run("ask", *QUESTION, "--lang", lang).out.split()).replace(" ", "")
    assert decided[0]["whose"].replace(" ", "") in plain


def test_an_answer_is_the_same_with_and_without_case_law(run, friday):
    told = run("ask", *QUESTION, "--json").object
    alone = run("ask", *QUESTION, "--json", "--db", "none.db").object
    told["precedents"] = [each for each in told["precedents"] if each["origin"] == "book"]
    assert alone == told


def test_a_store_that_cannot_be_read_leaves_the_answer(run, tmp_path):
    (tmp_path / "tables.db").write_text("no database")
    done = run("ask", *QUESTION)
    assert ("NIA-STEAL" in done.out, "tables.db" in done.err) == (True, True)


def test_a_ruling_is_handed_over_listed_named_in_an_answer_and_removed(run, theirs):
    taken = run("rulings", "--take", "theirs.md", *theirs)
    assert (0, "Taken from theirs.md: G-") == (taken.code, taken.out[:24])
    assert "Taken before" in run("rulings", "--take", "theirs.md", *theirs).out
    listed = run("rulings", "--taken", *theirs).out
    assert "Another group's ruling, from “theirs.md”" in listed
    (precedent,) = [
        each for each in run("ask", *QUESTION, *theirs, "--json").object["precedents"] if each["file"]
    ]
    assert ("group", "theirs.md") == (precedent["origin"], precedent["file"])
    assert run("rulings", "--remove", precedent["name"], *theirs).code == 0
    assert "No ruling of another group was taken." in run("rulings", "--taken", *theirs).err


def test_a_folder_of_rulings_is_taken_whole(run, theirs, tmp_path):
    (tmp_path / "folder").mkdir()
    run("rulings", "--all", "--out", "folder/all.md")
    assert 2 == len(run("rulings", "--take", "folder", *theirs, "--json").objects)
    assert run("rulings", "--take", "folder", "--take", "theirs.md", *theirs).code == 0
    (tmp_path / "empty").mkdir()
    assert "no ruling files" in run("rulings", "--take", "empty", *theirs).err


def test_of_good_and_bad_files_none_is_taken(run, theirs, tmp_path):
    (tmp_path / "bad.md").write_text("# not\na ruling")
    done = run("rulings", "--take", "theirs.md", "--take", "bad.md", *theirs)
    assert (1, True, True) == (done.code, "bad.md" in done.err, "Nothing was taken." in done.err)
    assert not (tmp_path / "other.db").exists()


def test_a_file_that_is_not_there_is_named(run, theirs):
    done = run("rulings", "--take", "nowhere.md", *theirs)
    assert (2, True) == (done.code, "nowhere.md" in done.err)


def test_a_ruling_nobody_took_cannot_be_removed(run, theirs):
    run("rulings", "--take", "theirs.md", *theirs)
    done = run("rulings", "--remove", "G-0000000000", *theirs)
    assert (2, True, True) == (
        done.code,
        "There are: G-" in done.err,
        "referee rulings --db other.db --taken" in done.err,
    )


@pytest.mark.parametrize(
    "typed",
    [("friday", "--all"), ("--all", "--taken"), ("--taken", "--take", "x"), ("friday", "--to", "jsonl")],
)
def test_only_one_thing_is_done_at_a_time(run, friday, typed):
    assert run("rulings", *typed).code == 2


def test_the_book_shows_what_tables_decided_as_no_rule(run, friday, tmp_path, monkeypatch):
    run("rulings", friday, "--export", "D2", "--out", "theirs.md")
    text = (tmp_path / "theirs.md").read_text("utf-8")
    (tmp_path / "theirs.md").write_text(text.replace("Who has won?", "<script>alert(1)</script>"), "utf-8")
    assert run("rulings", "--take", "theirs.md").code == 0
    from cli.commands import book

    monkeypatch.setattr(book, "iter_files", only_decided)
    assert run("book", "niagara", "--out", "book", "--with", "tables.db").code == 0
    pages = [page.read_text("utf-8") for page in (tmp_path / "book").rglob("*.html")]
    assert 3 * len(LANGUAGES) == len(pages)
    assert [] == [name for page in pages for name in named_in(page)]
    assert not any("<script>alert" in page for page in pages)
    english = [unescape(page) for page in pages if '<html lang="en"' in page]
    assert all("A precedent, not a rule" in page for page in english)
    assert any("Another group's ruling, from “theirs.md”" in page for page in english)


def only_decided(site):
    from referee.web.book.case_law import decided_pages

    return [file for lang in site.langs for file in decided_pages(site, "niagara", lang)]


def test_a_book_with_tables_that_are_not_there_says_so(run):
    done = run("book", "niagara", "--out", "book", "--with", "nowhere.db")
    assert (2, True) == (done.code, "nowhere.db" in done.err)


def test_json_lines_are_described(run, friday):
    schema = json.loads(run("schema", "settled-dispute").out)
    assert {*run("rulings", "--all", "--json").objects[0]} == {
        *schema["$defs"]["SettledDispute"]["properties"]
    }
