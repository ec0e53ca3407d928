"""Lifeboat on one small picture: three people in a boat on a sea."""

from referee.draw.svg import Markup, el, join, moved, path, pen
from referee.games.lifeboat.board.figures.people import figure
from referee.games.lifeboat.board.figures.scene import ripples
from referee.games.lifeboat.board.style import ROOT, css

__all__ = ["ROOT", "css", "draw_cover"]


def draw_cover() -> Markup:
    """Draw it, 160 wide and 100 high."""
    sky = el("rect", width=160, height=58, class_="f-sky")
    sea = el("rect", y=58, width=160, height=42, class_="f-sea")
    aboard = ((46, "lauren"), (80, "captain"), (114, "kid"))
    people = (moved(x, 42, figure(who, "conscious"), scale=0.62) for x, who in aboard)
    hull = path("M10 56C30 68 130 68 152 58L138 86C110 92 50 92 30 86Z", "f-hull k-hull-edge", stroke_width=2)
    foam = path(pen("M", 0, 88, *ripples(10, 8, 6)), "n k-foam", stroke_width=3)
    bird = path("M120 14q5 -8 10 0q5 -8 10 0", "n k-bird", stroke_width=2)
    return join(sky, sea, bird, *people, hull, foam)
