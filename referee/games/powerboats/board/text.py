"""Powerboats in words and as text: the lake hex by hex, the seats and the three turns below."""

from typing import Any, NamedTuple

from referee.draw import word
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
    format_lines,
    head_lines,
    line_of,
)
from referee.draw.palette import marks_of, name_of, style_of
from referee.draw.width import clean, pad, width
from referee.games.powerboats.course import BUOYS, Course, against_the_bend, shortest_route
from referee.games.powerboats.lake import (
    HEADING_INDEX,
    LAND,
    LETTERS,
    Cell,
    Lake,
    is_shoved,
    spots_of,
    water_of,
)
from referee.games.powerboats.lake import WATER as OPEN
from referee.games.powerboats.view import BoatView, CourseView, Preview, View, course_view
from referee.games.powerboats.whereabouts import BETWEEN, Chart, whereabouts
from referee.games.powerboats.wording import place_words
from referee.l10n import noun, say, title_of
from referee.l10n.options import house_notes
from referee.languages import headed, listed, trait


def where_words(view: View, lang: str, cell: Cell | None, mover: str | None = None) -> str:
    """Return where a hex is, by what is near it but the seat `mover`; a dash where `cell` is None."""
    if cell is None or view.lake is None:
        return "–"
    return place_words(whereabouts(_chart_of(view), cell, mover), lang, view.names, own=view.seat)


def _chart_of(view: View) -> Chart:
    course = view.course
    if course is None:
        return Chart(view.lake)
    boats = [(seat, boat.at, HEADING_INDEX[boat.heading]) for seat, boat in view.boats.items() if boat.at]
    return Chart(view.lake, tuple(boats), course.tile, course.buoys, course.finish_buoy)


_DEGREES = 30
"""How far round a buoy a notch of a boat's progress is."""

_TURNS = ("left", "straight", "right")
RACING = ("dice", "move")
"""The phases in which it is somebody's turn, until the last boat is in."""


def headline(view: View, lang: str) -> str:
    """Return what the table waits for, that the race is over, or who has won."""
    if view.winners is not None:
        return word(view, lang, "won" if len(view.winners) == 1 else "won_shared", seats=view.winners)
    if view.turn is None and view.phase in RACING:
        return word(view, lang, "over")
    speed = sum(view.boats[view.turn].dice) if view.turn else 0
    n = speed if view.phase == "move" else view.race
    return word(view, lang, view.phase, seat=view.turn, n=n)


def is_first_round_over(view: View) -> bool:
    """Return whether every boat has had its first turn: a race is longer than that."""
    return all(boat.turns for boat in view.boats.values())


def _state_words(view: View, lang: str, boat: BoatView) -> str:
    if boat.place:
        return word(view, lang, "finished", n=boat.place)
    if boat.sunk:
        return word(view, lang, "sunk")
    if boat.at is None:
        return word(view, lang, "waiting" if view.phase in ("lake", "course", "placing") else "out")
    return word(view, lang, "going", way=noun("bow", boat.heading, lang, "powerboats"))


def _progress_words(view: View, lang: str, boat: BoatView) -> str:
    """Return how far round the course a boat is: the next gate and the degrees left, or a word."""
    if boat.at is None:
        return word(view, lang, "none")
    if boat.buoys < 0:
        return word(view, lang, "not_started")
    if boat.buoys == BUOYS:
        return word(view, lang, "homeward")
    left = -(boat.progress or 0) * _DEGREES
    return word(view, lang, "next_gate", buoy=boat.buoys + 1, n=left)


def way_words(view: View, lang: str, way: Preview) -> str:
    """Return one of the three turns in words, and what it would do."""
    return say("powerboats.picks.ahead", lang, turn=way.turn, said=end_words(view, lang, way))


def end_words(view: View, lang: str, way: Preview) -> str:
    """Return what a turn would do: hexes run, what it ends beside, what a crash costs, if it is barred."""
    beside = _beside_words(view, lang, way.at)
    if way.crashes:
        id = "way_crash" if way.run else "way_crash_at_once"
    else:
        id = "way_stays" if way.run == way.back else "way_ends" if beside else "way_runs"
    run = way.run if way.crashes else way.run - way.back
    text = word(view, lang, id, run=run, at=beside, damage=way.damage)
    notes = [word(view, lang, "way_back")] if way.back and way.run else []
    notes += [] if way.allowed else [word(view, lang, "way_barred")]
    return text + trait(lang, "brackets").format(listed(notes, lang)) if notes else text


