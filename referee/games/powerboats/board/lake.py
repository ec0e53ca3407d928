"""The lake as a picture: water and shore, seams, letters, the course, boats with wakes and ways."""

from collections.abc import Iterable
from functools import lru_cache
from math import cos, pi, sin
from typing import NamedTuple

from referee.draw.assets import art
from referee.draw.palette import SEAT_STYLES, style_number
from referee.draw.shapes import line_d, outline
from referee.draw.svg import (
    NOTHING,
    Markup,
    el,
    group,
    hit,
    join,
    lately,
    moved,
    number,
    path,
    pick,
    piece,
    text_at,
)
from referee.draw.taps import THUMB
from referee.games.powerboats.board.words import boat_marks
from referee.games.powerboats.events import Heading
from referee.games.powerboats.lake import HEADING_INDEX, LAND, Lake, is_shoved, neighbour
from referee.games.powerboats.view import CourseView, View

Cell = tuple[int, int]
Point = tuple[float, float]
ROOT3 = 3**0.5
STEP = 60
"""Degrees between two headings."""


class Frame(NamedTuple):
    """A part of a lake: first column and row, how many of each; and its size in units of a side."""

    left: int
    top: int
    columns: int
    rows: int

    @property
    def width(self) -> float:
        """Give its width in sides of a hex."""
        return ROOT3 * (self.columns + 0.5)

    @property
    def height(self) -> float:
        """Give its height in sides of a hex."""
        return 1.5 * self.rows + 0.5


def whole(lake: Lake) -> Frame:
    """Frame all of a lake."""
    return Frame(0, 0, lake.columns, lake.rows)


def centre(lake: Lake, cell: Cell) -> Point:
    """Place the middle of a hex, one side of a hex long each unit."""
    column, row = cell
    return ROOT3 * (column + 0.5 + 0.5 * is_shoved(row, lake.layout)), 1.5 * row + 1


ROUND_A_HEX = "l.87-.5v-1l-.87-.5l-.87 .5v1z"
"""From its lowest corner round a hex, side by side: a lake has a thousand, and phones fetch it."""


def hex_path(lake: Lake, cells: Iterable[Cell]) -> str:
    """Draw hexes as one path."""
    middles = (centre(lake, cell) for cell in cells)
    return "".join(f"M{number(x)} {number(y + 1)}{ROUND_A_HEX}" for x, y in middles)


def draw_lake(
    lake: Lake,
    course: CourseView | None,
    view: View | None,
    side: float,
    frame: Frame,
    at: Point,
    aims: tuple[Markup, ...] | None = None,
) -> Markup:
    """Draw the part of a lake in a frame, `side` units to a side of a hex, its corner at a point.

    `aims` are what somebody may mean by it, drawn over everything else; None: it is only looked at.
    """
    x, y = ROOT3 * frame.left, 1.5 * frame.top
    box = f"{number(x)} {number(y)} {number(frame.width)} {number(frame.height)}"
    parts = [ground(lake, frame), seams(lake), letters(lake, course)]
    if course is not None:
        parts += [gates(lake, course), tile(lake, course), sides(lake, course), buoys(lake, course)]
    if view is not None:
        parts += [wake(lake, view), boats(lake, view, None if aims is None else THUMB / side)]
    place = {"x": at[0], "y": at[1], "width": frame.width * side, "height": frame.height * side}
    return el("svg", *parts, *(aims or ()), **place, viewBox=box, overflow="hidden")


def cells_in(lake: Lake, frame: Frame) -> list[Cell]:
    """List the hexes a frame shows, cut ones included."""
    columns = range(max(frame.left - 1, 0), min(frame.left + frame.columns + 1, lake.columns))
    rows = range(max(frame.top - 1, 0), min(frame.top + frame.rows + 1, lake.rows))
    return [(c, r) for r in rows for c in columns]


@lru_cache(16)
def ground(lake: Lake, frame: Frame) -> Markup:
    """Draw water and land, each as one shape with the lines of its hexes, and the shore between."""
    cells, depths = cells_in(lake, frame), soundings(lake)
    water = [cell for cell in cells if cell in depths]
    kinds = {"k-land-line o-land": [cell for cell in cells if cell not in depths]}
    for depth in range(1, DEEPEST + 1):
        kinds[f"k-water-line o-water{depth}"] = [cell for cell in water if depths[cell] == depth]
    shapes = [path(hex_path(lake, alike), c, stroke_width=0.06) for c, alike in kinds.items() if alike]
    shore = path(shore_path(lake, water), "k-shore", stroke_width=0.16, stroke_linecap="round")
    x, y = ROOT3 * (frame.left - 1), 1.5 * (frame.top - 1)
    back = el("rect", x=x, y=y, width=frame.width + 4, height=frame.height + 4, class_="f-land")
    return join(back, *shapes, shore)


DEEPEST = 3
"""So many hexes from the shore the water is as deep as it is drawn."""


