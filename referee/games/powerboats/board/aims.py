"""What somebody may mean on the lake: hexes to start from, ways to go with their ends, buoys to set out."""

from math import dist

from referee.draw.shapes import line_d
from referee.draw.svg import NOTHING, Markup, el, group, hit, moved, number, path, pen, pick, text_at
from referee.draw.taps import THUMB
from referee.games.powerboats.board.lake import STEP, Cell, Point, centre, hex_path, towards
from referee.games.powerboats.board.words import RACING
from referee.games.powerboats.lake import (
    HEADING_INDEX,
    HEADINGS,
    LETTERS,
    Lake,
    Letter,
    distance,
    neighbour,
    spots_of,
    water_of,
)
from referee.games.powerboats.view import CourseView, Outlook, Preview, View

BUOYS = range(4)
ROOT3 = 3**0.5


REACH = 1.12
"""How far from a boat its direction keys lie at least, in thumbs, so that none lies on another."""


def aims(lake: Lake, view: View, side: float) -> tuple[Markup, ...]:
    """Draw all that may be meant now, each thing as large as a thumb."""
    thumb = THUMB / side
    if view.phase == "course":
        return (spots(lake, LETTERS[view.race - 1], thumb),)
    if view.phase == "placing" and view.course is not None:
        return (berths(lake, view, view.course, thumb),)
    boat = view.boats.get(view.turn or "")
    if boat is None or boat.at is None or view.phase not in RACING:
        return ()
    told = ahead(lake, boat.at, view.outlooks) if view.phase == "dice" else ways(lake, boat.at, view.previews)
    return told, group(*(key(lake, boat.at, way, thumb) for way in view.previews if way.allowed))


def spots(lake: Lake, letter: Letter, thumb: float) -> Markup:
    """Let hexes be tapped for buoys 0 to 3, one after the other: a letter's, any where not all are known."""
    drawn, lettered = [], tuple(spots_of(lake, letter))
    for cell in lettered if len(lettered) == len(BUOYS) else dict.fromkeys((*lettered, *water_of(lake))):
        ids = " ".join(f"buoy{n}:{cell[0]},{cell[1]}" for n in BUOYS)
        ring = el("circle", r=0.95, class_="n k-ghost", stroke_width=0.2)
        room = hit(thumb, thumb, round_by=thumb / 2)
        drawn.append(moved(*centre(lake, cell), pick(ids, ring, room, is_offered=True)))
    return group(*drawn)


def berths(lake: Lake, view: View, course: CourseView, thumb: float) -> Markup:
    """Let hexes near the start tile be tapped, and round each of them its six bows."""
    around = [*course.tile, *(boat.at for boat in view.boats.values() if boat.at)]
    near = [c for c in water_of(lake) if any(distance(c, other, lake.layout) <= 1 for other in around)]
    return group(*(berth(lake, cell, thumb) for cell in near), *(bows(lake, cell, thumb) for cell in near))


def berth(lake: Lake, cell: Cell, thumb: float) -> Markup:
    """Let a hex be tapped."""
    room = min(thumb, ROOT3)
    shape = path(hex_path(lake, [cell]), "aim")
    return pick(f"berth:{cell[0]},{cell[1]}", shape, hit(room, room, *centre(lake, cell)), is_offered=True)


def bows(lake: Lake, cell: Cell, thumb: float) -> Markup:
    """Set six arrows round a hex, one for each way a bow may point."""
    x, y = centre(lake, cell)
    drawn = []
    for heading in HEADINGS:
        dx, dy = towards(HEADING_INDEX[heading], thumb * REACH)
        key = disc(thumb, arrow(heading, thumb), NOTHING)
        id = f"bow:{cell[0]},{cell[1]}.{heading}"
        drawn.append(moved(x + dx, y + dy, pick(id, key, is_offered=True)))
    return group(*drawn)


def by_hand(lake: Lake) -> Markup:
    """Let every hex of water be tapped, to say that a boat is there."""
    drawn = []
    for column, row in water_of(lake):
        shape = path(hex_path(lake, [(column, row)]), "aim bare")
        drawn.append(pick(f"hex:{column},{row}", shape, is_offered=True))
    return group(*drawn)


