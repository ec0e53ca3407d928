"""The rule a verdict names is the one people had in mind."""

import json
from typing import Any

import pytest

from referee.service.files.check import Checked, check_lines

OPENING = {"type": "table_opened", "game": "niagara", "seats": ["A", "B", "C"]}


def last(canoes: dict[str, Any], cards: list[Any], acts: list[dict[str, Any]]) -> Checked:
    """Referee a tiny record; give the answer to its last line."""
    lines = [OPENING, {"type": "corrected", "position": {"canoes": {"A": canoes}}}]
    lines += [{"type": "paddle_chosen", "seat": s, "card": c} for s, c in zip("ABC", cards, strict=True)]
    answers = list(check_lines(json.dumps(line).encode() for line in lines + acts))
    assert isinstance(answers[-2], Checked)
    return answers[-2]


def moved(canoe: int, to: str, seat: str = "A") -> dict[str, Any]:
    """A canoe that paddles, and nothing else."""
    return {"type": "canoe_moved", "seat": seat, "canoe": canoe, "to": to}


S1_S5 = {"1": {"at": "S1"}, "2": {"at": "S5"}}
S4_S5 = {"1": {"at": "S4"}, "2": {"at": "S5"}}
END = {"type": "turn_ended", "seat": "A"}


@pytest.mark.parametrize(
    ("canoes", "acts", "rule"),
    [
        ({}, [moved(1, "S2"), moved(2, "S2")], "NIA-TURN-07"),
        (S1_S5, [moved(1, "land"), moved(2, "S3"), moved(1, "S2")], "NIA-MOVE-08"),
        (S4_S5, [moved(1, "S2"), moved(2, "S3"), moved(2, "S1")], "NIA-TURN-05"),
        (S1_S5, [moved(1, "land"), END], "NIA-TURN-04"),
        ({"1": {"at": "S5"}}, [moved(2, "S2"), END], "NIA-TURN-03"),
    ],
)
def test_an_act_too_many_or_too_few_cites_why(canoes, acts, rule):
    """Also where the turn has passed on by itself, so that it is no longer the seat's turn."""
    answer = last(canoes, [2, 4, 4], acts)
    assert "refused" == answer.verdict
    assert rule in answer.rules


def test_a_river_that_only_clouds_drive_cites_the_rule_for_clouds():
    """No number card was shown, so the lowest one decides nothing."""
    clouds = [{"type": "cloud_moved", "seat": seat, "to": to} for seat, to in (("A", 1), ("B", 2), ("C", 1))]
    flow = {"type": "river_flowed", "exits": ["left"]}
    answer = last({}, ["cloud"] * 3, [*clouds, flow])
    assert ("accepted", "NIA-RIVER-04") == (answer.verdict, answer.rules[0])


@pytest.mark.parametrize(
    ("canoes", "card", "act", "rules"),
    [
        ({}, 2, moved(1, "S2"), ["NIA-TURN-02"]),
        ({"1": {"at": "S5"}}, 2, moved(2, "S2"), ["NIA-TURN-03"]),
        ({"1": {"at": "S5"}}, 2, moved(1, "S3"), ["NIA-TURN-03", "NIA-TURN-05"]),
        (S4_S5, 2, moved(2, "S3"), ["NIA-TURN-04", "NIA-TURN-05"]),
        ({"1": {"at": "S5"}, "2": {"at": "lost"}}, 2, moved(1, "S3"), ["NIA-TURN-05"]),
        ({}, "cloud", {"type": "cloud_moved", "seat": "A", "to": 1}, ["NIA-WX-01"]),
    ],
)
def test_an_act_cites_the_rules_that_decided_it(canoes, card, act, rules):
    """Where the canoes stood decides which rule let this one act."""
    answer = last(canoes, [card, 4, 4], [act])
    decided = [rule for rule in answer.rules if rule.startswith(("NIA-TURN", "NIA-WX"))]
    assert ("accepted", rules) == (answer.verdict, [rule for rule in decided if rule != "NIA-TURN-01"])
