"""The game as it would have gone: by the numbers people know, side by side, in every language."""

import sqlite3
from contextlib import closing

import pytest

from tests.cli.conftest import ROOT

GAMES = ROOT / "fixtures" / "games"
JAMS = GAMES / "niagara" / "jams-and-nudges-5p-zh.jsonl"
TIE = GAMES / "niagara" / "tie-shared-4p-zh.jsonl"
RACE = GAMES / "powerboats" / "two-tie.jsonl"
BOAT = GAMES / "lifeboat" / "disputed-5p-en.jsonl"


def test_a_log_and_a_what_if_of_a_record_name_the_same_lines(run):
    (jam,) = (line for line in run("log", JAMS).out.splitlines() if line.startswith("   28 "))
    assert "The river flows 1 step: right. Jammed and nudged on: push 1." in jam
    said = jam.split(maxsplit=1)[1].rstrip(".")
    assert f"If instead of “{said}”: river left" in run("whatif", JAMS, "--at", 28, "--exits", "left").out
    first = run("log", JAMS, "--json").objects[6]
    assert (7, None) == (first["seq"], first["line"])


def test_all_that_a_jam_might_have_been_stands_side_by_side(run):
    lines = run("whatif", JAMS, "--at", 28).out.splitlines()
    rows = [line.split("  ") for line in lines[: lines.index("")]]
    assert ["river right, jam at push 1", "river left", "river right"] == [row[0] for row in rows[1:]]
    assert ["as it was", "5", "0"] == [next(filter(None, row[1:])).strip() for row in rows[1:]]
    assert "breaks off" in lines[2]
    assert "steals the gem from Tomás's canoe 2” (entry 36) could then not have followed" in "".join(lines)
    assert lines[3].endswith("Ewa")
    assert 1 == sum(line.startswith("If instead of “The river flows 1 step") for line in lines)


def test_a_program_gets_every_outcome_as_an_object(run):
    outcomes = run("whatif", JAMS, "--at", 28, "--json").objects
    assert [28, 28] == [outcome["at"] for outcome in outcomes]
    assert [36, None] == [outcome["stuck"] for outcome in outcomes]


def test_other_dice_are_other_outcomes_and_other_choices_are_none(run):
    outcomes = run("whatif", RACE, "--at", 12, "--json").objects
    assert {(3,)} == {tuple(outcome["change"]["held"]) for outcome in outcomes}
    assert [[3], [2]] == [outcome["change"]["rolled"] for outcome in outcomes]


@pytest.mark.parametrize(
    ("lang", "said"),
    [
        ("en", ["Several reach a goal in one round: ", "won: Amara and 大伟; would have won: 大伟"]),
        ("zh", ["（tie_break=gem_value）", "大伟"]),
        ("ja", ["（tie_break=gem_value）", "勝っていたはず：大伟"]),
    ],
)
def test_another_reading_of_a_tie_says_who_won_and_who_would_have(run, lang, said):
    out = run("whatif", TIE, "--at", 1, "--option", "tie_break=gem_value", "--lang", lang).out
    assert all(words in out for words in said)


def test_another_reading_of_a_score_says_which_lines_differ(run):
    out = run("whatif", BOAT, "--at", 1, "--option", "lost_at_sea_scores=nothing").out
    assert "Cal, love: 6 → 0" in out
    assert "the same would have won: Ann and Dee" in out


def test_nothing_is_written(run, place, first_turn):
    def all_rows():
        with closing(sqlite3.connect(place / "tables.db")) as database:
            return list(database.iterdump())

    before, listed = all_rows(), run("log", first_turn).out
    for how in (["A1 launch to S3"], ["--option", "both_ashore=may_stay"], []):
        run("whatif", first_turn, "--at", 3, *how)
    assert before == all_rows()
    assert listed == run("log", first_turn).out


def test_what_could_not_be_there_is_refused_with_its_rule(run):
    done = run("whatif", JAMS, "--at", 7, "A1 launch to falls")
    assert 1 == done.code
    assert "NIA-" in done.err


def test_an_entry_without_another_outcome_says_so(run):
    done = run("whatif", JAMS, "--at", 7)
    assert (1, "") == done[:2]
    assert "say what was done instead" in done.err