def key(lake: Lake, start: Cell, way: Preview, thumb: float) -> Markup:
    """Draw the hexes a way runs over, and at its end, clear of the boat, a key: how far, at what cost."""
    x, y = centre(lake, start)
    far = max(ROOT3 * (way.run - way.back), thumb * REACH)
    dx, dy = towards(HEADING_INDEX[way.heading], far)
    size = thumb * 0.36
    run = text_at(0, size * (0.1 if way.crashes else 0.36), way.run, "f-ink mark", size, "middle")
    cost = text_at(0, size * 0.95, f"✕{way.damage}", "f-hurt mark", size * 0.85, "middle")
    face = disc(thumb, run, cost if way.crashes else NOTHING)
    at = moved(x + dx, y + dy, face, arrow(way.heading, thumb, outside=True))
    over = path(hex_path(lake, run_of(lake, start, way)), "aim")
    return pick(f"turn:{way.turn}", over, at, is_offered=True)


def run_of(lake: Lake, start: Cell, way: Preview) -> list[Cell]:
    """List the hexes a way runs over."""
    cells, at = [], start
    for _ in range(way.run):
        at = neighbour(at, HEADING_INDEX[way.heading], lake.layout)
        cells.append(at)
    return cells


def disc(thumb: float, *marks: Markup) -> Markup:
    """Draw a key: a disc as large as a thumb, and what stands on it."""
    face = el("circle", r=thumb * 0.42, class_="key", stroke_width=thumb * 0.04)
    return group(face, *marks, hit(thumb, thumb, round_by=thumb / 2))


def arrow(heading: str, thumb: float, *, outside: bool = False) -> Markup:
    """Draw an arrow that points in a heading: on a key, or at its rim."""
    r, turn = thumb, f"rotate({-HEADING_INDEX[heading] * STEP})"  # type: ignore[index]
    if outside:
        tip = pen("M", r * 0.36, -r * 0.15, "L", r * 0.6, 0, "L", r * 0.36, r * 0.15, "Z")
        return path(tip, "key-arrow", transform=turn)
    shaft = ("M", -r * 0.24, 0, "H", r * 0.2)
    d = pen(*shaft, "M", r * 0.04, -r * 0.16, "L", r * 0.22, 0, "L", r * 0.04, r * 0.16)
    return path(d, "n k-ink", stroke_width=r * 0.07, stroke_linecap="round", transform=turn)


def ways(lake: Lake, start: Cell, previews: tuple[Preview, ...]) -> Markup:
    """Draw where the boat to move would go: a line, and a ring at its end or a cross for a crash."""
    return group(*(way_line(centre(lake, start), centre(lake, way.at), way) for way in previews if way.run))


def way_line(start: Point, end: Point, way: Preview) -> Markup:
    """Draw one way from the rim of the boat; paler where the rules bar it."""
    (x, y), (tx, ty) = start, end
    part = 0.9 / max(0.9, dist(start, end))
    line = line_d([(x + part * (tx - x), y + part * (ty - y)), end])
    return group(
        path(line, "k-ghost", stroke_width=0.16, stroke_dasharray="0.5 0.35"),
        end_mark(tx, ty, crashes=way.crashes),
        opacity=1 if way.allowed else 0.35,
    )


def end_mark(x: float, y: float, *, crashes: bool) -> Markup:
    """Draw where a way ends: a ring, or a cross where it crashes."""
    if crashes:
        d = f"M{number(x - 0.45)} {number(y - 0.45)}l0.9 0.9m0 -0.9l-0.9 0.9"
        return path(d, "k-ghost", stroke_width=0.26, stroke_linecap="round")
    return el("circle", cx=x, cy=y, r=0.5, class_="k-ghost", stroke_width=0.2)


def ahead(lake: Lake, start: Cell, outlooks: tuple[Outlook, ...]) -> Markup:
    """Write on the hexes ahead which sums of the dice end there, and which crash there."""
    marks = [
        sum_mark(centre(lake, at), least, most, crashes=crashes)
        for at, crashes, least, most in ends(outlooks)
        if at != start
    ]
    return group(*marks)


def ends(outlooks: tuple[Outlook, ...]) -> list[tuple[Cell, bool, int, int]]:
    """Gather where ways may end: the hex, whether by a crash, the least and the greatest sum for it."""
    found: dict[tuple[Cell, bool], list[int]] = {}
    for outlook in outlooks:
        for way in outlook.ways:
            if way.allowed:
                found.setdefault((way.at, way.crashes), []).append(outlook.speed)
    return [(at, crashes, min(sums), max(sums)) for (at, crashes), sums in found.items()]


def sum_mark(at: Point, least: int, most: int, *, crashes: bool) -> Markup:
    """Write one mark: the sums, below a cross where they crash."""
    x, y = at
    said = str(least) if least == most else f"{least}–{most}"
    if crashes:
        return text_at(x, y + 0.72, f"✕{said}", "crash mark", 0.7, "middle")
    return text_at(x, y + 0.12, said, "f-lake-ink mark halo-lake", 0.85, "middle")
