"""A View drawn: as text for terminals and descriptions, as SVG for screens.

Each game draws itself in `<game>_text.py` and `<game>_svg.py`, which have one public function
each: `draw_text(view, lang, colour, width)` and `draw_svg(view, lang, size)`. By which taps on its
picture an action is meant, `<game>_picks.py` says.
"""

import re
from importlib import import_module
from typing import Any, Literal

Size = Literal["phone", "table"]
"""`phone`: 360 units wide, portrait. `table`: 1280 × 800, landscape."""


def text_board(view: Any, lang: str = "en", colour: bool = False, width: int = 80) -> str:
    """Draw a view as lines of text, at most `width` columns each."""
    drawn: str = import_module(f"referee.draw.{view.game}_text").draw_text(view, lang, colour, width)
    return drawn


def svg_board(view: Any, lang: str = "en", size: Size = "table") -> str:
    """Draw a view as an SVG document."""
    from referee.draw.taps import tapped

    return tapped(marked_board(view, lang, size), {})


def marked_board(view: Any, lang: str = "en", size: Size = "table") -> str:
    """Draw a view as an SVG document in which everything that may be tapped is marked, for `tapped`."""
    drawn: str = import_module(f"referee.draw.{view.game}_svg").draw_svg(view, lang, size)
    return drawn


def svg_file(view: Any, lang: str = "en", size: Size = "table") -> str:
    """Draw a view as an SVG file, which fills the window it is opened in and never runs out of it."""
    return fitting(svg_board(view, lang, size))


def fitting(picture: str) -> str:
    """Let a picture say what part of the plane it shows, and not how large: that is for whatever shows it."""
    opened, rest = picture.split(">", 1)
    return re.sub(r' (width|height)="[^"]*"', "", opened) + ">" + rest