def _beside_words(view: View, lang: str, cell: Cell) -> str:
    """Return what a hex lies beside, the boat to move aside; empty where it is out on the water.

    How far a boat runs says more there.
    """
    place = whereabouts(_chart_of(view), cell, view.turn)
    id, *rest = place.split(BETWEEN)
    if id in ("away", "off", "water", "spot", "middle") or "spot" in rest:
        return ""
    return place_words(place, lang, view.names, own=view.seat)


def asked_words(view: View, lang: str, seat: str | None) -> list[str]:
    """Return what the seat whose turn it is is asked for; empty for everybody else."""
    if seat is None or seat != view.turn or view.winners is not None:
        return []
    boat = view.boats[seat]
    if view.phase == "placing":
        return [say("powerboats.asked.placing", lang)]
    if view.phase == "move":
        return [say("powerboats.asked.move", lang, n=sum(boat.dice))]
    if view.phase != "dice":
        return []
    return [say(f"powerboats.asked.{'choose' if view.throws_itself else 'stop'}", lang)]


def outlook_words(view: View, lang: str) -> list[str]:
    """Return for each turn which sums of the dice run free and which crash; empty before dice matter."""
    if not view.outlooks:
        return []
    first, last = view.outlooks[0].speed, view.outlooks[-1].speed
    lines = [say("powerboats.picks.sums", lang, least=first, most=last)]
    for n, turn in enumerate(_TURNS):
        ways = [(outlook.speed, outlook.ways[n]) for outlook in view.outlooks]
        free = [speed for speed, way in ways if way.allowed and not way.crashes]
        crashes = [(speed, way.damage) for speed, way in ways if way.allowed and way.crashes]
        said = [say("powerboats.picks.free", lang, sums=span(free))] if free else []
        if crashes:
            args = {"sums": span([speed for speed, _ in crashes]), "damage": crashes[-1][1]}
            said.append(say("powerboats.picks.crash", lang, **args))
        said = said or [word(view, lang, "way_barred")]
        lines.append(say("powerboats.picks.ahead", lang, turn=turn, said=tuple(said)))
    return lines


def span(numbers: list[int]) -> str:
    """Return numbers, in order, as one or as first–last."""
    first, last = numbers[0], numbers[-1]
    return str(first) if first == last else f"{first}–{last}"


def footnotes(view: View, lang: str) -> list[str]:
    """Return the last move, if any, and who started."""
    notes = []
    if view.wake:
        notes.append(word(view, lang, "wake", seat=view.wake[0]))
    notes.append(word(view, lang, "start_player", seat=view.start_player))
    return notes


def next_words(view: View, lang: str, boat: BoatView) -> str:
    """Return the next buoy or goal of a boat, without its heading, for use beside a picture."""
    if boat.at is None:
        return _state_words(view, lang, boat)
    if 0 <= boat.buoys < BUOYS:
        return word(view, lang, "next_buoy", buoy=boat.buoys + 1)
    return _progress_words(view, lang, boat)


def sentences(view: View, lang: str) -> list[str]:
    """Return how the race stands, where each boat and each buoy is, and what the turns would lead to."""
    buoys: list[str] = []
    if (course := view.course) is not None:
        marks = {f"{_WHERE}.buoy": course.buoys, f"{_WHERE}.finish_buoy": (course.finish_buoy,)}
        buoys = [
            headed(say(id, lang, n=n), _from_start(view, lang, cell), lang)
            for id, cells in marks.items()
            for n, cell in enumerate(cells)
        ]
    return [
        word(view, lang, "race", n=view.race),
        headline(view, lang),
        *(_boat_words(view, lang, seat, boat) for seat, boat in view.boats.items()),
        *buoys,
        *(way_words(view, lang, way) for way in view.previews),
        *outlook_words(view, lang),
        *footnotes(view, lang),
        *house_notes(view, lang),
    ]


_WHERE = "powerboats.where"


def _from_start(view: View, lang: str, cell: Cell) -> str:
    """Return where a hex is as seen from the start tile."""
    assert view.course is not None  # noqa: S101 - called only with a course
    chart = Chart(view.lake, tile=view.course.tile)
    return place_words(whereabouts(chart, cell), lang, view.names)


def _boat_words(view: View, lang: str, seat: str, boat: BoatView) -> str:
    """Return where a boat is, where its bow points, what it has behind it and before it."""
    counted = {"damage": str(boat.damage), "points": str(view.points[seat])}
    if boat.dice:
        counted = {"dice_head": " ".join(map(str, boat.dice)), **counted}
    parts = [_state_words(view, lang, boat)]
    if boat.at is not None:
        parts = [where_words(view, lang, boat.at, seat), *parts, next_words(view, lang, boat)]
    parts += [f"{word(view, lang, id)} {said}" for id, said in counted.items()]
    return headed(name_of(view.names, seat), listed(parts, lang), lang)


