"""A fact set by hand is told as it is called, in any language, without its path."""

from types import SimpleNamespace

import pytest

from referee.service.fact_reading import example_of


@pytest.fixture
def boats(run):
    run("new", "powerboats", "--seats", "A,B,C", "--names", "Ada,Ben,Chie", "--table", "boats")
    for line in ("lake training", "1"):
        run("legal", "boats")
        assert 0 == run("do", "boats", line).code
    return "boats"


@pytest.mark.parametrize(
    ("words", "path", "value"),
    [
        ("weather 2", "weather", 2),
        ("天気 2", None, None),
        ("天候 2", "weather", 2),
        ("Ada canoe 1 place S3", "canoes.A.1.at", "S3"),
        ("あきら カヌー1 位置 S3", None, None),
        ("Ben 红宝石 1", "owned.B.ruby", 1),
        ("life ring Ben", "ring", "B"),
    ],
)
def test_a_fact_goes_by_its_name_and_a_value_by_its_word(run, evening, words, path, value):
    """What names no fact there is, or several, is refused with an example of this very game."""
    run("new", "niagara", "--seats", "A,B,C", "--names", "Ada,Ben,Chie", "--table", "named")
    done = run("correct", "named", *words.split())
    if path is None:
        assert (2, True) == (done.code, "is not FACT=VALUE, such as canoes.A.1.at=land" in done.err)
        return
    found = run("show", "named", "--json").object["position"]
    for step in path.split("."):
        found = found[step]
    assert (0, value) == (done.code, found)


def test_an_example_is_of_the_game_that_is_played(run, boats):
    assert "such as boats.A" in run("correct", boats, "damage").err


def test_of_several_facts_the_one_called_shortest_is_meant(run, boats):
    """The damage of a boat, not what it started with; of several seats none is."""
    assert 0 == run("correct", boats, "Ada", "damage", "2").code
    assert 2 == run("show", boats, "--json").object["position"]["boats"]["A"]["damage"]
    assert 2 == run("correct", boats, "damage", "2").code


@pytest.mark.parametrize(
    ("facts", "example"),
    [
        ({"heap": 21}, "heap=21"),
        ({"heap": 21, "owned.A": 3}, "owned.A=3"),
        ({"row": ("a", "b")}, "FACT=VALUE"),
        ({}, "FACT=VALUE"),
    ],
)
def test_any_game_has_an_example(monkeypatch, facts, example):
    told = [SimpleNamespace(path=path, value=value) for path, value in facts.items()]
    monkeypatch.setattr("referee.service.fact_reading.settable_facts", lambda *_: told)
    assert example == example_of(None, None)


@pytest.mark.parametrize(
    ("line", "hint"),
    [
        ("ring=Ben", "help: referee correct evening ring=Ben"),
        ("B1=L7", "help: referee correct evening B1=L7"),
        ("救生圈＝Ben", "help: referee correct evening '救生圈＝Ben'"),
        ("minimum_speed=1", "help: referee house evening minimum_speed=1"),
    ],
)
def test_a_fact_told_as_an_act_is_answered_with_the_command_that_sets_it(run, evening, line, hint):
    done = run("do", evening, line)
    assert (done.code, done.err.splitlines()[-1]) == (2, hint)


def test_a_fact_that_this_board_does_not_have_is_taken_for_no_act(run, evening):
    for line in ("A plays 1", "B plays 2", "C plays 3"):
        run("do", evening, line)
    assert "Did you mean" not in run("do", evening, "飞鸟=2").err
    assert "Did you mean" not in run("play", evening, stdin="飞鸟=2\nquit\n").err


def test_what_a_fact_cannot_be_is_said_of_it_as_it_was_called(run, evening):
    assert 'B1 cannot be "Q9". It may be: L6, L7,' in run("correct", evening, "B1=Q9").err


@pytest.mark.parametrize("words", ["Ada伤害=2", "Ada的伤害=2", "Adaの負傷=2"])
def test_a_name_and_what_follows_it_need_no_blank_between(run, words):
    run("new", "lifeboat", "--seats", "A,B,C,D", "--names", "Ada,Ben,Chie,Dan", "--table", "lb")
    run("do", "lb", "characters A=lauren B=stephen C=captain D=mate")
    assert run("correct", "lb", words).code == 0
    assert run("show", "lb", "--json").object["position"]["wounds"]["A"] == 2


@pytest.mark.parametrize(
    "line",
    ["C is now called Chieko", "C改名为Chieko", "C改名Chieko", "C 现在叫 Chieko", "Cの新しい名前はChieko"],
)
def test_a_seat_is_called_otherwise_in_the_words_people_have_for_it(run, evening, line):
    assert run("do", evening, line).code == 0
    assert run("show", evening, "--json").object["names"]["C"] == "Chieko"
