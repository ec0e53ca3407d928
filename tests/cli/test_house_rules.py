"""A house rule shows in every later ruling it touches, in exports and in the final result, in every game."""

import pytest

from tests.architecture.sources import ROOT

GAMES = ROOT / "fixtures" / "games"
RULED = [
    ("niagara/tie-shared-4p-zh", "tie_break=gem_value", "tie", "weather"),
    ("powerboats/three-training", "scoring=turns_ahead", "score", "start"),
    ("lifeboat/four-physical-4p-zh", "lost_at_sea_scores=love_and_hate", "score", "supply"),
]
each_game = pytest.mark.parametrize(("record", "rule", "topic", "other"), RULED)


@pytest.fixture
def ruled(run, record, rule):
    run("import", GAMES / f"{record}.jsonl", "--table", "evening")
    assert run("house", "evening", rule, "--reason", "we like it so").code == 0
    return "evening"


@each_game
def test_a_dispute_it_touches_shows_it_and_another_does_not(run, ruled, rule, topic, other):
    assert f"({rule})" in next(line for line in shown(run, ruled, topic) if "House rules" in line)
    assert not any("House rules" in line for line in shown(run, ruled, other, "--at", 2))


def shown(run, table, topic, *args):
    """Lay a topic open; give the lines."""
    return run("dispute", table, "--topic", topic, *args).out.splitlines()


@each_game
def test_a_ruling_it_touches_tells_it_and_exports_it(run, ruled, rule, topic, other):
    run("dispute", ruled, "--topic", topic, "--decide", rule, "--question", "as ever?")
    (only,) = run("rulings", ruled, "--json").objects
    assert only["house"] == [rule]
    assert f"({rule})" in run("rulings", ruled).out
    option, value = rule.split("=")
    exported = run("rulings", ruled, "--export", "D1").out
    assert f'"option":"{option}","value":"{value}"' in exported


@each_game
def test_the_result_and_every_export_tell_it(run, ruled, rule, topic, other):
    option, value = rule.split("=")
    assert f"({rule})" in run("result", ruled).out
    assert run("result", ruled, "--json").object["house"] == [option]
    assert f'"option":"{option}","value":"{value}"' in run("export", ruled, "--to", "record").out
    assert rule in run("export", ruled, "--to", "md").out
    for form in ("md", "html"):
        assert "we like it so" in run("report", ruled, "--to", form).out
    assert run("show", ruled, "--json").object["house"] == {option: value}
    assert run("audit", ruled).code == 0


@pytest.mark.parametrize(
    ("asked", "code"),
    [
        (("house", "row_one=maybe"), 2),
        (("house", "no_such=yes"), 2),
        (("correct", 'boat=["A"]'), 1),
        (("back", "99"), 2),
    ],
)
def test_no_fact_is_offered_where_none_would_help(run, asked, code):
    run("new", "lifeboat", "--seats", "A,B,C,D", "--table", "evening")
    command, what = asked
    done = run(command, "evening", *(("--to", what) if command == "back" else (what,)))
    assert (code, True) == (done.code, bool(done.err))
    assert "referee correct" not in done.err
    assert "To play it anyway" not in done.err


def test_a_fact_is_offered_for_an_act_that_the_rules_of_the_game_refuse(run):
    """Nobody has laid a card yet; the table may play otherwise than the referee thinks."""
    run("new", "niagara", "--seats", "A,B,C", "--table", "evening")
    assert "referee correct evening canoes.B.1.at=S4\n" in run("do", "evening", "B1 launch to S4").err


def test_an_option_is_listed_in_words_and_below_them_as_it_is_typed(run, evening):
    """What it is comes first; names of options stand only where a command takes them."""
    words, typed, *_ = run("house", evening).out.splitlines()
    assert words.startswith("  Several reach a goal in one round: ")
    assert typed.startswith("    tie_break=shared  (")


@pytest.mark.parametrize("said", ["both_ashore=may_stay", "both canoes may stay ashore"])
def test_a_house_rule_is_said_as_people_say_it(run, said):
    run("new", "niagara", "--seats", "A,B,C", "--table", "evening")
    assert 0 == run("house", "evening", *said.split()).code
    assert {"both_ashore": "may_stay"} == run("show", "evening", "--json").object["house"]


def test_words_near_a_house_rule_are_answered_with_what_they_may_mean(run):
    """In the language they are asked in; nothing is changed."""
    run("new", "niagara", "--seats", "A,B,C", "--table", "evening")
    done = run("house", "evening", "両方とも陸に残ってよい", "--lang", "ja")
    assert (2, True) == (done.code, "2隻とも残してよい（both_ashore=may_stay）" in done.err)
    assert {} == run("show", "evening", "--json").object["house"]


def test_words_that_name_no_house_rule_are_answered_with_its_shape(run):
    run("new", "niagara", "--seats", "A,B,C", "--table", "evening")
    done = run("house", "evening", "nonsense", "here")
    assert (2, True) == (done.code, '"nonsense here" is not OPTION=VALUE.' in done.err)


@pytest.mark.parametrize(
    ("who", "seat"), [("anna", "A"), ("Anna Maria", "A"), ("A", "A"), ("ad", "D"), ("D", "D")]
)
def test_a_fact_in_words_is_of_whoever_is_named(run, who, seat):
    run("new", "lifeboat", "--seats", "Joanna,Anna Maria,Bo,Ad", "--table", "t")
    run("do", "t", "J is Lady Lauren, A is the Captain, B is the Kid and D is the First Mate")
    done = run("correct", "t", *who.split(), "wounds", "2", "--json")
    assert {seat: 2} == done.object["entries"][0]["event"]["position"]["wounds"]


def test_a_fact_in_words_that_could_be_anybodys_is_asked_about(run):
    run("new", "lifeboat", "--seats", "Joanna,Anna Maria,Bo,Ad", "--table", "t")
    run("do", "t", "J is Lady Lauren, A is the Captain, B is the Kid and D is the First Mate")
    done = run("correct", "t", "wounds", "2")
    assert '"wounds" could be Joanna (J), Anna Maria (A), Bo (B), Ad (D): which of them?' in done.err
