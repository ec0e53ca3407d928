"""The landscape of Niagara: banks and trees, water, island, beach, rope, falls."""

from functools import lru_cache

from referee.draw.svg import Markup, el, group, join, moved, number, path, pen
from referee.games.niagara.board.layout import Layout, Spot

STREAKS = 13
"""White lines in an arm's falling water."""

TREES = (
    (0.07, 0.2), (0.13, 0.24), (0.05, 0.36), (0.15, 0.34), (0.07, 0.58), (0.03, 0.66), (0.12, 0.63),
    (0.93, 0.2), (0.86, 0.18), (1, 0.29), (0.9, 0.49), (0.96, 0.57), (0.93, 0.67), (0.97, 0.74),
    (0.025, 0.76),
)  # fmt: skip
"""Where trees stand, as parts of the frame's width and height."""


@lru_cache(16)
def landscape(lay: Layout) -> Markup:
    """Draw everything that does not move, within the river's frame."""
    x, y, width, height, radius = lay.box
    name = f"niagara-{lay.size}"
    frame = {"x": x, "y": y, "width": width, "height": height, "rx": radius}
    stops = [el("stop", offset=i, class_=depth) for i, depth in enumerate(("shallow", "deep"))]
    water = el("linearGradient", *stops, id=f"{name}-water", x1=0, y1=0, x2=0, y2=1)
    clip = el("clipPath", el("rect", **frame), id=f"{name}-frame")
    banks = el("rect", **frame, class_="f-bank"), trees(lay)
    scene = [*banks, stream(lay, f"url(#{name}-water)"), island(lay), beach(lay), falls(lay)]
    return join(el("defs", water, clip), group(*scene, clip_path=f"url(#{name}-frame)"))


def trees(lay: Layout) -> Markup:
    """Plant the banks."""
    x, y, width, height, _ = lay.box
    size = lay.gem / 7
    one = path("M0 -13L8 2H3.5L10 12H-10L-3.5 2H-8Z", "f-tree")
    planted = [
        moved(x + width * a, y + height * b, one, scale=size * (0.85 + i % 3 * 0.2))
        for i, (a, b) in enumerate(TREES)
    ]
    return group(*planted)


def shore_d(lay: Layout, inset: float = 0) -> str:
    """Outline the water from the land to the falls, both arms included."""
    left, right = bank_line(lay, -1, inset), bank_line(lay, 1, inset)
    return pen(
        "M", *left[0], "Q", *left[1], *left[2], "C", *left[3], *left[4], *left[5], "L", *left[6],
        "L", *right[6], "L", *right[5], "C", *right[4], *right[3], *right[2], "Q", *right[1], *right[0], "Z",
    )  # fmt: skip


def bank_line(lay: Layout, side: int, inset: float) -> list[Spot]:
    """Follow one bank down: straight along the trunk, out in a bend at the fork, down the arm."""
    near = lay.stream + side * (lay.trunk / 2 - inset)
    far = lay.stream + side * (lay.arm_x + lay.arm / 2 - inset)
    bend, below = lay.fork_y - lay.pitch * 0.5, lay.fork_y + lay.fork + lay.pitch * 0.4
    top, half = lay.box[1] + lay.land * 0.5, (below - bend) / 2
    belly = near + side * lay.trunk * 0.03, (top + bend) / 2
    return [
        (near, top), belly, (near, bend), (near, bend + half), (far, below - half), (far, below),
        (far, lay.falls_y + 40),
    ]  # fmt: skip


def stream(lay: Layout, fill: str) -> Markup:
    """Draw the water with its shore line and the lines of the current."""
    thick = lay.gem * 0.5
    d = shore_d(lay)
    return join(
        path(d, "k-bank-edge", stroke_width=thick * 4),
        path(d, "k-shore", stroke_width=thick),
        path(d, fill=fill),
        path(shore_d(lay, lay.gem * 0.9), "k-foam", stroke_opacity=0.35, stroke_width=thick * 0.45,
             stroke_dasharray=f"{number(lay.pitch * 0.5)} {number(lay.pitch * 0.3)}", stroke_linecap="round"),
    )  # fmt: skip


