"""Deciding a dispute at the terminal: what a ruling means, what it takes, what names nothing."""

import json

import pytest

from referee.rulebooks.rulings import read_ruling
from tests.architecture.sources import ROOT
from tests.cli.test_disputes import entry, tie

__all__ = ["tie"]

WORD = "  The referee's ruling: "
OTHERWISE = "The table rules otherwise"
IN_WORDS = {"en": OTHERWISE, "zh-Hans": "全桌另作裁定", "ja": "審判の裁定によらず卓が定める"}


@pytest.fixture
def moved(run, evening):
    for line in ("A plays 6", "B plays 5", "C plays 4", "A1 launch to S4, load diamond"):
        assert run("do", evening, line).code == 0
    return evening


def test_ruling_otherwise_on_an_accepted_act_says_what_the_game_is_without_it(run, moved):
    """And how it is taken back; so ruled it is told again with the rest."""
    shown = run("dispute", moved, "--at", 7).out
    assert (
        WORD + "accepted, by NIA-LOAD-03, NIA-TURN-02, NIA-MOVE-01, NIA-LOAD-04, NIA-LOAD-02, NIA-MOVE-05."
        in shown.splitlines()
    )
    assert "    Ada's canoe 1 (place): S4 → land" in shown.splitlines()
    done = run("dispute", moved, "--at", 7, "--decide", "does_not_stand")
    assert "referee back evening --to 6`, then `referee again evening --skip`" in done.err
    assert "referee amend evening 7` lists" in done.err
    run("back", moved, "--to", 6)
    run("again", moved, "--skip")
    assert run("show", moved, "--json").object["position"]["canoes"]["A"]["1"]["at"] == "land"


def test_ruling_otherwise_on_a_refusal_says_how_it_is_played(run, moved):
    run("do", moved, "C1 launch to S2")
    shown = run("dispute", moved).out
    assert WORD + "refused, by NIA-ROUND-02, NIA-TURN-06. It is Ben's turn, not Chie's." in shown
    done = run("dispute", moved, "--decide", "does_not_stand")
    assert "  referee correct evening canoes.C.1.at=S2" in done.err.splitlines()
    again = run("do", moved, "C1 launch to S2")
    assert f"Ruled at this table before (D1): {OTHERWISE}" in again.err
    assert "referee correct" not in run("dispute", moved, "--decide", "stands").err


@pytest.mark.parametrize("lang", IN_WORDS)
def test_a_ruling_reads_alike_in_the_log_and_in_the_list(run, moved, lang):
    run("dispute", moved, "--at", 7, "--vote", "A,C:does_not_stand")
    log = run("log", moved, "--lang", lang).out
    assert (IN_WORDS[lang] in log, "does_not_stand" in log) == (True, False)
    assert IN_WORDS[lang] in run("rulings", moved, "--lang", lang).out


def test_what_is_exported_says_what_the_table_ruled(run, moved, tmp_path):
    run("do", moved, "C1 launch to S2")
    run("dispute", moved, "--decide", "does_not_stand")
    assert run("do", moved, "B1 launch to S5").code == 0  # then every card is turned up
    folder = tmp_path / "niagara"
    folder.mkdir()
    run("rulings", moved, "--export", "D1", "--out", folder / "D1-turn.md")
    ruling = read_ruling(folder / "D1-turn.md")
    assert ruling.acts[0].verdict == "refused"
    assert (
        ruling.answer.en == f"{OTHERWISE}. The referee's ruling was: refused, by NIA-ROUND-02, NIA-TURN-06."
    )


def test_what_was_taken_back_since_is_exported_all_the_same(run, moved):
    run("dispute", moved, "--at", 7, "--decide", "does_not_stand")
    run("back", moved, "--to", 6)
    run("again", moved, "--skip")
    for line in ("A1 launch to L6", "B1 launch to S5"):  # then every card is turned up
        assert run("do", moved, line).code == 0
    text = run("rulings", moved, "--export", "D1").out
    assert '"to":"S4"' in text.partition("### Act")[2]


