"""Parts of the Powerboats picture: the lake with course and boats, tiles, dice, damage."""

from collections.abc import Iterable
from functools import lru_cache
from math import cos, pi, sin
from typing import NamedTuple

from referee.draw.assets import art
from referee.draw.palette import SEAT_STYLES, line_d, outline, style_number
from referee.draw.panel import PIPS
from referee.draw.svg import (
    NOTHING,
    THUMB,
    Node,
    el,
    group,
    hit,
    join,
    last_ring,
    number,
    path,
    pick,
    piece,
    prerender,
    text_at,
    translate,
)
from referee.games.powerboats.board.text import boat_marks
from referee.games.powerboats.events import Heading
from referee.games.powerboats.lake import (
    HEADING_INDEX,
    TILE_COLUMNS,
    TILE_ROWS,
    Cell,
    Lake,
    is_shoved,
    is_water,
    neighbours,
    water_of,
)
from referee.games.powerboats.tiles import dark_sides
from referee.games.powerboats.view import CourseView, View

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
) -> Node:
    """Return the part of a lake in a frame as a nested picture, `side` units to a side of a hex, at a point.

    Without `course` or `view` (None) only the lake is drawn. `aims` are nodes to tap, drawn over everything;
    with None nothing can be tapped.
    """
    x, y = _ROOT3 * frame.left, 1.5 * frame.top
    box = f"{number(x)} {number(y)} {number(frame.width)} {number(frame.height)}"
    parts = [_ground(lake, frame), _seams(lake), _letters(lake, course)]
    if course is not None:
        parts += [
            _gates(lake, course),
            _start_tile(lake, course),
            _start_and_finish(lake, course),
            _buoys(lake, course),
        ]
    if view is not None:
        parts += [_wake(lake, view), _boats(lake, view, None if aims is None else THUMB / side)]
    place = {"x": at[0], "y": at[1], "width": frame.width * side, "height": frame.height * side}
    return el("svg", *parts, *(aims or ()), **place, viewBox=box, overflow="hidden")


def _cells_in(lake: Lake, frame: Frame) -> list[Cell]:
    """Return the hexes of a frame, those included that its edge cuts."""
    columns = range(max(frame.left - 1, 0), min(frame.left + frame.columns + 1, lake.columns))
    rows = range(max(frame.top - 1, 0), min(frame.top + frame.rows + 1, lake.rows))
    return [(c, r) for r in rows for c in columns]


@lru_cache(16)
def _ground(lake: Lake, frame: Frame) -> Node:
    """Return water and land, each as one shape with the lines of its hexes, and the shore between. Cached."""
    cells, depths = _cells_in(lake, frame), _soundings(lake)
    water = [cell for cell in cells if cell in depths]
    kinds = {"k-land-line o-land": [cell for cell in cells if cell not in depths]}
    for depth in range(1, _DEEPEST + 1):
        kinds[f"k-water-line o-water{depth}"] = [cell for cell in water if depths[cell] == depth]
    shapes = [path(hex_path(lake, alike), c, stroke_width=0.06) for c, alike in kinds.items() if alike]
    shore = path(_shore_path(lake, water), "k-shore", stroke_width=0.16, stroke_linecap="round")
    x, y = _ROOT3 * (frame.left - 1), 1.5 * (frame.top - 1)
    back = el("rect", x=x, y=y, width=frame.width + 4, height=frame.height + 4, class_="f-land")
    return prerender(join(back, *shapes, shore))


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


def _shore_path(lake: Lake, water: list[Cell]) -> str:
    """Return the path data of the sides between water and land."""
    parts = []
    for cell in water:
        x, y = centre(lake, cell)
        for heading, near in enumerate(neighbours(cell, lake.layout)):
            if not is_water(lake, near):
                a, b = ((heading * STEP + turn) * pi / 180 for turn in (-30, 30))
                side = f"{number(cos(b) - cos(a))} {number(sin(a) - sin(b))}"
                parts.append(f"M{number(x + cos(a))} {number(y - sin(a))}l{side}")
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
    return group(shape, path(line, "k-ink o-tile-dark", stroke_width=0.5, stroke_dasharray="0.35 0.35"))


