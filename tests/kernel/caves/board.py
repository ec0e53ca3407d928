"""The cave as a panel: the cards turned, the path, who is inside."""

from typing import Any

from referee.draw.panel import panel_board
from referee.kernel.parts.panel import Card, Chip, Number, Panel, Row, Words, row_of_seat
from tests.kernel.caves import BOX


def panel(view: Any, word: Words) -> Panel:
    """Return what lies where."""
    rows = [seat_row(view, word, seat) for seat in view.seats]
    cards = tuple(Card(word(f"card_{card}")) for card in view.gone)
    rows.append(Row((*cards, Number(view.path, word("path"))), title=word("cave")))
    rows.append(Row(tuple(Chip(word(f"card_{card}"), f"card:{card}", is_offered=True) for card in BOX)))
    now = word(f"now_{view.phase}", winners=view.winners)
    return Panel(word("title", n=view.round), (now,), tuple(rows))


def seat_row(view: Any, word: Words, seat: str) -> Row:
    """Return the row of a seat: what it showed, its store where that may be seen."""
    store = (view.stores or {}).get(seat)
    choice = view.shown.get(seat) or (view.chosen or {}).get(seat)
    cells = (
        *(() if store is None else (Number(store, word("store")),)),
        *(() if choice is None else (Card(word(f"choice_{choice}")),)),
    )
    return row_of_seat(view, seat, cells, word("inside") if seat in view.inside else "")


BOARD = panel_board(panel)
