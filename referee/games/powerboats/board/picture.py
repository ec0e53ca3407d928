"""Powerboats as a picture: the lake with all that can be tapped, the seats beside or below."""

from collections.abc import Iterable
from functools import lru_cache
from math import atan2, ceil, cos, degrees, dist, pi, sin
from typing import NamedTuple

from referee.draw import word
from referee.draw.assets import COVER, art, css, picture, style
from referee.draw.palette import SEAT_STYLES, badge, line_d, name_of, outline, style_number
from referee.draw.panel import PIPS
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
    last_ring,
    lower_part,
    number,
    panel,
    path,
    path_d,
    pick,
    piece,
    prerender,
    shorten,
    space,
    text_at,
    translate,
    wrap,
)
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
from referee.games.powerboats.events import Heading
from referee.games.powerboats.lake import (
    HEADING_INDEX,
    HEADINGS,
    LETTERS,
    TILE_COLUMNS,
    TILE_ROWS,
    Cell,
    Lake,
    Letter,
    cell_text,
    distance,
    is_shoved,
    is_water,
    neighbour,
    neighbours,
    spots_of,
    water_of,
)
from referee.games.powerboats.state import RACES, SINKING
from referee.games.powerboats.tiles import dark_sides
from referee.games.powerboats.view import BoatView, CourseView, Outlook, Preview, View, course_view
from referee.l10n import title_of
from referee.l10n.options import house_notes

BY_HAND = "hand"
"""The drawing on which a hex is tapped to say that a boat is there."""

Point = tuple[float, float]
_ROOT3 = 3**0.5
STEP = 60
"""Degrees between two headings."""


class Frame(NamedTuple):
    """A part of a lake: first column and row, number of columns and rows.

    `width` and `height` are in sides of a hex.
    """

    left: int
    top: int
    columns: int
    rows: int

    @property
    def width(self) -> float:
        return _ROOT3 * (self.columns + 0.5)

    @property
    def height(self) -> float:
        return 1.5 * self.rows + 0.5


def whole(lake: Lake) -> Frame:
    """Return the frame of all of a lake."""
    return Frame(0, 0, lake.columns, lake.rows)


def centre(lake: Lake, cell: Cell) -> Point:
    """Return the middle of a hex, in sides of a hex."""
    column, row = cell
    return _ROOT3 * (column + 0.5 + 0.5 * is_shoved(row, lake.layout)), 1.5 * row + 1


_ROUND_A_HEX = "l.87-.5v-1l-.87-.5l-.87 .5v1z"
"""From its lowest corner round a hex, side by side: a lake has a thousand, and phones fetch it."""


def hex_path(lake: Lake, cells: Iterable[Cell]) -> str:
    """Return SVG path data of hexes, in sides of a hex."""
    middles = (centre(lake, cell) for cell in cells)
    return "".join(f"M{number(x)} {number(y + 1)}{_ROUND_A_HEX}" for x, y in middles)


def draw_lake(
    lake: Lake,
    course: CourseView | None,
    view: View | None,
    side: float,
    frame: Frame,
    at: Point,
    aims: tuple[Node, ...] | None = None,
    spaces: Node = NOTHING,
    is_small: bool = False,
) -> Node:
    """Return the part of a lake in a frame as a nested picture, `side` units to a side of a hex, at a point.

    Without `course` or `view` (None) only the lake is drawn. `aims` are nodes to tap, drawn over everything;
    with None nothing can be tapped. `spaces` are drawn below the boats. `is_small`: without what is too fine
    to be seen then.
    """
    x, y = _ROOT3 * frame.left, 1.5 * frame.top
    box = f"{number(x)} {number(y)} {number(frame.width)} {number(frame.height)}"
    parts = [_ground(lake, frame, is_small=is_small), _seams(lake), _letters(lake, course)]
    if course is not None:
        parts += [
            _gates(lake, course),
            _start_tile(lake, course),
            _arrow_over(lake, course.tile[0], course.exits, "gate", 1),
            _arrow_over(lake, course.tile[-1], course.entries, "buoy", -1),
            _buoys(lake, course),
        ]
    if view is not None:
        parts += [
            _wake(lake, view),
            spaces,
            _boats(lake, view, None if aims is None else THUMB / side),
        ]
    place = {"x": at[0], "y": at[1], "width": frame.width * side, "height": frame.height * side}
    return el("svg", *parts, *(aims or ()), **place, viewBox=box, overflow="hidden")


def _cells_in(lake: Lake, frame: Frame) -> list[Cell]:
    """Return the hexes of a frame, those included that its edge cuts."""
    columns = range(max(frame.left - 1, 0), min(frame.left + frame.columns + 1, lake.columns))
    rows = range(max(frame.top - 1, 0), min(frame.top + frame.rows + 1, lake.rows))
    return [(c, r) for r in rows for c in columns]


_LEAST_TAPPED = 24
"""So wide is a hex at least that can be tapped by itself."""


_MOST_SPACES = 30
"""So many hexes can be asked about at once: each is a link, and a page has to stay light."""


