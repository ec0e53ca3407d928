"""A board without a map, drawn from a value: a title, rows of seats, and cells in each row.

A game says what lies where (`Panel`), and `panel_board` makes of that its `Board`:
text, and a picture with that text as its description. What has a `pick` can be tapped; see
`referee.draw.picks`.
"""

from collections.abc import Callable, Iterable
from functools import partial
from typing import Any, Final, NamedTuple

from referee.draw import Board, Picture
from referee.draw.ink import BOLD, DIM, Ink, Line, cut, flow, fold, line_of, print_lines, who
from referee.draw.palette import DAY, Style, name_of, style_sheet
from referee.draw.shapes import badge
from referee.draw.svg import (
    NOTHING,
    Markup,
    box,
    document,
    el,
    group,
    hit,
    join,
    moved,
    pick,
    px,
    shorten,
    text_at,
    wrap,
)
from referee.draw.taps import THUMB
from referee.draw.width import pad
from referee.draw.words import word
from referee.languages import headed


class Die(NamedTuple):
    """A die; no `face` where it is not to be seen. `is_marked`: it counts for what was asked."""

    face: int | None = None
    pick: str = ""
    is_marked: bool = False


class Card(NamedTuple):
    """A card with its name; no `name` where it lies face down."""

    name: str | None = None
    pick: str = ""
    is_marked: bool = False


class Number(NamedTuple):
    """A number, and what is counted."""

    value: int
    label: str = ""
    pick: str = ""


class Chip(NamedTuple):
    """A word in a frame; one that `is_offered` is there only while it can be tapped."""

    text: str
    pick: str = ""
    is_offered: bool = False


class Note(NamedTuple):
    """A few plain words."""

    text: str
    pick: str = ""


Cell = Die | Card | Number | Chip | Note


class Row(NamedTuple):
    """A row of cells under a title; where a `seat` has it, under that seat's badge and name.

    `aside` stands at its right end. `is_on`: its turn; `has_won`.
    """

    cells: tuple[Cell, ...] = ()
    seat: str = ""
    title: str = ""
    aside: str = ""
    is_on: bool = False
    has_won: bool = False


class Panel(NamedTuple):
    """A whole board: what game, where it stands (`lines`, the first the most telling), rows, notes below."""

    title: str
    lines: tuple[str, ...]
    rows: tuple[Row, ...]
    notes: tuple[str, ...] = ()


Words = Callable[..., str]
"""(id, **arguments) -> a message of the game's board, in the reader's language."""


PanelOf = Callable[[Any, Words], Panel]
"""(view, words) -> what a view looks like."""


def panel_board(panel_of: PanelOf, *, dice: tuple[str, ...] = ()) -> Board:
    """Make a board out of what says what lies where; ids of the kinds `dice` are faces of dice."""

    def draw_text(view: Any, lang: str, colour: bool, columns: int) -> str:
        return as_text(panel_of(view, words_for(view, lang)), view, colour, columns)

    def draw_svg(view: Any, lang: str, size: str) -> str:
        return as_svg(panel_of(view, words_for(view, lang)), view, lang, size)

    return Board(draw_text=draw_text, make_picture=lambda: Picture(draw_svg=draw_svg, dice=dice))


def words_for(view: Any, lang: str) -> Words:
    """Give what says the messages of a game's board."""
    return partial(word, view, lang)


def row_of_seat(view: Any, seat: str, cells: tuple[Cell, ...] = (), aside: str = "") -> Row:
    """Show what a seat has; whether it has the turn, or has won, the view says."""
    return Row(cells, seat, aside=aside, is_on=seat == view.turn, has_won=seat in (view.winners or ()))


# Text

NAME_COLUMNS = range(8, 23)


