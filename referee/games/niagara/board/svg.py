"""Niagara as a picture: the river with all that is on it, the table's panel beside or below."""

from referee.draw.assets import picture, style
from referee.draw.svg import join, panel
from referee.games.niagara.board.layout import LAYOUTS, Layout
from referee.games.niagara.board.panel import ROW_GAP, header, notes, seats
from referee.games.niagara.board.river import river
from referee.games.niagara.board.words import headline, round_played, word
from referee.games.niagara.view import View

HEADER_LINES = 5.9
"""How tall the header is at table size, in lines of running text."""

NOTES_HEIGHT = 84
"""What is kept free below the seats at table size."""


def draw_svg(view: View, lang: str, size: str) -> str:
    """Draw a view as an SVG document at `phone` or `table` size."""
    lay = fitted(LAYOUTS[size], view)
    first = seats_y(lay)
    below, end = notes(view, lang, lay, first + len(view.seats) * (lay.row + lay.text * ROW_GAP))
    height = lay.height or end + lay.text
    beside = header(view, lang, lay), seats(view, lang, lay, first), below
    left = style(view.game).panel_left
    said = panel(left, *beside, bottom=height, end=end) if size == "table" else join(*beside)
    titles = word(view, lang, "title", round=round_played(view)), headline(view, lang)
    return picture(view, lang, (lay.width, height), titles, river(view, lang, lay), said)


def fitted(lay: Layout, view: View) -> Layout:
    """Close the river's frame below the falls; give few seats taller rows beside it."""
    x, y, width, _, radius = lay.box
    lay = lay._replace(box=(x, y, width, lay.falls_y + lay.falls - y, radius))
    if not lay.height:
        return lay
    room = (lay.height - seats_y(lay) - NOTES_HEIGHT) / len(view.seats) - lay.text * ROW_GAP
    return lay._replace(row=min(room, lay.row * 1.1))


def seats_y(lay: Layout) -> float:
    """Find where the seats begin: below the header, or below the river."""
    if lay.size == "table":
        return lay.box[1] + lay.text * HEADER_LINES + lay.head
    return lay.box[1] + lay.box[3] + lay.text
