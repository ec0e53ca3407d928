"""`referee catchup`: how the board stands, what was played, one question or the nearest ways."""

import pytest

from tests.cli.test_keyboard import Terminal
from tests.stages import slow


@pytest.fixture
def laid(run):
    """A table at which everybody laid a card face down; nobody knows which."""
    run("new", "niagara", "--seats", "Ada,Ben,Chie", "--table", "evening")
    for seat in "ABC":
        run("do", "evening", f"{seat} plays face down")
    return "evening"


def revision(run):
    return run("show", "evening", "--json").object["revision"]


def test_one_way_is_recorded_at_once(run, laid):
    done = run("catchup", laid, "canoes.A.1.at=S3", "canoes.A.1.gem=none")
    assert 0 == done.code
    assert [
        "Worked out from how the board stood: Ada turns up a 3.",
        "Worked out from how the board stood: Ada's canoe 1 is launched and paddles to S3.",
        "  It is Ben's turn.",
    ] == done.out.splitlines()[-3:]


@pytest.mark.parametrize(
    "facts",
    [
        ("A1 at S3", "A1 carries nothing"),
        ("A1", "S3", "canoes.A.1.gem=none"),
        ("we", "played", "on:", "A1", "is", "at", "S3;", "A1", "gem", "none"),
        ("--facts", '{"canoes":{"A":{"1":{"at":"S3","gem":null}}}}'),
        ("--facts", '{"canoes.A.1.at":"S3"}', "canoes.A.1.gem=none"),
        ("Ada的1号船在S3；Ada的1号船没有载宝石",),
        ("Adaのカヌー1はS3にいる", "canoes.A.1.gem=none"),
    ],
)
def test_facts_are_told_by_path_in_words_or_as_json(run, laid, facts):
    told = run("catchup", laid, *facts, "--json").object
    assert ("recorded", ["paddle_revealed", "canoe_moved"]) == (
        told["verdict"],
        [act["type"] for act in told["acts"]],
    )


def test_what_was_told_in_a_terminal_was_not_set_at_the_screen(run, laid):
    run("catchup", laid, "canoes.A.1.at=S3", "canoes.A.1.gem=none")
    log = run("log", laid).out
    assert "We played on; it stands so now" in log
    assert "at the screen" not in log


def test_a_position_told_twice_is_recorded_once(run, laid):
    told = ("catchup", laid, "canoes.A.1.at=S3", "canoes.A.1.gem=none")
    run(*told)
    before = revision(run)
    again = run(*told)
    assert (0, "Nothing was done since: it stood so already.\n") == (again.code, again.err)
    assert {"verdict": "already", "acts": []}.items() <= run(*told, "--json").object.items()
    assert before == revision(run)


def test_several_ways_are_asked_about_and_nothing_is_written(run, laid):
    asked = run("catchup", laid, "A1 at S3")
    assert (1, "") == (asked.code, asked.out)
    assert "What is aboard Ada's canoe 1 now?\n  1  none\n  2  amethyst\n" in asked.err
    assert "referee catchup evening canoes.A.1.at=S3 --answer 1" in asked.err
    assert 5 == revision(run)


@pytest.mark.parametrize("answer", ["1", "canoes.A.1.gem=none"])
def test_a_question_is_answered_by_number_or_by_its_path(run, laid, answer):
    assert 0 == run("catchup", laid, "A1 at S3", "--answer", answer).code


def test_with_json_the_question_is_one_object(run, laid):
    asked = run("catchup", laid, "A1 at S3", "--json")
    assert (1, "", "which", []) == (asked.code, asked.err, asked.object["verdict"], asked.object["acts"])
    options = [{"value": None, "text": "none"}, {"value": "amethyst", "text": "amethyst"}]
    assert options == asked.object["question"]["options"]


def test_an_act_is_asked_about_by_what_is_answered_for_it(run, laid):
    """The value of an option stands for the acts, as in the question told as JSON."""
    facts = ("acted=[A]", "canoes.A.1.at=land", "canoes.A.2.at=land")
    asked = run("catchup", laid, *facts, "--json").object["question"]
    given = f"{asked['path']}={asked['options'][0]['value']}"
    assert "recorded" == run("catchup", laid, *facts, "--answer", given, "--json").object["verdict"]


