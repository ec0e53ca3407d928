"""The table as a panel: the heap, and whose turn it is."""

from typing import Any

from referee.draw.panel import panel_board
from referee.kernel.parts.panel import Chip, Number, Panel, Row, Words, row_of_seat


def panel(view: Any, word: Words) -> Panel:
    """Say what lies where."""
    chips = tuple(Chip(str(n), f"count:{n}", is_offered=True) for n in range(1, 10))
    heap = Row((Number(view.heap), *chips), title=word("heap"))
    now = word(f"now_{view.phase}", seat=view.turn, winners=view.winners)
    return Panel(word("title"), (now,), (*(row_of_seat(view, seat) for seat in view.seats), heap))


BOARD = panel_board(panel)
