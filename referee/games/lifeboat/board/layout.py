"""Measures of the picture of the lifeboat, and lines of text in it."""

from typing import NamedTuple

from referee.draw.svg import Node, group, px, shorten, text_at

SIDES = {"attack": "f-accent", "defence": "f-soft"}
"""The colours of the sides of a fight."""


class Layout(NamedTuple):
    """Measures of a picture in its own units; `text` is the size of running text."""

    width: float
    height: float | None
    text: float
    margin: float
    row: float
    has_hand: bool = True


LAYOUTS = {"phone": Layout(360, None, 13, 12, 74), "table": Layout(1280, 880, 32, 28, 76)}
BESIDE_HAND = {size: f"{size} beside hand" for size in LAYOUTS}
"""The same drawings for a page that shows the viewer's hand beside them, by their usual size."""

LAYOUTS |= {bare: LAYOUTS[size]._replace(has_hand=False) for size, bare in BESIDE_HAND.items()}


def lines(texts: list[str], x: float, y: float, size: float, room: float, class_: str = "f-ink") -> Node:
    """Write lines of text one below the other, each cut to its room."""
    return group(
        *(
            text_at(x, y + i * size * 1.45, shorten(text, size, room), class_, size)
            for i, text in enumerate(texts)
        )
    )


def wrapped(texts: list[str], size: float, room: float, gap: str = " · ") -> list[str]:
    """Set texts into as few lines as they need."""
    rows = [""]
    for text in texts:
        longer = f"{rows[-1]}{gap}{text}" if rows[-1] else text
        if rows[-1] and px(longer, size) > room:
            rows.append(text)
        else:
            rows[-1] = longer
    return rows if rows[0] else []
