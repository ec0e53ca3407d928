"""Text boards: pieces of text with an optional colour, set on lines and in columns."""

from collections.abc import Iterable
from typing import Any, NamedTuple

from referee.draw.palette import marks_of, name_of, style_of
from referee.draw.width import BREAKABLE, PHRASES, clean, clip, pad, width

_RESET = "\x1b[0m"


class Ink(NamedTuple):
    """A text and how it is painted: SGR codes such as `1;38;5;33`, empty for plain."""

    text: str
    code: str = ""

    @property
    def columns(self) -> int:
        """Count the columns it takes."""
        return width(self.text)


Line = list[Ink]
"""One line of a board, left to right."""

BOLD, DIM, INVERSE, WATER, STONE = "1", "2", "7", "36", "33"


def line_of(*pieces: Ink | str) -> Line:
    """Make a line of pieces, plain text among them."""
    return [Ink(piece) if isinstance(piece, str) else piece for piece in pieces]


def head_lines(title: str, where: str, now: str, notes: Iterable[str]) -> list[Line]:
    """Head a board: what game it is and where in it, what is on now; below, quietly, some notes."""
    first = line_of(Ink(title, BOLD), "  ", where, "  ", Ink(now, BOLD))
    return [first, *(line_of(Ink(note, DIM)) for note in notes)]


def who(view: Any, seat: str, columns: int, *, has_won: bool) -> Ink:
    """Write a seat's mark, and its name in so many columns: in its colour, inverted where it has won."""
    said = f"{pad(marks_of(view.seats)[seat], 2)} {pad(name_of(view.names, seat), columns)}"
    return Ink(said, INVERSE if has_won else style_of(view, seat).code)


def measure(line: Line) -> int:
    """Count the columns of a line."""
    return sum(piece.columns for piece in line)


def cut(line: Line, columns: int) -> Line:
    """Cut a line to at most so many columns."""
    kept: Line = []
    room = columns
    for piece in line:
        wide = piece.columns
        if wide > room:
            kept.append(piece._replace(text=clip(piece.text, room)))
            break
        kept.append(piece)
        room -= wide
    return kept


def fold(line: Line, columns: int, indent: int) -> list[Line]:
    """Break a line into lines of at most so many columns, those after the first set in.

    It breaks before a piece that fits on a line, between the phrases of one that does not, and within
    a phrase that takes more than a line.
    """
    lines: list[Line] = [[]]
    room = columns - indent
    for piece in line:
        for text in _parts_of(piece.text, room):
            if lines[-1] and measure(lines[-1]) + width(text.rstrip()) > columns:
                lines.append([Ink(" " * indent)])
            is_first = len(lines) > 1 and len(lines[-1]) == 1
            lines[-1].append(piece._replace(text=text.lstrip() if is_first else text))
    return [cut(each, columns) for each in lines]


def _parts_of(text: str, room: int) -> list[str]:
    """Part a text into what fits a line: whole, by phrases, or sign by sign."""
    if width(text) <= room:
        return [text]
    phrases = PHRASES.findall(text)
    return [part for each in phrases for part in ([each] if width(each) <= room else BREAKABLE.findall(each))]


def fill(line: Line, columns: int, align: str = "<") -> Line:
    """Bring a line to exactly so many columns; `align` is `<`, `>` or `^`."""
    line = cut(line, columns)
    missing = columns - measure(line)
    before = {"<": 0, ">": missing, "^": missing // 2}[align]
    return [Ink(" " * before), *line, Ink(" " * (missing - before))]


def flow(pieces: Iterable[Ink], columns: int, gap: int = 1) -> list[Line]:
    """Set pieces into as few lines as they need; at least one line."""
    lines: list[Line] = [[]]
    for piece in pieces:
        if lines[-1] and measure(lines[-1]) + gap + piece.columns > columns:
            lines.append([])
        if lines[-1]:
            lines[-1].append(Ink(" " * gap))
        lines[-1].append(piece)
    return lines


def beside(left: list[Line], right: list[Line], columns: int, gap: int = 2) -> list[Line]:
    """Set two blocks side by side, the left one `columns` wide."""
    height = max(len(left), len(right))
    left = [*left, *([[]] * (height - len(left)))]
    right = [*right, *([[]] * (height - len(right)))]
    return [[*fill(a, columns), Ink(" " * gap), *b] for a, b in zip(left, right, strict=True)]


def print_lines(lines: Iterable[Line], colour: bool) -> str:
    """Write lines out, each without blanks at its end, ANSI colours only where asked for."""
    return "\n".join(_print_line(line, colour) for line in lines)


def _print_line(line: Line, colour: bool) -> str:
    """Write one line out, its text cleaned: names are whatever people typed."""
    if not colour:
        return "".join(clean(piece.text) for piece in line).rstrip()
    line = [piece._replace(text=clean(piece.text)) for piece in line]
    while line and not line[-1].text.strip():
        line = line[:-1]
    return "".join(f"\x1b[{p.code}m{p.text}{_RESET}" if p.code and p.text else p.text for p in line)
