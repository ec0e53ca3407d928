"""A line chart of scores or places over the game, in the seats' colours, shapes and marks."""

from collections.abc import Mapping

from referee.draw.palette import SeatStyle, Sitting, outline, style_of
from referee.draw.svg import NOTHING, Node, el, group, join, number, words
from referee.draw.width import clip, width
from referee.service.timeline import Series

WIDTH, HEIGHT, LEFT, TOP, BOTTOM = 400, 240, 32, 16, 28
_BROAD = 820
"""A chart of many steps is as wide as the page."""

BESIDE, LEAST_RIGHT, MOST_RIGHT = 62, 84, 190
_COLUMN = 8.4
"""What stands beside a chart but the names, how much room names have, and how wide a letter is."""

_APART = 20
"""So far the labels at the right edge keep from one another."""

_MOST_TICKS = 5
_MOST_STEPS = 10
"""More numbers than this along an edge run into one another."""

_STEP_APART = 24
"""So far the number of the last step keeps from the one before."""

FEW_STEPS, MOST_COLUMNS = 12, 24
"""Up to so many steps a chart stays narrow; of more than so many it shows one in several."""


def drawn_steps(series: Series) -> tuple[int, ...]:
    """Return the indices of the steps that are drawn, in order, up to the last change.

    Of more than `MOST_COLUMNS` steps one in several is drawn, see `one_in`.
    """
    rows = list(zip(*series.values.values(), strict=True))
    if len(rows) <= MOST_COLUMNS:
        return tuple(range(len(rows)))
    last = next((k for k in reversed(range(len(rows))) if k == 0 or rows[k] != rows[k - 1]), 0)
    every = one_in(last + 1)
    last = last if len(rows) - 1 - last > every else len(rows) - 1
    return tuple(sorted({*range(0, last + 1, every), last}))


