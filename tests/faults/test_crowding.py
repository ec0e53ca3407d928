"""Whoever attacks takes the service from nobody; `python -m tests.faults.crowding` measures longer."""

import statistics

import pytest

from tests.faults.crowding import ATTACKS, endured
from tests.stages import slow

pytestmark = slow

PATIENCE_MILLISECONDS = 2_000


@pytest.mark.parametrize("attack", ATTACKS.values(), ids=ATTACKS)
def test_another_phone_goes_on_tapping(attack):
    """Its taps come to the other screen; how soon is measured on a machine that does nothing else."""
    assert statistics.median(endured(attack, seconds=1.5)) <= PATIENCE_MILLISECONDS
