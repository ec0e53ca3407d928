"""The seats' colours, shapes and marks; the colours of paper and ink by day and by night.

The seats' colours stay apart under protanopia, deuteranopia and tritanopia, carry their own
letters at 4.5:1, and are never alone: each seat has a shape and a mark as well.
"""

from collections.abc import Callable, Iterable
from math import cos, pi, sin
from typing import NamedTuple, Protocol

from msgspec import Struct

from events.table import COLOURS
from referee.draw.svg import Node, el, group, number, path, text_at
from referee.draw.width import width
from referee.languages import words_for


class SeatStyle(NamedTuple):
    """How a seat is drawn: fill, colour of letters on it, shape, terminal colour (SGR codes)."""

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
    SeatStyle("#f58220", "#241200", "pentagon", "1;38;5;214"),
)
"""By the words of `COLOURS`; whoever has told no colour takes the first that is left."""

_CALLED = words_for("colours")
"""Colours by what a seat or a person may be called that plays one."""

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


class Sitting(Protocol):
    """Whatever knows who sits at a table, in turn order: a state, a view."""

    @property
    def seats(self) -> tuple[str, ...]: ...


def style_of(who: Sitting, seat: str) -> SeatStyle:
    return SEAT_STYLES[style_number(who, seat)]


def style_number(who: Sitting, seat: str) -> int:
    """Return the index in `SEAT_STYLES`: the stated colour, else one its id or name means, else a free one.

    Where all are taken it is 0.
    """
    told = getattr(who, "colours", {})
    names = getattr(who, "names", {})
    taken = {each: COLOURS.index(colour) for each, colour in told.items() if colour in COLOURS}
    for each in who.seats:
        if each not in taken and (meant := _find_colour(each, names.get(each, ""))) is not None:
            taken.setdefault(each, meant) if meant not in taken.values() else None
    left = (n for n in range(len(SEAT_STYLES)) if n not in taken.values())
    return {each: taken[each] if each in taken else next(left, 0) for each in who.seats}[seat]


def _find_colour(*calls: str) -> int | None:
    """Return the index of the colour somebody is called by (yellow, Yellow, 黄, 黄色), or None."""
    meant = {_CALLED.get(call.casefold()) for call in calls}
    return next((n for n, colour in enumerate(COLOURS) if colour in meant), None)


def marks_of(seats: tuple[str, ...]) -> dict[str, str]:
    """Return a mark of at most two columns for every seat: its id, the start of it, or a letter.

    Marks are distinct; where the starts of long ids clash, all seats get A, B, C in turn order.
    """
    for longest in (1, 2):
        marks = {seat: seat if width(seat) <= longest else seat[:longest] for seat in seats}
        fits = all(width(mark) <= 2 for mark in marks.values())
        if fits and len({mark.casefold() for mark in marks.values()}) == len(seats):
            return {seat: mark[:1].upper() + mark[1:] for seat, mark in marks.items()}
    return {seat: chr(ord("A") + i) for i, seat in enumerate(seats)}


def name_of(names: dict[str, str], seat: str) -> str:
    """Return the name people know a seat by: the one stated at the opening, else its id."""
    return names.get(seat) or seat


def theme_css(root: str, day: dict[str, str], night: dict[str, str]) -> str:
    """Return two themes as CSS variables on the class `root`."""
    variables = [";".join(f"--{key}:{value}" for key, value in theme.items()) for theme in (day, night)]
    return f".{root}{{{variables[0]}}}@media (prefers-color-scheme:dark){{.{root}{{{variables[1]}}}}}"


