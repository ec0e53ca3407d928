"""Powerboats as a picture: the lake with all that is on it, the seats beside or below."""

from typing import NamedTuple

from referee.draw.assets import COVER, art, css, picture, style
from referee.draw.palette import name_of
from referee.draw.shapes import badge
from referee.draw.svg import (
    NOTHING,
    Markup,
    document,
    el,
    fit,
    group,
    hit,
    join,
    moved,
    panel,
    pick,
    shorten,
    text_at,
    wrap,
)
from referee.draw.taps import THUMB
from referee.draw.words import word
from referee.games.powerboats.board.aims import aims, by_hand
from referee.games.powerboats.board.dice import damage, dice
from referee.games.powerboats.board.lake import Cell, Frame, Point, draw_lake, whole
from referee.games.powerboats.board.taps import BY_HAND
from referee.games.powerboats.board.text import draw_lake_text
from referee.games.powerboats.board.words import (
    boat_marks,
    footnotes,
    headline,
    next_words,
    outlook_words,
    way_words,
)
from referee.games.powerboats.course import Course
from referee.games.powerboats.lake import Lake
from referee.games.powerboats.view import View, course_view
from referee.l10n import title_of
from referee.l10n.options import house_notes


class Sheet(NamedTuple):
    """How big everything is: the sheet, running text, a seat's row, the panel's left edge and width."""

    size: str
    width: float
    height: float
    text: float
    row: float
    left: float
    room: float

    @property
    def small(self) -> float:
        """Size the small print; on a screen nothing is smaller than one fortieth of its height."""
        return self.text * (1 if self.size == "table" else 0.87)


SHEETS = {
    "table": Sheet("table", 1280, 800, 25, 104, 866, 404),
    "phone": Sheet("phone", 360, 0, 13, 66, 8, 344),
    "hand": Sheet("hand", 0, 0, 17, 86, 8, 520),
}

SIDE_BY_HAND = 17.0
"""So long is the side of a hex that is tapped by itself."""


def draw_svg(view: View, lang: str, size: str) -> str:
    """Draw a view as an SVG document at `phone` or `table` size."""
    sheet = sheet_of(view, size)
    lake, bottom = lakes(view, lang, sheet)
    head = NOTHING if size == BY_HAND else header(view, lang, sheet)
    lower = (len(headlines(view, lang, sheet)[1]) - 1) * sheet.text * 1.25
    first = sheet.text * 4.5 + lower if size == "table" else bottom + sheet.text
    below, end = seats(view, lang, sheet, first)
    said = join(head, below)
    left = style(view.game).panel_left
    said = panel(left, said, bottom=bottom, end=end + sheet.text / 2) if size == "table" else said
    least = bottom if view.lake is None else sheet.height
    height = max(least, end + sheet.text)
    titles = word(view, lang, "title", race=view.race), headline(view, lang)
    return picture(view, lang, (sheet.width, height), titles, lake, said)


def sheet_of(view: View, size: str) -> Sheet:
    """Choose the sheet; the one to tap single hexes on is as wide as its lake."""
    sheet = SHEETS[size]
    if size != BY_HAND:
        return sheet
    wide = whole(view.lake).width * SIDE_BY_HAND if view.lake else 0
    return sheet._replace(width=max(wide, sheet.room) + 2 * sheet.left)


def header(view: View, lang: str, sheet: Sheet) -> Markup:
    """Say which game and race this is, and what the table waits for."""
    x, t = sheet.left, sheet.text
    title = f"{title_of(view.game, lang)} · {word(view, lang, 'race', n=view.race)}"
    size, said = headlines(view, lang, sheet)
    top = t * 2 if sheet.size == "table" else t * 1.5
    return group(
        text_at(x, top, title, "small", t),
        *(text_at(x, top + t * (1.6 + 1.25 * n), line, "big", size) for n, line in enumerate(said)),
    )


def headlines(view: View, lang: str, sheet: Sheet) -> tuple[float, list[str]]:
    """Set the headline in one line, smaller where it must be, else in some; give how large they are."""
    said, size = headline(view, lang), sheet.text * 1.35
    line, smaller = fit(said, size, sheet.room)
    if line == said or sheet.size != "table":
        return smaller, [line]
    return sheet.text, wrap(said, sheet.text, sheet.room)


def lakes(view: View, lang: str, sheet: Sheet) -> tuple[Markup, float]:
    """Draw the lake: whole on the table; on a phone the part round the boats, and the whole below it."""
    lake, x = view.lake, sheet.left
    if lake is None:
        return empty(sheet)
    frame = whole(lake)
    if sheet.size == "table":
        side = min(848 / frame.width, 784 / frame.height)
        return aimed(lake, view, side, frame, (8, 8)), frame.height * side + 16
    if sheet.size == BY_HAND:
        drawn = draw_lake(lake, view.course, view, SIDE_BY_HAND, frame, (x, x), (by_hand(lake),))
        return drawn, x + frame.height * SIDE_BY_HAND
    top, gap, small = sheet.text * 4.4, sheet.text * 1.7, sheet.room / frame.width
    if view.phase == "course":
        return aimed(lake, view, small, frame, (x, top)), top + frame.height * small
    part = around(view, lake)
    side = sheet.room / part.width
    below = top + part.height * side
    label = text_at(x, below + gap * 0.75, word(view, lang, "whole"), "small", sheet.text)
    far = draw_lake(lake, view.course, view, small, frame, (x, below + gap))
    return join(aimed(lake, view, side, part, (x, top)), label, far), below + gap + frame.height * small


