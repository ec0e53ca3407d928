"""A board without a map, drawn from a value: a title, rows of seats, and cells in each row.

A game says what lies where (`Panel`, of `referee.kernel.parts.panel`), and `panel_board` makes of that its
`Board`: text, and a picture with that text as its description. What has a `pick` can be tapped; see
`referee.draw.picks`.
"""

from collections.abc import Callable, Iterable
from typing import Any, Final, NamedTuple

from referee.draw import Board, Picture, word
from referee.draw.ink import BOLD, DIM, Ink, Line, cut, flow, fold, format_lines, line_of, seat_sign
from referee.draw.palette import DAY, Style, badge, name_of, style_sheet
from referee.draw.svg import (
    NOTHING,
    THUMB,
    Element,
    Node,
    box,
    document,
    el,
    group,
    hit,
    join,
    pick,
    px,
    shorten,
    text_at,
    translate,
    wrap,
)
from referee.draw.width import pad
from referee.kernel.parts.panel import Card, Cell, Chip, Die, Note, Number, Panel, Row, Words
from referee.languages import headed

_PanelOf = Callable[[Any, Words], Panel]
"""(view, words) -> what a view looks like."""


def panel_board(panel_of: _PanelOf, *, dice: tuple[str, ...] = ()) -> Board:
    """Return the board that a panel describes; ids of the kinds `dice` are faces of dice."""

    def draw_text(view: Any, lang: str, colour: bool, columns: int) -> str:
        return _render_text(panel_of(view, words_for(view, lang)), view, colour, columns)

    def draw_svg(view: Any, lang: str, size: str) -> Element:
        return _render_svg(panel_of(view, words_for(view, lang)), view, lang, size)

    return Board(draw_text=draw_text, make_picture=lambda: Picture(draw_svg=draw_svg, dice=dice))


class _BoardWords(NamedTuple):
    """The words for the board of a view."""

    view: Any
    lang: str

    def __call__(self, id: str, **args: object) -> str:
        return word(self.view, self.lang, id, **args)


def words_for(view: Any, lang: str) -> Words:
    """Return the function that returns messages of a game's board."""
    return _BoardWords(view, lang)


# Text

_NAME_COLUMNS = range(8, 23)


def _render_text(panel: Panel, view: Any, colour: bool, columns: int) -> str:
    """Return a panel as text, in lines of at most `columns`; with ANSI colours where `colour`."""
    first, *others = panel.lines or ("",)
    lines = [line_of(Ink(panel.title, BOLD), "  ", Ink(first, BOLD)), *map(line_of, others), []]
    for above, row in zip((None, *panel.rows), panel.rows, strict=False):
        if above is not None and bool(above.seat) != bool(row.seat):
            lines.append([])
        lines += _row_lines(row, view, columns)
    if panel.notes:
        lines.append([])
    lines += [line for note in panel.notes for line in fold([Ink(note, DIM)], columns, 0)]
    return format_lines([cut(line, columns) for line in lines], colour)


def _row_lines(row: Row, view: Any, columns: int) -> list[Line]:
    """Return the lines of a row: its head (`>` has the turn, `*` has won), then its cells."""
    name = min(max(columns - 52, _NAME_COLUMNS.start), _NAME_COLUMNS.stop - 1)
    if row.seat:
        sign = ">" if row.is_on else "*" if row.has_won else " "
        head = line_of(f"{sign} ", seat_sign(view, row.seat, name, has_won=row.has_won), "  ")
    else:
        head = line_of(Ink(f"  {pad(row.title, name + 3)}  ", DIM))
    room = columns - name - 7
    said = [Ink(_cell_words(cell)) for cell in row.cells] + ([Ink(row.aside)] if row.aside else [])
    blocks = flow(said, room)
    return [
        [*(head if i == 0 else line_of(" " * (columns - room))), *block] for i, block in enumerate(blocks)
    ]


def _cell_words(cell: Cell) -> str:
    """Return a cell as text: `[3]` a die, `[##]` a face-down card, `(…)` a chip."""
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


class _Measures(NamedTuple):
    """How large things are drawn: the picture, running text, the margin, a cell, a column of rows."""

    width: float
    height: float
    text: float
    margin: float
    cell: float
    column: float


