"""Two people do something at one table at the same moment: it comes out as one after the other."""

import pytest

from tests.databases import new_database
from tests.faults.interleaving import COMMANDS, Race, Tables, interleaved, orders, races
from tests.stages import slow

KEEN = (
    Race("B agrees to the rule", "C agrees to the rule"),
    Race("B agrees to the rule", "C agrees to the rule", is_phone=False),
    Race("A agrees to go back", "C lays a card"),
    Race("C lays a card", "A agrees to go back", is_phone=False),
    Race("C lays a card", "all take the last act back"),
    pytest.param(Race("A asks a question", "C asks a question"), marks=slow),
)
"""What went wrong: both got their answer, and nothing was made; an act was undone that nobody had seen."""


@pytest.mark.parametrize("race", KEEN, ids=lambda race: " + ".join(race[:2]) + " typed" * (not race[2]))
def test_whatever_the_order_of_their_calls_one_is_after_the_other(race):
    tables = Tables()
    lost = [what for order in orders(tables.serial(race).calls) for what in tables.lost(race, order)]
    assert [] == lost


@pytest.mark.parametrize("seed", range(4))
def test_any_two_commands_come_out_as_one_after_the_other(seed):
    assert () == interleaved(10, seed=seed).lost


def test_every_command_is_raced_with_every_other():
    assert {frozenset({first, second}) for first in COMMANDS for second in COMMANDS} == {
        frozenset(race[:2]) for race in races()
    }


@slow
@pytest.mark.parametrize("seed", range(2))
def test_any_two_commands_come_out_so_in_a_database(seed):
    """At two services on one PostgreSQL; the campaign `interleavings` tries it on one file."""
    with new_database() as address:
        assert () == interleaved(150, address, seed).lost