@lru_cache(16)
def soundings(lake: Lake) -> dict[Cell, int]:
    """Tell how deep every hex of water is drawn: how far from land it lies."""
    water = [(c, r) for r, row in enumerate(lake.cells) for c, mark in enumerate(row) if mark != LAND]
    depths = dict.fromkeys(water, DEEPEST)
    shore = {cell for cell in water if any(beside not in depths for beside in around(lake, cell))}
    for depth in range(1, DEEPEST):
        depths |= dict.fromkeys(shore, depth)
        shore = {n for cell in shore for n in around(lake, cell) if depths.get(n) == DEEPEST}
    return depths


def around(lake: Lake, cell: Cell) -> list[Cell]:
    """List the hexes round one."""
    return [neighbour(cell, heading, lake.layout) for heading in range(6)]


def shore_path(lake: Lake, water: list[Cell]) -> str:
    """Draw the sides between water and land."""
    parts = []
    for cell in water:
        x, y = centre(lake, cell)
        for heading in range(6):
            c, r = neighbour(cell, heading, lake.layout)
            if lake.cells[r][c] == LAND:
                a, b = ((heading * STEP + turn) * pi / 180 for turn in (-30, 30))
                side = f"{number(cos(b) - cos(a))} {number(sin(a) - sin(b))}"
                parts.append(f"M{number(x + cos(a))} {number(y - sin(a))}l{side}")
    return "".join(parts)


def seams(lake: Lake) -> Markup:
    """Draw where tiles meet."""
    if lake.seams is None:
        return NOTHING
    left, top, columns, rows = lake.seams
    lines = []
    for n in range(4):
        cells = [(left + n * columns, row) for row in range(top, top + 2 * rows)]
        lines.append([(centre(lake, cell)[0] - ROOT3 / 2, centre(lake, cell)[1]) for cell in cells])
    for n in range(3):
        y = 1.5 * (top + n * rows) + 0.25
        lines.append([(ROOT3 * (left + 0.25), y), (ROOT3 * (left + 3 * columns + 0.25), y)])
    drawn = "".join(map(line_d, lines))
    return path(drawn, "k-seam", stroke_width=0.12, stroke_dasharray="0.7 0.5", stroke_opacity=0.75)


def letters(lake: Lake, course: CourseView | None) -> Markup:
    """Draw the lettered spots, each letter towards the side it hugs."""
    closed = {*course.buoys, course.finish_buoy} if course else set()
    marks = []
    for spot in [spot for spot in lake.spots if spot.at not in closed]:
        x, y = hugging(lake, spot.at, spot.side)
        ink = "f-ink" if is_land(lake, spot.at) else "f-lake-ink"
        marks.append(text_at(x, y + 0.56, spot.letter, f"{ink} mark", 1.57, "middle"))
    return group(*marks, opacity=0.55 if course else None)


def hugging(lake: Lake, cell: Cell, side: Heading | None) -> Point:
    """Give where on a hex a letter stands that hugs a side of it, if any."""
    x, y = centre(lake, cell)
    dx, dy = towards(HEADING_INDEX[side], 0.3) if side else (0.0, 0.0)
    return x + dx, y + dy


def is_land(lake: Lake, cell: Cell) -> bool:
    """Whether a hex of a lake is land."""
    column, row = cell
    return lake.cells[row][column] == LAND


def towards(heading: float, far: float) -> Point:
    """Give the way from a hex's middle in a heading, halves between two allowed."""
    angle = heading * STEP * pi / 180
    return far * cos(angle), -far * sin(angle)


def gates(lake: Lake, course: CourseView) -> Markup:
    """Draw each gate as a row of chevrons that point the arrow's way."""
    rows = []
    for cells, gate, arrow in zip(course.gate_rows, course.gates, course.arrows, strict=True):
        turn = HEADING_INDEX[gate] + (1.5 if arrow == "ccw" else -1.5)
        marks = [chevron(centre(lake, cell), turn * STEP) for cell in cells]
        rows.append(group(*marks))
    return group(*rows, stroke_width=0.22, stroke_linecap="round", stroke_linejoin="round")


def chevron(at: Point, degrees: float) -> Markup:
    """Draw one chevron pointing at an angle, counter-clockwise from E."""
    turned = f"translate({number(at[0])} {number(at[1])}) rotate({number(-degrees)})"
    return path("M-0.25 -0.42L0.25 0L-0.25 0.42", "k-gate", transform=turned)


def tile(lake: Lake, course: CourseView) -> Markup:
    """Draw the start tile: four hexes with a chequered band."""
    shape = path(hex_path(lake, course.tile), "f-tile", fill_opacity=0.9)
    (x1, y1), (x2, y2) = centre(lake, course.tile[0]), centre(lake, course.tile[-1])
    dx, dy = towards(HEADING_INDEX[course.line], ROOT3 / 2)
    line = line_d([(x1 - dx, y1 - dy), (x2 + dx, y2 + dy)])
    return group(shape, path(line, "k-ink o-tile-dark", stroke_width=0.5, stroke_dasharray="0.35 0.35"))