def _spaces(lake: Lake, view: View) -> Node:
    """Return hexes to ask about: the water nearest to the boats and ways that matter, else lettered water."""
    near = _cells_to_show(view)
    if view.phase == "course" or not near:
        cells = list(dict.fromkeys(spot.at for spot in lake.spots))
    else:
        cells = _cells_in(lake, _part_of(view, lake))
        cells.sort(key=lambda cell: min(distance(cell, each, lake.layout) for each in near))
    water = [cell for cell in cells if is_water(lake, cell)][:_MOST_SPACES]
    shapes = (space(f"hex:{cell_text(cell)}", path(hex_path(lake, [cell]))) for cell in water)
    return group(*shapes, fill="none")


@lru_cache(32)
def _ground(lake: Lake, frame: Frame, *, is_small: bool) -> Node:
    """Return the water with the lines of its hexes, and the land with its shore and banks. Cached."""
    cells, depths = _cells_in(lake, frame), _soundings(lake)
    water = [cell for cell in cells if cell in depths]
    x, y = _ROOT3 * (frame.left - 1), 1.5 * (frame.top - 1)
    land = f"M-9-9H{number(_ROOT3 * lake.columns + 9)}V{number(1.5 * lake.rows + 9)}H-9z{_shore_path(lake)}"
    grown = path(land, "o-land", fill_rule="evenodd", stroke_width=0.2)
    back = el("rect", x=x, y=y, width=frame.width + 4, height=frame.height + 4, class_="f-water")
    if is_small:
        return prerender(join(back, grown))
    kinds = {
        f"k-water-line o-water{depth}": [cell for cell in water if depths[cell] == depth]
        for depth in range(1, _DEEPEST + 1)
    }
    waves = [cell for cell in water if depths[cell] > 1 and _chance(cell, 4)]
    grove = [
        cell
        for cell in cells
        if cell not in depths and _chance(cell, 4) and not any(spot.at == cell for spot in lake.spots)
    ]
    trees = "".join(_tree_path(lake, cell) for cell in grove)
    return prerender(
        join(
            back,
            *(path(hex_path(lake, alike), c, stroke_width=0.05) for c, alike in kinds.items() if alike),
            path("".join(_wave_path(lake, cell) for cell in waves), "k-wave", stroke_width=0.09),
            path(land, "o-bank", fill_rule="evenodd", stroke_width=0.5, transform="translate(0 .26)"),
            grown,
            group(
                path(trees, "k-tree", stroke_width=0.74),
                path(trees, "k-leaf", stroke_width=0.42, transform="translate(-.1 -.1)"),
                stroke_linecap="round",
            ),
        )
    )


def _chance(cell: Cell, one_in: int) -> bool:
    """Return whether a hex is one of those picked out, always the same ones, without a pattern to be seen."""
    column, row = cell
    return ((column * 2654435761 + row * 2246822519) >> 9) % one_in == 0


def _wave_path(lake: Lake, cell: Cell) -> str:
    x, y = centre(lake, cell)
    return f"M{number(x - 0.5)} {number(y + 0.15)}q.2-.26.4 0t.4 0"


def _tree_path(lake: Lake, cell: Cell) -> str:
    """Return the path data of two trees on a hex: dots, which a round line is."""
    x, y = centre(lake, cell)
    return f"M{number(x - 0.3)} {number(y - 0.1)}h0m.55.35h0"


_DEEPEST = 3
"""So many hexes from the shore the water is as deep as it is drawn."""


@lru_cache(16)
def _soundings(lake: Lake) -> dict[Cell, int]:
    """Return how deep each hex of water is drawn: its distance from land, 3 at most. Cached."""
    water = water_of(lake)
    depths = dict.fromkeys(water, _DEEPEST)
    shore = {cell for cell in water if any(near not in depths for near in neighbours(cell, lake.layout))}
    for depth in range(1, _DEEPEST):
        depths |= dict.fromkeys(shore, depth)
        shore = {n for cell in shore for n in neighbours(cell, lake.layout) if depths.get(n) == _DEEPEST}
    return depths


_CORNERS = ((1, 1), (1, -1), (0, -2), (-1, -1), (-1, 1), (0, 2))
"""The corners of a hex in halves of its width and of its side, each where the side by its heading begins."""


def _shore_path(lake: Lake) -> str:
    """Return the path data of the sides between water and land, round each water and each island."""
    following: dict[Cell, Cell] = {}
    for cell in water_of(lake):
        x, y = 2 * cell[0] + 1 + is_shoved(cell[1], lake.layout), 3 * cell[1] + 2
        for heading, near in enumerate(neighbours(cell, lake.layout)):
            if not is_water(lake, near):
                (ax, ay), (bx, by) = _CORNERS[heading], _CORNERS[(heading + 1) % 6]
                following[x + ax, y + ay] = x + bx, y + by
    parts = []
    while following:
        start, at = following.popitem()
        ring = [start, at]
        while at != start:
            at = following.pop(at)
            ring.append(at)
        parts.append(f"{line_d((_ROOT3 / 2 * x, y / 2) for x, y in ring[:-1])}z")
    return "".join(parts)


