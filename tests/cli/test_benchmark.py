"""The benchmark at the keyboard: questions and answers as JSON Lines, and their score."""

import json

import pytest

from cli.problems import USAGE
from referee.service.book import situations

GAME = "powerboats"


@pytest.fixture
def answers(run, tmp_path):
    """Return a file of answers to every question of a game: each is told its verdict, and no rules."""
    file = tmp_path / "answers.jsonl"
    lines = [json.loads(line) for line in run("benchmark", GAME).out.splitlines()]
    told = ({"id": each["id"], "verdict": each["verdict"]} for each in lines)
    file.write_text("".join(f"{json.dumps(each)}\n" for each in told), encoding="utf-8")
    return file


def test_answers_as_decided_are_all_right(run, answers):
    found = run("benchmark", GAME, "--score", str(answers), "--json").object
    assert found["counts"]["right"] == found["counts"]["questions"] > 0
    assert [] == found["differing"]


def test_a_score_is_told_in_words(run, answers):
    first, *rest = answers.read_text("utf-8").splitlines()
    declined = json.dumps({**json.loads(first), "verdict": None})
    answers.write_text("\n".join([declined, *rest]), encoding="utf-8")
    done = run("benchmark", GAME, "--score", str(answers))
    assert done.code == 0
    assert "1 declined" in done.out


def test_a_line_that_is_no_answer_is_named_with_what_to_write(run, tmp_path):
    file = tmp_path / "answers.jsonl"
    file.write_text('{"id": "a", "verdict": "may"}\n{"id": "a"}\n', encoding="utf-8")
    done = run("benchmark", GAME, "--score", str(file))
    assert done.code == USAGE
    assert f"{file}:2: " in done.err
    assert "referee schema benchmark-answer" in done.err


def test_one_writes_answers_or_scores_some(run):
    assert run("benchmark", GAME, "--answer", "--score", "-").code == USAGE


def test_a_file_there_is_stays(run, tmp_path):
    (tmp_path / "there.jsonl").write_text("mine", encoding="utf-8")
    assert run("benchmark", GAME, "--out", str(tmp_path / "there.jsonl")).code == 1
    assert (tmp_path / "there.jsonl").read_text("utf-8") == "mine"


def test_without_a_checkout_the_rulings_are_asked_and_it_says_so(run, tmp_path, monkeypatch):
    monkeypatch.setattr(situations, "_FOLDER", tmp_path)
    done = run("benchmark", GAME)
    assert "situations" in done.err
    assert {True} == {json.loads(line)["ruled"] is not None for line in done.out.splitlines()}
