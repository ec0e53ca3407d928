"""Who is which colour, shape and letter; the colours of paper and ink by day and by night.

The seats' colours stay apart under protanopia, deuteranopia and tritanopia, carry their own
letters at 4.5:1, and are never alone: each seat has a shape and a mark as well.
"""

from typing import NamedTuple

from referee.draw.width import width


class SeatStyle(NamedTuple):
    """How a seat is drawn: fill, the ink of letters on it, its shape, its terminal colour (SGR)."""

    fill: str
    ink: str
    shape: str
    code: str


SEAT_STYLES = (
    SeatStyle("#c2410c", "#ffffff", "circle", "1;38;5;208"),
    SeatStyle("#2747b0", "#ffffff", "square", "1;38;5;69"),
    SeatStyle("#f5b915", "#241c00", "triangle", "1;38;5;220"),
    SeatStyle("#0e7c4f", "#ffffff", "diamond", "1;38;5;36"),
    SeatStyle("#a81d80", "#ffffff", "hexagon", "1;38;5;170"),
    SeatStyle("#2b2f36", "#ffffff", "star", "1;38;5;250"),
    SeatStyle("#e9e4d8", "#22252a", "cross", "1;38;5;230"),
    SeatStyle("#8fc7ea", "#0d2233", "shield", "1;38;5;117"),
)
"""In turn order; no game here seats more than eight."""

DAY = {
    "paper": "#f6f3ea",
    "card": "#ffffff",
    "line": "#d9d3c3",
    "ink": "#1f2a30",
    "soft": "#56646b",
    "accent": "#9a3412",
}
NIGHT = {
    "paper": "#12191d",
    "card": "#1b252a",
    "line": "#34434a",
    "ink": "#eef3f4",
    "soft": "#a9b8bf",
    "accent": "#fdba74",
}
"""Paper, cards on it, hairlines, ink, quieter ink (4.5:1 too), and the one accent: by day, by night."""


def style_of(seats: tuple[str, ...], seat: str) -> SeatStyle:
    """Find how a seat is drawn."""
    return SEAT_STYLES[seats.index(seat) % len(SEAT_STYLES)]


def marks_of(seats: tuple[str, ...]) -> dict[str, str]:
    """Give every seat a mark of at most two columns: its id, the start of it, or a letter.

    Marks are distinct; where the starts of long ids clash, all seats get A, B, C in turn order.
    """
    for longest in (1, 2):
        marks = {seat: seat if width(seat) <= longest else seat[:longest] for seat in seats}
        fits = all(width(mark) <= 2 for mark in marks.values())
        if fits and len({mark.casefold() for mark in marks.values()}) == len(seats):
            return {seat: mark[:1].upper() + mark[1:] for seat, mark in marks.items()}
    return {seat: chr(ord("A") + i) for i, seat in enumerate(seats)}


def name_of(names: dict[str, str], seat: str) -> str:
    """Give the name people know a seat by: the one given at the opening, else its id."""
    return names.get(seat) or seat


def themed(root: str, day: dict[str, str], night: dict[str, str]) -> str:
    """Write two themes as CSS variables on the class `root`."""
    variables = [";".join(f"--{key}:{value}" for key, value in theme.items()) for theme in (day, night)]
    return f".{root}{{{variables[0]}}}@media (prefers-color-scheme:dark){{.{root}{{{variables[1]}}}}}"


def seat_css(root: str) -> str:
    """Write the seats' colours as classes: `s0` fills with the first seat's, `i0` is its ink."""
    return "".join(
        f".{root} .s{i}{{fill:{style.fill}}}.{root} .i{i}{{fill:{style.ink}}}"
        for i, style in enumerate(SEAT_STYLES)
    )