def island(lay: Layout) -> Markup:
    """Draw the island between the arms."""
    x, half = lay.stream, lay.arm_x - lay.arm / 2
    tip, wide, bottom = lay.fork_y + lay.fork * 0.1, lay.fork_y + lay.fork + lay.pitch * 0.3, lay.falls_y + 40
    near, turn = half * 0.45, wide - lay.fork * 0.8
    d = pen(
        "M", x, tip, "C", x + near, tip + 4, x + half, turn, x + half, wide,
        "V", bottom, "H", x - half, "V", wide, "C", x - half, turn, x - near, tip + 4, x, tip, "Z",
    )  # fmt: skip
    return join(path(d, "k-shore", stroke_width=lay.gem), path(d, "f-bank"))


def beach(lay: Layout) -> Markup:
    """Draw the land above the rope, with a dock on either bank."""
    x, y, width, _, _ = lay.box
    low, crest = y + lay.land * 0.92, x + width * 0.75
    d = pen("M", x, y, "H", x + width, "V", low, "Q", crest, low + 9, lay.stream, low - 3, "T", x, low, "Z")
    return join(path(d, "k-sand-edge", stroke_width=3), path(d, "f-sand"), dock(lay, -1), dock(lay, 1))


def dock(lay: Layout, side: int) -> Markup:
    """Draw one dock: planks from the beach into the water."""
    wide, long = lay.trunk * 0.13, lay.land * 0.29
    x, y = lay.stream + side * (lay.trunk / 2 - wide * 0.4) - wide / 2, lay.box[1] + lay.land * 0.82
    planks = [
        el("rect", x=x, y=y + i * long / 4, width=wide, height=long / 4 - 1, rx=1, class_="f-wood")
        for i in range(4)
    ]
    return group(
        el("rect", x=x - 1, y=y - 1, width=wide + 2, height=long + 1, rx=2, fill="var(--wood-edge)"), *planks
    )


@lru_cache(16)
def rope(lay: Layout) -> Markup:
    """Draw the rope with its floats, white and red."""
    half, y, r = lay.trunk / 2 + 4, lay.rope_y, lay.gem * 0.52
    start, end = lay.stream - half, lay.stream + half
    xs = [start + 2 * half * i / 10 for i in range(11)]
    line = el("line", x1=start, y1=y, x2=end, y2=y, stroke="#7d5731", stroke_width=2)
    return group(line, *(buoy(x, y, r, "#cf3a2b" if i % 2 else "#ffffff") for i, x in enumerate(xs)))


def buoy(x: float, y: float, r: float, fill: str) -> Markup:
    """Draw one float."""
    return el("circle", cx=x, cy=y, r=r, fill=fill, stroke="#5b1d17", stroke_width=0.8)


def falls(lay: Layout) -> Markup:
    """Draw the lip, the falling water, the foam and the pool."""
    x, y, width, height, _ = lay.box
    lip, bottom = lay.falls_y, y + height
    pool = el("rect", x=x, y=lip + 16, width=width, height=bottom - lip, class_="f-pool")
    cliff = el("rect", x=x, y=lip + 4, width=width, height=18, fill="#6b6150", opacity=0.75)
    return join(pool, cliff, *(curtain(lay, side, lip) for side in (-1, 1)), foam(lay, lip + 24))


def curtain(lay: Layout, side: int, lip: float) -> Markup:
    """Draw one arm's water going over."""
    left, width = lay.stream + side * lay.arm_x - lay.arm / 2, lay.arm
    water = el("rect", x=left, y=lip, width=width, height=24, fill="var(--deep)")
    streaks = [
        streak(left + (i + 0.5) * width / STREAKS, lip + 1 + i * 5 % 4, lip + 25, 0.5 + i * 3 % 4 * 0.12)
        for i in range(STREAKS)
    ]
    edge = el("line", x1=left, x2=left + width, y1=lip, y2=lip, class_="k-foam", stroke_width=2)
    return group(water, *streaks, edge)


def streak(x: float, top: float, bottom: float, opacity: float) -> Markup:
    """Draw one white line of falling water."""
    return el(
        "line", x1=x, x2=x, y1=top, y2=bottom, class_="k-foam", stroke_width=2.4, stroke_opacity=opacity
    )


def foam(lay: Layout, y: float) -> Markup:
    """Draw the foam below both arms."""
    step = lay.arm / 8
    puffs = [
        el("circle", cx=middle + (i - 4.5) * step, cy=y + i * 7 % 5, r=step * (0.55 + i * 5 % 4 * 0.1))
        for middle in (lay.stream - lay.arm_x, lay.stream + lay.arm_x)
        for i in range(10)
    ]
    return group(*puffs, class_="f-foam", opacity=0.92)
