"""Powerboats on one small picture: two boats on their way round a buoy."""

from referee.draw.svg import Markup, el, group, join, moved, path
from referee.games.powerboats.board.figures.lake import HULL, buoy_shape, sign
from referee.games.powerboats.board.style import ROOT, css

__all__ = ["ROOT", "css", "draw_cover"]


COVER = 160, 100
"""How wide and high it is."""


def draw_cover() -> Markup:
    """Draw it."""
    lake = el("rect", width=COVER[0], height=COVER[1], class_="o-water2")
    deep = el("ellipse", cx=90, cy=58, rx=62, ry=34, class_="o-water3")
    shore = path("M0 0H160V12C120 26 60 6 0 24Z", "f-land")
    wakes = path("M20 82C40 78 44 62 58 56", "k-wake", stroke_width=3, stroke_dasharray="2 7")
    boats = (
        moved(
            66,
            50,
            group(path(HULL, "o-edge"), path(HULL, "s2 rim o-hull"), sign(2, "A"), transform="rotate(-28)"),
            scale=17,
        ),
        moved(
            118,
            72,
            group(path(HULL, "o-edge"), path(HULL, "s4 rim o-hull"), sign(4, "B"), transform="rotate(14)"),
            scale=17,
        ),
    )
    return join(lake, deep, shore, wakes, moved(104, 36, buoy_shape("1"), scale=13), *boats)
