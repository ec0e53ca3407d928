"""What a board without a map is made of: a title, rows of seats, and cells in each row. Pure data.

`referee.draw.panel` draws it.
"""

from typing import Any, NamedTuple, Protocol


class Die(NamedTuple):
    """A die; `face` None is not visible. `is_marked`: it counts for the current decision.

    What has a `pick` can be tapped.
    """

    face: int | None = None
    pick: str = ""
    is_marked: bool = False


class Card(NamedTuple):
    """A card with its name, which is None where it lies face down."""

    name: str | None = None
    pick: str = ""
    is_marked: bool = False


class Number(NamedTuple):
    """A number, and what is counted."""

    value: int
    label: str = ""
    pick: str = ""


class Chip(NamedTuple):
    """A word in a frame; with `is_offered` it is drawn only while it can be tapped."""

    text: str
    pick: str = ""
    is_offered: bool = False


class Note(NamedTuple):
    """A few plain words."""

    text: str
    pick: str = ""


Cell = Die | Card | Number | Chip | Note


class Row(NamedTuple):
    """A row of cells under a title, or under badge and name of its `seat` (empty: none).

    `aside` is right-aligned. `is_on`: it is the seat's turn.
    """

    cells: tuple[Cell, ...] = ()
    seat: str = ""
    title: str = ""
    aside: str = ""
    is_on: bool = False
    has_won: bool = False


class Panel(NamedTuple):
    """A whole board: the game, the state of play in `lines` (the most important first), rows, notes below."""

    title: str
    lines: tuple[str, ...]
    rows: tuple[Row, ...]
    notes: tuple[str, ...] = ()


class Words(Protocol):
    """Messages of a game's board, `<game>.board.<id>`, in the reader's language `lang`."""

    @property
    def lang(self) -> str: ...

    def __call__(self, id: str, **args: object) -> str:
        """Return a message; seats in it by their names."""
        ...


def row_of_seat(view: Any, seat: str, cells: tuple[Cell, ...] = (), aside: str = "") -> Row:
    """Return the row of a seat; the view says whether it has the turn or has won."""
    return Row(cells, seat, aside=aside, is_on=seat == view.turn, has_won=seat in (view.winners or ()))
