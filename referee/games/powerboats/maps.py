"""The plain-text map, read strictly and written: heading, rows of hexes, lettered spots, courses.

The light sides of tiles are drawn in the same way: `tile L1`, its rows of hexes, its lettered spots.
"""

import re
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any, Final, NamedTuple, TypeVar

from msgspec.structs import replace

from referee.games.powerboats.events import Heading, Sense
from referee.games.powerboats.lake import (
    HEADING_INDEX,
    HEADINGS,
    LAND,
    LETTERS,
    LINE_HEXES,
    SPOTS_PER_LETTER,
    TILE_COLUMNS,
    TILE_ROWS,
    WATER,
    Cell,
    CourseSpec,
    Lake,
    LakeError,
    Letter,
    LetterSpot,
    cell_text,
    first_open_border,
    first_pond,
    is_on,
    is_shoved,
    is_water,
    line_from,
)

_REMARK: Final = "#"
"""Begins what only people read, from there to the end of a line; in the rows of hexes it is land."""

_TOKEN = re.compile(r"\S+")
_REMARK_ON_TEXT = re.compile(rf"\s\s+{_REMARK}.*$")
"""A name may hold the sign, after one blank."""

W = TypeVar("W", bound=str)


class MapError(LakeError):
    """A map that cannot be read: `row` and `column` count the text's lines and characters from 1."""

    def __init__(self, reason: str, *rules: str, row: int, column: int = 1, **args: Any) -> None:
        super().__init__(reason, *rules, row=row, column=column, **args)
        self.row, self.column = row, column
        self.place = f":{row}:{column}"

    def __str__(self) -> str:
        return f"{self.reason} at row {self.row}, column {self.column}"


class _Word(NamedTuple):
    """A word of a text, and the row and column where it begins."""

    text: str
    row: int
    column: int

    def fault(self, reason: str, *rules: str, **args: Any) -> MapError:
        """Return an error about this word."""
        return MapError(reason, *rules, row=self.row, column=self.column, **args)

    def wrong(self, expected: str) -> MapError:
        """Return the error that something else is to stand here."""
        return self.fault("map_word", "POW-MAP-01", found=self.text, expected=expected)

    def one_of(self, *known: W) -> W:
        """Return the word, which has to be one of `known`."""
        for word in known:
            if word == self.text:
                return word
        raise self.wrong(", ".join(known))


class _Reader:
    """The lines of a text and how far they are read; lives while it is read.

    `first` is the text's row of the first row of hexes.
    """

    def __init__(self, text: str) -> None:
        self.lines = text.removeprefix("\ufeff").replace("\r\n", "\n").split("\n")
        self.at = 0
        self.first = 0

    @property
    def row(self) -> int:
        """The number of the next line, from 1."""
        return self.at + 1

    @property
    def line(self) -> str:
        """The next line; empty after the last."""
        return self.lines[self.at] if self.at < len(self.lines) else ""

    @property
    def key(self) -> str:
        """The first word of the next line that has words; empty where there is none.

        Lines without words are passed over.
        """
        while self.at < len(self.lines) and not self.tokens():
            self.at += 1
        return self.tokens()[0].text if self.at < len(self.lines) else ""

    def tokens(self) -> list[_Word]:
        """Return the words of the next line up to a remark."""
        words = [_Word(found.group(), self.row, found.start() + 1) for found in _TOKEN.finditer(self.line)]
        end = next((i for i, word in enumerate(words) if word.text.startswith(_REMARK)), None)
        return words[:end]

    def fail(self, reason: str, rule: str, column: int = 1, **args: Any) -> MapError:
        """Return an error about the next line."""
        return MapError(reason, rule, row=self.row, column=column, **args)

    def fail_at(self, cell: Cell, reason: str, rule: str) -> MapError:
        """Return an error about a hex of the map, with its place in the text."""
        row = self.first + cell[1]
        columns = [n for n, mark in enumerate(self.lines[row - 1], 1) if mark in (LAND, WATER)]
        return MapError(reason, rule, row=row, column=columns[cell[0]], hex=cell_text(cell))

    def expect(self, key: str) -> None:
        """Go to the next line that has words; it has to begin with this key."""
        if self.key != key:
            raise self.fail("map_key_expected", "POW-MAP-01", expected=key, found=self.key)

    def words(self, key: str, least: int, most: int | None = None) -> list[_Word]:
        """Take the next line: its words after the key, `least` to `most` of them."""
        self.expect(key)
        most = least if most is None else most
        first, *words = self.tokens()
        if not least <= len(words) <= most:
            takes = least if least == most else f"{least}–{most}"
            last = words[-1] if words else first
            column = words[most].column if len(words) > most else last.column + len(last.text)
            raise self.fail("map_words", "POW-MAP-01", column, key=key, takes=takes, n=len(words))
        self.at += 1
        return words

    def rest(self, key: str) -> str:
        """Take the next line: its text after the key."""
        self.expect(key)
        text = self.line.strip()[len(key) :]
        self.at += 1
        return _REMARK_ON_TEXT.sub("", text).strip()


