"""What is changed of a rule, one condition at a time, and how a condition is watched."""

import builtins

import pytest

from tests.mutants.changes import EQUIVALENT, WATCH, changes_of, compile_watched, unknown

SOURCE = '''
FEW: int | None = 3

def is_few(n, least=0):
    """Whether n < 9."""
    return least <= n < 9 and not n == 7

class Row:
    def rest(self, cards):
        if cards:
            return [card for card in cards if card != -1]
        return []
'''

CHANGED = [
    ("rules.is_few", "least <= n < 9 and (not n == 7) -> least <= n < 9 or not n == 7"),
    ("rules.is_few", "least <= n < 9 -> least < n < 9"),
    ("rules.is_few", "least <= n < 9 -> least <= n <= 9"),
    ("rules.is_few", "least <= n < 9 -> least <= n < 10"),
    ("rules.is_few", "not n == 7 -> n == 7"),
    ("rules.is_few", "n == 7 -> n != 7"),
    ("rules.is_few", "n == 7 -> n == 8"),
    ("rules.Row.rest", "cards -> not cards"),
    ("rules.Row.rest", "card != -1 -> card == -1"),
    ("rules.Row.rest", "card != -1 -> card != 0"),
]


@pytest.fixture
def path(tmp_path):
    path = tmp_path / "rules.py"
    path.write_text(SOURCE)
    return path


def made(code):
    names = {"__name__": "rules"}
    exec(code, names)  # noqa: S102 - what was compiled here
    return names


def test_every_condition_is_changed_in_every_way(path):
    assert CHANGED == [(each.where, f"{each.was} -> {each.becomes}") for each in changes_of(path)]


def test_a_change_is_the_only_one_in_its_module(path):
    found = [made(change.compiled())["is_few"] for change in changes_of(path)]
    assert [9] == [i for i in range(12) if found[3](i) != found[7](i)]
    assert all(is_few(3) == (i not in {4, 5}) for i, is_few in enumerate(found))


def test_a_watched_condition_comes_out_as_it_was_and_tells_how_else_it_would(path, monkeypatch):
    asked = []

    def ask(index, was, other):
        asked.append((index, was, other()))
        return was

    monkeypatch.setattr(builtins, WATCH, ask, raising=False)
    is_few = made(compile_watched(path, {0: 0, 4: 1, 6: 2}))["is_few"]
    assert is_few(8)
    assert [(2, False, True), (1, True, False), (0, True, True)] == asked


def test_what_takes_a_card_or_sets_a_name_is_not_worked_out_twice(tmp_path):
    path = tmp_path / "rules.py"
    path.write_text("def first(cards):\n    return next(cards) == 1 or (n := 2) > 1 or len(cards) > 1\n")
    assert [False] * 5 + [True, True] == [each.is_watchable for each in changes_of(path)]


def test_a_change_that_makes_no_difference_says_why():
    reasons = [why for places in EQUIVALENT.values() for each in places.values() for why in each.values()]
    assert all(why.endswith(".") for why in reasons)


def test_each_change_that_makes_no_difference_is_one_of_the_rules_as_they_are():
    assert [] == unknown(EQUIVALENT)


def test_a_change_of_another_function_or_text_or_game_is_named():
    where = "paddling._judge_points"
    change, why = next(iter(EQUIVALENT["niagara"][where].items()))
    planted = {
        "niagara": {where: {change: why, "steps -> not steps": why}, "rowing._judge_points": {change: why}},
        "canasta": {where: {change: why}},
    }
    strays = [
        f"niagara: {where}: steps -> not steps",
        f"niagara: rowing._judge_points: {change}",
        f"canasta: {where}: {change}",
    ]
    assert strays == unknown(planted)
