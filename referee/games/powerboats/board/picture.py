"""Powerboats as a picture: the lake with all that can be tapped, the seats beside or below."""

from math import dist
from typing import NamedTuple

from referee.draw import word
from referee.draw.assets import COVER, art, css, picture, style
from referee.draw.palette import badge, line_d, name_of
from referee.draw.svg import (
    NOTHING,
    THUMB,
    Element,
    Node,
    document,
    el,
    fit,
    group,
    hit,
    join,
    number,
    panel,
    path,
    path_d,
    pick,
    shorten,
    text_at,
    translate,
    wrap,
)
from referee.games.powerboats.board.lake import (
    STEP,
    Frame,
    Point,
    centre,
    damage,
    dice,
    draw_lake,
    hex_path,
    towards,
    whole,
)
from referee.games.powerboats.board.taps import BY_HAND
from referee.games.powerboats.board.text import (
    RACING,
    boat_marks,
    draw_lake_text,
    footnotes,
    headline,
    next_words,
    outlook_words,
    span,
    way_words,
)
from referee.games.powerboats.course import Course
from referee.games.powerboats.lake import (
    HEADING_INDEX,
    HEADINGS,
    LETTERS,
    Cell,
    Lake,
    Letter,
    distance,
    neighbour,
    spots_of,
    water_of,
)
from referee.games.powerboats.view import CourseView, Outlook, Preview, View, course_view
from referee.l10n import title_of
from referee.l10n.options import house_notes

_BUOYS = range(4)
_ROOT3 = 3**0.5


_REACH = 1.12
"""How far from a boat its direction keys lie at least, in thumbs, so that none lies on another."""


def _targets(lake: Lake, view: View, side: float) -> tuple[Node, ...]:
    """Return all that may be tapped on the lake now, as large as a thumb.

    `side` units are a side of a hex.
    """
    thumb = THUMB / side
    if view.phase == "course":
        return (_buoy_targets(lake, LETTERS[view.race - 1], thumb),)
    if view.phase == "placing" and view.course is not None:
        return (_berth_targets(lake, view, view.course, thumb),)
    boat = view.boats.get(view.turn or "")
    if boat is None or boat.at is None or view.phase not in RACING:
        return ()
    told = (
        _sum_marks(lake, boat.at, view.outlooks)
        if view.phase == "dice"
        else group(*(_way_line(lake, boat.at, way) for way in view.previews if way.run))
    )
    return told, group(*(_way_key(lake, boat.at, way, thumb) for way in view.previews if way.allowed))


def _buoy_targets(lake: Lake, letter: Letter, thumb: float) -> Node:
    """Return a target for each hex where a buoy may be: the letter's four, or all water.

    It is all water where the lake does not have four spots of that letter.
    """
    drawn, lettered = [], tuple(spots_of(lake, letter))
    for cell in lettered if len(lettered) == len(_BUOYS) else dict.fromkeys((*lettered, *water_of(lake))):
        ids = " ".join(f"buoy{n}:{cell[0]},{cell[1]}" for n in _BUOYS)
        ring = el("circle", r=0.95, class_="n k-ghost", stroke_width=0.2)
        room = hit(thumb, thumb, round_by=thumb / 2)
        drawn.append(translate(*centre(lake, cell), pick(ids, ring, room, is_offered=True)))
    return group(*drawn)


def _berth_targets(lake: Lake, view: View, course: CourseView, thumb: float) -> Node:
    """Return the hexes near the start tile or a boat, each with its six bows, to place a boat."""
    around = [*course.tile, *(boat.at for boat in view.boats.values() if boat.at)]
    near = [c for c in water_of(lake) if any(distance(c, other, lake.layout) <= 1 for other in around)]
    return group(
        *(_berth_target(lake, cell, thumb) for cell in near),
        *(_bow_targets(lake, cell, thumb) for cell in near),
    )


def _berth_target(lake: Lake, cell: Cell, thumb: float) -> Node:
    room = min(thumb, _ROOT3)
    shape = path(hex_path(lake, [cell]), "aim")
    return pick(f"berth:{cell[0]},{cell[1]}", shape, hit(room, room, *centre(lake, cell)), is_offered=True)


