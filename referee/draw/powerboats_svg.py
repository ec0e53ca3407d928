"""Powerboats as a picture: the lake with all that is on it, the seats beside or below."""

from typing import NamedTuple

from referee.draw.palette import name_of
from referee.draw.powerboats_lake import Cell, Frame, draw_lake, whole
from referee.draw.powerboats_lake_text import draw_lake_text
from referee.draw.powerboats_style import ROOT, css
from referee.draw.powerboats_text import draw_text
from referee.draw.powerboats_words import (
    boat_marks,
    footnotes,
    headline,
    progress_words,
    state_words,
    way_words,
    word,
)
from referee.draw.shapes import badge
from referee.draw.svg import Markup, document, el, group, join, moved, shorten, text_at
from referee.games.powerboats.course import Course
from referee.games.powerboats.lake import Lake
from referee.games.powerboats.view import View, course_view
from referee.l10n import say

PIPS = {1: ((0, 0),), 2: ((-1, -1), (1, 1)), 3: ((-1, -1), (0, 0), (1, 1))}
"""Where the pips of a die lie, in quarters of its width."""


class Sheet(NamedTuple):
    """How big everything is: the sheet, running text, a seat's row, the panel's left edge and width."""

    size: str
    width: float
    height: float
    text: float
    row: float
    left: float
    room: float


SHEETS = {
    "table": Sheet("table", 1280, 800, 16, 84, 872, 392),
    "phone": Sheet("phone", 360, 0, 13, 66, 8, 344),
}


def draw_svg(view: View, lang: str, size: str) -> str:
    """Draw a view as an SVG document at `phone` or `table` size."""
    sheet = SHEETS[size]
    lake, bottom = lakes(view, lang, sheet)
    head = header(view, lang, sheet)
    first = sheet.text * 5.2 if size == "table" else bottom + sheet.text
    below, end = panel(view, lang, sheet, first)
    height = sheet.height or end + sheet.text
    paper = el("rect", width=sheet.width, height=height, class_="f-paper")
    return document(
        width=sheet.width,
        height=height,
        lang=lang,
        name=ROOT,
        title=f"{word(view, lang, 'title', race=view.race)}: {headline(view, lang)}",
        description=draw_text(view, lang, colour=False, columns=80),
        css=css(),
        body=join(paper, lake, head, below),
    )


def header(view: View, lang: str, sheet: Sheet) -> Markup:
    """Say which game and race this is, and what the table waits for."""
    x, t = sheet.left, sheet.text
    title = f"{say(f'table.noun.game.{view.game}', lang)} · {word(view, lang, 'race', n=view.race)}"
    line = shorten(headline(view, lang), t * 1.35, sheet.room)
    top = t * 2 if sheet.size == "table" else t * 1.5
    return group(
        text_at(x, top, title, "small", font_size=t),
        text_at(x, top + t * 1.6, line, "big", font_size=t * 1.35),
    )


def lakes(view: View, lang: str, sheet: Sheet) -> tuple[Markup, float]:
    """Draw the lake: whole on the table; on a phone the part round the boats, and the whole below it."""
    lake = view.lake
    if lake is None:
        return Markup(""), sheet.text * 4
    frame = whole(lake)
    if sheet.size == "table":
        side = min(848 / frame.width, 784 / frame.height)
        return draw_lake(lake, view.course, view, side, frame, (8, 8)), sheet.height
    part = around(view, lake)
    top, gap = sheet.text * 4.4, sheet.text * 1.7
    side = sheet.room / part.width
    near = draw_lake(lake, view.course, view, side, part, (sheet.left, top))
    below = top + part.height * side
    label = text_at(sheet.left, below + gap * 0.75, word(view, lang, "whole"), "small", font_size=sheet.text)
    small = sheet.room / frame.width
    far = draw_lake(lake, view.course, view, small, frame, (sheet.left, below + gap))
    return join(near, label, far), below + gap + frame.height * small