def as_text(panel: Panel, view: Any, colour: bool, columns: int) -> str:
    """Write a panel as lines of at most so many columns."""
    first, *others = panel.lines or ("",)
    lines = [line_of(Ink(panel.title, BOLD), "  ", Ink(first, BOLD)), *map(line_of, others), []]
    for above, row in zip((None, *panel.rows), panel.rows, strict=False):
        if above is not None and bool(above.seat) != bool(row.seat):
            lines.append([])
        lines += written(row, view, columns)
    if panel.notes:
        lines.append([])
    lines += [line for note in panel.notes for line in fold([Ink(note, DIM)], columns, 0)]
    return print_lines([cut(line, columns) for line in lines], colour)


def written(row: Row, view: Any, columns: int) -> list[Line]:
    """Write a row: who or what, its cells in as many lines as they need, its last words."""
    name = min(max(columns - 52, NAME_COLUMNS.start), NAME_COLUMNS.stop - 1)
    if row.seat:
        sign = ">" if row.is_on else "*" if row.has_won else " "
        head = line_of(f"{sign} ", who(view, row.seat, name, has_won=row.has_won), "  ")
    else:
        head = line_of(Ink(f"  {pad(row.title, name + 3)}  ", DIM))
    room = columns - name - 7
    said = [Ink(cell_words(cell)) for cell in row.cells] + ([Ink(row.aside)] if row.aside else [])
    blocks = flow(said, room)
    return [
        [*(head if i == 0 else line_of(" " * (columns - room))), *block] for i, block in enumerate(blocks)
    ]


def cell_words(cell: Cell) -> str:
    """Write a cell."""
    match cell:
        case Die(face):
            return f"[{'?' if face is None else face}]"
        case Card(name):
            return f"[{'##' if name is None else name}]"
        case Number(value, label):
            return f"{label} {value}".strip()
        case Chip(text):
            return f"({text})"
    return cell.text


# Picture

PIPS: Final[dict[int, tuple[tuple[int, int], ...]]] = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}
"""Where the pips of a face lie, in thirds of a die from its middle."""


class Measures(NamedTuple):
    """How large things are drawn: the picture, running text, the margin, a cell, a column of rows."""

    width: float
    height: float
    text: float
    margin: float
    cell: float
    column: float


SIZES: Final = {
    "phone": Measures(360, 0, 13, 12, 34, 336),
    "table": Measures(1280, 800, 22, 32, 56, 720),
}


def as_svg(panel: Panel, view: Any, lang: str, size: str) -> str:
    """Draw a panel as an SVG document at `phone` or `table` size.

    On a table seats stand at the left, everything else beside them; on a phone below.
    """
    lay = SIZES[size]
    head, top = header(panel, lay)
    seats, below = column(filter(seat_of, panel.rows), view, lay, (lay.margin, top, lay.column))
    is_wide = lay.height > 0
    x = lay.margin * 2 + lay.column if is_wide else lay.margin
    room = lay.width - lay.margin - x
    others, end = column(
        (row for row in panel.rows if not row.seat), view, lay, (x, top if is_wide else below, room)
    )
    foot, end = footnotes(panel, lay, (x, end, room))
    height = max(lay.height, below + lay.margin, end + lay.margin)
    paper = el("rect", width=lay.width, height=height, class_="f-paper")
    return document(
        width=lay.width,
        height=height,
        lang=lang,
        name=view.game,
        title=headed(panel.title, next(iter(panel.lines), ""), lang),
        description=as_text(panel, view, False, 80),
        css=style_sheet(view.game, STYLE),
        body=join(paper, head, seats, others, foot),
    )


def seat_of(row: Row) -> str:
    """Give the seat that has a row."""
    return row.seat


def header(panel: Panel, lay: Measures) -> tuple[Markup, float]:
    """Write the title and where the game stands; give where that ends."""
    room, y = lay.width - 2 * lay.margin, lay.margin + lay.text * 1.5
    parts = [text_at(lay.margin, y, shorten(panel.title, lay.text * 1.4, room), "f-ink b", lay.text * 1.4)]
    for i, said in enumerate(panel.lines):
        size = lay.text * (1.15 if i == 0 else 1)
        for line in wrap(said, size, room):
            y += size * 1.5
            parts.append(text_at(lay.margin, y, line, "f-ink m" if i == 0 else "f-soft", size))
    return join(*parts), y + lay.text