def _start_and_finish(lake: Lake, course: CourseView) -> Node:
    out = _arrow_over(lake, course.tile[0], course.exits, "gate", 1)
    home = _arrow_over(lake, course.tile[-1], course.entries, "buoy", -1)
    return group(out, home)


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


def _wake(lake: Lake, view: View) -> Node:
    """Return the dashed track of the last move; nothing where the boat did not move."""
    if view.wake is None or view.wake[1] == view.wake[2]:
        return NOTHING
    line = line_d(centre(lake, cell) for cell in view.wake[1:])
    return path(line, "k-wake", stroke_width=0.34, stroke_dasharray="0.1 0.6", stroke_linecap="round")


_HULL = "M1.3 0C0.85 0.66 0.1 0.76 -0.95 0.68L-0.86 0L-0.95 -0.68C0.1 -0.76 0.85 -0.66 1.3 0Z"
"""A hull about the origin, bow to the east, in sides of a hex."""


_SCREEN = "M0.62 -0.3C0.74 -0.1 0.74 0.1 0.62 0.3L0.5 0.24C0.58 0.08 0.58 -0.08 0.5 -0.24Z"
_MOTOR = "M-0.86 -0.22H-1.14V0.22H-0.86Z"
"""Windscreen and motor of a boat that heads east."""


def _sign(style: int, mark: str) -> Node:
    ink = f"i{style}"
    shape = SEAT_STYLES[style].shape
    size, sunk = (1.2, 0.12) if shape == "triangle" else (1.57, 0)
    said = text_at(0, size * 0.36 + sunk, mark, f"s{style} mark", size, "middle")
    return join(outline(shape, 0.86, f"{ink} o-sign"), said)


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
        turn = -HEADING_INDEX[boat.heading] * STEP
        hull = group(
            path(_HULL, "o-edge"),
            path(_HULL, f"s{style} rim o-hull"),
            path(_SCREEN, f"i{style}"),
            path(_MOTOR, "f-tile-dark"),
            transform=f"rotate({turn})",
        )
        mark = piece(f"boat:{seat}", _sign(style, marks[seat]), last_ring((1.6, 1.6), 0.14))
        if thumb is not None:
            mark = pick(f"boat:{seat}", mark, hit(thumb, thumb, round_by=thumb / 2))
        place = centre(lake, boat.at)
        hulls.append(translate(*place, piece(f"hull:{seat}", hull)))
        signs.append(translate(*place, mark))
    return group(*hulls, *signs)


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

_MOST_CROSSES = 4
"""So many damage counters are drawn one by one at most."""


def dice(values: tuple[int, ...], x: float, y: float, size: float, room: float) -> Node:
    """Return dice in a row from (x, y), closer where they need more than `room`."""
    step = min(size * 1.2, room / max(len(values), 1))
    return group(*(translate(x + n * step, y, die(value, size)) for n, value in enumerate(values)))


def die(value: int | None, size: float) -> Node:
    """Return one die; `value` is None while it is still to be thrown."""
    edge = {"stroke_width": 1.5, "stroke_dasharray": "4 3"} if value is None else {"stroke_width": 1}
    face = el("rect", width=size, height=size, rx=size / 5, class_="f-die edge", **edge)
    if value is None:
        return group(face, text_at(size / 2, size * 0.72, "?", "f-pip mark", size * 0.62, "middle"))
    half, step = size / 2, size / 4
    pips = (
        el("circle", cx=half + dx * step, cy=half + dy * step, r=size / 9, class_="f-pip")
        for dx, dy in PIPS[value]
    )
    return group(face, *pips)


def damage(count: int, right: float, y: float, size: float) -> Node:
    """Return damage counters as crosses, right-aligned at `right`; a number for many, nothing for 0."""
    said = "✕" * count if count <= _MOST_CROSSES else f"✕{count}"
    return text_at(right, y + size * 0.35, said, "f-hurt mark", size, "end") if count else NOTHING