def _seams(lake: Lake) -> Node:
    if lake.seams is None:
        return NOTHING
    left, top, columns, rows = lake.seams
    lines = []
    for n in range(4):
        cells = [(left + n * columns, row) for row in range(top, top + 2 * rows)]
        lines.append([(centre(lake, cell)[0] - _ROOT3 / 2, centre(lake, cell)[1]) for cell in cells])
    for n in range(3):
        y = 1.5 * (top + n * rows) + 0.25
        lines.append([(_ROOT3 * (left + 0.25), y), (_ROOT3 * (left + 3 * columns + 0.25), y)])
    drawn = "".join(map(line_d, lines))
    return path(drawn, "k-seam", stroke_width=0.12, stroke_dasharray="0.7 0.5", stroke_opacity=0.75)


def _letters(lake: Lake, course: CourseView | None) -> Node:
    closed = {*course.buoys, course.finish_buoy} if course else set()
    marks = []
    for spot in [spot for spot in lake.spots if spot.at not in closed]:
        x, y = _letter_spot(lake, spot.at, spot.side)
        ink = "f-lake-ink" if is_water(lake, spot.at) else "f-ink"
        marks.append(text_at(x, y + 0.56, spot.letter, f"{ink} mark", 1.57, "middle"))
    return group(*marks, opacity=0.55 if course else None)


def _letter_spot(lake: Lake, cell: Cell, side: Heading | None) -> Point:
    """Return the point of a letter on a hex: towards its `side`, or (None) in the middle."""
    x, y = centre(lake, cell)
    dx, dy = towards(HEADING_INDEX[side], 0.3) if side else (0.0, 0.0)
    return x + dx, y + dy


def towards(heading: float, far: float) -> Point:
    """Return the offset of a point so far off in a heading; halves are between two headings."""
    angle = heading * STEP * pi / 180
    return far * cos(angle), -far * sin(angle)


def _gates(lake: Lake, course: CourseView) -> Node:
    """Return each gate as a row of chevrons that point the way round."""
    rows = []
    for cells, gate, arrow in zip(course.gate_rows, course.gates, course.arrows, strict=True):
        turn = HEADING_INDEX[gate] + (1.5 if arrow == "ccw" else -1.5)
        marks = [_chevron(centre(lake, cell), turn * STEP) for cell in cells]
        rows.append(group(*marks))
    return group(*rows, stroke_width=0.22, stroke_linecap="round", stroke_linejoin="round")


def _chevron(at: Point, degrees: float) -> Node:
    turned = f"translate({number(at[0])} {number(at[1])}) rotate({number(-degrees)})"
    return path("M-0.25 -0.42L0.25 0L-0.25 0.42", "k-gate", transform=turned)


def _start_tile(lake: Lake, course: CourseView) -> Node:
    shape = path(hex_path(lake, course.tile), "f-tile", fill_opacity=0.9)
    (x1, y1), (x2, y2) = centre(lake, course.tile[0]), centre(lake, course.tile[-1])
    dx, dy = towards(HEADING_INDEX[course.line], _ROOT3 / 2)
    line = line_d([(x1 - dx, y1 - dy), (x2 + dx, y2 + dy)])
    numbers = [
        text_at(x, y + 0.54, n, "mark f-tile-dark halo-tile", 1.5, "middle")
        for n, (x, y) in enumerate((centre(lake, cell) for cell in course.tile), 1)
    ]
    drawn = path(line, "k-ink o-tile-dark", stroke_width=0.5, stroke_dasharray="0.35 0.35")
    return group(shape, group(drawn, opacity=0.5), *numbers)


def _arrow_over(lake: Lake, cell: Cell, steps: tuple[tuple[Cell, Cell], ...], colour: str, way: int) -> Node:
    """Return an arrow that leaves the start tile (`way` 1) or comes home to it (-1) at a hex.

    `steps` are the pairs of hexes by which boats cross there.
    """
    ends = [step[1] if way == 1 else step[0] for step in steps if cell in step]
    points = [centre(lake, end) for end in ends]
    x0, y0 = centre(lake, cell)
    x, y = sum(p[0] for p in points) / len(points) - x0, sum(p[1] for p in points) / len(points) - y0
    tip, tail = ((x, y), (0.0, 0.0)) if way == 1 else ((x * 0.35, y * 0.35), (x * 1.35, y * 1.35))
    length = (x * x + y * y) ** 0.5
    ux, uy = x / length * way, y / length * way
    head = [(tip[0] - 0.5 * (ux + s * uy * 0.8), tip[1] - 0.5 * (uy - s * ux * 0.8)) for s in (1, -1)]
    drawn = (line_d((x0 + dx, y0 + dy) for dx, dy in line) for line in ((tail, tip), (head[0], tip, head[1])))
    return path("".join(drawn), f"k-gate o-{colour}", stroke_width=0.2, stroke_linecap="round")


