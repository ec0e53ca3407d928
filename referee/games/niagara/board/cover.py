"""Niagara on one small picture: a canoe with a gem, and the falls."""

from referee.draw.svg import Markup, el, group, join, moved, path
from referee.games.niagara.board.figures.pieces import canoe, gem
from referee.games.niagara.board.style import ROOT, css
from referee.games.niagara.tables import GEMS

__all__ = ["ROOT", "css", "draw_cover"]


def draw_cover() -> Markup:
    """Draw it, 160 wide and 100 high."""
    banks = el("rect", width=160, height=100, class_="f-bank")
    river = path("M40 0C30 40 60 50 48 72H112C100 50 130 40 120 0Z", fill="#8cc9dc")
    fall = path("M46 70H114V100H46Z", "f-pool")
    foam = group(*(el("circle", cx=50 + 12 * n, cy=72, r=8, fill="#ffffff") for n in range(6)))
    canoes = (
        moved(80, 24, canoe(0, "A1", "diamond"), scale=0.95),
        moved(80, 52, canoe(1, "B1", None), scale=0.95),
    )
    gems = (gem(kind, 8, 18, 16 + 17 * n) for n, kind in enumerate(GEMS))
    return join(banks, river, fall, foam, *canoes, *gems)
