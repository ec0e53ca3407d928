"""What every table's state holds, whatever the game."""

import pytest

from referee.kernel.table import TableState


def test_a_games_state_hides_nothing_of_the_table():
    """Its author is told which field; fields of its own are welcome."""
    type("Own", (TableState,), {"__annotations__": {"cups": int}})
    type("None", (TableState,), {})
    with pytest.raises(TypeError, match="Cups would hide what every table holds: closed, seats"):
        type("Cups", (TableState,), {"__annotations__": {"seats": int, "closed": int}})
