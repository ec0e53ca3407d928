"""Shapes that tell seats apart without colour, and the badge a seat is known by."""

from collections.abc import Callable, Iterable
from math import cos, pi, sin

from referee.draw.palette import SEAT_STYLES, Sitting, marks_of, style_number
from referee.draw.svg import Node, el, group, number, path, text_at

Point = tuple[float, float]


def line_d(points: Iterable[Point]) -> str:
    """Write a path through points."""
    return "M" + "L".join(f"{number(x)} {number(y)}" for x, y in points)


def polygon_d(points: Iterable[Point]) -> str:
    """Write a closed path through points."""
    return f"{line_d(points)}Z"


def ring_of(corners: int, radius: float, turn: float = 0, inner: float | None = None) -> list[Point]:
    """Set corners evenly round the origin; every second one at `inner`, where that is given."""
    radii = (radius, inner if inner is not None else radius)
    angles = [2 * pi * i / corners + turn - pi / 2 for i in range(corners)]
    return [(radii[i % 2] * cos(a), radii[i % 2] * sin(a)) for i, a in enumerate(angles)]


def cross(r: float) -> list[Point]:
    """Draw a plus with broad arms."""
    b = r * 0.52
    corners = [(-b, -r), (b, -r), (b, -b), (r, -b), (r, b), (b, b)]
    return [*corners, *[(-x, -y) for x, y in corners]]


def shield_d(r: float) -> str:
    """Draw a shield."""
    top, side, n = -r * 0.9, r * 0.85, number
    return (
        f"M{n(-side)} {n(top)}H{n(side)}V{n(r * 0.1)}Q{n(side)} {n(r * 0.75)} 0 {n(r)}"
        f"Q{n(-side)} {n(r * 0.75)} {n(-side)} {n(r * 0.1)}Z"
    )


SHAPE_PATHS: dict[str, Callable[[float], str]] = {
    "square": lambda r: polygon_d(ring_of(4, r * 1.22, pi / 4)),
    "triangle": lambda r: polygon_d([(0, -r * 1.12), (r * 1.12, r * 0.86), (-r * 1.12, r * 0.86)]),
    "diamond": lambda r: polygon_d(ring_of(4, r * 1.16)),
    "hexagon": lambda r: polygon_d(ring_of(6, r * 1.06, pi / 6)),
    "star": lambda r: polygon_d(ring_of(16, r * 1.14, inner=r * 0.88)),
    "cross": lambda r: polygon_d(cross(r)),
    "shield": shield_d,
    "pentagon": lambda r: polygon_d(ring_of(5, r * 1.12)),
}
"""Outlines about the origin, of like weight to a circle of radius r."""


def outline(shape: str, r: float, class_: str = "", **attributes: object) -> Node:
    """Draw a seat's shape about the origin."""
    if shape == "circle":
        return el("circle", r=r, class_=class_ or None, **attributes)
    return path(SHAPE_PATHS[shape](r), class_, **attributes)


def badge(who: Sitting, seat: str, r: float, *, letter: str | None = None) -> Node:
    """Draw a seat's badge about the origin: colour, shape and mark, which may be another `letter`."""
    number, mark = style_number(who, seat), letter or marks_of(who.seats)[seat]
    style = SEAT_STYLES[number]
    size = r * (1.27 if len(mark) == 1 else 0.94) * (0.95 if style.shape == "triangle" else 1)
    sink = size * 0.36 + (r * 0.16 if style.shape == "triangle" else 0)
    said = text_at(0, sink, mark, f"i{number} mark", size, "middle")
    return group(outline(style.shape, r, f"s{number} rim"), said)