def _buoys(lake: Lake, course: CourseView) -> Node:
    """Return the buoys 0 to 3 and F, and round each of 1 to 3 the way it is rounded."""
    named = [*enumerate(course.buoys), ("F", course.finish_buoy)]
    buoy = art("powerboats", "buoy.svg")["buoy"]
    marks = [
        translate(
            *centre(lake, cell), group(buoy, text_at(0.68, -1.06, name, "f-buoy-ink mark", 1.57, "middle"))
        )
        for name, cell in named
    ]
    arcs = [
        _round_arrow(lake, cell, gate, arrow)
        for cell, gate, arrow in zip(course.buoys[1:], course.gates, course.arrows, strict=True)
    ]
    return group(*arcs, *marks)


def _round_arrow(lake: Lake, cell: Cell, gate: str, arrow: str) -> Node:
    """Return an arc round a buoy and across its gate, the way `arrow` (`cw` or `ccw`) says."""
    sign = 1 if arrow == "ccw" else -1
    middle = HEADING_INDEX[gate] * STEP  # type: ignore[index]
    x, y = centre(lake, cell)
    around = (towards((middle + sign * turn) / STEP, 1.15) for turn in (-95, 95))
    start, end = ((x + dx, y + dy) for dx, dy in around)
    arc = f"{line_d([start])}A1.15 1.15 0 1 {int(sign < 0)} {line_d([end])[1:]}"
    head = _chevron(end, middle + sign * 185)
    return group(path(arc, "k-gate", stroke_width=0.2), group(head, stroke_width=0.2), stroke_linecap="round")


_FADING = (1.0, 0.62, 0.3)
"""How far each layer of foam reaches back along a move: where all lie, it is fresh."""


def _wake(lake: Lake, view: View) -> Node:
    """Return the foam along the last move, paler where it is older; nothing where the boat did not move."""
    if view.wake is None or view.wake[1] == view.wake[2]:
        return NOTHING
    (x0, y0), (x1, y1) = (centre(lake, cell) for cell in view.wake[1:])
    far = dist((x0, y0), (x1, y1))
    turn = number(-degrees(atan2(y0 - y1, x1 - x0)))
    half, end = number(-far / 2), number(-far)
    fans = (f"M-.6 0L{number(-far * part)}-.6q-.4.6 0 1.2z" for part in _FADING)
    sides = (f"M-1-.4Q{half}-.46 {end}-.8M-1 .4Q{half} .46 {end} .8", f"M-1.4 0H{number(-max(far, 1.6))}")
    return group(
        path("".join(fans), "f-foam", fill_opacity=0.24),
        path(sides[0], "k-foam", stroke_width=0.13, stroke_opacity=0.85),
        path(sides[1], "k-foam", stroke_width=0.17, stroke_dasharray="0.1 0.5"),
        stroke_linecap="round",
        transform=f"translate({number(x1)} {number(y1)}) rotate({turn})",
    )


_HULL = (
    "M1.62 0C1.25 0.52 0.6 0.84 -0.2 0.84C-0.62 0.84 -0.92 0.78 -1.08 0.66L-1 0L-1.08 -0.66"
    "C-0.92 -0.78 -0.62 -0.84 -0.2 -0.84C0.6 -0.84 1.25 -0.52 1.62 0Z"
)
"""A hull about the origin, bow to the east, in sides of a hex."""

_BOW = "M1.42 0L0.84 0.4L1 0L0.84 -0.4Z"
"""The arrow on the bow of a boat that heads east."""

_MOTOR = "M-0.98 -0.24H-1.3V0.24H-0.98Z"
_FROTH = "M-1.5-.42q-.3.42 0 .84M-1.86-.3q-.2.3 0 .6"
_BOW_WAVE = "M1.5.3Q1.05.86.3 1.06M1.5-.3Q1.05-.86.3-1.06"
"""What a boat with dice throws up behind and beside it."""


def _boat(style: int) -> tuple[Node, ...]:
    """Return a boat that heads east, in a seat's colour, without its sign."""
    hull = path(_HULL, "o-edge"), path(_HULL, f"s{style} rim o-hull")
    return (*hull, path(_BOW, f"i{style}"), path(_MOTOR, "f-tile-dark o-hull"))


_AFT = 0.16
"""How far behind the middle of a boat its sign is: the bow has to be seen."""


def _sign(style: int, mark: str) -> Node:
    ink = f"i{style}"
    shape = SEAT_STYLES[style].shape
    size, sunk = (1.16, 0.12) if shape == "triangle" else (1.5, 0)
    said = text_at(0, size * 0.36 + sunk, mark, f"s{style} mark", size, "middle")
    return join(outline(shape, 0.76, f"{ink} o-sign"), said)