def boat_marks(view: View) -> dict[str, str]:
    """Return a mark of one character for each seat's boat."""
    return {seat: mark[:1] for seat, mark in marks_of(view.seats).items()}


_BOWS = {"E": ">", "NE": "'", "NW": "`", "W": "<", "SW": ",", "SE": "."}
"""The second column of a boat: which way its bow points."""

_CELL = 2
_MARGIN = 3
"""Columns left of the lake, for the numbers of the rows."""

_GROUND = {LAND: Ink(pad(LAND, _CELL), STONE), OPEN: Ink(pad(OPEN, _CELL), WATER)}
_AROUND = 4
"""Hexes shown round the boats where the whole lake does not fit."""


class _Window(NamedTuple):
    """The part of a lake that is drawn: columns and rows, from and up to."""

    left: int
    top: int
    right: int
    bottom: int


def draw_text(view: View, lang: str, colour: bool, columns: int) -> str:
    """Return a view as text, in lines of at most `columns`; with ANSI colours where `colour`."""
    race = word(view, lang, "race", n=view.race)
    lines = head_lines(title_of(view.game, lang), race, headline(view, lang), house_notes(view, lang))
    if view.lake is not None:
        window = _window_of(view, columns)
        lines += [
            [],
            *_lake_lines(view.lake, view.course, _pieces(view), window, lettered=view.course is None),
        ]
        lines += [[], *_legend(view, lang, columns)] if view.course else []
    lines += [[], *_seats(view, lang)]
    lines += [line_of(Ink(way_words(view, lang, way), "" if way.allowed else DIM)) for way in view.previews]
    lines += [part for note in footnotes(view, lang) for part in fold(line_of(note), columns, 2)]
    return format_lines([cut(line, columns) for line in lines], colour)


def _legend(view: View, lang: str, columns: int) -> list[Line]:
    signs = word(view, lang, "legend").split("  ")
    bows = (f"{sign} {noun('bow', heading, lang, view.game)}" for heading, sign in _BOWS.items())
    return [line for each in (signs, bows) for line in flow((Ink(one, DIM) for one in each), columns, gap=2)]


