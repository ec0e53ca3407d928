"""A throw names the rules that decided it, and no other."""

import pytest

from referee.games.powerboats.phases.dice import rules_between

NUMBER, CHOICE = "POW-DIE-02", "POW-DIE-03"
LIE, FROM_NOTHING, ONE_DIE = "POW-DIE-01", "POW-CRA-05", "POW-DIE-07"
ROLLED = ("POW-DIE-04", "POW-DIE-05", "POW-DIE-06")


@pytest.mark.parametrize(
    ("before", "held", "roll", "rules"),
    [
        (2, 2, 0, (LIE, NUMBER, CHOICE)),
        (2, 1, 0, (LIE, NUMBER, CHOICE)),
        (2, 1, 2, (LIE, NUMBER, CHOICE, *ROLLED)),
        (2, 0, 2, (NUMBER, CHOICE, *ROLLED)),
        (1, 0, 0, (NUMBER,)),
        (0, 0, 1, (FROM_NOTHING, NUMBER, *ROLLED)),
        (0, 0, 0, (FROM_NOTHING,)),
    ],
)
def test_a_throw_names_the_rules_that_decided_it(
    before: int, held: int, roll: int, rules: tuple[str, ...]
) -> None:
    """Nothing rolled, nothing about rolling; no dice left, nothing about which are rerolled."""
    assert rules == rules_between(before, held, roll, is_first=False)


def test_a_first_turn_of_one_die_names_the_agreement() -> None:
    assert ONE_DIE in rules_between(0, 0, 1, is_first=True)