_TITLE: Final = "powerboats-map 1"
_LONGEST: Final = 99
"""The most columns or rows of a map; row numbers have two digits."""

LIGHT_SIDES: Final = tuple(f"L{n}" for n in range(1, 7))
"""The backs of the tiles; no picture of any of them is known, so each is drawn by who has the game."""

TEXTS_KEPT: Final = 64

_FAULTY_PARTS: Final = {
    "line_side": "line",
    "line_on_land": "line",
    "finish_off_map": "line",
    "full_circle": "arrow",
    "gate_dry": "gate",
    "gate_on_buoy": "gate",
}
"""What is at fault where a course cannot be sailed; else the buoy or the side its arguments name."""

_ROW = re.compile(r"\s*([0-9]+)?([\s#.]*)")
_CELL = re.compile(r"([0-9]{1,3}),([0-9]{1,3})$")

_SENSES: Final[tuple[Sense, ...]] = ("ccw", "cw")
_WAYS: Final = {"start": "to", "finish": "from"}
_COURSE_NEEDS: Final = ("buoy 0", "line", "buoy 1", "buoy 2", "buoy 3")

_Places = dict[str, _Word]
"""Where the parts of a course stand: `course`, `line`, `buoy1`, `arrow1`, `gate1`, `start` …"""


def read_sound(text: str) -> tuple[Lake, list[_Places]]:
    """Read a map and check its water; return the lake, and where each of its courses stands.

    Raises MapError where it is not as the format says, or no lake.

    Rules: POW-MAP-05
    """
    reader = _Reader(text)
    lake, places = _read_all(reader)
    _check_water(reader, lake)
    return lake, places


@lru_cache(maxsize=TEXTS_KEPT)
def read_map(text: str) -> Lake:
    """Read a map that was found to be sound once. Raises MapError where it is not as the format says."""
    return _read_all(_Reader(text))[0]


def _read_all(reader: _Reader) -> tuple[Lake, list[_Places]]:
    """Read a whole map; return the lake, and where each of its courses stands. Raises MapError."""
    if reader.line.rstrip() != _TITLE:
        raise reader.fail("map_title", "POW-MAP-01", expected=_TITLE)
    reader.at += 1
    heading = _read_heading(reader)
    columns, rows = heading["size"]
    reader.words("map", 0)
    reader.first = reader.row
    cells = _read_rows(reader, columns, rows, "end")
    if reader.line.split()[:1] != ["end"]:
        raise reader.fail("map_too_many_rows", "POW-MAP-02", size=rows)
    reader.words("end", 0)
    name, source, layout = heading.get("name", ""), heading.get("source", ""), heading["layout"]
    lake, places = Lake(name=name, source=source, layout=layout, cells=cells), []
    while reader.key in ("spot", "course"):
        lake = _read_spots(reader, lake)
        lake, more = _read_courses(reader, lake)
        places += more
    if reader.key:
        raise reader.fail("map_leftover", "POW-MAP-01", found=reader.key)
    return lake, places


