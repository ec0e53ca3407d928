"""On another laptop and back: `import` goes on, `sync` both ways, `export` overwrites nothing unasked."""

from pathlib import Path

import pytest

from tests.cli.conftest import DISPUTED


@pytest.fixture
def exported(run, evening):
    assert 0 == run("do", evening, "A plays 4").code
    assert 0 == run("export", evening, "--out", "evening.jsonl").code
    return "evening.jsonl"


def entries(run, table):
    return len(run("export", table).out.splitlines())


def elsewhere(run, file, *lines):
    assert 0 == run("import", file, "--db", "other.db").code
    for line in lines:
        assert 0 == run("do", "evening", line, "--db", "other.db").code
    assert 0 == run("sync", file, "--db", "other.db").code


def test_export_writes_over_no_file_unasked(run, evening, exported):
    before = Path(exported).read_bytes()
    assert 0 == run("do", evening, "B plays 3").code
    done = run("export", evening, "--out", exported)
    assert (1, before) == (done.code, Path(exported).read_bytes())
    assert "--out evening.jsonl --force" in done.err
    assert 0 == run("export", evening, "--out", exported, "--force").code
    assert before != Path(exported).read_bytes()


def test_import_goes_on_with_a_table(run, evening, exported):
    """What was played elsewhere is added; once more adds nothing."""
    elsewhere(run, exported, "B plays 3")
    done = run("import", exported)
    assert (0, "evening\n") == (done.code, done.out)
    assert "evening goes on with entry 3: 1 entry of evening.jsonl added, 3 in all." in done.err
    assert "evening has all of evening.jsonl already: 3 entries, the same." in run("import", exported).err
    (told,) = run("import", exported, "--json").objects
    assert (0, 0, told["here"]) == (told["added"], told["ahead"], told["there"])


def test_sync_goes_both_ways(run, evening, exported):
    elsewhere(run, exported, "B plays 3")
    (into_table,) = run("sync", exported, "--json").objects
    assert (1, 0, 3) == tuple(into_table[name] for name in ("into_table", "into_file", "revision"))
    assert 0 == run("do", evening, "C plays 2").code
    (into_file,) = run("sync", exported, "--json").objects
    assert (0, True) == (into_file["into_table"], into_file["into_file"] > 0)
    assert entries(run, evening) == len(Path(exported).read_text("utf-8").splitlines())


def test_sync_makes_what_is_missing(run, evening, exported):
    assert 0 == run("sync", "new.jsonl", "--table", evening).code
    assert Path(exported).read_bytes() == Path("new.jsonl").read_bytes()
    assert 0 == run("sync", exported, "--db", "other.db").code
    assert 0 == run("show", "evening", "--db", "other.db").code


def test_a_fork_is_named_and_nothing_written(run, evening, exported):
    elsewhere(run, exported, "B plays 3")
    assert 0 == run("do", evening, "B plays 5").code
    before = Path(exported).read_bytes()
    for done in (run("sync", exported), run("import", exported)):
        assert 1 == done.code
        assert "The fork begins at entry 3" in done.err
        assert "referee import evening.jsonl --table evening-2" in done.err
    assert (3, before) == (entries(run, evening), Path(exported).read_bytes())


def test_what_does_not_follow_is_shown_and_asked_about(run, evening, exported):
    """At both doors: what, where, and the way out; a program says yes in the call itself."""
    elsewhere(run, exported)
    assert 0 == run("close", "evening", "--yes", "--db", "other.db").code
    assert 0 == run("sync", exported, "--db", "other.db").code
    for door in ("sync", "import"):
        (told,) = run(door, exported, "--json").objects
        assert ("error", 1) == (told["verdict"], told["exit"])
        assert "Entry 3 closes the table before the game is over" in told["message"]
        assert "referee import evening.jsonl --table evening-2" == told["hint"]
        asked = run(door, exported, stdin="n\n")
        assert (1, 2) == (asked.code, entries(run, evening))
        assert "Entry 3 closes the table" in asked.err
    assert 0 == run("sync", exported, stdin="y\n").code
    assert 3 == entries(run, evening)
    assert 0 == run("import", exported, "--yes").code


@pytest.mark.parametrize(
    ("args", "code", "said"),
    [
        (("nowhere.jsonl",), 2, "neither a table nowhere nor a file nowhere.jsonl"),
        (("record.txt",), 1, "is no exported log"),
        (("evening.jsonl", "--table", "other"), 1, "is of the table evening, not other"),
    ],
)
def test_sync_says_what_it_cannot_bring_together(run, exported, args, code, said):
    Path("record.txt").write_text("Game: Niagara\nSeats: A, B, C\n")
    done = run("sync", *args)
    assert (code, True) == (done.code, said in done.err)


@pytest.mark.parametrize("text", ["", "\n\n"])
def test_a_file_that_holds_nothing_is_filled(run, evening, text):
    """The table is meant that has its name; where there is none, it is said, and no import is advised."""
    Path("evening.jsonl").write_text(text)
    Path("nobody.jsonl").write_text(text)
    assert 0 == run("sync", "evening.jsonl").code
    assert entries(run, evening) == len(Path("evening.jsonl").read_text().splitlines())
    done = run("sync", "nobody.jsonl")
    assert (2, "neither a table nobody" in done.err, "import" in done.err) == (2, True, False), done.err


WRITING = {
    "export": ("export", "evening", "--out"),
    "report": ("report", "evening", "--to", "md", "--out"),
    "show": ("show", "evening", "--out"),
    "show as a picture": ("show", "evening", "--svg"),
    "lake": ("lake", "rulebook", "--svg"),
    "rulings": ("rulings", str(DISPUTED), "--export", "D1", "--out"),
}
"""The calls that write a file which is named."""


@pytest.mark.parametrize("call", WRITING.values(), ids=WRITING)
def test_no_file_is_written_over_unasked(run, exported, call, tmp_path):
    """Nor a link, even one that leads nowhere; with --force it is, but never what keeps the tables."""
    Path("there").write_text("mine")
    Path("link").symlink_to(tmp_path / "nowhere")
    for name in ("there", "link"):
        done = run(*call, name)
        assert (1, True) == (done.code, f"{name} is there already; nothing was written" in done.err)
        assert f"{name} --force" in done.err
    assert ("mine", False) == (Path("there").read_text(), Path("nowhere").exists())
    assert 0 == run(*call, "there", "--force").code
    assert "mine" != Path("there").read_text()
    before = Path("tables.db").read_bytes()
    kept = run(*call, "tables.db", "--force")
    assert (1, before) == (kept.code, Path("tables.db").read_bytes())
    assert "tables.db keeps tables of Referee" in kept.err


def test_no_simulated_game_is_written_over_unasked(run):
    """The same game is; another in its file is left as it is, but with --force."""
    call = ("simulate", "niagara", "--max-rounds", "1", "--out", "played")
    file = Path(run(*call, "--players", "3").out.strip())
    played = file.read_bytes()
    assert (0, played) == (run(*call, "--players", "3").code, file.read_bytes())
    done = run(*call, "--players", "4")
    assert (1, played) == (done.code, file.read_bytes())
    assert f"{file} is there already, and is no such game" in done.err
    assert 0 == run(*call, "--players", "4", "--force").code
    assert played != file.read_bytes()
