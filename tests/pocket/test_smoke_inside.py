"""Seconds inside the interpreter a browser runs: every game, the solver, two questions."""

import json

from tests.pocket.node import run_inside
from tests.pocket.smoke import outcomes


def test_games_and_questions_come_to_the_same_inside():
    done = run_inside("tests.pocket.smoke", seconds=300)

    assert 0 == done.returncode, done.stderr[-5_000:]
    expected = json.loads(outcomes())
    assert expected["solver"]
    assert expected == json.loads(done.stdout)