def _read_heading(reader: _Reader) -> dict[str, Any]:
    """Read what is heading before the rows, in any order; a name and a source may be left out."""
    heading: dict[str, Any] = {}
    while reader.key != "map":
        key, left = reader.key, [key for key in _HEADING if key not in heading]
        if key not in left:
            raise reader.fail("map_key_expected", "POW-MAP-01", expected=(*left, "map")[0], found=key)
        heading[key] = _HEADING[key](reader, key)
    if missing := [key for key in ("layout", "size") if key not in heading]:
        raise reader.fail("map_key_expected", "POW-MAP-01", expected=missing[0], found=reader.key)
    return heading


def _read_layout(reader: _Reader, key: str) -> int:
    points, shoved = reader.words(key, 2)
    points.one_of("pointy")
    return int(shoved.one_of("odd", "even") == "odd")


_HEADING: Final[dict[str, Callable[[_Reader, str], Any]]] = {
    "name": _Reader.rest,
    "source": _Reader.rest,
    "layout": _read_layout,
    "size": lambda reader, key: tuple(map(_read_size, reader.words(key, 2))),
}
"""What is told before the rows of a map."""


@lru_cache(maxsize=TEXTS_KEPT)
def read_light_sides(text: str) -> dict[str, Lake]:
    """Read the light sides drawn in a text, each as a small lake; its first row is shoved right.

    Raises MapError where it is not as the format says.
    """
    reader = _Reader(text)
    drawn: dict[str, Lake] = {}
    while reader.key:
        (word,) = reader.words("tile", 1)
        name = word.one_of(*(side for side in LIGHT_SIDES if side not in drawn))
        cells = _read_rows(reader, TILE_COLUMNS, TILE_ROWS, "tile", "spot", "")
        drawn[name] = _read_spots(reader, Lake(name=name, layout=0, cells=cells))
    return drawn


def _read_size(word: _Word) -> int:
    if not (word.text.isascii() and word.text.isdigit() and 3 <= int(word.text[:4]) <= _LONGEST):
        raise word.wrong(f"3–{_LONGEST}")
    return int(word.text)


def _read_rows(reader: _Reader, columns: int, rows: int, *after: str) -> tuple[str, ...]:
    """Read the rows of hexes; a line that begins with what stands `after` them comes too early."""
    cells = []
    for row in range(rows):
        if reader.at >= len(reader.lines) or (reader.line.split() or [""])[0] in after:
            raise reader.fail("map_too_few_rows", "POW-MAP-02", n=row, size=rows)
        cells.append(_read_row(reader, row, columns))
        reader.at += 1
    return tuple(cells)


def _read_row(reader: _Reader, row: int, columns: int) -> str:
    """Read one row of hexes, its number checked where there is one."""
    line, match = reader.line, _ROW.match(reader.line)
    number, body = match.groups()  # type: ignore[union-attr]
    if (end := match.end()) < len(line):  # type: ignore[union-attr]
        raise reader.fail("map_cell", "POW-MAP-02", end + 1, found=line[end])
    if number is not None and int(number) != row:
        column = match.start(1) + 1  # type: ignore[union-attr]
        raise reader.fail("map_row_number", "POW-MAP-02", column, found=number, expected=row)
    cells = "".join(body.split())
    if len(cells) != columns:
        raise reader.fail("map_row_length", "POW-MAP-02", len(line) + 1, n=len(cells), size=columns)
    return cells


