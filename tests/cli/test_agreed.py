"""What a table agrees on, at the terminal; refusals of twelve lines; the end of a game; facts in words."""

import pytest

from cli.terminal import fold_lines
from tests.architecture.sources import ROOT

OVER = ROOT / "fixtures" / "games" / "niagara" / "four-alike-3p-zh.jsonl"


@pytest.fixture
def over(run):
    run("import", OVER, "--table", "over")
    return "over"


@pytest.fixture
def named(run):
    run("new", "niagara", "--seats", "A,B,C", "--names", "Ada,Ben,Chei", "--table", "named")
    return "named"


@pytest.mark.parametrize(
    "told",
    [
        ("do", "Chei is called Chie"),
        ("do", "C改名叫Chie"),
        ("do", "Cheiの名前はChie"),
        ("correct", "names.C=Chie"),
        ("correct", "names.Chei=Chie"),
    ],
)
def test_a_seat_is_called_otherwise_in_one_line(run, named, told):
    """In each language, or as a correction; the new name is understood at once."""
    command, line = told
    done = run(command, named, line)
    assert (0, True) == (done.code, done.out.startswith("Chei is called Chie from here on."))
    assert {"A": "Ada", "B": "Ben", "C": "Chie"} == run("show", named, "--json").object["names"]
    assert "Chie lays a 4" in run("do", named, "Chie plays 4").out


def test_one_seat_asks_the_others_for_another_name(run, named):
    asked = run("correct", named, "names.C=Chie", "--by", "C")
    assert "Chei proposes: Chei is called Chie from here on." in asked.out
    assert "referee agree named" in asked.err


@pytest.mark.parametrize("line", ["play on", "the table plays on", "大家继续玩下去", "このまま続ける"])
def test_a_game_that_is_over_goes_on(run, over, line):
    assert "referee do over 'the table plays on'" in run("do", over, "A plays 5").err
    assert "The table plays on." in run("do", over, line).out
    assert ["A", "B", "C"] == run("show", over, "--json").object["acting"]


def test_own_goals_are_a_house_rule(run, over):
    assert 0 == run("house", over, "goals=five_different").code
    assert ["A", "B", "C"] == run("show", over, "--json").object["acting"]
    assert "(goals=five_different)" in run("house", over, "only five different gems win").out


REFUSED = (
    ("B shows 4", "Or argue about it"),
    ("A1 launch to S6", ""),
    ("A1 launch to S3", "Possible now for Ada:"),
    ("Ben turns up a 4", ""),
    ("C is called Ben", "TAB-SEAT-03"),
)


@pytest.mark.parametrize("lang", ["en", "zh-Hans", "ja"])
@pytest.mark.parametrize("line", [line for line, _ in REFUSED])
def test_a_refusal_has_twelve_lines_at_most_and_no_board(run, named, lang, line):
    for seat, card in (("A", 6), ("B", 4), ("C", 2)):
        run("do", named, f"{seat} plays {card}")
    done = run("do", named, line, "--lang", lang)
    lines = done.err.splitlines()
    assert done.code
    assert (True, False) == (len(lines) <= 12, any(each.startswith("S4 ") for each in lines))


def test_the_board_is_one_option_away(run, named):
    done = run("do", named, "B1 launch to S3", "--board")
    assert (1, False, True) == (done.code, "S4   |(" in done.err, "S4   |(" in done.out)


@pytest.mark.parametrize(
    ("said", "path", "value"),
    [
        ("ring=Ben", "ring", "B"),
        ("B1=L7", "canoes.B.1.at", "L7"),
        ("Ben1=ruby", "canoes.B.1.gem", "ruby"),
        ("救生圈=Ben", "ring", "B"),
        ("浮き輪＝Chei", "ring", "C"),
        ("weather＝２", "weather", 2),
        ("canoes.A.1.at=S3", "canoes.A.1.at", "S3"),
    ],
)
def test_a_fact_is_told_as_people_call_it_without_a_tables_name(run, named, said, path, value):
    if value == "ruby":
        run("correct", named, "B1=S1")
    assert 0 == run("correct", said).code
    found = run("show", named, "--json").object["position"]
    for step in path.split("."):
        found = found[step]
    assert value == found


def test_a_fact_that_cannot_be_is_answered_with_what_it_may_be(run, named):
    done = run("correct", named, "B1=S9")
    assert (2, True) == (done.code, "It may be: L6, L7, R6" in done.err)


def test_everybody_lays_a_card_face_down_in_one_line(run, named):
    assert 4 == len(run("do", named, "everybody plays face down").out.splitlines())
    assert "A" == run("show", named, "--json").object["turn"]


def test_nobodys_card_is_told_for_everybody(run, named):
    assert 2 == run("do", named, "everybody plays 5").code
    assert 1 == run("show", named, "--json").object["revision"]


def test_a_jam_is_listed_with_what_the_river_may_do(run, named):
    for seat in "ABC":
        run("do", named, f"{seat} plays 3")
    for seat in "ABC":
        run("do", named, f"{seat}1 launch to S3")
    listed = run("legal", named)
    assert "\n    river left right left, jam at push 1\n" in listed.err
    assert 0 == run("do", named, "river left right left, jam at push 1").code


def test_play_stays_at_the_end_of_a_game(run, over):
    done = run("play", over, stdin="back\nquit\n")
    assert "Bei wins." in done.out
    assert "Is something wrong? back takes the last act back." in done.err
    assert "table" == run("show", over, "--json").object["acting"][0]


def test_facts_and_everybody_are_said_round_the_keyboard(run):
    done = run("play", "niagara", stdin="ring=B\n天候＝2\neverybody plays face down\nquit\n")
    assert "set by hand: life ring: B." in done.out
    assert "set by hand: weather: 2." in done.out
    assert "B" == run("show", "niagara-1", "--json").object["turn"]


def test_a_name_is_changed_at_the_curtain_by_all(run):
    names = "Ada,Ben,Chei"
    done = run("play", "niagara", "--names", names, stdin="Chei is called Chie\nquit\n")
    assert "Chei is called Chie from here on. Set at the screen." in done.out
    assert 2 == done.err.count("Hand the keyboard to Ada (A)")


def test_a_word_that_means_nothing_is_answered_at_the_curtain(run):
    done = run("play", "niagara", "--names", "Ada,Ben,Chie", stdin="bakc\n5\nquit\n")
    assert '"bakc" is not understood here.' in done.err
    assert 2 == done.err.count("Hand the keyboard to Ada (A)")
    assert 2 == run("show", "niagara-1", "--json").object["revision"]


@pytest.mark.parametrize(
    ("lines", "said"),
    [("lang ja\n", "これからはAda（A）に日本語で"), ("\nlang zh\n", "从现在起，对Ada（A）用中文。")],
)
def test_who_changes_the_language_reads_whose_it_was(run, lines, said):
    assert said in run("play", "niagara", "--names", "Ada,Ben,Chie", stdin=lines + "quit\n").err


def test_no_line_is_broken_inside_a_word(monkeypatch):
    monkeypatch.setenv("COLUMNS", "20")
    text = "  NIA-MOVE-05 is the rule, canoe 1 of Ada\n  referee do t 'A1 launch to S5' --anyway"
    wide = "第1条：canoes.A.1.at 这一格不可以用来移动宝石"
    assert [
        "  NIA-MOVE-05 is the", "  rule, canoe 1 of", "  Ada", "  referee do t 'A1 launch to S5' --anyway",
    ] == fold_lines(text).split("\n")  # fmt: skip
    assert ["第1条：canoes.A.1.at", "这一格不可以用来移动", "宝石"] == fold_lines(wide).split("\n")