def _window_of(view: View, columns: int) -> _Window:
    """Return the part to draw: all of the lake where it fits, else what is round the boats."""
    lake = view.lake
    assert lake is not None  # noqa: S101 - called only with a lake
    room = (columns - _MARGIN - 1) // _CELL
    if lake.columns <= room:
        return _Window(0, 0, lake.columns, lake.rows)
    cells = [boat.at for boat in view.boats.values() if boat.at] or list(
        view.course.tile if view.course else ()
    )
    focus = _focus_of(view, cells, lake)
    left = min(max(focus[0] - room // 2, 0), lake.columns - room)
    rows = [row for _, row in cells] or [focus[1]]
    top, bottom = max(min(rows) - _AROUND, 0), min(max(rows) + _AROUND + 1, lake.rows)
    return _Window(left, top, left + room, bottom)


def _focus_of(view: View, cells: list[Cell], lake: Lake) -> Cell:
    """Return the hex to centre on: the boat whose turn it is, or the middle of all."""
    boat = view.boats.get(view.turn or "")
    if boat and boat.at:
        return boat.at
    if not cells:
        return lake.columns // 2, lake.rows // 2
    return sum(c for c, _ in cells) // len(cells), sum(r for _, r in cells) // len(cells)


def _pieces(view: View) -> dict[Cell, Ink]:
    """Return by hex the boats, and the ends of the ways of the boat to move."""
    marks = boat_marks(view)
    found = {
        way.at: Ink(pad(way.turn[0], _CELL), BOLD) for way in view.previews if way.allowed and way.run > 0
    }
    for seat, boat in view.boats.items():
        if boat.at is not None:
            mark = marks[seat]
            bow = _BOWS[boat.heading] if width(mark) == 1 else ""
            found[boat.at] = Ink(mark + bow, style_of(view, seat).code)
    return found


def _lake_lines(
    lake: Lake, course: CourseView | None, pieces: dict[Cell, Ink], window: _Window, *, lettered: bool
) -> list[Line]:
    """Return the rows of a window of the lake with course and pieces.

    `lettered`: with the letters of spots.
    """
    letters = {spot.at: Ink(pad(spot.letter, _CELL), BOLD) for spot in lake.spots if lettered}
    marks = {**letters, **_course_marks(course), **pieces}
    lines = [_ruler(window)]
    for row in range(window.top, window.bottom):
        shove = " " if is_shoved(row, lake.layout) else ""
        line = line_of(Ink(f"{row:02} ", DIM), shove)
        cells = lake.cells[row]
        line += [marks.get((c, row)) or _GROUND[cells[c]] for c in range(window.left, window.right)]
        lines.append(line)
    return lines


def _ruler(window: _Window) -> Line:
    cells = [f"{c:<{_CELL * 5}}" for c in range(window.left, window.right) if c % 5 == 0]
    first = next((c for c in range(window.left, window.right) if c % 5 == 0), window.left)
    return line_of(Ink(" " * (_MARGIN + _CELL * (first - window.left)) + "".join(cells), DIM))


def _course_marks(course: CourseView | None) -> dict[Cell, Ink]:
    """Return by hex the marks of gates, start tile and buoys; empty without a course."""
    if course is None:
        return {}
    gates = {cell: Ink(pad(":", _CELL), DIM) for row in course.gate_rows for cell in row}
    tile = {cell: Ink(pad("=", _CELL), BOLD) for cell in course.tile}
    buoys = {cell: Ink(pad(str(n), _CELL), BOLD) for n, cell in enumerate(course.buoys)}
    return {**gates, **tile, **buoys, course.finish_buoy: Ink(pad("F", _CELL), BOLD)}


def _seats(view: View, lang: str) -> list[Line]:
    marks = boat_marks(view)
    head = ("", *(word(view, lang, id) for id in ("seat", "at", "dice_head", "damage", "buoys", "points")))
    rows = [
        (
            ("*" if seat == view.turn else " ") + marks[seat],
            clean(name_of(view.names, seat)),
            _state_words(view, lang, boat),
            " ".join(map(str, boat.dice)) or "-",
            str(boat.damage),
            f"{max(boat.buoys, 0)}  {_progress_words(view, lang, boat)}",
            str(view.points[seat]),
        )
        for seat, boat in view.boats.items()
    ]
    return _table([head, *rows], ["", *(style_of(view, seat).code for seat in view.seats)])


def _table(rows: list[Any], codes: list[str]) -> list[Line]:
    """Return rows in aligned columns; the first cell of each is in the colour of its SGR code."""
    widths = [max(width(row[n]) for row in rows) for n in range(len(rows[0]))]
    lines = []
    for row, code in zip(rows, codes, strict=True):
        cells = [pad(cell, columns) for cell, columns in zip(row, widths, strict=True)]
        lines.append(line_of(Ink(cells[0], code), "  ", "  ".join(cells[1:])))
    return lines


def _say(lang: str, id: str, **args: object) -> str:
    return say(f"powerboats.board.{id}", lang, **args)


def draw_lake_text(lake: Lake, course: Course | None, lang: str, *, colour: bool) -> str:
    """Return a lake as text, with its course unless that is None."""
    shown = course_view(course) if course else None
    window = _Window(0, 0, lake.columns, lake.rows)
    head = line_of(Ink(lake.name, BOLD), "  ", Ink(_say(lang, "water", n=len(water_of(lake))), DIM))
    lines = [head, [], *_lake_lines(lake, shown, {}, window, lettered=shown is None), []]
    notes = _course_notes(lake, course, lang) if course else _spot_notes(lake, lang)
    return format_lines([*lines, *(line_of(note) for note in notes)], colour)


def _spot_notes(lake: Lake, lang: str) -> list[str]:
    """Return a line for each letter with its spots; `?` where a position is not certain."""
    notes = []
    for letter in LETTERS:
        spots = [
            f"{c},{r} {spot.side or ''}{'' if spot.sure else '?'}".strip()
            for (c, r), spot in spots_of(lake, letter).items()
        ]
        if spots:
            notes.append(_say(lang, "spots", letter=letter, spots=", ".join(spots)))
    return notes


def _course_notes(lake: Lake, course: Course, lang: str) -> list[str]:
    """Return the course in words: start and finish, each buoy with gate and arrow, doubts, its length."""
    cells = [f"{c},{r}" for c, r in (*course.buoys, course.finish_buoy, course.start, course.finish)]
    notes = [_say(lang, "line", hex=cells[0], line=course.line, finish=cells[4])]
    for n in (1, 2, 3):
        arrow, gate = course.arrows[n - 1], course.gates[n - 1]
        notes.append(_say(lang, "mark", buoy=n, hex=cells[n], arrow=arrow, gate=gate))
    notes.append(_say(lang, "sides", start=cells[5], finish=cells[6]))
    notes += [_say(lang, "against", buoy=buoy) for buoy in against_the_bend(course, lake)]
    notes.append(_say(lang, "route", n=len(shortest_route(course) or (0,)) - 1))
    return notes
