"""Powerboats as text: the lake hex by hex, boats with their bows, the seats and the three ways below."""

from typing import Any, NamedTuple

from referee.draw.ink import (
    BOLD,
    DIM,
    STONE,
    WATER,
    Ink,
    Line,
    cut,
    flow,
    fold,
    head_lines,
    line_of,
    print_lines,
)
from referee.draw.palette import name_of, style_of
from referee.draw.width import clean, pad, width
from referee.draw.words import word
from referee.games.powerboats.board.words import (
    boat_marks,
    footnotes,
    headline,
    progress_words,
    state_words,
    way_words,
)
from referee.games.powerboats.course import Course, shortest_route
from referee.games.powerboats.lake import LAND, LETTERS, Lake, is_shoved, spots_of, water_of
from referee.games.powerboats.lake import WATER as OPEN
from referee.games.powerboats.setup import against_the_bend
from referee.games.powerboats.view import CourseView, View, course_view
from referee.l10n import noun, say, title_of
from referee.l10n.options import house_notes

Cell = tuple[int, int]
BOWS = {"E": ">", "NE": "'", "NW": "`", "W": "<", "SW": ",", "SE": "."}
"""The second column of a boat: which way its bow points."""

CELL = 2
MARGIN = 3
"""Columns left of the lake, for the numbers of the rows."""

GROUND = {LAND: Ink(pad(LAND, CELL), STONE), OPEN: Ink(pad(OPEN, CELL), WATER)}
AROUND = 4
"""Hexes shown round the boats where the whole lake does not fit."""


class Window(NamedTuple):
    """The part of a lake that is drawn: columns and rows, from and up to."""

    left: int
    top: int
    right: int
    bottom: int


def draw_text(view: View, lang: str, colour: bool, columns: int) -> str:
    """Draw a view as lines of at most so many columns."""
    lines = heading(view, lang)
    if view.lake is not None:
        window = window_of(view, columns)
        lines += [[], *lake_lines(view.lake, view.course, pieces(view), window, lettered=view.course is None)]
        lines += [[], *legend(view, lang, columns)] if view.course else []
    lines += [[], *seats(view, lang)]
    lines += [line_of(Ink(way_words(view, lang, way), "" if way.allowed else DIM)) for way in view.previews]
    lines += [part for note in footnotes(view, lang) for part in fold(line_of(note), columns, 2)]
    return print_lines([cut(line, columns) for line in lines], colour)


def heading(view: View, lang: str) -> list[Line]:
    """Say where the series stands."""
    where = word(view, lang, "race", n=view.race)
    return head_lines(title_of(view.game, lang), where, headline(view, lang), house_notes(view, lang))


def legend(view: View, lang: str, columns: int) -> list[Line]:
    """Explain the signs on the lake, and which way a boat's second sign points."""
    signs = word(view, lang, "legend").split("  ")
    bows = (f"{sign} {noun('bow', heading, lang, view.game)}" for heading, sign in BOWS.items())
    return [line for each in (signs, bows) for line in flow((Ink(one, DIM) for one in each), columns, gap=2)]