_SIZES: Final = {
    "phone": _Measures(360, 0, 13, 12, 34, 336),
    "table": _Measures(1280, 800, 22, 32, 56, 720),
}


def _render_svg(panel: Panel, view: Any, lang: str, size: str) -> Element:
    """Return a panel as a picture of `phone` or `table` size.

    On a table seats stand at the left, everything else beside them; on a phone below.
    """
    lay = _SIZES[size]
    head, top = _header(panel, lay)
    of_seats = (row for row in panel.rows if row.seat)
    seats, below = _column(of_seats, view, lay, (lay.margin, top, lay.column))
    is_wide = lay.height > 0
    x = lay.margin * 2 + lay.column if is_wide else lay.margin
    room = lay.width - lay.margin - x
    others, end = _column(
        (row for row in panel.rows if not row.seat), view, lay, (x, top if is_wide else below, room)
    )
    foot, end = _footnotes(panel, lay, (x, end, room))
    height = max(lay.height, below + lay.margin, end + lay.margin)
    paper = el("rect", width=lay.width, height=height, class_="f-paper")
    return document(
        width=lay.width,
        height=height,
        lang=lang,
        name=view.game,
        title=headed(panel.title, next(iter(panel.lines), ""), lang),
        description=_render_text(panel, view, False, 80),
        css=style_sheet(view.game, _STYLE),
        body=join(paper, head, seats, others, foot),
    )


def _header(panel: Panel, lay: _Measures) -> tuple[Node, float]:
    """Return the title and the panel's `lines`, and the y at which they end."""
    room, y = lay.width - 2 * lay.margin, lay.margin + lay.text * 1.5
    parts = [text_at(lay.margin, y, shorten(panel.title, lay.text * 1.4, room), "f-ink b", lay.text * 1.4)]
    for i, said in enumerate(panel.lines):
        size = lay.text * (1.15 if i == 0 else 1)
        for line in wrap(said, size, room):
            y += size * 1.5
            parts.append(text_at(lay.margin, y, line, "f-ink m" if i == 0 else "f-soft", size))
    return join(*parts), y + lay.text


def _footnotes(panel: Panel, lay: _Measures, place: tuple[float, float, float]) -> tuple[Node, float]:
    """Return the notes, and the y at which they end."""
    x, y, room = place
    parts = []
    for line in (line for note in panel.notes for line in wrap(note, lay.text, room)):
        y += lay.text * 1.5
        parts.append(text_at(x, y, line, "f-soft", lay.text))
    return group(*parts), y


def _column(
    rows: Iterable[Row], view: Any, lay: _Measures, place: tuple[float, float, float]
) -> tuple[Node, float]:
    """Return rows one below the other, and the y at which they end."""
    x, y, room = place
    parts = []
    for row in rows:
        drawn, height = _framed_row(row, view, lay, room)
        parts.append(translate(x, y, drawn))
        y += height + lay.text * 0.6
    return group(*parts), y


def _framed_row(row: Row, view: Any, lay: _Measures, room: float) -> tuple[Node, float]:
    """Return a row in its frame, and how high it is."""
    inset, size = lay.text * 0.8, lay.text
    head = _row_head(row, view, lay, room) if row.seat or row.title or row.aside else NOTHING
    top = inset + (size * 1.9 if head else 0)
    cells, height = _cells(row.cells, lay, (inset, top, room - 2 * inset))
    tall = height + inset
    edge = "k-accent" if row.is_on else "k-win" if row.has_won else "k-line"
    thick = 3 if row.is_on or row.has_won else 1
    frame = el(
        "rect", width=room, height=tall, rx=lay.text * 0.7, class_=f"f-card {edge}", stroke_width=thick
    )
    return join(frame, head, cells), tall


def _row_head(row: Row, view: Any, lay: _Measures, room: float) -> Node:
    """Return the seat or title of a row, and right-aligned its `aside`."""
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
        translate(size * 0.8 + r, y - size * 0.36, sign),
        text_at(left, y, name, "f-ink b", size * 1.1),
        aside,
    )