def _boats(lake: Lake, view: View, thumb: float | None) -> Node:
    """Return the boats: hull in the seat's colour, bow where it heads, the seat's mark upright.

    All marks lie above all hulls, so that no bow covers the mark of the boat beside it. `thumb` is the size
    of the area for taps, None where there are no taps.
    """
    marks = boat_marks(view)
    hulls, signs = [], []
    for seat in view.seats:
        boat = view.boats[seat]
        if boat.at is None:
            continue
        style = style_number(view, seat)
        heading = HEADING_INDEX[boat.heading]
        froth = path(_FROTH + _BOW_WAVE, "k-foam", stroke_width=0.13, stroke_linecap="round")
        hull = group(froth if boat.dice else NOTHING, *_boat(style), transform=f"rotate({-heading * STEP})")
        mark = piece(f"boat:{seat}", _sign(style, marks[seat]), last_ring((1.75, 1.75), 0.14))
        is_steered = view.phase == "move" and seat == view.turn == view.seat
        if thumb is not None and not is_steered:
            is_told = view.phase == "dice" and seat == view.turn == view.seat
            stays = f"stop:{cell_text(boat.at)} " if is_told else ""
            mark = pick(f"{stays}boat:{seat}", mark, hit(thumb, thumb, round_by=thumb / 2))
        x, y = centre(lake, boat.at)
        dx, dy = towards(heading + 3, _AFT)
        hulls.append(translate(x, y, piece(f"hull:{seat}", hull)))
        signs.append(translate(x + dx, y + dy, mark))
    shadows = (
        translate(
            x, y + 0.22, path(_HULL, "o-shade", transform=f"rotate({-HEADING_INDEX[boat.heading] * STEP})")
        )
        for boat in view.boats.values()
        if boat.at is not None
        for x, y in [centre(lake, boat.at)]
    )
    return group(*shadows, *hulls, *signs)


def tile_drawing(name: str) -> Node:
    """Return a tile as printed, as a group whose id `tile_picture` refers to."""
    lake = dark_sides()[name]
    cells = _cells_in(lake, whole(lake))
    water, land = [c for c in cells if is_water(lake, c)], [c for c in cells if not is_water(lake, c)]
    spots = [(_letter_spot(lake, spot.at, spot.side), spot.letter) for spot in lake.spots]
    return group(
        path(hex_path(lake, water), "k-water-line o-water2", stroke_width=0.06),
        path(hex_path(lake, land), "k-land-line o-land", stroke_width=0.06),
        *(text_at(x, y + 0.5, letter, "f-ink mark", 1.4, "middle") for (x, y), letter in spots),
        id=f"tile-{name}",
        class_="powerboats",
    )


def tile_picture(name: str, *, turned: bool, drawing: Node | None = None) -> Node:
    """Return a tile, `turned` by 180° or not.

    It contains `drawing` or, for None, refers to the `tile_drawing` on the same page.
    """
    frame = Frame(0, 0, TILE_COLUMNS, TILE_ROWS)
    shown = drawing or el("use", href=f"#tile-{name}")
    half = f"{frame.width / 2:.2f} {frame.height / 2:.2f}"
    return el(
        "svg",
        group(shown, transform=f"rotate(180 {half})") if turned else shown,
        viewBox=f"0 0 {frame.width:.2f} {frame.height:.2f}",
        class_="powerboats",
        aria_hidden="true",
    )


FACE = 22.0
"""How wide a die is on a button."""


def dice(values: tuple[int, ...], x: float, y: float, size: float, room: float, seat: str = "") -> Node:
    """Return dice in a row from (x, y), closer where they need more than `room`; pieces where of a `seat`."""
    step = min(size * 1.2, room / max(len(values), 1))
    drawn = (die(value, size) for value in values)
    named = (piece(f"die:{seat}.{n}", each) if seat else each for n, each in enumerate(drawn))
    return group(*(translate(x + n * step, y, each) for n, each in enumerate(named)))


def die(value: int | None, size: float) -> Node:
    """Return one die; `value` is None while it is still to be thrown."""
    if value is None:
        edge = {"stroke_width": 1.5, "stroke_dasharray": "4 3"}
        face = el("rect", width=size, height=size, rx=size / 5, class_="f-die edge", **edge)
        return group(face, text_at(size / 2, size * 0.72, "?", "f-pip mark", size * 0.62, "middle"))
    half, step = size / 2, size / 4
    pips = "".join(f"M{number(half + dx * step)} {number(half + dy * step)}h0" for dx, dy in PIPS[value])
    return group(
        el("rect", width=size, height=size, rx=size / 5, class_="f-die-edge edge", stroke_width=1),
        el("rect", x=0.5, width=size - 1, height=size * 0.9, rx=size / 5, class_="f-die"),
        path(pips, "k-pip", stroke_width=size / 4.5, stroke_linecap="round"),
    )


def damage(boat: BoatView, right: float, y: float, size: float) -> Node:
    """Return a place for each damage a boat bears, right-aligned: a cross in it where it is damaged.

    A number where it has more than sink it.
    """
    if boat.damage > SINKING:
        return text_at(right, y + size * 0.35, f"✕{boat.damage}", "f-hurt mark", size, "end")
    half = size * 0.32
    drawn = []
    for n in range(SINKING):
        x = right - size * (0.45 + 0.95 * (SINKING - 1 - n))
        wide = number(2 * half)
        hurt = f"M{number(x - half)} {number(y - half)}l{wide} {wide}m0-{wide}l-{wide} {wide}"
        drawn.append(
            path(hurt, "k-hurt", stroke_width=size * 0.2, stroke_linecap="round")
            if n < boat.damage
            else el("circle", cx=x, cy=y, r=size * 0.14, class_="f-line")
        )
    return group(*drawn)


