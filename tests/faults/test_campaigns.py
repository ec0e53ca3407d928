"""Whatever is killed, full, broken, changed or written together: nothing acknowledged is lost.

A short run of each campaign; `python -m tests.faults --long` tries until one is sure.
"""

import pytest

from tests.faults import killing
from tests.faults.__main__ import CAMPAIGNS
from tests.faults.disks import can_be_tried
from tests.stages import slow

pytestmark = slow


@pytest.mark.parametrize("name", CAMPAIGNS)
def test_nothing_is_lost(name):
    if name == "disks" and not can_be_tried():
        pytest.skip("needs Linux and a C compiler")
    campaign, few, _ = CAMPAIGNS[name]
    tried = campaign(few)
    assert tried.times
    assert not tried.lost, str(tried)


def test_a_turn_that_was_told_by_its_end_is_there_whole_or_not_at_all():
    tried = killing.catching_up(8)
    assert not tried.lost, str(tried)


def test_what_is_lost_is_told():
    from tests.faults.tried import Tried

    told = str(Tried("something", 3, ("entry 2 is gone",)))
    assert "lost: 1" in told
    assert "entry 2 is gone" in told