def test_where_no_acts_lead_there_the_nearest_are_named(run, laid):
    """Nobody has two canoes on the river after one turn."""
    told = run("catchup", laid, "A1 at S3", "A2 at S3", "acted=[A]")
    assert 1 == told.code
    assert "No acts lead to that." in told.err
    assert ", not S3" in told.err
    assert "referee correct evening canoes.A.1.at=S3 canoes.A.2.at=S3" in told.err
    assert 5 == revision(run)


def test_a_seat_asks_the_others_first(run, laid):
    asked = run("catchup", laid, "A1 at S3", "A1 carries nothing", "--by", "A", "--json").object
    assert "proposed" == asked["verdict"]
    for seat in "BC":
        run("agree", laid, asked["proposal"], "--by", seat)
    assert ["A1"] == [f"{seat}{n}" for seat, n in on_the_river(run)]


def on_the_river(run):
    canoes = run("show", "evening", "--json").object["position"]["canoes"]
    return [(seat, n) for seat, two in canoes.items() for n, canoe in two.items() if canoe["at"] != "land"]


def test_the_same_key_gets_the_same_answer(run, laid):
    call = ("catchup", laid, "A1 at S3", "--answer", "1", "--key", "mine", "--json")
    first, again = run(*call).object, run(*call).object
    assert first == again
    assert first["revision"] == revision(run)


@pytest.mark.parametrize(
    ("args", "said"),
    [
        ((), "Say how the board stands now"),
        (("hello",), "is not FACT=VALUE"),
        (("--facts", "[]"), "--facts takes a JSON object"),
        (("--facts", '{"wether":1}'), "did you mean weather?"),
        (("A1 at S3", "--answer", "9"), "There is no answer 9"),
        (("A1 at S3", "--answer", "maybe"), "neither the number of an answer nor PATH=VALUE"),
        (("A1 at S3", "--answer", "canoes.A.1.gem=gold"), "gold"),
    ],
)
def test_a_wrong_call_is_wrong_usage(run, laid, args, said):
    told = run("catchup", laid, *args)
    assert 2 == told.code
    assert said in told.err
    assert 5 == revision(run)


def test_at_one_keyboard_people_say_that_they_played_on(run, laid):
    typed = "B1 to S3\nwe played on: A1 at S3\nplayed A1 at S3 --answer 1\n接着玩了B1在S2\nquit\n"
    told = run("play", laid, stdin=typed)
    assert 1 == told.err.count("Played on without telling? Say how it stands now: catchup")
    assert "help: catchup canoes.A.1.at=S3 --answer 1" in told.err
    assert "Ben's canoe 1 is launched and paddles to S2." in told.out


@pytest.mark.parametrize("answer", ["1", "none"])
@pytest.mark.parametrize("said", ["we played on: A1 at S3", "catchup A1 at S3", "we played on\nA1 at S3"])
def test_at_one_keyboard_the_next_line_goes_on(run, laid, said, answer):
    told = run("play", laid, stdin=f"{said}\n{answer}\nquit\n")
    assert "What is aboard Ada's canoe 1 now?" in told.err
    assert "Ada's canoe 1 is launched and paddles to S3." in told.out
    assert 9 == revision(run)


def test_a_line_that_answers_nothing_is_taken_as_usual(run, laid):
    told = run("play", laid, stdin="we played on\nwe played on: A1 at S3\n9\nA plays 3\nquit\n")
    assert "What is aboard Ada's canoe 1 now?" in told.err
    assert 5 == revision(run), told.err


@slow
def test_at_a_terminal_the_question_is_asked_at_once(run, laid):
    terminal = Terminal("catchup", laid, "A1 at S3")
    terminal.wait_for("Which?")
    terminal.type("none\n")
    assert 0 == terminal.end()
    assert "Ada's canoe 1 is launched and paddles to S3." in terminal.text


@slow
def test_who_leaves_the_question_open_records_nothing(run, laid):
    terminal = Terminal("catchup", laid, "A1 at S3")
    terminal.wait_for("Which?")
    terminal.type("\n")
    assert 1 == terminal.end()
    assert 5 == revision(run)


def test_a_closed_table_has_nothing_worked_out(run, laid):
    run("close", laid, "--yes")
    told = run("catchup", laid, "A1 at S3", "--json")
    assert (1, "table.closed") == (told.code, told.object["reason"])