def footnotes(panel: Panel, lay: Measures, place: tuple[float, float, float]) -> tuple[Markup, float]:
    """Write the notes; give where they end."""
    x, y, room = place
    parts = []
    for line in (line for note in panel.notes for line in wrap(note, lay.text, room)):
        y += lay.text * 1.5
        parts.append(text_at(x, y, line, "f-soft", lay.text))
    return group(*parts), y


def column(
    rows: Iterable[Row], view: Any, lay: Measures, place: tuple[float, float, float]
) -> tuple[Markup, float]:
    """Draw rows one below the other; give where they end."""
    x, y, room = place
    parts = []
    for row in rows:
        drawn, height = framed(row, view, lay, room)
        parts.append(moved(x, y, drawn))
        y += height + lay.text * 0.6
    return group(*parts), y


def framed(row: Row, view: Any, lay: Measures, room: float) -> tuple[Markup, float]:
    """Draw a row in its frame: who or what above, its cells below; give how high it is."""
    inset, size = lay.text * 0.8, lay.text
    head = named(row, view, lay, room) if row.seat or row.title or row.aside else NOTHING
    top = inset + (size * 1.9 if head else 0)
    cells, height = set_out(row.cells, lay, (inset, top, room - 2 * inset))
    tall = height + inset
    edge = "k-accent" if row.is_on else "k-win" if row.has_won else "k-line"
    thick = 3 if row.is_on or row.has_won else 1
    frame = el(
        "rect", width=room, height=tall, rx=lay.text * 0.7, class_=f"f-card {edge}", stroke_width=thick
    )
    return join(frame, head, cells), tall


def named(row: Row, view: Any, lay: Measures, room: float) -> Markup:
    """Write who or what a row is, and at its right end what is said of it."""
    size, r = lay.text, lay.text * 0.85
    y, left = size * 1.9, size * 0.8 + (r * 2.6 if row.seat else 0)
    aside = text_at(room - size * 0.8, y, row.aside, "f-soft", size * 0.9, "end")
    space = room - left - size * 1.6 - px(row.aside, size * 0.9)
    if not row.seat:
        return join(text_at(left, y, shorten(row.title, size, space), "f-soft m", size), aside)
    sign = badge(view, row.seat, r)
    arrow = "\N{BLACK RIGHT-POINTING TRIANGLE} " if row.is_on else "\N{BLACK STAR} " if row.has_won else ""
    name = shorten(arrow + name_of(view.names, row.seat), size * 1.1, space)
    return join(
        moved(size * 0.8 + r, y - size * 0.36, sign),
        text_at(left, y, name, "f-ink b", size * 1.1),
        aside,
    )


def set_out(cells: Iterable[Cell], lay: Measures, place: tuple[float, float, float]) -> tuple[Markup, float]:
    """Draw cells from left to right, in as many lines as they need; give where they end."""
    left, y, room = place
    x, parts, tall = left, [], lay.cell
    for i, cell in enumerate(cells):
        drawn, wide = cell_drawn(cell, lay)
        if i and x + wide > left + room:
            x, y = left, y + tall + lay.text * 0.5
        parts.append(moved(x + wide / 2, y + tall / 2, drawn))
        x += wide + lay.text * 0.5
    return group(*parts), y + tall if parts else y


def cell_drawn(cell: Cell, lay: Measures) -> tuple[Markup, float]:
    """Draw a cell about its middle, with room for a thumb where it can be tapped; give how wide it is."""
    size = lay.cell
    match cell:
        case Die(face, _, is_marked):
            drawn, wide = die(face, size, is_marked=is_marked), size
        case Card(name, _, is_marked):
            wide = max(size * 0.72, px(name or "", lay.text) + lay.text)
            drawn = card(name, wide, size, lay.text, is_marked=is_marked)
        case Number(value, label):
            drawn, wide = number(str(value), label, lay)
        case Chip(text):
            wide = max(px(text, lay.text) + lay.text * 1.4, size)
            drawn = chip(text, wide, size, lay.text)
        case Note(text):
            wide = px(text, lay.text)
            drawn = middle(text, lay.text, "f-soft")
    if not cell.pick:
        return drawn, wide
    room = hit(max(wide, min(THUMB, size * 1.3)), max(size, min(THUMB, size * 1.3)), round_by=8)
    return pick(cell.pick, drawn, room, is_offered=isinstance(cell, Chip) and cell.is_offered), wide