class Style(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How a picture looks.

    `colours` are by day and by night, beside those of all games (`DAY`, `NIGHT`). The classes `f-…` and `k-…`
    fill and stroke with the colours named in `fills` and `strokes`; what is stroked is not filled where
    `are_lines`. `classes` are further rules by class, `root` rules of the root by what follows its class;
    `motion` are rules by class where motion is welcome, with `keyframes` by name.
    `panel_left` is where on a screen the panel begins beside the board; 1280: there is none.
    """

    colours: dict[str, tuple[str, str]]
    fills: tuple[str, ...]
    strokes: tuple[str, ...]
    classes: dict[str, str]
    root: dict[str, str] = {}
    motion: dict[str, str] = {}
    keyframes: dict[str, str] = {}
    are_lines: bool = True
    panel_left: int = 1280


def style_sheet(root: str, style: Style) -> str:
    """Return the style sheet of a picture, every rule below the class `root`."""
    day, night = ({name: both[n] for name, both in style.colours.items()} for n in (0, 1))
    hollow = ";fill:none" if style.are_lines else ""
    more = style.root | ({"": f"--units:{1280 - style.panel_left}"} if style.panel_left < 1280 else {})
    rules = [
        theme_css(root, {**DAY, **day}, {**NIGHT, **night}),
        *(f".{root} .f-{name}{{fill:var(--{name})}}" for name in style.fills),
        *(f".{root} .k-{name}{{stroke:var(--{name}){hollow}}}" for name in style.strokes),
        *(f".{root} .{name}{{{body}}}" for name, body in style.classes.items()),
        seat_css(root),
        *(f".{root}{rest}{{{body}}}" for rest, body in more.items()),
        *(f"@keyframes {name}{{{steps}}}" for name, steps in style.keyframes.items()),
    ]
    moving = "".join(f".{root} .{name}{{{body}}}" for name, body in style.motion.items())
    if moving:
        rules.append(f"@media (prefers-reduced-motion:no-preference){{{moving}}}")
    return "".join(rules)


def turn_css(root: str) -> str:
    """Return the seats' colours as backgrounds, each with its letter colour: `turn-0` is the first one's."""
    return "".join(
        f".{root} .turn-{i}{{background:{style.fill};color:{style.ink}}}"
        for i, style in enumerate(SEAT_STYLES)
    )


def seat_css(root: str) -> str:
    """Return the seats' colours as classes: `s0` fills with the first one's, `i0` with its letter colour."""
    return "".join(
        f".{root} .s{i}{{fill:{style.fill}}}.{root} .i{i}{{fill:{style.ink}}}"
        for i, style in enumerate(SEAT_STYLES)
    )


_Point = tuple[float, float]


def line_d(points: Iterable[_Point]) -> str:
    """Return SVG path data of an open line through points."""
    return "M" + "L".join(f"{number(x)} {number(y)}" for x, y in points)


def polygon_d(points: Iterable[_Point]) -> str:
    """Return SVG path data of a closed line through points."""
    return f"{line_d(points)}Z"


def ring_of(corners: int, radius: float, turn: float = 0, inner: float | None = None) -> list[_Point]:
    """Return `corners` points evenly round the origin, the first at the top; `turn` is in radians.

    Every second one lies at the radius `inner`, where that is not None.
    """
    radii = (radius, inner if inner is not None else radius)
    angles = [2 * pi * i / corners + turn - pi / 2 for i in range(corners)]
    return [(radii[i % 2] * cos(a), radii[i % 2] * sin(a)) for i, a in enumerate(angles)]


def _cross(r: float) -> list[_Point]:
    b = r * 0.52
    corners = [(-b, -r), (b, -r), (b, -b), (r, -b), (r, b), (b, b)]
    return [*corners, *[(-x, -y) for x, y in corners]]


def _shield_d(r: float) -> str:
    top, side, n = -r * 0.9, r * 0.85, number
    return (
        f"M{n(-side)} {n(top)}H{n(side)}V{n(r * 0.1)}Q{n(side)} {n(r * 0.75)} 0 {n(r)}"
        f"Q{n(-side)} {n(r * 0.75)} {n(-side)} {n(r * 0.1)}Z"
    )


_SHAPE_PATHS: dict[str, Callable[[float], str]] = {
    "square": lambda r: polygon_d(ring_of(4, r * 1.22, pi / 4)),
    "triangle": lambda r: polygon_d([(0, -r * 1.12), (r * 1.12, r * 0.86), (-r * 1.12, r * 0.86)]),
    "diamond": lambda r: polygon_d(ring_of(4, r * 1.16)),
    "hexagon": lambda r: polygon_d(ring_of(6, r * 1.06, pi / 6)),
    "star": lambda r: polygon_d(ring_of(16, r * 1.14, inner=r * 0.88)),
    "cross": lambda r: polygon_d(_cross(r)),
    "shield": _shield_d,
    "pentagon": lambda r: polygon_d(ring_of(5, r * 1.12)),
}
"""Outlines about the origin, of like weight to a circle of radius r."""


def outline(shape: str, r: float, class_: str = "", **attributes: object) -> Node:
    """Return a seat's shape about the origin, with the area of a circle of radius `r` or so."""
    if shape == "circle":
        return el("circle", r=r, class_=class_ or None, **attributes)
    return path(_SHAPE_PATHS[shape](r), class_, **attributes)


def badge(who: Sitting, seat: str, r: float, *, letter: str | None = None) -> Node:
    """Return a seat's badge about the origin: colour, shape, and its mark or another `letter`."""
    number, mark = style_number(who, seat), letter or marks_of(who.seats)[seat]
    style = SEAT_STYLES[number]
    size = r * (1.27 if len(mark) == 1 else 0.94) * (0.95 if style.shape == "triangle" else 1)
    sink = size * 0.36 + (r * 0.16 if style.shape == "triangle" else 0)
    said = text_at(0, sink, mark, f"i{number} mark", size, "middle")
    return group(outline(style.shape, r, f"s{number} rim"), said)