def _read_spots(reader: _Reader, lake: Lake) -> Lake:
    spots = [*lake.spots]
    while reader.key == "spot":
        word, place, *side = reader.words("spot", 2, 3)
        letter, cell = word.one_of(*LETTERS), _read_hex(lake, place)
        if any(spot.at == cell for spot in spots):
            raise place.fault("map_spot_twice", "POW-MAP-04", hex=place.text)
        if sum(spot.letter == letter for spot in spots) == SPOTS_PER_LETTER:
            raise word.fault("map_spots_enough", "POW-MAP-04", letter=letter)
        spots.append(_read_spot(lake, letter, cell, side))
    return replace(lake, spots=tuple(spots))


def _read_spot(lake: Lake, letter: Letter, cell: Cell, side: list[_Word]) -> LetterSpot:
    """Read the side a letter hugs, if any; `?` alone is unknown, after a heading unsure."""
    sure = not (side and side[0].text.endswith("?"))
    if not side or side[0].text == "?":
        return LetterSpot(letter, cell, None, sure)
    word = side[0]
    heading = word._replace(text=word.text.removesuffix("?")).one_of(*HEADINGS)
    line = line_from(lake, cell, HEADING_INDEX[heading])[:LINE_HEXES]
    if dry := next((at for at in line if not is_water(lake, at)), None):
        raise word.fault("map_spot_dry", "POW-MAP-04", hex=cell_text(dry))
    return LetterSpot(letter, cell, heading, sure)


def _read_courses(reader: _Reader, lake: Lake) -> tuple[Lake, list[_Places]]:
    """Read the courses written with the lake; whether they can be sailed is checked elsewhere.

    Rules: POW-MAP-05
    """
    courses: dict[Letter, CourseSpec] = dict(lake.courses)
    places: list[_Places] = []
    while reader.key == "course":
        (word,) = reader.words("course", 1)
        letter = word.one_of(*(known for known in LETTERS if known not in courses))
        places.append({"course": word})
        courses[letter] = _read_course(reader, lake, places[-1])
    return replace(lake, courses=tuple(courses.items())), places


def _read_course(reader: _Reader, lake: Lake, places: _Places) -> CourseSpec:
    """Read one course, in any order: the line, buoys 0 to 3, and the sides where they are told.

    `places` receives where each part stands.
    """
    parts: dict[str, Any] = {}
    while (part := _part_of(reader)) in _COURSE_PARTS and part not in parts:
        parts[part] = _COURSE_PARTS[part](reader, lake, part, places)
    if missing := [part for part in _COURSE_NEEDS if part not in parts]:
        raise reader.fail("map_key_expected", "POW-MAP-01", expected=missing[0], found=part)
    buoys, arrows, gates = zip(*(parts[f"buoy {number}"] for number in range(4)), strict=True)
    return CourseSpec(
        buoys=buoys,
        line=parts["line"],
        arrows=arrows[1:],
        gates=gates[1:],
        start=parts.get("start"),
        finish=parts.get("finish"),
    )


def _part_of(reader: _Reader) -> str:
    """Return the part of a course that the next line tells: its key, of a buoy with the number."""
    words = 2 if reader.key == "buoy" else 1
    return " ".join(word.text for word in reader.tokens()[:words])


def _read_line(reader: _Reader, _: Lake, part: str, places: _Places) -> Heading:
    (places[part],) = reader.words(part, 1)
    return places[part].one_of(*HEADINGS)


def _read_buoy(
    reader: _Reader, lake: Lake, part: str, places: _Places
) -> tuple[Cell, Sense | None, Heading | None]:
    """Read a buoy: its hex, its arrow and its gate; None where they are left out."""
    number = part[-1]
    _, places[f"buoy{number}"], *more = reader.words("buoy", 2, 2 if number == "0" else 5)
    cell = _read_hex(lake, places[f"buoy{number}"])
    arrow: Sense | None = None
    if more and more[0].text != "gate":
        places[f"arrow{number}"] = more.pop(0)
        arrow = places[f"arrow{number}"].one_of(*_SENSES)
    if not more:
        return cell, arrow, None
    if len(more) != 2 or more[0].text != "gate":
        raise more[0].wrong("gate " + "|".join(HEADINGS))
    places[f"gate{number}"] = more[1]
    return cell, arrow, more[1].one_of(*HEADINGS)


