"""Text boards: pieces of text with an optional colour, set on lines and in columns."""

from collections.abc import Iterable
from typing import Any, NamedTuple

from referee.draw.palette import marks_of, name_of, style_of
from referee.draw.width import BREAKABLE, PHRASES, clean, clip, pad, width

_RESET = "\x1b[0m"


class Ink(NamedTuple):
    """A text and the SGR codes it is painted with, such as `1;38;5;33`; an empty code is plain text."""

    text: str
    code: str = ""

    @property
    def columns(self) -> int:
        return width(self.text)


Line = list[Ink]
"""One line of a board, left to right."""

BOLD, DIM, INVERSE, WATER, STONE = "1", "2", "7", "36", "33"


def line_of(*pieces: Ink | str) -> Line:
    """Return a line of pieces; strings among them are plain text."""
    return [Ink(piece) if isinstance(piece, str) else piece for piece in pieces]


def head_lines(title: str, where: str, now: str, notes: Iterable[str]) -> list[Line]:
    """Return the first lines of a board: title, place in the game, what is due now; below, dimmed notes."""
    first = line_of(Ink(title, BOLD), "  ", where, "  ", Ink(now, BOLD))
    return [first, *(line_of(Ink(note, DIM)) for note in notes)]


def seat_sign(view: Any, seat: str, columns: int, *, has_won: bool) -> Ink:
    """Return a seat's mark and name, in `columns`, in the seat's colour; inverted where `has_won`."""
    said = f"{pad(marks_of(view.seats)[seat], 2)} {pad(name_of(view.names, seat), columns)}"
    return Ink(said, INVERSE if has_won else style_of(view, seat).code)


def measure(line: Line) -> int:
    return sum(piece.columns for piece in line)


def cut(line: Line, columns: int) -> Line:
    """Return a line cut to at most `columns`; the piece that is cut ends in an ellipsis."""
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
    """Return a line folded to at most `columns`, all lines after the first indented by `indent` blanks.

    It breaks before a piece that fits on a line, between the phrases of one that does not, and within a
    phrase that takes more than a line.
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
    """Return text in pieces to fold between: whole if it fits, else phrases, long ones in words."""
    if width(text) <= room:
        return [text]
    phrases = PHRASES.findall(text)
    return [part for each in phrases for part in ([each] if width(each) <= room else BREAKABLE.findall(each))]


def fill(line: Line, columns: int, align: str = "<") -> Line:
    """Return a line of exactly `columns`, cut or filled with blanks; `align` is `<`, `>` or `^`."""
    line = cut(line, columns)
    missing = columns - measure(line)
    before = {"<": 0, ">": missing, "^": missing // 2}[align]
    return [Ink(" " * before), *line, Ink(" " * (missing - before))]


def flow(pieces: Iterable[Ink], columns: int, gap: int = 1) -> list[Line]:
    """Return pieces, none broken, in lines of at most `columns`, `gap` blanks between; at least one line."""
    lines: list[Line] = [[]]
    for piece in pieces:
        if lines[-1] and measure(lines[-1]) + gap + piece.columns > columns:
            lines.append([])
        if lines[-1]:
            lines[-1].append(Ink(" " * gap))
        lines[-1].append(piece)
    return lines


def beside(left: list[Line], right: list[Line], columns: int, gap: int = 2) -> list[Line]:
    """Return two blocks side by side, the left one `columns` wide."""
    height = max(len(left), len(right))
    left = [*left, *([[]] * (height - len(left)))]
    right = [*right, *([[]] * (height - len(right)))]
    return [[*fill(a, columns), Ink(" " * gap), *b] for a, b in zip(left, right, strict=True)]


def format_lines(lines: Iterable[Line], colour: bool) -> str:
    """Return lines as text, without blanks at their ends, with ANSI colours where `colour` is true."""
    return "\n".join(_format_line(line, colour) for line in lines)


def _format_line(line: Line, colour: bool) -> str:
    """Return a line as text, unsafe characters replaced: names are whatever people typed."""
    if not colour:
        return "".join(clean(piece.text) for piece in line).rstrip()
    line = [piece._replace(text=clean(piece.text)) for piece in line]
    while line and not line[-1].text.strip():
        line = line[:-1]
    return "".join(f"\x1b[{p.code}m{p.text}{_RESET}" if p.code and p.text else p.text for p in line)
