"""Notices: what whoever runs the program hears beside the answer."""

from datetime import timedelta

import pytest

from events.stores import open_store
from events.table import TableOpened
from referee.kernel.registry import find_game
from referee.service.tables.clock import utc_now
from referee.service.tables.table import open_table

SAID = {"en": "The clock was set back by 2:5", "zh-Hans": "时钟被拨回了2:5", "ja": "時計が2:5"}


@pytest.mark.parametrize("lang", SAID)
def test_a_clock_that_was_set_back_is_told_in_the_readers_language(run, place, lang):
    """On stderr, once; the act is recorded, and stdout holds nothing else."""
    later = utc_now() + timedelta(hours=3)
    with open_store(place / "tables.db", create=True) as store:
        opened = TableOpened(game="niagara", seats=("A", "B", "C"))
        open_table(store, "evening", opened, find_game("niagara"), clock=lambda: later)
    done = run("do", "evening", "A plays 4", "--lang", lang, "--json")
    assert 0 == done.code
    (said,) = done.err.splitlines()
    assert said.startswith(SAID[lang])
    assert "evening" in said
    assert {at["at"][:16] for at in run("log", "evening", "--json").objects} == {f"{later:%Y-%m-%dT%H:%M}"}