def _bow_targets(lake: Lake, cell: Cell, thumb: float) -> Node:
    x, y = centre(lake, cell)
    drawn = []
    for heading in HEADINGS:
        dx, dy = towards(HEADING_INDEX[heading], thumb * _REACH)
        key = _key_disc(thumb, _arrow(heading, thumb), NOTHING)
        id = f"bow:{cell[0]},{cell[1]}.{heading}"
        drawn.append(translate(x + dx, y + dy, pick(id, key, is_offered=True)))
    return group(*drawn)


def _hex_targets(lake: Lake) -> Node:
    drawn = []
    for column, row in water_of(lake):
        shape = path(hex_path(lake, [(column, row)]), "aim bare")
        drawn.append(pick(f"hex:{column},{row}", shape, is_offered=True))
    return group(*drawn)


def _way_key(lake: Lake, start: Cell, way: Preview, thumb: float) -> Node:
    """Return the target of one turn: the hexes it runs over, and a key at its end with run and damage."""
    x, y = centre(lake, start)
    far = max(_ROOT3 * (way.run - way.back), thumb * _REACH)
    dx, dy = towards(HEADING_INDEX[way.heading], far)
    size = thumb * 0.36
    run = text_at(0, size * (0.1 if way.crashes else 0.36), way.run, "f-ink mark", size, "middle")
    cost = text_at(0, size * 0.95, f"✕{way.damage}", "f-hurt mark", size * 0.85, "middle")
    face = _key_disc(thumb, run, cost if way.crashes else NOTHING)
    at = translate(x + dx, y + dy, face, _arrow(way.heading, thumb, outside=True))
    over = path(hex_path(lake, _cells_of(lake, start, way)), "aim")
    return pick(f"turn:{way.turn}", over, at, is_offered=True)


def _cells_of(lake: Lake, start: Cell, way: Preview) -> list[Cell]:
    cells, at = [], start
    for _ in range(way.run):
        at = neighbour(at, HEADING_INDEX[way.heading], lake.layout)
        cells.append(at)
    return cells


def _key_disc(thumb: float, *marks: Node) -> Node:
    face = el("circle", r=thumb * 0.42, class_="key", stroke_width=thumb * 0.04)
    return group(face, *marks, hit(thumb, thumb, round_by=thumb / 2))


def _arrow(heading: str, thumb: float, *, outside: bool = False) -> Node:
    """Return an arrow that points in a heading: on a key, or `outside` at its rim."""
    r, turn = thumb, f"rotate({-HEADING_INDEX[heading] * STEP})"  # type: ignore[index]
    if outside:
        tip = path_d("M", r * 0.36, -r * 0.15, "L", r * 0.6, 0, "L", r * 0.36, r * 0.15, "Z")
        return path(tip, "key-arrow", transform=turn)
    shaft = ("M", -r * 0.24, 0, "H", r * 0.2)
    d = path_d(*shaft, "M", r * 0.04, -r * 0.16, "L", r * 0.22, 0, "L", r * 0.04, r * 0.16)
    return path(d, "n k-ink", stroke_width=r * 0.07, stroke_linecap="round", transform=turn)


def _way_line(lake: Lake, start: Cell, way: Preview) -> Node:
    """Return one way from the rim of the boat, a ring at its end or a cross for a crash.

    It is paler where the rules bar it.
    """
    (x, y), (tx, ty) = centre(lake, start), centre(lake, way.at)
    part = 0.9 / max(0.9, dist((x, y), (tx, ty)))
    line = line_d([(x + part * (tx - x), y + part * (ty - y)), (tx, ty)])
    if way.crashes:
        d = f"M{number(tx - 0.45)} {number(ty - 0.45)}l0.9 0.9m0 -0.9l-0.9 0.9"
        end: Node = path(d, "k-ghost", stroke_width=0.26, stroke_linecap="round")
    else:
        end = el("circle", cx=tx, cy=ty, r=0.5, class_="k-ghost", stroke_width=0.2)
    return group(
        path(line, "k-ghost", stroke_width=0.16, stroke_dasharray="0.5 0.35"),
        end,
        opacity=1 if way.allowed else 0.35,
    )


def _sum_marks(lake: Lake, start: Cell, outlooks: tuple[Outlook, ...]) -> Node:
    """Return on the hexes ahead the sums of the dice that end there or crash there."""
    found: dict[tuple[Cell, bool], list[int]] = {}
    for outlook in outlooks:
        for way in outlook.ways:
            if way.allowed:
                found.setdefault((way.at, way.crashes), []).append(outlook.speed)
    return group(
        *(
            _sum_mark(centre(lake, at), span(sums), crashes=crashes)
            for (at, crashes), sums in found.items()
            if at != start
        )
    )