@pytest.fixture
def jammed(run, evening):
    """Five pushes, three canoes on the river: the entry of what was seen."""
    acts = ("A plays 6", "B plays 6", "C plays 5", "A1 launch to S4, load diamond")
    acts += ("B2 launch to S4, load diamond", "C2 launch to S3, load amethyst")
    for line in acts:
        assert run("do", evening, line).code == 0
    assert run("do", evening, "river left right left left left").code == 0
    entries = run("log", evening, "--json").objects
    return next(entry["seq"] for entry in entries if entry["event"]["type"] == "river_flowed")


def test_what_comes_to_the_same_stands_together(run, evening, jammed):
    """Each outcome is told once, with everything that leads there; nothing is left out."""
    out = run("whatif", evening, "--at", jammed).out
    rows = out[: out.index("\n\n")].splitlines()[2:]
    assert len(rows) == len(run("whatif", evening, "--at", jammed, "--json").objects)
    blocks = [block.split("\n", 1)[1] for block in out.split("\n\n")[1:]]
    assert len(blocks) == len(set(blocks))
    assert "  or river " in out


def test_what_reads_otherwise_is_said_where_nothing_else_is_otherwise(run):
    lake = GAMES / "powerboats" / "three-training.jsonl"
    out = run("whatif", lake, "--at", 30, "--option", "rounding=gate").out
    assert "(entry 30)\n    way since the last buoy: 30° past it → none\n  neither the board nor" in out
    reads = run("whatif", lake, "--at", 30, "--option", "rounding=gate", "--json").object["reads"]
    assert reads == [{"fact": "margin", "was": 1, "would_be": None}]


@pytest.mark.parametrize(
    "changes",
    [
        ["--option", "fork=observed", "--exits", "left"],
        ["--option", "fork=observed", "river left"],
        ["--exits", "left", "river left"],
        ["--option", "fork=observed", "--option", "minimum_speed=1"],
    ],
)
def test_of_several_changes_none_is_passed_over_in_silence(run, changes):
    done = run("whatif", JAMS, "--at", 28, *changes)
    assert (done.code, done.out, "one change at a time" in done.err) == (2, "", True)


def test_a_refused_what_if_says_where_to_read_on(run):
    done = run("whatif", JAMS, "--at", 7, "A1 launch to falls")
    assert "help: referee rule NIA-" in done.err


def test_the_opening_is_not_said_to_read_otherwise_for_the_option_imagined(run):
    """What is imagined is no consequence of it: the first is where the tie is broken."""
    assert (
        run("whatif", TIE, "--at", 1, "--option", "tie_break=gem_value", "--json").object["first_change"]
        > 100
    )
    four = GAMES / "niagara" / "four-alike-3p-zh.jsonl"
    out = run("whatif", four, "--at", 1, "--option", "tie_break=gem_value").out
    assert out.endswith("nothing would have been otherwise\n")
    assert "{" not in run("whatif", TIE, "--at", 1, "--option", "tie_break=gem_value").out


def test_the_last_act_is_meant_where_none_is_named(run, first_turn):
    """Several words need no quotes; a number before them counts acts back, as `back` does."""
    run("do", first_turn, "A1 launch to S4")
    last = run("whatif", first_turn, "A1", "launch", "to", "S4,", "load", "diamond")
    assert (1, "NIA-") == (last.code, last.err[:4])
    other = run("whatif", first_turn, "A2 launch to S4").out.splitlines()
    assert "If instead of “Ada's canoe 1 is launched and paddles to S4”: A2 launch to S4" == other[0]
    assert other == run("whatif", first_turn, "1", "A2 launch to S4").out.splitlines()
    assert "cli" not in run("whatif", first_turn, "9", "A2 launch to S4").err


def test_who_says_nothing_gets_the_last_acts_to_choose_from(run, first_turn):
    """By how far back they are; none that lies face down is told."""
    run("do", first_turn, "A1 launch to S4")
    done = run("whatif", first_turn)
    assert (1, "") == done[:2]
    assert "Ada's canoe 1 is launched and paddles to S4”: nothing else could have been seen there" in done.err
    assert "  1  Ada's canoe 1 is launched and paddles to S4\n  2  Chie " in done.err
    assert "there are only 4 acts to go back, not 9" in run("whatif", first_turn, "9").err


def test_an_option_alone_is_set_from_the_start_and_exits_are_of_the_last_river(run):
    always = run("whatif", TIE, "--option", "tie_break=gem_value").out
    assert always == run("whatif", TIE, "--at", 1, "--option", "tie_break=gem_value").out
    assert always.startswith("If from the start: ")
    assert "If instead of “The river flows" in run("whatif", TIE, "--exits", "left,left,left,left,left").out
