"""Text set for a terminal: wrapped by columns, Chinese and Japanese too."""

import re
import shutil

from referee.draw.width import BREAKABLE, width

PAINT = re.compile("\x1b\\[[0-9;]*m")
"""What makes text bold or coloured, and takes no column."""

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
        if lines[-1] and width(PAINT.sub("", lines[-1] + piece).rstrip()) > limit:
            lines.append("")
        if lines[-1] or not piece.isspace():
            lines[-1] += piece
    return [(indent + line).rstrip() for line in lines]


def folded(text: str) -> str:
    """Break lines wider than the terminal, with their indent; commands to be copied stay whole."""
    return "\n".join(part for line in text.split("\n") for part in _folded_line(line))


def _folded_line(line: str) -> list[str]:
    plain, room = PAINT.sub("", line), shutil.get_terminal_size().columns
    if width(plain) <= room or plain.lstrip().startswith("referee "):
        return [line]
    indent = " " * (len(line) - len(line.lstrip()))
    return wrapped(line.lstrip(), indent, room)