def middle(text: str, size: float, class_: str, y: float = 0) -> Markup:
    """Write text about a point."""
    return text_at(0, y + size * 0.36, text, class_, size, "middle")


def sheet(wide: float, tall: float, class_: str, corner: float, *, is_marked: bool) -> Markup:
    """Draw the outline of a die or a card; what is marked has a broad edge in the accent's colour."""
    edge, thin = ("e-accent", 12) if is_marked else ("e-edge", 30)
    return box(wide, tall, corner, f"{class_} {edge}", stroke_width=tall / thin)


def die(face: int | None, size: float, *, is_marked: bool = False) -> Markup:
    """Draw a die about the origin; one that is not to be seen has a question mark."""
    if face is None:
        return join(
            sheet(size, size, "f-back", size * 0.18, is_marked=False), middle("?", size * 0.5, "f-ink b")
        )
    third = size * 0.27
    pips = [
        el("circle", cx=x * third, cy=y * third, r=size * 0.088, class_="f-pip")
        for x, y in PIPS.get(face, ())
    ]
    number = NOTHING if pips else middle(str(face), size * 0.5, "f-pip b")
    return join(sheet(size, size, "f-face", size * 0.18, is_marked=is_marked), *pips, number)


def card(name: str | None, wide: float, tall: float, size: float, *, is_marked: bool = False) -> Markup:
    """Draw a card about the origin, face up with its name or face down."""
    outline = sheet(wide, tall, "f-back" if name is None else "f-face", tall * 0.1, is_marked=is_marked)
    return join(outline, NOTHING if name is None else middle(name, size, "f-pip b"))


def number(value: str, label: str, lay: Measures) -> tuple[Markup, float]:
    """Draw a number, what it counts below it."""
    small = lay.text * 0.8
    wide = max(px(value, lay.text * 1.3), px(label, small))
    if not label:
        return middle(value, lay.text * 1.3, "f-ink b"), wide
    return join(
        middle(value, lay.text * 1.3, "f-ink b", -lay.cell * 0.2),
        middle(label, small, "f-soft", lay.cell * 0.28),
    ), wide


def chip(text: str, wide: float, tall: float, size: float) -> Markup:
    """Draw a word in a frame."""
    frame = box(wide, tall - 2, 8, "f-paper k-ink", stroke_width=1.2)
    return join(frame, middle(text, size, "f-ink b"))


ICON: Final = 24
"""How high a picture on a button is."""


def die_icon(face: int) -> tuple[Markup, float]:
    """Draw a die for a button, and tell how wide it is."""
    return moved(ICON / 2, ICON / 2, die(face, ICON - 2)), ICON


STYLE: Final = Style(
    colours={"face": ("#ffffff", "#f7f5ee"), "back": ("#c9c2b1", "#46565e")},
    fills=(*DAY, "face", "back"),
    strokes=("line", "ink", "accent"),
    are_lines=False,
    classes={
        "k-win": "stroke:#d99a00",
        "f-pip": "fill:#1f2a30",
        "e-edge": "stroke:#6b7780",
        "e-accent": "stroke:var(--accent)",
        "rim": "stroke:#ffffff;stroke-width:1.3;paint-order:stroke;stroke-linejoin:round",
        "mark": "font-weight:700",
        "b": "font-weight:700",
        "m": "font-weight:600",
    },
)
"""How dice and cards look face up, and face down; of each board without a map, below the game's id."""