def around(view: View, lake: Lake) -> Frame:
    """Frame the part of a lake round the boat to move, and the hexes it could reach."""
    columns, rows = min(13, lake.columns), min(14, lake.rows)
    boat = view.boats.get(view.turn or "")
    cells: list[Cell] = [b.at for b in view.boats.values() if b.at]
    if boat and boat.at:
        cells = [boat.at, *(way.at for way in view.previews if way.allowed)]
    cells = cells or list(view.course.tile if view.course else [(lake.columns // 2, lake.rows // 2)])
    c = (min(c for c, _ in cells) + max(c for c, _ in cells)) // 2
    r = (min(r for _, r in cells) + max(r for _, r in cells)) // 2
    left = min(max(c - columns // 2, 0), lake.columns - columns)
    top = min(max(r - rows // 2, 0), lake.rows - rows)
    return Frame(left, top, columns, rows)


def panel(view: View, lang: str, sheet: Sheet, y: float) -> tuple[Markup, float]:
    """Draw the seats' rows, the three ways and the notes; tell where they end."""
    parts = []
    for n, seat in enumerate(view.seats):
        parts.append(seat_row(view, lang, sheet, n, seat, y))
        y += sheet.row + 8
    y += sheet.text * 0.4
    lines = [(way_words(view, lang, way), "text" if way.allowed else "small") for way in view.previews]
    lines += [(note, "small") for note in footnotes(view, lang)]
    for text, class_ in lines:
        y += sheet.text * 1.35
        parts.append(
            text_at(
                sheet.left,
                y,
                shorten(text, sheet.text * 0.9, sheet.room),
                class_,
                font_size=sheet.text * 0.9,
            )
        )
    return group(*parts), y


def seat_row(view: View, lang: str, sheet: Sheet, n: int, seat: str, y: float) -> Markup:
    """Draw one seat: badge, name, points, dice, damage, where it is and how far round."""
    boat, t = view.boats[seat], sheet.text
    x, width = sheet.left, sheet.room
    card = el(
        "rect", x=x, y=y, width=width, height=sheet.row, rx=8, class_="now" if seat == view.turn else "bar"
    )
    mark = moved(x + t * 1.7, y + sheet.row / 2, badge(n, boat_marks(view)[seat], t))
    left = x + t * 3.4
    name = shorten(name_of(view.names, seat), t * 1.05, width - t * 9)
    where = state_words(view, lang, boat)
    if boat.at is not None:
        where = f"{where} · {progress_words(view, lang, boat)}"
    points = text_at(
        x + width - t * 0.8,
        y + t * 1.5,
        view.points[seat],
        "bold",
        font_size=t * 1.2,
        text_anchor="end",
    )
    return group(
        card,
        mark,
        text_at(left, y + t * 1.4, name, "bold", font_size=t * 1.05),
        text_at(left, y + t * 2.7, shorten(where, t * 0.85, width - t * 4.5), "small", font_size=t * 0.85),
        points,
        dice(boat.dice, left, y + t * 3.15, t * 1.25, width - t * 9),
        damage(boat.damage, x + width - t * 0.8, y + t * 3.8, t),
    )


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


def damage(count: int, right: float, y: float, size: float) -> Markup:
    """Draw damage counters as crosses, to the left of a point; a number where there are many."""
    if count == 0:
        return Markup("")
    if count > 4:
        return text_at(right, y + size * 0.35, f"✕{count}", "f-hurt mark", font_size=size, text_anchor="end")
    marks = "✕" * count
    return text_at(right, y + size * 0.35, marks, "f-hurt mark", font_size=size, text_anchor="end")


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
        name=ROOT,
        title=lake.name,
        description=draw_lake_text(lake, course, lang, colour=False),
        css=css(),
        body=draw_lake(lake, shown, None, side, frame, (0, 0)),
    )