_BUOYS = range(4)


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
    keys = group(*(_way_key(lake, boat.at, way, thumb) for way in view.previews if way.allowed))
    if view.phase == "dice":
        stops = _stop_targets(lake, boat.at, view.outlooks) if view.seat == view.turn else NOTHING
        return stops, _sum_marks(lake, boat.at, view.outlooks), keys
    return group(*(_way_line(lake, boat.at, way) for way in view.previews if way.run)), keys


def _stop_targets(lake: Lake, start: Cell, outlooks: tuple[Outlook, ...]) -> Node:
    """Return the hexes where the boat to move may stop; to say that it stays it is tapped itself."""
    ends = dict.fromkeys(way.at for each in outlooks for way in each.ways if way.allowed and way.at != start)
    return group(
        *(
            pick(f"stop:{cell_text(cell)}", path(hex_path(lake, [cell]), "aim"), is_offered=True)
            for cell in ends
        )
    )


def _buoy_targets(lake: Lake, letter: Letter, thumb: float) -> Node:
    """Return a target for each hex where a buoy may be: the letter's four, or all water.

    It is all water where the lake does not have four spots of that letter.
    """
    drawn, lettered = [], tuple(spots_of(lake, letter))
    for cell in lettered if len(lettered) == len(_BUOYS) else dict.fromkeys((*lettered, *water_of(lake))):
        ids = " ".join(f"buoy{n}:{cell_text(cell)}" for n in _BUOYS)
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
    return pick(f"berth:{cell_text(cell)}", shape, hit(room, room, *centre(lake, cell)), is_offered=True)


def _bow_targets(lake: Lake, cell: Cell, thumb: float) -> Node:
    x, y = centre(lake, cell)
    drawn = []
    for heading in HEADINGS:
        dx, dy = towards(HEADING_INDEX[heading], thumb * _REACH)
        key = _key_disc(thumb, _arrow(heading, thumb), NOTHING)
        id = f"bow:{cell_text(cell)}.{heading}"
        drawn.append(translate(x + dx, y + dy, pick(id, key, is_offered=True)))
    return group(*drawn)


def _hex_targets(lake: Lake) -> Node:
    return group(
        *(
            pick(f"hex:{cell_text(cell)}", path(hex_path(lake, [cell]), "aim bare"), is_offered=True)
            for cell in water_of(lake)
        )
    )


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
    cells = [start]
    while len(cells) <= way.run:
        cells.append(neighbour(cells[-1], HEADING_INDEX[way.heading], lake.layout))
    over = path(hex_path(lake, cells[1:]), "aim")
    return pick(f"turn:{way.turn}", over, at, is_offered=True)


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
            _sum_mark(centre(lake, at), span(sums), crashes=crashes, is_alone=(at, not crashes) not in found)
            for (at, crashes), sums in found.items()
            if at != start
        )
    )


def _sum_mark(at: Point, said: str, *, crashes: bool, is_alone: bool) -> Node:
    """Return the sums of dice that end on a hex, or crash there; set apart unless one `is_alone`."""
    x, y = at
    if crashes:
        return text_at(x, y + (0.3 if is_alone else 0.8), f"✕{said}", "crash mark", 0.8, "middle")
    return text_at(x, y + (0.38 if is_alone else 0.04), said, "f-lake-ink mark halo-lake", 1.05, "middle")


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
    sheet = _SHEETS[size]
    if size == BY_HAND:
        wide = whole(view.lake).width * _SIDE_BY_HAND if view.lake else 0
        sheet = sheet._replace(width=max(wide, sheet.room) + 2 * sheet.left)
    lake, bottom = _lakes(view, lang, sheet)
    lower = (len(_headlines(view, lang, sheet)[1]) - 1) * sheet.text * 1.25
    first = bottom + sheet.text
    if size != BY_HAND:
        first = sheet.text * 4.5 + lower + (bottom if size == "phone" else 0)
    below, end = _seats(view, lang, sheet, first)
    if size == "phone":
        far, end = _far_lake(view, lang, sheet, end)
        below = join(below, far)
    said = below if size == BY_HAND else join(_header(view, lang, sheet, bottom), below)
    if size == "table":
        said = panel(style(view.game).panel_left, said, bottom=bottom, end=end + sheet.text / 2)
    elif size == "phone":
        said = lower_part((0.0, bottom, sheet.width, end + sheet.text - bottom), said)
    least = bottom if view.lake is None else sheet.height
    height = max(least, end + sheet.text)
    titles = word(view, lang, "title", race=view.race), headline(view, lang)
    return picture(view, lang, (sheet.width, height), titles, lake, said)


def _header(view: View, lang: str, sheet: _Sheet, bottom: float) -> Node:
    """Return what game it is and what it waits for, on a phone below the lake, which ends at `bottom`."""
    x, t = sheet.left, sheet.text
    title = f"{title_of(view.game, lang)} · {word(view, lang, 'race', n=view.race)}"
    size, said = _headlines(view, lang, sheet)
    top = t * 2 if sheet.size == "table" else bottom + t * 1.8
    return group(
        text_at(x, top, title, "small", t),
        *(text_at(x, top + t * (1.6 + 1.25 * n), line, "big", size) for n, line in enumerate(said)),
    )