def _read_side_hex(reader: _Reader, lake: Lake, part: str, places: _Places) -> Cell:
    word, places[part] = reader.words(part, 2)
    word.one_of(_WAYS[part])
    return _read_hex(lake, places[part])


_COURSE_PARTS: Final[dict[str, Callable[[_Reader, Lake, str, _Places], Any]]] = {
    **dict.fromkeys(("buoy 0", "buoy 1", "buoy 2", "buoy 3"), _read_buoy),
    "line": _read_line,
    **dict.fromkeys(_WAYS, _read_side_hex),
}
"""What is told of a course, each in a line."""


def _read_hex(lake: Lake, word: _Word) -> Cell:
    match = _CELL.match(word.text)
    if match is None:
        raise word.wrong("c,r")
    cell = int(match[1]), int(match[2])
    if not is_on(lake, cell):
        raise word.fault("map_off", "POW-MAP-04", hex=cell_text(cell))
    return cell


def _check_water(reader: _Reader, lake: Lake) -> None:
    """Check that the border is closed and the water hangs together. Raises MapError."""
    if cell := first_open_border(lake):
        raise reader.fail_at(cell, "map_border", "POW-MAP-03")
    if not any(WATER in row for row in lake.cells):
        raise reader.fail_at((0, 0), "map_no_water", "POW-MAP-06")
    anchor = None
    if lake.courses:
        spec = lake.courses[0][1]
        anchor = line_from(lake, spec.buoys[0], HEADING_INDEX[spec.line or "E"])[0]
    if cell := first_pond(lake, anchor):
        raise reader.fail_at(cell, "map_pond", "POW-MAP-06")


def find_fault(places: _Places, reason: str, args: Mapping[str, Any]) -> _Word:
    """Return where the part of a course stands that is at fault: at worst its first line.

    `reason` and `args` are those of the LakeError without the name of the game.
    """
    buoy = args.get("buoy", "")
    part = _FAULTY_PARTS.get(reason, args.get("which", "buoy"))
    wanted = (f"{part}{buoy}", f"buoy{buoy}", "course")
    return next(places[name] for name in wanted if name in places)


def write_map(lake: Lake) -> str:
    """Return a lake in the map format; reading it gives the same lake."""
    lines = [
        _TITLE,
        f"name {lake.name}",
        f"source {lake.source}",
        f"layout pointy {'odd' if lake.layout else 'even'}",
        f"size {lake.columns} {lake.rows}",
        "map",
        *(
            f"{row:02}{'  ' if is_shoved(row, lake.layout) else ' '}{' '.join(cells)}"
            for row, cells in enumerate(lake.cells)
        ),
        "end",
    ]
    for spot in lake.spots:
        side = f"{spot.side or ''}{'' if spot.sure else '?'}"
        lines.append(f"spot {spot.letter} {cell_text(spot.at)} {side}")
    for letter, course in lake.courses:
        lines += [f"course {letter}", *_write_course(course)]
    return "\n".join(line.rstrip() for line in lines) + "\n"


def _write_course(course: CourseSpec) -> list[str]:
    """Return the lines of a course below its letter; arrows, gates and sides only where they are told."""
    lines = [f"buoy 0 {cell_text(course.buoys[0])}", f"line {course.line}"]
    marks = zip(course.buoys[1:], course.arrows, course.gates, strict=True)
    for number, (buoy, arrow, gate) in enumerate(marks, 1):
        words = (f"buoy {number} {cell_text(buoy)}", arrow, gate and f"gate {gate}")
        lines.append(" ".join(filter(None, words)))
    if course.start:
        lines.append(f"start to {cell_text(course.start)}")
    if course.finish:
        lines.append(f"finish from {cell_text(course.finish)}")
    return lines
