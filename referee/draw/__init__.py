"""A View drawn: as text for terminals and descriptions, as SVG for screens.

Each game draws itself in the `board` of its room, a module or a package that has:

- `draw_text(view, lang, colour, width)` and `draw_svg(view, lang, size)`: the board
- `picks(view, event)`, where those are not the fields of the action: by which taps on the picture it is
  meant, and what goes with that, see `referee.draw.picks`
- `window_words(view, lang)`, where its view has `windows`: who may still do what, a line each
- `seen_words(view, lang)`, where what is possible names cards only the viewer sees: what each is, a line each
- `way_words(view, lang, way)`, where its view has `previews`: what a way would lead to

What a package keeps in files beside its code, its colours, its cover, its places, see `referee.draw.assets`.
"""

from typing import Any, Literal

from referee.draw.svg import Element, drop_size, link_taps
from referee.kernel.registry import part_of
from referee.l10n import say

_Size = Literal["phone", "table"]
"""`phone`: 360 units wide, portrait. `table`: 1280 × 800, landscape."""


class _NoBoardError(Exception):
    """A game without a board; `args[0]` is its id."""


def board_of(game: str) -> Any:
    """Return the module or package that draws a game. Raises NoBoardError where it has none."""
    board = part_of(game, "board")
    if board is None:
        raise _NoBoardError(game)
    return board


def word(view: Any, lang: str, id: str, **args: object) -> str:
    """Return a message of a game's board, `<game>.board.<id>`; seats in it by their names."""
    return say(f"{view.game}.board.{id}", lang, names=view.names, **args)


def text_board(view: Any, lang: str = "en", colour: bool = False, width: int = 80) -> str:
    """Return a view as lines of text, at most `width` columns each; `colour`: with ANSI colours."""
    drawn: str = board_of(view.game).draw_text(view, lang, colour, width)
    return drawn


def svg_board(view: Any, lang: str = "en", size: _Size = "table") -> str:
    """Return the SVG document of a view, in which nothing can be tapped."""
    return str(link_taps(marked_board(view, lang, size), {}))


def marked_board(view: Any, lang: str = "en", size: _Size = "table") -> Element:
    """Return the picture of a view in which everything that may be tapped is marked, for `link_taps`."""
    drawn: Element = board_of(view.game).draw_svg(view, lang, size)
    return drawn


def board_for_file(view: Any, lang: str = "en", size: _Size = "table") -> Element:
    """Return the picture of a view that is as large as whatever shows it; nothing in it can be tapped."""
    return drop_size(link_taps(marked_board(view, lang, size), {}))


def svg_file(view: Any, lang: str = "en", size: _Size = "table") -> str:
    """Return a view as an SVG file, which fills the window it is opened in and never runs out of it."""
    return str(board_for_file(view, lang, size))
