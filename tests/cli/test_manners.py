"""What people expect of any program: help, a version, completion, settings, standard input, a man page."""

import re

import pytest

from tests.cli.conftest import DEMO


def test_help_of_a_command_is_asked_for_either_way(run):
    """`help do` is `do --help`, under another name of it too."""
    assert run("do", "--help").out == run("help", "do").out
    assert run("back", "--help").out == run("help", "undo").out
    assert run("--help").out == run("help").out


def test_help_leads_on(run):
    """To the help of a command, and to the man page; help of help is the list."""
    told = run("--help").out
    assert "referee help do" in told
    assert "referee help --man > referee.1" in told
    assert told == run("help", "help").out == run("help").out


def test_the_version_says_of_what(run):
    assert re.fullmatch(r"referee [0-9]+[.][0-9]+[.][0-9]+\n", run("--version").out)


def test_the_man_page_holds_every_command_and_its_options(run):
    page = run("help", "--man", "--lang", "zh").out
    assert page.startswith(".TH REFEREE 1")
    for name in ("do", "back", "show", "export"):
        assert f'.SS "referee {name} ' in page
    assert "不用引号" in page


@pytest.fixture
def completed(start, place):
    def complete(line):
        env = {"_REFEREE_COMPLETE": "complete_zsh", "_TYPER_COMPLETE_ARGS": line}
        return re.findall(r'"([^"]+)"', start(**env).out)

    return complete


def test_a_shell_completes_commands_tables_seats_rules_and_acts(completed, evening):
    assert "legal" in completed("referee le")
    assert ["evening"] == completed("referee show ev")
    assert ["C", "Chie"] == completed("referee legal evening --as C")
    assert "NIA-MOVE-03" in completed("referee rule NIA-MOVE-0")
    assert "plays" in completed("referee do evening A pl")
    assert ["canoes.A.1.at="] == completed("referee ask niagara canoes.A.1.a")
    assert {"do", "dispute"} <= {*completed("referee help d")}


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("referee new ni", ["niagara"]),
        ("referee play ev", ["evening"]),
        ("referee play po", ["powerboats"]),
        ("referee new niagara --edition j", ["ja"]),
        ("referee new niagara --option min", ["minimum_speed=0", "minimum_speed=1"]),
        ("referee house evening sole", ["sole_ashore=must_launch", "sole_ashore=may_stay"]),
        ("referee back evening --by Ch", ["Chie"]),
        ("referee seal evening A", ["A", "Ada"]),
        ("referee dispute evening --topic fo", ["fork"]),
        ("referee events niagara canoe_b", ["canoe_bought"]),
        ("referee correct evening weat", ["weather="]),
        ("referee tables --lang z", ["zh-Hans", "zh-Hant"]),
        ("referee schema refu", ["refusal"]),
        ("referee house nowhere", []),
    ],
)
def test_a_shell_completes_whatever_there_is_a_list_of(completed, evening, line, said):
    """Games, books, options, topics, events, facts and languages, of the game that is meant."""
    assert said == completed(line)


def test_what_an_option_takes_is_completed_of_the_table_that_is_named(completed, evening, run):
    run("new", "powerboats", "--seats", "Xu,Yan", "--table", "later")
    assert ["Ada"] == completed(f"referee show {evening} --as Ad")
    assert ["Yan"] == completed("referee show --as Ya")


def test_settings_say_language_tables_and_who_plays(run, place, monkeypatch):
    monkeypatch.delenv("REFEREE_LANG")
    monkeypatch.delenv("REFEREE_DB")
    (place / "config.toml").write_text(f'lang = "ja"\ndb = "{place}/mine.db"\nseats = "Ada,Ben,Chie"\n')
    assert "ゲーム" in run("--help").out
    assert "Start here" in run("--help", "--lang", "en").out
    run("play", "niagara", stdin="quit\n")
    assert {"A": "Ada", "B": "Ben", "C": "Chie"} == run("show", "niagara-1", "--json").object["names"]
    assert (place / "mine.db").exists()