def one_in(steps: int) -> int:
    """Return n where one of n steps is drawn; 1 draws each."""
    return -(-steps // MOST_COLUMNS)


def is_broad(series: Series) -> bool:
    """Return whether a chart takes the whole width of a page: it shows places over many steps."""
    return len(drawn_steps(series)) > FEW_STEPS and series.is_place


class _Scale:
    """Where steps and amounts lie; the first place at the top. `longest`: columns of the widest name."""

    def __init__(self, series: Series, longest: int) -> None:
        self.kept = drawn_steps(series)
        self.width = _BROAD if is_broad(series) else WIDTH
        self.right = min(max(BESIDE + longest * _COLUMN, LEAST_RIGHT), MOST_RIGHT)
        amounts = [n for row in series.values.values() for n in row]
        self.steps, self.is_place = series.steps, series.is_place
        self.least = 1 if series.is_place else min(0, *amounts)
        self.most = max(self.least + 1, len(series.values) if series.is_place else 0, *amounts)

    @property
    def edge(self) -> float:
        """Return the x at which the lines end."""
        return self.width - self.right

    def x(self, k: int) -> float:
        """Return the x of the step with index `k`."""
        first, *_, last = (*self.kept, self.kept[-1])
        return LEFT + (self.edge - LEFT) * ((k - first) / max(last - first, 1))

    def y(self, n: int) -> float:
        """Return the y of an amount, or of a place (1 at the top)."""
        share = (n - self.least) / (self.most - self.least)
        return TOP + (HEIGHT - TOP - BOTTOM) * (share if self.is_place else 1 - share)

    def ticks(self) -> range:
        """Return the amounts that are numbered."""
        step = 1 if self.is_place else max(1, -(-(self.most - self.least) // _MOST_TICKS))
        return range(self.least, self.most + 1, step)


def chart(title: str, series: Series, who: Sitting, names: Mapping[str, str], lang: str) -> Node:
    """Return a chart with a line for each seat, named where it ends; all its numbers stand in `<desc>`."""
    most = int((MOST_RIGHT - BESIDE) / _COLUMN)
    shown = {seat: clip(names.get(seat) or seat, most) for seat in who.seats}
    numbers = "; ".join(f"{seat}: {', '.join(map(str, row))}" for seat, row in series.values.items())
    scale = _Scale(series, max(map(width, shown.values())))
    return el(
        "svg",
        el("title", words(title)),
        el("desc", words(numbers)),
        *_grid(scale),
        *(_line(seat, series, who, scale) for seat in who.seats),
        *(_label(seat, y, series, who, scale, shown) for seat, y in _labels(series, who.seats, scale)),
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {scale.width} {HEIGHT}",
        role="img",
        lang=lang,
        class_="chart",
    )


def _grid(scale: _Scale) -> list[Node]:
    """Return grid lines with their amounts, and the numbers of the steps below."""
    rows = [
        join(
            el("line", x1=LEFT, x2=scale.edge, y1=scale.y(n), y2=scale.y(n), class_="grid"),
            el("text", words(n), x=LEFT - 10, y=scale.y(n) + 4, text_anchor="end", class_="scale"),
        )
        for n in scale.ticks()
    ]
    columns = [
        el("text", words(scale.steps[k]), x=scale.x(k), y=HEIGHT - 6, text_anchor="middle", class_="scale")
        for k in _numbered_steps(scale)
    ]
    return rows + columns


def _numbered_steps(scale: _Scale) -> list[int]:
    """Return the indices of the steps to number: as many as fit, and always the last."""
    every = -(-len(scale.kept) // (_MOST_STEPS * scale.width // WIDTH))
    *before, last = (*scale.kept[:-1:every], scale.kept[-1])
    return [*(k for k in before if scale.x(last) - scale.x(k) > _STEP_APART), last]


def _line(seat: str, series: Series, who: Sitting, scale: _Scale) -> Node:
    """Return one seat's line, set off a little from the others, with an edge that any colour is seen by.

    Where a seat is out of the game there is a cross, and a thin line from there on.
    """
    spots, style = _points(seat, series, who.seats, scale), style_of(who, seat)
    until = next((n for n, k in enumerate(scale.kept) if k >= series.out.get(seat, len(series.steps))), None)
    lasting = spots if until is None else spots[: until + 1]
    path = _path_d(lasting, is_smooth=series.is_place)
    thick = {"d": path, "fill": "none", "stroke_linejoin": "round", "stroke_linecap": "round"}
    return join(
        el("path", class_="edge", stroke_width=4.6, **thick),
        el("path", stroke=style.fill, stroke_width=3, **thick),
        NOTHING if until is None else _cross_and_thread(style, spots[until:]),
        _mark(style, *spots[0], 5) if is_broad(series) else NOTHING,
    )


def _cross_and_thread(style: SeatStyle, spots: list[tuple[float, float]]) -> Node:
    """Return a cross at the first of `spots`, where a seat is out, and a thin line to the last one."""
    (x, y), (end, _) = spots[0], spots[-1]
    arms = " ".join(
        f"M{number(x - 5)} {number(y + tilt)}L{number(x + 5)} {number(y - tilt)}" for tilt in (5, -5)
    )
    return join(
        el("line", x1=x, x2=end, y1=y, y2=y, stroke=style.fill, stroke_width=1.5, stroke_dasharray="2 5"),
        el("path", d=arms, class_="edge", stroke_width=5),
        el("path", d=arms, stroke=style.fill, stroke_width=2.6),
    )


def _path_d(points: list[tuple[float, float]], *, is_smooth: bool) -> str:
    """Return the path data through points: straight lines, or curves where it `is_smooth`."""
    (x, y), *rest = points
    path = f"M{number(x)} {number(y)}"
    for to_x, to_y in rest:
        half = number((x + to_x) / 2)
        bend = f"C{half} {number(y)} {half} {number(to_y)} " if is_smooth else "L"
        path, x, y = f"{path}{bend}{number(to_x)} {number(to_y)}", to_x, to_y
    return path


def _mark(style: SeatStyle, x: float, y: float, size: float) -> Node:
    """Return a seat's shape about a point."""
    shape = outline(style.shape, size, fill=style.fill)
    return group(shape, class_="edge", transform=f"translate({number(x)} {number(y)})")


def _points(seat: str, series: Series, seats: tuple[str, ...], scale: _Scale) -> list[tuple[float, float]]:
    """Return the points of a seat's line, shifted a little so that equal lines stay apart."""
    shift = (seats.index(seat) - (len(seats) - 1) / 2) * 2.4
    row = series.values[seat]
    return [(scale.x(k), scale.y(row[k]) + shift) for k in scale.kept]


def _labels(series: Series, seats: tuple[str, ...], scale: _Scale) -> list[tuple[str, float]]:
    """Return (seat, y) for each label from the top down, as near to the end of its line as fits."""
    ends = {seat: _points(seat, series, seats, scale)[-1][1] for seat in seats}
    placed: list[tuple[str, float]] = []
    room = float(HEIGHT - _APART * (len(seats) - 1)) - _APART / 2
    above = 0.0
    for seat in sorted(seats, key=lambda seat: ends[seat]):
        y = min(max(ends[seat], above), room)
        placed.append((seat, y))
        above, room = y + _APART, room + _APART
    return placed


def _label(
    seat: str, y: float, series: Series, who: Sitting, scale: _Scale, names: Mapping[str, str]
) -> Node:
    """Return a seat's shape, name and last amount (× where it is out), tied to the end of its line."""
    end_x, end_y = _points(seat, series, who.seats, scale)[-1]
    style, x = style_of(who, seat), scale.edge + 24
    said = f"{names[seat]} {'×' if seat in series.out else series.values[seat][-1]}"
    return join(
        el("line", x1=end_x, y1=end_y, x2=x, y2=y, stroke=style.fill, stroke_width=1.5),
        el("circle", cx=end_x, cy=end_y, r=3.5, fill=style.fill),
        _mark(style, x, y, 7),
        el("text", words(said), x=x + 13, y=y + 5, class_="label"),
    )