@pytest.mark.parametrize(
    "decision", ["tie_break=gemvalue", "edition xx", "gem_value", "stands", "tie = shared"]
)
def test_a_decision_that_names_nothing_is_refused(run, tie, decision):
    """It was meant to name something: what there is is listed, and nothing is recorded."""
    done = run("dispute", tie, "--topic", "tie", "--decide", decision)
    assert (done.code, "tie_break=gem_value" in done.err, "edition ja" in done.err) == (2, True, True)
    assert run("rulings", tie, "--json").objects == []


def test_a_vote_for_a_bare_word_is_refused_and_words_of_ones_own_are_free(run, tie):
    """A sentence is a decision; so is a word in a script that has no blanks."""
    vote = ("dispute", tie, "--topic", "tie", "--vote")
    assert run(*vote, "A,B,C:banana").code == 2
    assert run(*vote, "A,B,C:they share the cup").code == 0
    assert run(*vote, "A,B,C:平分").code == 0
    assert len(run("rulings", tie, "--json").objects) == 2


@pytest.mark.parametrize("votes", [["A:tie_break=shared"], ["A,B:tie_break=shared", "C:tie_break=gem_value"]])
def test_a_vote_needs_more_than_half_of_the_seats(run, tie, votes):
    """Of four, neither one nor two decide; who did not vote is named."""
    cast = [word for vote in votes for word in ("--vote", vote)]
    done = run("dispute", tie, "--topic", "tie", *cast)
    assert (done.code, "more than half of the seats" in done.err, "大伟" in done.err) == (2, True, True)
    assert run("rulings", tie, "--json").objects == []


def test_who_did_not_vote_stands_in_the_record(run, tie):
    run("dispute", tie, "--topic", "tie", "--vote", "A,B,C:tie_break=shared")
    (settled,) = run("rulings", tie, "--json").objects
    noted = "(by vote, 3 of 4: Amara, Bogdan and Céline; no vote from 大伟)"
    assert settled["ruling"]["decision"].endswith(noted)


def test_votes_on_a_question_that_was_asked_are_kept_until_they_decide(run, tie):
    run("dispute", tie, "--topic", "tie", "--question", "who wins?")
    vote = ("dispute", tie, "--of", "D1", "--vote")
    first = run(*vote, "A:tie_break=shared")
    assert (first.code, "1 of 4" in first.out) == (0, True)
    assert "2 of 4" in run(*vote, "Bogdan:tie_break=shared").out
    assert "noted" == run(*vote, "A:tie_break=gem_value", "--json").object["verdict"]
    assert run("rulings", tie, "--json").objects[0]["ruling"] is None
    assert "2 of 4" in run(*vote, "C:tie_break=shared").out
    assert "Ruling on D1" in run(*vote, "D:tie_break=shared").out
    assert "no dispute D1 is open" in run(*vote, "A:tie_break=shared").err


def test_nobody_votes_for_a_seat_that_went_home(run):
    run("new", "niagara", "--seats", "A,B,C", "--table", "evening")
    run("do", "evening", "A plays 4")
    run("leave", "evening", "C")
    for _ in range(2):
        done = run("dispute", "evening", "--vote", "C:stands")
        assert (True, "not yours to speak for" in done.err) == (done.code > 0, True)
        run("dispute", "evening", "was", "that", "fair?")
    assert "1 of 2" in run("dispute", "evening", "--vote", "A:stands").out