def _cells(cells: Iterable[Cell], lay: _Measures, place: tuple[float, float, float]) -> tuple[Node, float]:
    """Return cells from left to right, in as many lines as they need, and the y at which they end."""
    left, y, room = place
    x, parts, tall = left, [], lay.cell
    for i, cell in enumerate(cells):
        drawn, wide = _cell(cell, lay)
        if i and x + wide > left + room:
            x, y = left, y + tall + lay.text * 0.5
        parts.append(translate(x + wide / 2, y + tall / 2, drawn))
        x += wide + lay.text * 0.5
    return group(*parts), y + tall if parts else y


def _cell(cell: Cell, lay: _Measures) -> tuple[Node, float]:
    """Return a cell about its middle, with an area for taps if it has a `pick`, and its width."""
    size = lay.cell
    match cell:
        case Die(face, _, is_marked):
            drawn, wide = _die(face, size, is_marked=is_marked), size
        case Card(name, _, is_marked):
            wide = max(size * 0.72, px(name or "", lay.text) + lay.text)
            drawn = _card(name, wide, size, lay.text, is_marked=is_marked)
        case Number(value, label):
            drawn, wide = _number(str(value), label, lay)
        case Chip(text):
            wide = max(px(text, lay.text) + lay.text * 1.4, size)
            drawn = _chip(text, wide, size, lay.text)
        case Note(text):
            wide = px(text, lay.text)
            drawn = _centred_text(text, lay.text, "f-soft")
    if not cell.pick:
        return drawn, wide
    room = hit(max(wide, min(THUMB, size * 1.3)), max(size, min(THUMB, size * 1.3)), round_by=8)
    return pick(cell.pick, drawn, room, is_offered=isinstance(cell, Chip) and cell.is_offered), wide


def _centred_text(text: str, size: float, class_: str, y: float = 0) -> Node:
    return text_at(0, y + size * 0.36, text, class_, size, "middle")


def _sheet(wide: float, tall: float, class_: str, corner: float, *, is_marked: bool) -> Node:
    """Return the ground of a die or card about its middle; its edge is thicker where it `is_marked`."""
    edge, thin = ("e-accent", 12) if is_marked else ("e-edge", 30)
    return box(wide, tall, corner, f"{class_} {edge}", stroke_width=tall / thin)


def _die(face: int | None, size: float, *, is_marked: bool = False) -> Node:
    """Return a die about its middle; `face` None is unknown, a face without pips is written as a number."""
    if face is None:
        return join(
            _sheet(size, size, "f-back", size * 0.18, is_marked=False),
            _centred_text("?", size * 0.5, "f-ink b"),
        )
    third = size * 0.27
    pips = [
        el("circle", cx=x * third, cy=y * third, r=size * 0.088, class_="f-pip")
        for x, y in PIPS.get(face, ())
    ]
    number = NOTHING if pips else _centred_text(str(face), size * 0.5, "f-pip b")
    return join(_sheet(size, size, "f-face", size * 0.18, is_marked=is_marked), *pips, number)


def _card(name: str | None, wide: float, tall: float, size: float, *, is_marked: bool = False) -> Node:
    """Return a card about its middle; `name` None is its back. `size` is that of its text."""
    outline = _sheet(wide, tall, "f-back" if name is None else "f-face", tall * 0.1, is_marked=is_marked)
    return join(outline, NOTHING if name is None else _centred_text(name, size, "f-pip b"))


def _number(value: str, label: str, lay: _Measures) -> tuple[Node, float]:
    """Return a number about its middle, what it counts below it, and their width."""
    small = lay.text * 0.8
    wide = max(px(value, lay.text * 1.3), px(label, small))
    if not label:
        return _centred_text(value, lay.text * 1.3, "f-ink b"), wide
    return join(
        _centred_text(value, lay.text * 1.3, "f-ink b", -lay.cell * 0.2),
        _centred_text(label, small, "f-soft", lay.cell * 0.28),
    ), wide


def _chip(text: str, wide: float, tall: float, size: float) -> Node:
    """Return a word in a frame about its middle."""
    frame = box(wide, tall - 2, 8, "f-paper k-ink", stroke_width=1.2)
    return join(frame, _centred_text(text, size, "f-ink b"))


_ICON: Final = 24
"""How high a picture on a button is."""


def die_icon(face: int) -> tuple[Node, float]:
    """Return a die for a button, and its width."""
    return translate(_ICON / 2, _ICON / 2, _die(face, _ICON - 2)), _ICON


_STYLE: Final = Style(
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
