"""The dice and the damage of Powerboats."""

from referee.draw.svg import Markup, el, group, moved, text_at

PIPS = {1: ((0, 0),), 2: ((-1, -1), (1, 1)), 3: ((-1, -1), (0, 0), (1, 1))}
"""Where the pips of a die lie, in quarters of its width."""

FACE = 22.0
"""How wide a die is on a button."""


def dice(values: tuple[int, ...], x: float, y: float, size: float, room: float) -> Markup:
    """Draw dice in a row, closer where there are many."""
    step = min(size * 1.2, room / max(len(values), 1))
    return group(*(moved(x + n * step, y, die(value, size)) for n, value in enumerate(values)))


def die(value: int, size: float) -> Markup:
    """Draw one die."""
    pips = [
        el("circle", cx=size / 2 + dx * size / 4, cy=size / 2 + dy * size / 4, r=size / 9, class_="f-pip")
        for dx, dy in PIPS[value]
    ]
    face = el("rect", width=size, height=size, rx=size / 5, class_="f-die edge", stroke_width=1)
    return group(face, *pips)


def blank(size: float) -> Markup:
    """Draw a die that is still to be thrown."""
    face = el(
        "rect",
        width=size,
        height=size,
        rx=size / 5,
        class_="f-die edge",
        stroke_width=1.5,
        stroke_dasharray="4 3",
    )
    question = text_at(size / 2, size * 0.72, "?", "f-pip mark", size * 0.62, "middle")
    return group(face, question)


def damage(count: int, right: float, y: float, size: float) -> Markup:
    """Draw damage counters as crosses, to the left of a point; a number where there are many."""
    if count == 0:
        return Markup("")
    if count > 4:
        return text_at(right, y + size * 0.35, f"✕{count}", "f-hurt mark", size, "end")
    marks = "✕" * count
    return text_at(right, y + size * 0.35, marks, "f-hurt mark", size, "end")