def test_a_coin_is_tossed_once(run, moved):
    """Between what is on record; the same question is not left to chance again."""
    assert run("dispute", moved, "--at", 7, "--toss").code == 0
    (settled,) = run("rulings", moved, "--json").objects
    between = f"(the toss of a coin between: The referee's ruling stands, {OTHERWISE})"
    assert settled["ruling"]["decision"].endswith(between)
    again = run("dispute", moved, "--at", 7, "--toss")
    assert (again.code, "D1 settled that already" in again.err) == (2, True)
    run("do", moved, "C1 launch to S2")
    assert [run("dispute", moved, "--toss").code for _ in range(2)] == [0, 2]
    assert len(run("rulings", moved, "--json").objects) == 2


def test_a_topic_finds_the_last_entry_it_is_about(run, tie):
    """Not the last of all: the jam at the fork, and a theft, lie further back."""
    rivers = entry(run, tie, "river_flowed")
    assert run("dispute", tie, "--topic", "fork", "--json").object["at"] == rivers
    moves = [line for line in run("log", tie, "--json").objects if line["event"]["type"] == "canoe_moved"]
    assert run("dispute", tie, "--topic", "launch", "--json").object["at"] in {line["seq"] for line in moves}


def test_the_rulings_of_a_bare_record_say_what_was_in_question(run):
    record = ROOT / "fixtures" / "games" / "lifeboat" / "disputed-5p-en.jsonl"
    asked, about, *_ = run("rulings", record).out.splitlines()
    assert asked.startswith("D1  asked by Ben (Overboard): May")
    assert about.startswith("    This is about: Nobody gives water any more")


def test_a_dispute_without_a_question_ends_with_its_topic(run, moved):
    run("dispute", moved, "--at", 7, "--decide", "stands")
    first = run("rulings", moved).out.splitlines()[0]
    assert first == "D1  asked by the table (Paddling)"


def test_the_log_of_a_bare_record_names_what_was_disputed_and_taken_back(run):
    """By what was done; the lines of the record stand before it."""
    record = ROOT / "fixtures" / "games" / "lifeboat" / "disputed-5p-en.jsonl"
    log = run("log", record).out.splitlines()
    done = next(line[8:].rstrip(".") for line in log if line.startswith("  122 "))
    assert f"  123   Ben asks for a ruling on “{done}” (Overboard). May that be?" in log
    (back,) = (line for line in log if "let go too early" in line)
    lines = record.read_text(encoding="utf-8").splitlines()
    kept = next(json.loads(line)["to"] for line in lines if "let go too early" in line)
    (first,) = (line[8:].rstrip(".") for line in log if line.startswith(f"{kept + 1:>5} x "))
    assert f"Taken back: {first}" in back


@pytest.mark.parametrize(
    "vote", ["投票 A,C:2 B:1", "表决 A、C：2 B:1", "多数決 B:1 A,C:2", "vote A,C:does_not_stand B:stands"]
)
def test_a_vote_is_told_in_words_and_by_the_numbers_shown(run, moved, vote):
    """In any language; who votes for what may be the number of a way to rule."""
    assert run("dispute", moved, "--at", 7, "--decide", vote).code == 0
    (settled,) = run("rulings", moved, "--json").objects
    assert settled["ruling"]["decision"] == "does_not_stand (by vote, 2 of 3: Ada and Chie)"


@pytest.mark.parametrize("said", ["1", "既定", "默认", "default"])
def test_the_word_of_the_referee_is_taken_by_its_number_or_called_so(run, moved, said):
    assert run("dispute", moved, "--at", 7, "--decide", said).code == 0
    (settled,) = run("rulings", moved, "--json").objects
    assert settled["ruling"]["decision"] == "stands"


@pytest.mark.parametrize("topic", ["move", "Paddling", "划船", "漕ぐ"])
def test_a_topic_is_called_what_it_is_called(run, moved, topic):
    assert run("dispute", moved, "--topic", topic, "--json").object["topic"] == "move"


def test_a_topic_there_is_not_is_answered_with_those_there_are_in_words(run, moved):
    done = run("dispute", moved, "--topic", "ghosts", "--lang", "ja")
    assert (done.code, "漕ぐ（move）" in done.err) == (2, True)