def sides(lake: Lake, course: CourseView) -> Markup:
    """Draw the arrows of start and finish, at the ends of the tile."""
    out = arrow_over(lake, course.tile[0], course.exits, "gate", 1)
    home = arrow_over(lake, course.tile[-1], course.entries, "buoy", -1)
    return group(out, home)


def arrow_over(lake: Lake, cell: Cell, steps: tuple[tuple[Cell, Cell], ...], colour: str, way: int) -> Markup:
    """Draw an arrow that leaves the tile (`way` 1) or comes on to it (-1) at a hex."""
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


def buoys(lake: Lake, course: CourseView) -> Markup:
    """Draw the buoys, with the way round each."""
    named = [*enumerate(course.buoys), ("F", course.finish_buoy)]
    marks = [moved(*centre(lake, cell), buoy(str(name))) for name, cell in named]
    arcs = [
        round_arrow(lake, cell, gate, arrow)
        for cell, gate, arrow in zip(course.buoys[1:], course.gates, course.arrows, strict=True)
    ]
    return group(*arcs, *marks)


def buoy(name: str) -> Markup:
    """Draw a buoy about its middle, its name on its flag."""
    letter = text_at(0.68, -1.06, name, "f-buoy-ink mark", 1.57, "middle")
    return group(art("powerboats", "buoy.svg")["buoy"], letter)


def round_arrow(lake: Lake, cell: Cell, gate: str, arrow: str) -> Markup:
    """Draw an arc round a buoy, across its gate, the arrow's way."""
    sign = 1 if arrow == "ccw" else -1
    middle = HEADING_INDEX[gate] * STEP  # type: ignore[index]
    x, y = centre(lake, cell)
    start, end = (point_on(x, y, 1.15, middle + sign * turn) for turn in (-95, 95))
    arc = f"{line_d([start])}A1.15 1.15 0 1 {int(sign < 0)} {line_d([end])[1:]}"
    head = chevron(end, middle + sign * 185)
    return group(path(arc, "k-gate", stroke_width=0.2), group(head, stroke_width=0.2), stroke_linecap="round")


def point_on(x: float, y: float, r: float, degrees: float) -> Point:
    """Give a point on a circle, the angle counter-clockwise from E."""
    return x + r * cos(degrees * pi / 180), y - r * sin(degrees * pi / 180)


def wake(lake: Lake, view: View) -> Markup:
    """Draw the wake of the last move."""
    if view.wake is None or view.wake[1] == view.wake[2]:
        return NOTHING
    line = line_d(centre(lake, cell) for cell in view.wake[1:])
    return path(line, "k-wake", stroke_width=0.34, stroke_dasharray="0.1 0.6", stroke_linecap="round")


HULL = "M1.3 0C0.85 0.66 0.1 0.76 -0.95 0.68L-0.86 0L-0.95 -0.68C0.1 -0.76 0.85 -0.66 1.3 0Z"
"""A hull about the origin, bow to the east, in sides of a hex."""


SCREEN = "M0.62 -0.3C0.74 -0.1 0.74 0.1 0.62 0.3L0.5 0.24C0.58 0.08 0.58 -0.08 0.5 -0.24Z"
MOTOR = "M-0.86 -0.22H-1.14V0.22H-0.86Z"
"""Windscreen and motor of a boat that heads east."""


def sign(style: int, mark: str) -> Markup:
    """Draw a seat's shape on a boat, its mark upright on it."""
    ink = f"i{style}"
    shape = SEAT_STYLES[style].shape
    size, sunk = (1.2, 0.12) if shape == "triangle" else (1.57, 0)
    said = text_at(0, size * 0.36 + sunk, mark, f"s{style} mark", size, "middle")
    return join(outline(shape, 0.86, f"{ink} o-sign"), said)


def boats(lake: Lake, view: View, thumb: float | None) -> Markup:
    """Draw the boats: hull in the seat's colour, bow where it heads, the seat's mark upright.

    All marks lie above all hulls, so that no bow covers the mark of the boat beside it. `thumb` is how
    large a room for taps is; None where there are none.
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
            path(HULL, "o-edge"),
            path(HULL, f"s{style} rim o-hull"),
            path(SCREEN, f"i{style}"),
            path(MOTOR, "f-tile-dark"),
            transform=f"rotate({turn})",
        )
        mark = piece(f"boat:{seat}", sign(style, marks[seat]), lately((1.6, 1.6), 0.14))
        if thumb is not None:
            mark = pick(f"boat:{seat}", mark, hit(thumb, thumb, round_by=thumb / 2))
        place = centre(lake, boat.at)
        hulls.append(moved(*place, piece(f"hull:{seat}", hull)))
        signs.append(moved(*place, mark))
    return group(*hulls, *signs)