def _sum_mark(at: Point, said: str, *, crashes: bool) -> Node:
    x, y = at
    if crashes:
        return text_at(x, y + 0.72, f"✕{said}", "crash mark", 0.7, "middle")
    return text_at(x, y + 0.12, said, "f-lake-ink mark halo-lake", 0.85, "middle")


class _Sheet(NamedTuple):
    """The measures of a picture: its size, running text, a seat's row, left edge and width of the panel."""

    size: str
    width: float
    height: float
    text: float
    row: float
    left: float
    room: float

    @property
    def small(self) -> float:
        """Return the size of small print; on a screen never less than one fortieth of its height."""
        return self.text * (1 if self.size == "table" else 0.87)


_SHEETS = {
    "table": _Sheet("table", 1280, 800, 25, 104, 866, 404),
    "phone": _Sheet("phone", 360, 0, 13, 66, 8, 344),
    "hand": _Sheet("hand", 0, 0, 17, 86, 8, 520),
}

_SIDE_BY_HAND = 17.0
"""So long is the side of a hex that is tapped by itself."""


def draw_svg(view: View, lang: str, size: str) -> Element:
    """Return a view as a picture of `phone`, `table` or `BY_HAND` size."""
    sheet = _sheet_of(view, size)
    lake, bottom = _lakes(view, lang, sheet)
    head = NOTHING if size == BY_HAND else _header(view, lang, sheet)
    lower = (len(_headlines(view, lang, sheet)[1]) - 1) * sheet.text * 1.25
    first = sheet.text * 4.5 + lower if size == "table" else bottom + sheet.text
    below, end = _seats(view, lang, sheet, first)
    said = join(head, below)
    left = style(view.game).panel_left
    said = panel(left, said, bottom=bottom, end=end + sheet.text / 2) if size == "table" else said
    least = bottom if view.lake is None else sheet.height
    height = max(least, end + sheet.text)
    titles = word(view, lang, "title", race=view.race), headline(view, lang)
    return picture(view, lang, (sheet.width, height), titles, lake, said)


def _sheet_of(view: View, size: str) -> _Sheet:
    """Return the measures of a size; the sheet to tap single hexes on is as wide as its lake."""
    sheet = _SHEETS[size]
    if size != BY_HAND:
        return sheet
    wide = whole(view.lake).width * _SIDE_BY_HAND if view.lake else 0
    return sheet._replace(width=max(wide, sheet.room) + 2 * sheet.left)


def _header(view: View, lang: str, sheet: _Sheet) -> Node:
    x, t = sheet.left, sheet.text
    title = f"{title_of(view.game, lang)} · {word(view, lang, 'race', n=view.race)}"
    size, said = _headlines(view, lang, sheet)
    top = t * 2 if sheet.size == "table" else t * 1.5
    return group(
        text_at(x, top, title, "small", t),
        *(text_at(x, top + t * (1.6 + 1.25 * n), line, "big", size) for n, line in enumerate(said)),
    )


def _headlines(view: View, lang: str, sheet: _Sheet) -> tuple[float, list[str]]:
    """Return the text size and the lines of the headline: one, reduced to fit, or several on a screen."""
    said, size = headline(view, lang), sheet.text * 1.35
    line, smaller = fit(said, size, sheet.room)
    if line == said or sheet.size != "table":
        return smaller, [line]
    return sheet.text, wrap(said, sheet.text, sheet.room)


def _lakes(view: View, lang: str, sheet: _Sheet) -> tuple[Node, float]:
    """Return the lake and the y at which it ends.

    On a phone it is the part round the boats, and below it the whole lake, small; all of it while the course
    is set.
    """
    lake, x = view.lake, sheet.left
    if lake is None:
        return _empty(sheet)
    frame = whole(lake)
    if sheet.size == "table":
        side = min(848 / frame.width, 784 / frame.height)
        return _lake_to_tap(lake, view, side, frame, (8, 8)), frame.height * side + 16
    if sheet.size == BY_HAND:
        drawn = draw_lake(lake, view.course, view, _SIDE_BY_HAND, frame, (x, x), (_hex_targets(lake),))
        return drawn, x + frame.height * _SIDE_BY_HAND
    top, gap, small = sheet.text * 4.4, sheet.text * 1.7, sheet.room / frame.width
    if view.phase == "course":
        return _lake_to_tap(lake, view, small, frame, (x, top)), top + frame.height * small
    part = _part_of(view, lake)
    side = sheet.room / part.width
    below = top + part.height * side
    label = text_at(x, below + gap * 0.75, word(view, lang, "whole"), "small", sheet.text)
    far = draw_lake(lake, view.course, view, small, frame, (x, below + gap))
    return join(
        _lake_to_tap(lake, view, side, part, (x, top)), label, far
    ), below + gap + frame.height * small


