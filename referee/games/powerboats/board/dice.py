"""The dice and the damage of Powerboats."""

from referee.draw.panel import PIPS
from referee.draw.svg import NOTHING, Node, el, group, text_at, translate

FACE = 22.0
"""How wide a die is on a button."""

MOST_CROSSES = 4
"""So many damage counters are drawn one by one at most."""


def dice(values: tuple[int, ...], x: float, y: float, size: float, room: float) -> Node:
    """Draw dice in a row, closer where there are many."""
    step = min(size * 1.2, room / max(len(values), 1))
    return group(*(translate(x + n * step, y, die(value, size)) for n, value in enumerate(values)))


def die(value: int | None, size: float) -> Node:
    """Draw one die; None: it is still to be thrown."""
    edge = {"stroke_width": 1.5, "stroke_dasharray": "4 3"} if value is None else {"stroke_width": 1}
    face = el("rect", width=size, height=size, rx=size / 5, class_="f-die edge", **edge)
    if value is None:
        return group(face, text_at(size / 2, size * 0.72, "?", "f-pip mark", size * 0.62, "middle"))
    half, step = size / 2, size / 4
    pips = (
        el("circle", cx=half + dx * step, cy=half + dy * step, r=size / 9, class_="f-pip")
        for dx, dy in PIPS[value]
    )
    return group(face, *pips)


def damage(count: int, right: float, y: float, size: float) -> Node:
    """Draw damage counters as crosses, to the left of a point; a number where there are many."""
    said = "✕" * count if count <= MOST_CROSSES else f"✕{count}"
    return text_at(right, y + size * 0.35, said, "f-hurt mark", size, "end") if count else NOTHING
