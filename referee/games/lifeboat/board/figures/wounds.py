"""Wounds, as pips of which each is a point of Size."""

from referee.draw.svg import Markup, el, group, moved, path, pen
from referee.games.lifeboat.view import Person


def wounds(person: Person, r: float) -> Markup:
    """Draw a pip for each point of Size, filled and crossed for each wound; more than Size stand apart."""
    count = max(person.size, person.wounds)
    pips = [
        moved(i * r * 2.5 + (r if i >= person.size else 0), 0, pip(r, is_wound=i < person.wounds))
        for i in range(count)
    ]
    return group(*pips)


def pip(r: float, *, is_wound: bool) -> Markup:
    """Draw one pip."""
    ring = el("circle", r=r, class_="f-wound k-wound" if is_wound else "n k-ink", stroke_width=1)
    if not is_wound:
        return ring
    d = r * 0.5
    mark = path(pen("M", -d, -d, "L", d, d, "M", -d, d, "L", d, -d), "n", stroke="#ffffff", stroke_width=1.4)
    return group(ring, mark)
