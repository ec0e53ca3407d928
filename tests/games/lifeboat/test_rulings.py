"""The rulings of Lifeboat: every dispute has one, and each comes out as when it was last read."""

from typing import Any

import pytest

from referee.rulebooks.rulings import Ruling, all_rulings
from referee.testing.referee_a_ruling import play, told

RULINGS = {ruling.name: ruling for ruling in all_rulings() if ruling.game == "lifeboat"}
DISPUTES = {f"D{n:02}" for n in range(1, 94)}


@pytest.mark.parametrize("ruling", RULINGS.values(), ids=RULINGS)
def test_a_ruling_comes_out_as_it_was_when_last_read(ruling: Ruling, snapshot: Any) -> None:
    """The whole outcome of every act is kept: verdict, rules, consequences, position."""
    outcomes = [{"act": list(act.lines), **told(play(ruling, act))} for act in ruling.acts]

    assert snapshot == outcomes


def test_every_dispute_is_settled_by_a_ruling() -> None:
    """Each has a file named for it."""
    assert set() == DISPUTES - {each for ruling in RULINGS.values() for each in ruling.disputes}
