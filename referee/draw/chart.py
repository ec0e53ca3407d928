"""A line chart of how a score grew, in the seats' colours and shapes."""

from referee.draw.palette import marks_of, style_of
from referee.draw.svg import Markup, el, join, number, words

WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 560, 240, 36, 92, 14, 28


def chart(title: str, values: dict[str, tuple[int, ...]], seats: tuple[str, ...], lang: str) -> Markup:
    """Draw one line a seat over the chapters, labelled where it ends; the numbers stand in `<desc>`."""
    most = max((max(row, default=0) for row in values.values()), default=0) or 1
    highest = sorted(seats, key=lambda seat: -(values[seat][-1] if values[seat] else 0))
    lines = (line(seat, values[seat], seats, most, highest.index(seat)) for seat in seats)
    table = "; ".join(f"{seat}: {', '.join(map(str, row))}" for seat, row in values.items())
    return el(
        "svg",
        el("title", words(title)),
        el("desc", words(table)),
        *grid(most, max(len(row) for row in values.values())),
        *lines,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {WIDTH} {HEIGHT}",
        role="img",
        lang=lang,
        class_="chart",
    )


def grid(most: int, length: int) -> list[Markup]:
    """Draw the lines of the scale, and number the chapters."""
    step = max(1, -(-most // 5))
    rows = [
        join(
            el("line", x1=LEFT, x2=WIDTH - RIGHT, y1=y_of(n, most), y2=y_of(n, most), class_="grid"),
            el("text", words(n), x=LEFT - 8, y=y_of(n, most) + 4, text_anchor="end", class_="scale"),
        )
        for n in range(0, most + 1, step)
    ]
    every = max(1, length // 10)
    columns = [
        el("text", words(k + 1), x=x_of(k, length), y=HEIGHT - 8, text_anchor="middle", class_="scale")
        for k in range(0, length, every)
    ]
    return rows + columns


def line(seat: str, row: tuple[int, ...], seats: tuple[str, ...], most: int, rank: int) -> Markup:
    """Draw one seat's line, set off a little from the others, and its mark at the end, the highest first."""
    shift = (seats.index(seat) - (len(seats) - 1) / 2) * 2.4
    points = [(x_of(k, len(row)), y_of(n, most) + shift) for k, n in enumerate(row)]
    style, (x, y) = style_of(seats, seat), points[-1]
    path = " ".join(f"{number(px)},{number(py)}" for px, py in points)
    label_y = TOP + 12 + rank * (HEIGHT - TOP - BOTTOM) / max(len(seats), 1)
    return join(
        el("polyline", points=path, fill="none", stroke=style.fill, stroke_width=3, stroke_linejoin="round"),
        el("line", x1=x, y1=y, x2=WIDTH - RIGHT + 14, y2=label_y, stroke=style.fill, stroke_width=1),
        el("circle", cx=x, cy=y, r=4, fill=style.fill),
        el(
            "text",
            words(f"{marks_of(seats)[seat]} {row[-1]}"),
            x=WIDTH - RIGHT + 18,
            y=label_y + 5,
            class_="label",
        ),
    )


def x_of(k: int, length: int) -> float:
    """Place a chapter."""
    return LEFT + (WIDTH - LEFT - RIGHT) * (k / max(length - 1, 1))


def y_of(n: int, most: int) -> float:
    """Place an amount."""
    return HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM - 8) * n / most