def aimed(lake: Lake, view: View, side: float, frame: Frame, at: Point) -> Markup:
    """Draw a part of the lake with all that may be meant on it; no course while one is being set."""
    course = None if view.phase == "course" else view.course
    return draw_lake(lake, course, view, side, frame, at, aims(lake, view, side))


def empty(sheet: Sheet) -> tuple[Markup, float]:
    """Draw what stands where the lake will be laid: on a screen the game's cover."""
    if sheet.size != "table":
        return NOTHING, sheet.text * 4
    scale = 848 / COVER[0]
    return moved(8, 8, art("powerboats", "cover.svg")["cover"], scale=scale), COVER[1] * scale + 16


LEAST_SHOWN = 7
"""So many columns and rows of hexes are shown at least: a hex is as wide as a thumb then."""

MARGIN = 2
"""Hexes shown round what matters."""


def around(view: View, lake: Lake) -> Frame:
    """Frame the part of a lake round the boat to move, and the hexes it could reach."""
    cells = in_question(view) or [(lake.columns // 2, lake.rows // 2)]
    left, columns = stretch([c for c, _ in cells], lake.columns)
    top, rows = stretch([r for _, r in cells], lake.rows)
    return Frame(left, top, columns, rows)


def in_question(view: View) -> list[Cell]:
    """List the hexes the table looks at: the boat to move and its ways, else boats and start tile."""
    boat = view.boats.get(view.turn or "")
    boats = [b.at for b in view.boats.values() if b.at]
    if boat is None or boat.at is None:
        return boats + list(view.course.tile if view.course else ())
    outlooks = [way.at for outlook in view.outlooks for way in outlook.ways if way.allowed]
    return [boat.at, *outlooks, *(way.at for way in view.previews if way.allowed)]


def stretch(numbers: list[int], most: int) -> tuple[int, int]:
    """Give the first and the count of so many columns or rows as show some numbers with a margin."""
    least, last = min(numbers) - MARGIN, max(numbers) + MARGIN
    count = min(max(last - least + 1, LEAST_SHOWN), most)
    first = (least + last + 1 - count) // 2
    return min(max(first, 0), most - count), count


def seats(view: View, lang: str, sheet: Sheet, y: float) -> tuple[Markup, float]:
    """Draw the seats' rows, the notes, and on a phone the ways it has no button for; tell where they end."""
    is_by_hand, parts = sheet.size == BY_HAND, []
    for seat in [seat for seat in view.seats if not is_by_hand or view.boats[seat].at is None]:
        parts.append(seat_row(view, lang, sheet, seat, y))
        y += sheet.row + 8
    if is_by_hand:
        return group(*parts), y
    y += sheet.text * 0.4
    is_seen = sheet.size == "table"
    lines = [] if is_seen else [(line, "text") for line in outlook_words(view, lang)]
    if not lines and not is_seen:
        ways = [way for way in view.previews if not way.allowed or view.seat != view.turn]
        lines = [(way_words(view, lang, way), "text" if way.allowed else "small") for way in ways]
    lines += [(note, "small") for note in (*footnotes(view, lang), *house_notes(view, lang))]
    size = sheet.small
    for line, class_ in [(line, class_) for text, class_ in lines for line in wrap(text, size, sheet.room)]:
        y += sheet.text * 1.35
        parts.append(text_at(sheet.left, y, line, class_, size))
    return group(*parts), y


def seat_row(view: View, lang: str, sheet: Sheet, seat: str, y: float) -> Markup:
    """Draw one seat: badge, name, points, dice, damage, where it is and how far round."""
    boat, t = view.boats[seat], sheet.text
    x, width, small = sheet.left, sheet.room, sheet.small
    class_ = "now" if seat == view.turn else "bar"
    mark = badge(view, seat, t, letter=boat_marks(view)[seat])
    if boat.at is None:
        mark = pick(f"boat:{seat}", mark, hit(THUMB, THUMB))
    left, right = x + t * 3.1, x + width - t * 0.8
    name = shorten(name_of(view.names, seat), t * 1.05, width - t * 9)
    where = shorten(next_words(view, lang, boat), small, width - t * 3.3)
    return group(
        el("rect", x=x, y=y, width=width, height=sheet.row, rx=8, class_=class_),
        moved(x + t * 1.7, y + sheet.row / 2, mark),
        text_at(left, y + t * 1.4, name, "bold", t * 1.05),
        text_at(left, y + t * 2.7, where, "small", small),
        text_at(right, y + t * 1.5, view.points[seat], "bold", t * 1.2, "end"),
        dice(boat.dice, left, y + t * 2.95, t, width - t * 9),
        damage(boat.damage, right, y + t * 3.8, t),
    )


LAKE_WIDTH = 900.0
"""How wide a lake by itself is drawn."""


def draw_lake_svg(lake: Lake, course: Course | None, lang: str) -> str:
    """Draw a lake by itself, with its course where one is given."""
    frame = whole(lake)
    side = LAKE_WIDTH / frame.width
    shown = course_view(course) if course else None
    return document(
        width=LAKE_WIDTH,
        height=frame.height * side,
        lang=lang,
        name="powerboats",
        title=lake.name,
        description=draw_lake_text(lake, course, lang, colour=False),
        css=css("powerboats"),
        body=draw_lake(lake, shown, None, side, frame, (0, 0)),
    )
