"""Text set for a terminal: wrapped by columns, Chinese and Japanese too."""

import shutil

from referee.draw.width import BREAKABLE, width

WIDEST = 88
"""Lines longer than this are hard to read."""


def columns() -> int:
    """Tell how many columns the terminal has, 80 where there is none."""
    return min(shutil.get_terminal_size().columns, WIDEST)


def wrapped(text: str, indent: str = "", room: int | None = None) -> list[str]:
    """Set a text into lines."""
    limit = (room or columns()) - len(indent)
    lines = [""]
    for piece in BREAKABLE.findall(text):
        if lines[-1] and width((lines[-1] + piece).rstrip()) > limit:
            lines.append("")
        if lines[-1] or not piece.isspace():
            lines[-1] += piece
    return [(indent + line).rstrip() for line in lines]