_BOLD = 0.96
"""How much of a line is reckoned with: letters such as m and w are wider in bold than others."""


def _headlines(view: View, lang: str, sheet: _Sheet) -> tuple[float, list[str]]:
    """Return the text size and the lines of the headline: one, reduced to fit, or several on a screen."""
    said, size = headline(view, lang), sheet.text * 1.35
    room = sheet.room * _BOLD
    line, smaller = fit(said, size, room)
    if line == said or sheet.size != "table":
        return smaller, [line]
    return sheet.text, wrap(said, sheet.text, room)


def _lakes(view: View, lang: str, sheet: _Sheet) -> tuple[Node, float]:
    """Return the lake and the y at which it ends.

    Where there is none yet, it is the cover. On a phone it is the part round the boats; all of it while the
    course is set.
    """
    lake, x = view.lake, sheet.left
    if lake is None and sheet.size != BY_HAND:
        margin = x if sheet.size == "phone" else 8
        scale = (848 if sheet.size == "table" else sheet.room) / COVER[0]
        cover = art("powerboats", "cover.svg")["cover"]
        return translate(margin, margin, cover, scale=scale), COVER[1] * scale + 2 * margin
    if lake is None:
        return NOTHING, sheet.text * 4
    frame = whole(lake)
    if sheet.size == "table":
        side = min(848 / frame.width, 784 / frame.height)
        return _lake_to_tap(lake, view, side, frame, (8, 8)), frame.height * side + 16
    if sheet.size == BY_HAND:
        drawn = draw_lake(lake, view.course, view, _SIDE_BY_HAND, frame, (x, x), (_hex_targets(lake),))
        return drawn, x + frame.height * _SIDE_BY_HAND
    podium, top = _podium_on_top(view, lang, sheet)
    if view.standings:
        return podium, top
    part = frame if view.phase == "course" else _part_of(view, lake)
    side = sheet.width / part.width
    return join(podium, _lake_to_tap(lake, view, side, part, (0, top))), top + part.height * side


def _podium_on_top(view: View, lang: str, sheet: _Sheet) -> tuple[Node, float]:
    """Return the podium of a phone at its top, at the end with all points, and the y at its end."""
    if not (firsts := _on_podium(view)):
        return NOTHING, 0
    podium, end = _podium(view, sheet, firsts, sheet.text / 2)
    cup, end = _cup(view, lang, sheet, end) if view.standings else (NOTHING, end)
    return join(podium, cup), end


def _far_lake(view: View, lang: str, sheet: _Sheet, y: float) -> tuple[Node, float]:
    """Return the whole lake, small, from `y` on, and the y at its end; nothing where the board has it."""
    lake = view.lake
    if lake is None or view.phase == "course":
        return NOTHING, y
    frame, top = whole(lake), y + sheet.text * 2.2
    side = sheet.room / frame.width
    label = text_at(sheet.left, top - sheet.text * 0.6, word(view, lang, "whole"), "small", sheet.text)
    far = draw_lake(lake, view.course, view, side, frame, (sheet.left, top), is_small=True)
    return join(label, far), top + frame.height * side


def _lake_to_tap(lake: Lake, view: View, side: float, frame: Frame, at: Point) -> Node:
    """Return a part of the lake with its targets; without the course while one is being set."""
    course = None if view.phase == "course" else view.course
    spaces = _spaces(lake, view) if _ROOT3 * side >= _LEAST_TAPPED else NOTHING
    return draw_lake(lake, course, view, side, frame, at, _targets(lake, view, side), spaces)


_LEAST_SHOWN = 7
"""So many columns and rows of hexes are shown at least: a hex is as wide as a thumb then."""

_MARGIN = 2
"""Hexes shown round what matters, where it is not `_FAR_APART`: each has to be wide enough for a finger."""

_FAR_APART = 9