def test_settings_may_be_called_as_one_would_guess(run, place, monkeypatch):
    monkeypatch.delenv("REFEREE_LANG")
    monkeypatch.delenv("REFEREE_DB")
    said = f'language = "ja"\ndatabase = "{place}/mine.db"\nseats = ["Ada", "Ben", "Chie"]\n'
    (place / "config.toml").write_text(said)
    assert "ナイアガラ" in run("new", "niagara").err
    assert {"A": "Ada", "B": "Ben", "C": "Chie"} == run("show", "niagara-1", "--json").object["names"]
    assert (place / "mine.db").exists()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("lang = ", "is no TOML"),
        ('colour = "red"', "there is no setting “colour”; there are lang, db, seats"),
        ("seats = [1]", 'seats is a text: seats = "…"'),
        ('lang = "xx"', 'lang = "xx" names no language there is; allowed are en, zh-Hans'),
        ('language = "tlh"', 'language = "tlh" names no language'),
    ],
)
def test_settings_that_cannot_be_read_are_said_and_passed_over(run, place, monkeypatch, text, said):
    """Once, with the file and what is allowed; the other settings hold, and the program goes on."""
    monkeypatch.delenv("REFEREE_LANG")
    monkeypatch.delenv("REFEREE_DB")
    file = place / "config.toml"
    file.write_text(f'db = "{place}/mine.db"\n{text}\n')
    done = run("new", "niagara", "--seats", "A,B,C")
    assert (0, 1) == (done.code, done.err.count(f"{file}"))
    assert said in done.err
    assert (place / "mine.db").exists() is (text != "lang = ")


def test_a_dash_is_standard_input_wherever_a_log_is_read(start):
    text = DEMO.read_text()
    for command in ("show", "log", "result", "legal"):
        assert start(command, "-", "--json", stdin=text).out == start(command, DEMO, "--json").out.replace(
            str(DEMO), "-"
        )


def test_a_dash_is_a_map_of_a_lake_as_well(start):
    written = start("lake", "training", "--map").out
    drawn = start("lake", "-", stdin=written)
    assert (0, start("lake", "training").out) == (drawn.code, drawn.out)


def test_the_board_is_a_picture_in_one_way(run, evening, place):
    """Text, SVG or PNG; the old spelling still answers."""
    drawn = run("show", evening, "--to", "svg").out
    assert drawn.startswith("<svg")
    run("show", evening, "--svg", place / "old.svg")
    assert drawn == (place / "old.svg").read_text()
    run("show", evening, "--to", "text", "--out", place / "board.txt")
    assert run("show", evening).out == (place / "board.txt").read_text()


def test_a_picture_in_png_is_one(run, evening, place):
    """Where its library is installed; else it is said which one is needed."""
    done = run("show", evening, "--to", "png", "--out", place / "board.png")
    if done.code == 0:
        assert (place / "board.png").read_bytes().startswith(b"\x89PNG")
    else:
        assert "help: pip install 'referee[png]'" in done.err


def test_who_looks_is_said_with_one_word(run, evening):
    """`--as` everywhere; `legal --seat` still answers."""
    assert run("legal", evening, "--as", "A").out == run("legal", evening, "--seat", "A").out


def test_above_the_tables_stands_what_each_column_is(run, evening):
    """As talk, so that data stays data."""
    done = run("tables")
    heads, (row,) = done.err.splitlines()[0], done.out.splitlines()
    cells = {"Table": "evening", "Game": "Niagara", "Book": "the Chinese rulebook", "Seats": "Ada, Ben, Chie"}
    assert {head: heads.index(head) for head in cells} == {head: row.index(cells[head]) for head in cells}


def test_help_asks_for_no_table_where_the_last_one_is_meant(run):
    """It says so instead; what is removed has to be named."""
    told = {name: run(name, "--help").out for name in ("back", "show", "delete")}
    assert "TABLE  A table; else the last one.\n" in told["back"]
    assert "else the last table." in " ".join(told["show"].split())
    assert [False, False, True] == ["[required]" in told[name] for name in ("back", "show", "delete")]
    assert "[required]" not in run("help", "--man").out.partition('"referee back')[2].partition(".SS")[0]


@pytest.mark.parametrize(("typed", "meant"), [("score", "result"), ("skore", "result"), ("sohw", "show")])
def test_a_command_is_found_by_what_it_means_mistyped_or_not(run, typed, meant):
    assert f'there is no command "{typed}"; did you mean {meant}?' in run(typed).err