def window_of(view: View, columns: int) -> Window:
    """Choose the part to draw: all of it where it fits, else what is round the boats."""
    lake = view.lake
    assert lake is not None  # noqa: S101 - called only with a lake
    room = (columns - MARGIN - 1) // CELL
    if lake.columns <= room:
        return Window(0, 0, lake.columns, lake.rows)
    cells = [boat.at for boat in view.boats.values() if boat.at] or list(
        view.course.tile if view.course else ()
    )
    focus = focus_of(view, cells, lake)
    left = min(max(focus[0] - room // 2, 0), lake.columns - room)
    rows = [row for _, row in cells] or [focus[1]]
    top, bottom = max(min(rows) - AROUND, 0), min(max(rows) + AROUND + 1, lake.rows)
    return Window(left, top, left + room, bottom)


def focus_of(view: View, cells: list[Cell], lake: Lake) -> Cell:
    """Choose the hex to centre on: the boat whose turn it is, or the middle of all."""
    boat = view.boats.get(view.turn or "")
    if boat and boat.at:
        return boat.at
    if not cells:
        return lake.columns // 2, lake.rows // 2
    return sum(c for c, _ in cells) // len(cells), sum(r for _, r in cells) // len(cells)


def pieces(view: View) -> dict[Cell, Ink]:
    """Draw boats, and where the three ways of the boat to move would end."""
    marks = boat_marks(view)
    found = {
        way.at: Ink(pad(way.turn[0], CELL), BOLD) for way in view.previews if way.allowed and way.run > 0
    }
    for seat, boat in view.boats.items():
        if boat.at is not None:
            mark = marks[seat]
            bow = BOWS[boat.heading] if width(mark) == 1 else ""
            found[boat.at] = Ink(mark + bow, style_of(view, seat).code)
    return found


def lake_lines(
    lake: Lake, course: CourseView | None, pieces: dict[Cell, Ink], window: Window, *, lettered: bool
) -> list[Line]:
    """Draw a lake, its course and what lies on it, with numbers at the edges."""
    marks = {**(spot_marks(lake) if lettered else {}), **course_marks(course), **pieces}
    lines = [ruler(window)]
    for row in range(window.top, window.bottom):
        shove = " " if is_shoved(row, lake.layout) else ""
        line = line_of(Ink(f"{row:02} ", DIM), shove)
        cells = lake.cells[row]
        line += [marks.get((c, row)) or GROUND[cells[c]] for c in range(window.left, window.right)]
        lines.append(line)
    return lines


def ruler(window: Window) -> Line:
    """Number every fifth column."""
    cells = [f"{c:<{CELL * 5}}" for c in range(window.left, window.right) if c % 5 == 0]
    first = next((c for c in range(window.left, window.right) if c % 5 == 0), window.left)
    return line_of(Ink(" " * (MARGIN + CELL * (first - window.left)) + "".join(cells), DIM))


def spot_marks(lake: Lake) -> dict[Cell, Ink]:
    """Draw the letters."""
    return {spot.at: Ink(pad(spot.letter, CELL), BOLD) for spot in lake.spots}


def course_marks(course: CourseView | None) -> dict[Cell, Ink]:
    """Draw buoys, start tile and gate rows."""
    if course is None:
        return {}
    gates = {cell: Ink(pad(":", CELL), DIM) for row in course.gate_rows for cell in row}
    tile = {cell: Ink(pad("=", CELL), BOLD) for cell in course.tile}
    buoys = {cell: Ink(pad(str(n), CELL), BOLD) for n, cell in enumerate(course.buoys)}
    return {**gates, **tile, **buoys, course.finish_buoy: Ink(pad("F", CELL), BOLD)}


def seats(view: View, lang: str) -> list[Line]:
    """Draw the seats as a table: boat, dice, damage, buoys, points."""
    marks = boat_marks(view)
    head = ("", *(word(view, lang, id) for id in ("seat", "at", "dice_head", "damage", "buoys", "points")))
    rows = [
        (
            ("*" if seat == view.turn else " ") + marks[seat],
            clean(name_of(view.names, seat)),
            state_words(view, lang, boat),
            " ".join(map(str, boat.dice)) or "-",
            str(boat.damage),
            f"{max(boat.buoys, 0)}  {progress_words(view, lang, boat)}",
            str(view.points[seat]),
        )
        for seat, boat in view.boats.items()
    ]
    return set_table([head, *rows], ["", *(style_of(view, seat).code for seat in view.seats)])


def set_table(rows: list[Any], codes: list[str]) -> list[Line]:
    """Set rows into columns; the first cell of each in its colour."""
    widths = [max(width(row[n]) for row in rows) for n in range(len(rows[0]))]
    lines = []
    for row, code in zip(rows, codes, strict=True):
        cells = [pad(cell, columns) for cell, columns in zip(row, widths, strict=True)]
        lines.append(line_of(Ink(cells[0], code), "  ", "  ".join(cells[1:])))
    return lines


def say_of(lang: str, id: str, **args: object) -> str:
    """Say a message of the board, of a lake nobody races on."""
    return say(f"powerboats.board.{id}", lang, **args)


def draw_lake_text(lake: Lake, course: Course | None, lang: str, *, colour: bool) -> str:
    """Draw a lake, with its course where one is given."""
    shown = course_view(course) if course else None
    window = Window(0, 0, lake.columns, lake.rows)
    head = line_of(Ink(lake.name, BOLD), "  ", Ink(say_of(lang, "water", n=len(water_of(lake))), DIM))
    lines = [head, [], *lake_lines(lake, shown, {}, window, lettered=shown is None), []]
    notes = course_notes(lake, course, lang) if course else spot_notes(lake, lang)
    return print_lines([*lines, *(line_of(note) for note in notes)], colour)


def spot_notes(lake: Lake, lang: str) -> list[str]:
    """Say where the letters are, and which side each hugs."""
    notes = []
    for letter in LETTERS:
        spots = [
            f"{c},{r} {spot.side or ''}{'' if spot.sure else '?'}".strip()
            for (c, r), spot in spots_of(lake, letter).items()
        ]
        if spots:
            notes.append(say_of(lang, "spots", letter=letter, spots=", ".join(spots)))
    return notes


def course_notes(lake: Lake, course: Course, lang: str) -> list[str]:
    """Say where the buoys are, their arrows and gates, the sides, and the shortest way round."""
    cells = [f"{c},{r}" for c, r in (*course.buoys, course.finish_buoy, course.start, course.finish)]
    notes = [say_of(lang, "line", hex=cells[0], line=course.line, finish=cells[4])]
    for n in (1, 2, 3):
        arrow, gate = course.arrows[n - 1], course.gates[n - 1]
        notes.append(say_of(lang, "mark", buoy=n, hex=cells[n], arrow=arrow, gate=gate))
    notes.append(say_of(lang, "sides", start=cells[5], finish=cells[6]))
    notes += [say_of(lang, "against", buoy=buoy) for buoy in against_the_bend(course, lake)]
    notes.append(say_of(lang, "route", n=len(shortest_route(course) or (0,)) - 1))
    return notes
