"""Take back, tell again, amend at a terminal: what is offered, what it stops at, and the ways on."""

import pytest

from tests.cli.conftest import ROOT

GAMES = ROOT / "fixtures" / "games"
RECORDS = [
    GAMES / "niagara" / "tie-shared-4p-zh.jsonl",
    GAMES / "powerboats" / "two-tie.jsonl",
    GAMES / "lifeboat" / "disputed-5p-en.jsonl",
]
each_record = pytest.mark.parametrize("record", RECORDS, ids=lambda path: path.parent.name)


@pytest.fixture
def launched(run, evening):
    """A 6 paddled out to S4: entry 7, after which Ben turns up a 5."""
    for line in ("A plays 6", "B plays 5", "C plays 4", "A1 launch to S4, load diamond"):
        assert run("do", evening, line).code == 0
    return evening


@each_record
def test_the_opening_cannot_be_amended(run, record):
    """Whatever is said in its place, in every game."""
    run("import", record, "--table", "t")
    for line in ("A plays 3", '{"type":"turn_ended","seat":"A"}'):
        done = run("amend", "t", 1, line)
        assert (done.code, "The opening cannot be replaced" in done.err) == (1, True)


@each_record
def test_of_the_opening_only_a_switch_can_be_thought_otherwise(run, record):
    """It is said so, and how."""
    for instead in ([], ["A plays 3"], ["--exits", "left"]):
        done = run("whatif", record, "--at", 1, *instead)
        assert (done.code, done.out, "--option K=V" in done.err) == (2, "", True)


def agree(run, table, *seats):
    """Let seats agree to the only proposal."""
    (waiting,) = run("agree", table, "--json").objects
    return [run("agree", table, waiting["id"], "--by", seat).code for seat in seats]


def test_a_proposal_is_not_told_again(run, launched):
    """It named entries that are no more: nobody could ever make it."""
    run("back", launched, "--by", "A")
    run("amend", launched, 2, "A plays 3")
    assert run("again", launched, "--list").out.strip() == "7  A1 launch to S4, load diamond"
    run("again", launched, "--skip")
    assert run("agree", launched, "--json").objects == []


def test_a_take_back_all_agreed_to_offers_the_acts_alone(run, launched):
    """Not the proposal it came of, nor what anybody answered; told again, the game goes on."""
    run("back", launched, "--by", "A")
    assert agree(run, launched, "B", "C") == [0, 0]
    offered = run("again", launched, "--list", "--json").objects
    assert [each["notation"] for each in offered] == ["A1 launch to S4, load diamond"]
    assert "1 told again" in run("again", launched).out
    assert run("agree", launched, "--json").objects == []
    assert run("show", launched, "--json").object["position"]["canoes"]["A"]["1"]["at"] == "S4"


def test_what_is_offered_is_read_in_words(run, launched):
    """A dispute has no notation; it is told as the log tells it."""
    run("dispute", launched, "--at", 7, "--question", "was it diamond?")
    run("back", launched, "--to", 6)
    listed = run("again", launched, "--list").out
    assert "asks for a ruling on entry 7" in listed
    assert "{" not in listed


def test_step_by_step_taken_back_all_of_it_is_offered(run, launched):
    """Whoever goes back three times wants three acts again."""
    before = run("show", launched, "--json").object["position"]
    for _ in range(3):
        run("back", launched)
    offered = run("again", launched, "--list", "--json").objects
    assert [each["seq"] for each in offered] == [3, 4, 7]
    run("again", launched)
    assert run("show", launched, "--json").object["position"] == before
