"""Text for a terminal: folded by columns (Chinese and Japanese are wide), bold where colour belongs."""

import os
import re
import shutil
from typing import TextIO


def fold_for(text: str, stream: TextIO) -> str:
    """Return a text with its lines broken between words to the terminal's width.

    Unchanged for other streams.
    """
    if not stream.isatty():
        return text
    return fold_lines(text)


def is_painted(stream: TextIO) -> bool:
    """Return whether colour belongs on a stream: a terminal, and nobody asked for none."""
    return not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb" and stream.isatty()


def bold(text: str, stream: TextIO) -> str:
    """Return text in bold where colour belongs on the stream, else as it is."""
    return f"\x1b[1m{text}\x1b[0m" if is_painted(stream) else text


_PAINT = re.compile("\x1b\\[[0-9;]*m")
"""What makes text bold or coloured, and takes no column."""

_WIDEST = 88
"""Lines longer than this are hard to read."""


def columns() -> int:
    """Return the columns of the terminal, 80 where there is none, `_WIDEST` at most."""
    return min(shutil.get_terminal_size().columns, _WIDEST)


def wrap_text(text: str, indent: str = "", room: int | None = None) -> list[str]:
    """Return a text in lines of at most `room` columns (None: those of the terminal), each with `indent`."""
    from referee.draw.width import BREAKABLE, width  # a cold start without it: 3 ms

    limit = (room or columns()) - len(indent)
    lines = [""]
    for piece in BREAKABLE.findall(text):
        if lines[-1] and width(_PAINT.sub("", lines[-1] + piece).rstrip()) > limit:
            lines.append("")
        if lines[-1] or not piece.isspace():
            lines[-1] += piece
    return [(indent + line).rstrip() for line in lines]


def fold_lines(text: str) -> str:
    """Return a text with lines wider than the terminal broken; commands to be copied stay whole."""
    return "\n".join(part for line in text.split("\n") for part in _fold_line(line))


def _fold_line(line: str) -> list[str]:
    """Return a line in lines no wider than the terminal; one that begins with `referee` stays whole."""
    from referee.draw.width import width  # the same

    plain, room = _PAINT.sub("", line), shutil.get_terminal_size().columns
    if width(plain) <= room or plain.lstrip().startswith("referee "):
        return [line]
    indent = " " * (len(line) - len(line.lstrip()))
    return wrap_text(line.lstrip(), indent, room)
