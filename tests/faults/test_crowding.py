"""Whoever attacks takes the service from nobody; `python -m tests.faults.crowding` measures longer."""

import statistics

import pytest

from tests.faults.crowding import ATTACKS, MOST_MILLISECONDS, endured


@pytest.mark.parametrize("attack", ATTACKS.values(), ids=ATTACKS)
def test_another_phone_goes_on_tapping(attack):
    """Its taps are on the other screen in time; at the median, as a machine that tests is busy."""
    assert statistics.median(endured(attack, seconds=1.5)) <= MOST_MILLISECONDS
