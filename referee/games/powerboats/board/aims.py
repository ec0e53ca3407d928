"""What somebody may mean on the lake: hexes to start from, ways to go with their ends, buoys to set out."""

from math import dist
from typing import NamedTuple

from referee.draw.svg import NOTHING, Markup, el, group, hit, moved, number, path, pen, pick, text_at
from referee.draw.taps import THUMB
from referee.games.powerboats.board.figures.lake import STEP, Cell, Point, centre, hex_path, towards
from referee.games.powerboats.lakes.hexes import HEADING_INDEX, HEADINGS, distance, neighbour
from referee.games.powerboats.lakes.lake import LETTERS, Lake, Letter, spots_of, water_of
from referee.games.powerboats.view import CourseView, Outlook, Preview, View

BUOYS = range(4)
ROOT3 = 3**0.5


class Scale(NamedTuple):
    """How large a thumb is, in sides of a hex."""

    thumb: float

    @property
    def reach(self) -> float:
        """Give how far from a boat its direction keys lie at least, so that none lies on another."""
        return self.thumb * 1.12


def aims(lake: Lake, view: View, side: float) -> tuple[Markup, ...]:
    """Draw all that may be meant now."""
    scale = Scale(THUMB / side)
    match view.phase:
        case "course":
            return (spots(lake, LETTERS[view.race - 1], scale),)
        case "placing" if view.course is not None:
            return (berths(lake, view, view.course, scale),)
        case "dice":
            return (ahead(lake, view), keys(lake, view, scale))
        case "move":
            return (ways(lake, view), keys(lake, view, scale))
    return ()


def spots(lake: Lake, letter: Letter, scale: Scale) -> Markup:
    """Let hexes be tapped for buoys 0 to 3, one after the other: a letter's, any where not all are known."""
    drawn, lettered = [], tuple(spots_of(lake, letter))
    for cell in lettered if len(lettered) == len(BUOYS) else dict.fromkeys((*lettered, *water_of(lake))):
        ids = " ".join(f"buoy{n}:{cell[0]},{cell[1]}" for n in BUOYS)
        ring = el("circle", r=0.95, class_="n k-ghost", stroke_width=0.2)
        room = hit(scale.thumb, scale.thumb, round_by=scale.thumb / 2)
        drawn.append(moved(*centre(lake, cell), pick(ids, ring, room, is_offered=True)))
    return group(*drawn)


def berths(lake: Lake, view: View, course: CourseView, scale: Scale) -> Markup:
    """Let hexes near the start tile be tapped, and round each of them its six bows."""
    around = [*course.tile, *(boat.at for boat in view.boats.values() if boat.at)]
    near = [
        cell for cell in water_of(lake) if any(distance(cell, other, lake.layout) <= 1 for other in around)
    ]
    return group(*(berth(lake, cell, scale) for cell in near), *(bows(lake, cell, scale) for cell in near))


def berth(lake: Lake, cell: Cell, scale: Scale) -> Markup:
    """Let a hex be tapped."""
    room = min(scale.thumb, ROOT3)
    shape = path(hex_path(lake, [cell]), "aim")
    return pick(f"berth:{cell[0]},{cell[1]}", shape, hit(room, room, *centre(lake, cell)), is_offered=True)


def bows(lake: Lake, cell: Cell, scale: Scale) -> Markup:
    """Set six arrows round a hex, one for each way a bow may point."""
    x, y = centre(lake, cell)
    drawn = []
    for heading in HEADINGS:
        dx, dy = towards(HEADING_INDEX[heading], scale.reach)
        key = disc(scale, arrow(heading, scale), NOTHING)
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


def keys(lake: Lake, view: View, scale: Scale) -> Markup:
    """Set a key at the end of every way the boat to move may take: how far, and what a crash costs."""
    boat = view.boats.get(view.turn or "")
    if boat is None or boat.at is None:
        return NOTHING
    return group(*(key(lake, boat.at, way, scale) for way in view.previews if way.allowed))


def key(lake: Lake, start: Cell, way: Preview, scale: Scale) -> Markup:
    """Draw one way: the hexes it runs over, and its key at the end, or clear of the boat."""
    x, y = centre(lake, start)
    far = max(ROOT3 * (way.run - way.back), scale.reach)
    dx, dy = towards(HEADING_INDEX[way.heading], far)
    size = scale.thumb * 0.36
    run = text_at(0, size * (0.1 if way.crashes else 0.36), way.run, "f-ink mark", size, "middle")
    hurt = (
        text_at(0, size * 0.95, f"✕{way.damage}", "f-hurt mark", size * 0.85, "middle")
        if way.crashes
        else NOTHING
    )
    at = moved(x + dx, y + dy, disc(scale, run, hurt), arrow(way.heading, scale, outside=True))
    return pick(
        f"turn:{way.turn}", path(hex_path(lake, run_of(lake, start, way)), "aim"), at, is_offered=True
    )


def run_of(lake: Lake, start: Cell, way: Preview) -> list[Cell]:
    """List the hexes a way runs over."""
    cells, at = [], start
    for _ in range(way.run):
        at = neighbour(at, HEADING_INDEX[way.heading], lake.layout)
        cells.append(at)
    return cells


def disc(scale: Scale, *marks: Markup) -> Markup:
    """Draw a key: a disc as large as a thumb, and what stands on it."""
    face = el("circle", r=scale.thumb * 0.42, class_="key", stroke_width=scale.thumb * 0.04)
    return group(face, *marks, hit(scale.thumb, scale.thumb, round_by=scale.thumb / 2))


def arrow(heading: str, scale: Scale, *, outside: bool = False) -> Markup:
    """Draw an arrow that points in a heading: on a key, or at its rim."""
    r, turn = scale.thumb, f"rotate({-HEADING_INDEX[heading] * STEP})"  # type: ignore[index]
    if outside:
        tip = pen("M", r * 0.36, -r * 0.15, "L", r * 0.6, 0, "L", r * 0.36, r * 0.15, "Z")
        return path(tip, "key-arrow", transform=turn)
    shaft = ("M", -r * 0.24, 0, "H", r * 0.2)
    d = pen(*shaft, "M", r * 0.04, -r * 0.16, "L", r * 0.22, 0, "L", r * 0.04, r * 0.16)
    return path(d, "n k-ink", stroke_width=r * 0.07, stroke_linecap="round", transform=turn)


def ways(lake: Lake, view: View) -> Markup:
    """Draw where the boat to move would go: a line, and a ring at its end or a cross for a crash."""
    boat = view.boats.get(view.turn or "")
    if boat is None or boat.at is None:
        return NOTHING
    start = centre(lake, boat.at)
    return group(*(way_line(start, centre(lake, way.at), way) for way in view.previews if way.run))


def way_line(start: Point, end: Point, way: Preview) -> Markup:
    """Draw one way from the rim of the boat; paler where the rules bar it."""
    (x, y), (tx, ty) = start, end
    part = 0.9 / max(0.9, dist(start, end))
    line = f"M{number(x + part * (tx - x))} {number(y + part * (ty - y))}L{number(tx)} {number(ty)}"
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


def ahead(lake: Lake, view: View) -> Markup:
    """Write on the hexes ahead which sums of the dice end there, and which crash there."""
    boat = view.boats.get(view.turn or "")
    if boat is None or boat.at is None:
        return NOTHING
    marks = [
        sum_mark(centre(lake, at), least, most, crashes=crashes)
        for at, crashes, least, most in ends(view.outlooks)
        if at != boat.at
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
