"""A line chart of how something grew, or who lay where, in the seats' colours, shapes and marks."""

from referee.draw.palette import marks_of, style_of
from referee.draw.shapes import outline
from referee.draw.svg import Markup, el, group, join, number, words
from referee.service.chronicle import Series

WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 400, 240, 32, 76, 16, 28
APART = 20
"""So far the labels at the right edge keep from one another."""

MOST_TICKS = 5
MOST_STEPS = 10
"""More numbers than this along an edge run into one another."""


class Scale:
    """Where steps and amounts lie; places are told from the top."""

    def __init__(self, series: Series) -> None:
        amounts = [n for row in series.values.values() for n in row]
        self.steps, self.is_place = series.steps, series.is_place
        self.least = 1 if series.is_place else min(0, *amounts)
        self.most = max(self.least + 1, len(series.values) if series.is_place else 0, *amounts)

    def x(self, k: int) -> float:
        """Place the `k`-th step."""
        return LEFT + (WIDTH - LEFT - RIGHT) * (k / max(len(self.steps) - 1, 1))

    def y(self, n: int) -> float:
        """Place an amount."""
        share = (n - self.least) / (self.most - self.least)
        return TOP + (HEIGHT - TOP - BOTTOM) * (share if self.is_place else 1 - share)

    def ticks(self) -> range:
        """List the amounts that are numbered."""
        step = 1 if self.is_place else max(1, -(-(self.most - self.least) // MOST_TICKS))
        return range(self.least, self.most + 1, step)


def chart(title: str, series: Series, seats: tuple[str, ...], lang: str) -> Markup:
    """Draw one line a seat over the steps, labelled where it ends; the numbers stand in `<desc>`."""
    scale = Scale(series)
    numbers = "; ".join(f"{seat}: {', '.join(map(str, row))}" for seat, row in series.values.items())
    return el(
        "svg",
        el("title", words(title)),
        el("desc", words(numbers)),
        *grid(scale),
        *(line(seat, series, seats, scale) for seat in seats),
        *(label(seat, y, series, seats, scale) for seat, y in labels(series, seats, scale)),
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {WIDTH} {HEIGHT}",
        role="img",
        lang=lang,
        class_="chart",
    )


def grid(scale: Scale) -> list[Markup]:
    """Draw the lines of the scale, and number the steps."""
    rows = [
        join(
            el("line", x1=LEFT, x2=WIDTH - RIGHT, y1=scale.y(n), y2=scale.y(n), class_="grid"),
            el("text", words(n), x=LEFT - 10, y=scale.y(n) + 4, text_anchor="end", class_="scale"),
        )
        for n in scale.ticks()
    ]
    every = max(1, -(-len(scale.steps) // MOST_STEPS))
    columns = [
        el("text", words(step), x=scale.x(k), y=HEIGHT - 6, text_anchor="middle", class_="scale")
        for k, step in enumerate(scale.steps)
        if k % every == 0
    ]
    return rows + columns


def line(seat: str, series: Series, seats: tuple[str, ...], scale: Scale) -> Markup:
    """Draw one seat's line, set off a little from the others, with an edge that any colour is seen by."""
    path = " ".join(f"{number(x)},{number(y)}" for x, y in points(seat, series, seats, scale))
    thick = {"points": path, "fill": "none", "stroke_linejoin": "round", "stroke_linecap": "round"}
    return join(
        el("polyline", class_="edge", stroke_width=4.6, **thick),
        el("polyline", stroke=style_of(seats, seat).fill, stroke_width=3, **thick),
    )


def points(seat: str, series: Series, seats: tuple[str, ...], scale: Scale) -> list[tuple[float, float]]:
    """Place a seat's amounts."""
    shift = (seats.index(seat) - (len(seats) - 1) / 2) * 2.4
    return [(scale.x(k), scale.y(n) + shift) for k, n in enumerate(series.values[seat])]


def labels(series: Series, seats: tuple[str, ...], scale: Scale) -> list[tuple[str, float]]:
    """Place the labels as near to the ends of their lines as they have room, in the same order."""
    ends = {seat: points(seat, series, seats, scale)[-1][1] for seat in seats}
    placed: list[tuple[str, float]] = []
    room = float(HEIGHT - APART * (len(seats) - 1)) - APART / 2
    above = 0.0
    for seat in sorted(seats, key=lambda seat: ends[seat]):
        y = min(max(ends[seat], above), room)
        placed.append((seat, y))
        above, room = y + APART, room + APART
    return placed


def label(seat: str, y: float, series: Series, seats: tuple[str, ...], scale: Scale) -> Markup:
    """Draw a seat's shape, mark and last amount, tied to the end of its line."""
    end_x, end_y = points(seat, series, seats, scale)[-1]
    style, x = style_of(seats, seat), WIDTH - RIGHT + 24
    return join(
        el("line", x1=end_x, y1=end_y, x2=x, y2=y, stroke=style.fill, stroke_width=1.5),
        el("circle", cx=end_x, cy=end_y, r=3.5, fill=style.fill),
        group(
            outline(style.shape, 7, fill=style.fill), class_="edge", transform=f"translate({x} {number(y)})"
        ),
        el(
            "text",
            words(f"{marks_of(seats)[seat]} {series.values[seat][-1]}"),
            x=x + 13,
            y=y + 5,
            class_="label",
        ),
    )
