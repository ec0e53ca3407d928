"""Disputes at the terminal: amending, telling again, what-if, deciding, and the result."""

import pytest

from tests.house.sources import ROOT

TIE = ROOT / "fixtures" / "games" / "niagara" / "tie-shared-4p-zh.jsonl"


@pytest.fixture
def tie(run):
    """Bring in a game that ended in a tie."""
    run("import", TIE)
    return "tie-shared-4p-zh"


@pytest.fixture
def played(run, evening):
    """Play a table to the river of its first round."""
    for line in ("A plays 3", "B plays 5", "C plays 2", "A1 launch to S3", "B1 launch to S5", "C1 launch to S2"):
        assert run("do", evening, line).code == 0
    return evening


def entry(run, table, start):
    """Find the entry whose event has a type."""
    return [line["seq"] for line in run("log", table, "--json").objects if line["event"]["type"] == start][-1]


def test_an_amended_entry_is_followed_by_the_rest_told_again(run, played):
    """Canoe 2 instead of canoe 1: everything after it is as it was."""
    first = next(e["seq"] for e in run("log", played, "--json").objects if e["event"]["type"] == "canoe_moved")
    done = run("amend", played, first, "A2 launch to S3", "--json").object
    assert (done["again"], done["stuck"]) == (2, None)
    position = run("show", played, "--json").object["position"]
    assert position["canoes"]["A"] == {"1": {"at": "land", "gem": None}, "2": {"at": "S3", "gem": None}}


def test_an_amendment_says_where_the_rest_no_longer_fits(run, played):
    """The refusal is cited, and what can be done next."""
    second = next(e["seq"] for e in run("log", played, "--json").objects if e["event"].get("card") == 5)
    done = run("amend", played, second, "B plays 1")
    assert done.code == 1
    assert "NIA-MOVE-01" in done.err
    assert "referee again evening --skip" in done.err


def test_what_was_taken_back_can_be_told_again(run, played):
    """In one step, as far as it is legal."""
    before = run("show", played, "--json").object["position"]
    run("back", played, "--to", 4)
    assert [o["notation"] for o in run("again", played, "--list", "--json").objects][:1] == ["A1 launch to S3"]
    assert run("again", played, "--json").object["stuck"] is None
    assert run("show", played, "--json").object["position"] == before
    assert run("again", played).code == 1


def test_what_if_shows_the_difference_and_writes_nothing(run, tie):
    """Another reading of the tie has another winner."""
    before = run("log", tie, "--json").out
    done = run("whatif", tie, "--at", 1, "--option", "tie_break=gem_value", "--json").object
    assert (done["winners_before"], done["winners_after"]) == (["A", "D"], ["D"])
    assert run("log", tie, "--json").out == before


def test_what_if_of_the_river_lays_every_outcome_side_by_side(run, tie):
    """Five pushes: 32 ways, less the one that was."""
    at = entry(run, tie, "river_flowed")
    assert len(run("whatif", tie, "--at", at, "--json").objects) == 31
    one = run("whatif", tie, "--at", at, "--exits", "left,left,left,left,right")
    assert "canoes.B.1.at: L6 → R6" in one.out


def test_what_if_refuses_what_was_not_possible_then(run, played):
    """With the rule."""
    first = next(e["seq"] for e in run("log", played, "--json").objects if e["event"]["type"] == "canoe_moved")
    done = run("whatif", played, "--at", first, "A1 launch to S4")
    assert (done.code, "NIA-MOVE-01" in done.err) == (1, True)


def test_a_dispute_shows_every_reading_and_whether_it_matters(run, tie):
    """The edition's own is marked; nothing is written."""
    case = run("dispute", tie, "--topic", "tie", "--json").object
    ways = {p["decision"]: (p["editions"], p["in_force"], p["matters"]) for p in case["possibilities"]}
    assert ways == {
        "tie_break=shared": (["zh"], True, False),
        "tie_break=most_gems_then_first": (["ja"], False, True),
        "tie_break=gem_value": ([], False, True),
    }
    assert run("rulings", tie, "--json").objects == []


def test_a_decision_is_recorded_and_settles_who_won(run, tie):
    """A game that is over gets the winners the ruling gives it."""
    run("dispute", tie, "--topic", "tie", "--decide", "tie_break=gem_value", "--note", "a vote", "--question", "who?")
    (settled,) = run("rulings", tie, "--json").objects
    assert settled["ruling"]["decision"] == "tie_break=gem_value (a vote)"
    assert run("show", tie, "--json").object["winners"] == ["D"]
    assert run("show", tie, "--json").object["house"] == {"tie_break": "gem_value"}


def test_a_coin_may_decide_and_is_recorded_as_such(run, tie):
    """Whatever it shows is one of the ways to rule."""
    run("dispute", tie, "--topic", "tie", "--toss")
    (settled,) = run("rulings", tie, "--json").objects
    assert settled["ruling"]["decision"].endswith("(the toss of a coin)")


def test_a_settled_dispute_exports_as_a_ruling_that_holds(run, tie, tmp_path):
    """The file is read and judged like any other ruling."""
    from referee.rulebooks.rulings import read_ruling

    run("dispute", tie, "--topic", "fork", "--question", "Left first?", "--decide", "as the table saw it")
    folder = tmp_path / "niagara"
    folder.mkdir()
    run("rulings", tie, "--export", "D1", "--out", folder / "D1-fork.md")
    ruling = read_ruling(folder / "D1-fork.md")
    assert ruling.acts[0].verdict == "accepted"
    assert "NIA-RIVER-07" in ruling.rules


def test_an_unknown_topic_is_named_with_those_there_are(run, tie):
    """A slip of the pen is told apart from a rule."""
    done = run("dispute", tie, "--topic", "moon")
    assert (done.code, "fork" in done.err) == (2, True)


def test_a_correction_and_a_house_rule_are_events(run, played):
    """Facts by path, switches by name; from an earlier entry on if need be."""
    assert run("correct", played, "weather=1", "--reason", "bumped").code == 0
    assert run("show", played, "--json").object["position"]["weather"] == 1
    assert run("house", played, "minimum_speed=1").code == 0
    listed = {o["option"]: o["house"] for o in run("house", played, "--json").objects}
    assert [name for name, house in listed.items() if house] == ["minimum_speed"]
    assert run("house", played, "both_ashore=may_stay", "--from", 2).code == 0
    assert run("show", played, "--json").object["house"] == {"both_ashore": "may_stay", "minimum_speed": 1}


def test_the_result_is_added_up_line_by_line(run):
    """With what each edition would have said."""
    tally = run("result", TIE, "--json").object["tally"]
    assert [(r["edition"], r["winners"]) for r in tally["readings"]] == [(None, ["A", "D"]), ("zh", ["A", "D"]), ("ja", ["D"])]
    assert {"seat": "A", "item": "score.gems", "amount": 4, "rules": [], "args": {}} in tally["lines"]
    assert "Edition ja: 大伟" in run("result", TIE).out
