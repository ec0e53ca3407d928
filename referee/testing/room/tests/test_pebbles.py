"""Pebbles obeys every law there is, and the laws find what would be wrong with it."""

import pytest

from referee.kernel.registry import find_game
from referee.testing import laws_of
from referee.testing.faults import survivors


@pytest.mark.parametrize("law", laws_of("pebbles"))
def test_it_obeys(law):
    """Its rules, its secrets, its seed, its words, its rulings, its pages."""
    law()


def test_no_planted_fault_survives():
    """An act is left out of the list, a line cannot be read, and so on."""
    assert [] == survivors(find_game("pebbles"))