def _lake_to_tap(lake: Lake, view: View, side: float, frame: Frame, at: Point) -> Node:
    """Return a part of the lake with its targets; without the course while one is being set."""
    course = None if view.phase == "course" else view.course
    return draw_lake(lake, course, view, side, frame, at, _targets(lake, view, side))


def _empty(sheet: _Sheet) -> tuple[Node, float]:
    """Return what stands where the lake will be (on a screen the cover), and the y at which it ends."""
    if sheet.size != "table":
        return NOTHING, sheet.text * 4
    scale = 848 / COVER[0]
    return translate(8, 8, art("powerboats", "cover.svg")["cover"], scale=scale), COVER[1] * scale + 16


_LEAST_SHOWN = 7
"""So many columns and rows of hexes are shown at least: a hex is as wide as a thumb then."""

_MARGIN = 2
"""Hexes shown round what matters."""


def _part_of(view: View, lake: Lake) -> Frame:
    cells = _cells_to_show(view) or [(lake.columns // 2, lake.rows // 2)]
    left, columns = _stretch([c for c, _ in cells], lake.columns)
    top, rows = _stretch([r for _, r in cells], lake.rows)
    return Frame(left, top, columns, rows)


def _cells_to_show(view: View) -> list[Cell]:
    """Return the boat to move and the ends of its ways, else all boats and the start tile."""
    boat = view.boats.get(view.turn or "")
    boats = [b.at for b in view.boats.values() if b.at]
    if boat is None or boat.at is None:
        return boats + list(view.course.tile if view.course else ())
    outlooks = [way.at for outlook in view.outlooks for way in outlook.ways if way.allowed]
    return [boat.at, *outlooks, *(way.at for way in view.previews if way.allowed)]


def _stretch(numbers: list[int], most: int) -> tuple[int, int]:
    """Return first column (or row) and count that show `numbers` with a margin, within 0 to `most`."""
    least, last = min(numbers) - _MARGIN, max(numbers) + _MARGIN
    count = min(max(last - least + 1, _LEAST_SHOWN), most)
    first = (least + last + 1 - count) // 2
    return min(max(first, 0), most - count), count


def _seats(view: View, lang: str, sheet: _Sheet, y: float) -> tuple[Node, float]:
    """Return the seats' rows and notes from `y` on, on a phone also ways without a button.

    And the y at the end.

    By hand, only seats whose boat is off the lake.
    """
    is_by_hand, parts = sheet.size == BY_HAND, []
    for seat in [seat for seat in view.seats if not is_by_hand or view.boats[seat].at is None]:
        parts.append(_seat_row(view, lang, sheet, seat, y))
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


def _seat_row(view: View, lang: str, sheet: _Sheet, seat: str, y: float) -> Node:
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
        translate(x + t * 1.7, y + sheet.row / 2, mark),
        text_at(left, y + t * 1.4, name, "bold", t * 1.05),
        text_at(left, y + t * 2.7, where, "small", small),
        text_at(right, y + t * 1.5, view.points[seat], "bold", t * 1.2, "end"),
        dice(boat.dice, left, y + t * 2.95, t, width - t * 9),
        damage(boat.damage, right, y + t * 3.8, t),
    )


_LAKE_WIDTH = 900.0
"""How wide a lake by itself is drawn."""


def draw_lake_svg(lake: Lake, course: Course | None, lang: str) -> Element:
    """Return a picture of a lake by itself, with its course unless that is None."""
    frame = whole(lake)
    side = _LAKE_WIDTH / frame.width
    shown = course_view(course) if course else None
    return document(
        width=_LAKE_WIDTH,
        height=frame.height * side,
        lang=lang,
        name="powerboats",
        title=lake.name,
        description=draw_lake_text(lake, course, lang, colour=False),
        css=css("powerboats"),
        body=draw_lake(lake, shown, None, side, frame, (0, 0)),
    )
