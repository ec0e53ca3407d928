"""Niagara as a picture: the river with all that is on it, the table's panel beside or below."""

from referee.draw.svg import document, el, join
from referee.games.niagara.board.layout import LAYOUTS, Layout
from referee.games.niagara.board.panel import header, notes, seats
from referee.games.niagara.board.river import river
from referee.games.niagara.board.style import ROOT, css
from referee.games.niagara.board.text import draw_text
from referee.games.niagara.board.words import headline, round_played, word
from referee.games.niagara.view import View

HEADER_LINES = 7.1
"""How tall the header is at table size, in lines of running text."""

GAP = 0.55
"""Between two seats' rows, in lines of running text."""

NOTES_HEIGHT = 96
"""What is kept free below the seats at table size."""


def draw_svg(view: View, lang: str, size: str) -> str:
    """Draw a view as an SVG document at `phone` or `table` size."""
    lay = fitted(LAYOUTS[size], view)
    first = seats_y(lay)
    below, end = notes(view, lang, lay, first + len(view.seats) * (lay.row + lay.text * GAP))
    height = lay.height or end + lay.text
    paper = el("rect", width=lay.width, height=height, class_="f-paper")
    body = join(paper, river(view, lang, lay), header(view, lang, lay), seats(view, lang, lay, first), below)
    return document(
        width=lay.width,
        height=height,
        lang=lang,
        name=ROOT,
        title=f"{word(view, lang, 'title', round=round_played(view))}: {headline(view, lang)}",
        description=draw_text(view, lang, colour=False, columns=80),
        css=css(),
        body=body,
    )


def fitted(lay: Layout, view: View) -> Layout:
    """Close the river's frame below the falls; give few seats taller rows beside it."""
    x, y, width, _, radius = lay.box
    lay = lay._replace(box=(x, y, width, lay.falls_y + lay.falls - y, radius))
    if not lay.height:
        return lay
    room = (lay.height - seats_y(lay) - NOTES_HEIGHT) / len(view.seats) - lay.text * GAP
    return lay._replace(row=min(room, lay.row * 1.25))


def seats_y(lay: Layout) -> float:
    """Find where the seats begin: below the header, or below the river."""
    if lay.size == "table":
        return lay.box[1] + lay.text * HEADER_LINES + lay.head
    return lay.box[1] + lay.box[3] + lay.text