def _part_of(view: View, lake: Lake) -> Frame:
    """Return the part of a lake round what matters, no higher than it is wide: a phone shows more than it."""
    cells = _cells_to_show(view) or [(lake.columns // 2, lake.rows // 2)]
    columns, rows = ([cell[n] for cell in cells] for n in (0, 1))
    margin = 1 if max(max(each) - min(each) for each in (columns, rows)) > _FAR_APART else _MARGIN
    high = min(max(max(rows) - min(rows) + 1 + 2 * margin, _LEAST_SHOWN), lake.rows)
    wide = max(max(columns) - min(columns) + 1 + 2 * margin, _LEAST_SHOWN, ceil(high * _ROOT3 / 2))
    wide = min(wide, lake.columns)
    return Frame(_first(columns, wide, lake.columns), _first(rows, high, lake.rows), wide, high)


def _cells_to_show(view: View) -> list[Cell]:
    """Return the boat to move and the ends of its ways, else all boats and the start tile."""
    boat = view.boats.get(view.turn or "")
    boats = [b.at for b in view.boats.values() if b.at]
    if boat is None or boat.at is None:
        return boats + list(view.course.tile if view.course else ())
    outlooks = [way.at for outlook in view.outlooks for way in outlook.ways if way.allowed]
    return [boat.at, *outlooks, *(way.at for way in view.previews if way.allowed)]


def _first(numbers: list[int], count: int, most: int) -> int:
    """Return the first of `count` columns (or rows) with `numbers` in their middle, within 0 to `most`."""
    first = (min(numbers) + max(numbers) + 1 - count) // 2
    return min(max(first, 0), most - count)


def _on_podium(view: View) -> tuple[str, ...]:
    """Return who stands on the podium, the first one first: of the race before, at the end of the series.

    Empty while a race is sailed.
    """
    if view.standings:
        return tuple(each.seat for each in view.standings[:3])
    return view.sailed[-1].places[:3] if view.sailed and view.phase == "course" else ()


def _seats(view: View, lang: str, sheet: _Sheet, y: float) -> tuple[Node, float]:
    """Return the seats' rows and notes from `y` on, on a phone also ways without a button.

    And the y at the end.

    By hand, only seats whose boat is off the lake.
    """
    is_by_hand, parts = sheet.size == BY_HAND, []
    if firsts := () if is_by_hand else _on_podium(view):
        if sheet.size == "table":
            podium, y = _podium(view, sheet, firsts, y)
            parts.append(podium)
        if sheet.size == "table" or not view.standings:
            cup, y = _cup(view, lang, sheet, y)
            parts.append(cup)
    for seat in (
        [] if firsts else [seat for seat in view.seats if not is_by_hand or view.boats[seat].at is None]
    ):
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
        text_at(left, y + t * 1.3, name, "bold", t * 1.05),
        text_at(left, y + t * 2.5, where, "small", small),
        text_at(right, y + t * 1.4, view.points[seat], "bold", t * 1.2, "end"),
        dice(boat.dice, left, y + t * 2.8, t * 1.15, width - t * 9, seat),
        damage(boat, right, y + t * 3.4, t),
    )


_STEPS = ((1, 3.4), (0, 4.6), (2, 2.6))
"""The steps of a podium from the left: which place stands there, and how high it is, in sizes of text."""


def _podium(view: View, sheet: _Sheet, firsts: tuple[str, ...], y: float) -> tuple[Node, float]:
    """Return the first three on their steps from `y` on, and the y at which they end."""
    t = sheet.text
    width, floor = min(sheet.room / 3, t * 5.4), y + t * 7.6
    left = sheet.left + (sheet.room - 3 * width) / 2
    drawn: list[Node] = []
    for n, (place, high) in enumerate(_STEPS):
        x, top = left + n * width, floor - t * high
        drawn.append(
            el("rect", x=x + 1, y=top, width=width - 2, height=t * high, rx=t * 0.3, class_=f"step{place}")
        )
        drawn.append(text_at(x + width / 2, floor - t * 0.5, place + 1, "step-ink mark", t * 1.5, "middle"))
        if place < len(firsts):
            seat = firsts[place]
            colour = style_number(view, seat)
            boat = join(*_boat(colour), _sign(colour, boat_marks(view)[seat]))
            drawn.append(translate(x + width / 2, top - t * 1.15, boat, scale=t * 1.3))
    return group(*drawn), floor + t * 0.8


def _cup(view: View, lang: str, sheet: _Sheet, y: float) -> tuple[Node, float]:
    """Return the points of each seat race by race and in all, the leader first, and the y at the end."""
    t, races = sheet.text, view.sailed
    right = sheet.left + sheet.room - t * 0.6
    columns = [right - t * (3 + 2.2 * (RACES - 1 - n)) for n in range(RACES)]
    head = [text_at(x, y + t, n, "small", sheet.small, "end") for n, x in enumerate(columns, 1)]
    head.append(text_at(right, y + t, "Σ", "small", sheet.small, "end"))
    head.append(text_at(sheet.left, y + t, word(view, lang, "cup"), "small", sheet.small))
    drawn: list[Node] = [*head]
    y += t * 1.5
    for seat in sorted(view.seats, key=lambda seat: -view.points[seat]):
        boat, row = view.boats[seat], t * 2.3
        mark = badge(view, seat, t * 0.85, letter=boat_marks(view)[seat])
        name = shorten(name_of(view.names, seat), t, columns[0] - t * 1.8 - sheet.left - t * 2.4)
        drawn += [
            el("rect", x=sheet.left, y=y, width=sheet.room, height=row - 4, rx=8, class_="bar"),
            translate(sheet.left + t * 1.2, y + row / 2 - 2, mark),
            text_at(sheet.left + t * 2.4, y + t * (1.05 if boat.damage else 1.45), name, "bold", t),
            damage(boat, sheet.left + t * 6.2, y + t * 1.65, t * 0.8) if boat.damage else NOTHING,
            *(
                text_at(x, y + t * 1.45, race.points.get(seat, 0), "text", t, "end")
                for x, race in zip(columns, races, strict=False)
            ),
            text_at(right, y + t * 1.5, view.points[seat], "bold", t * 1.2, "end"),
        ]
        y += row
    return group(*drawn), y + t * 0.4


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
