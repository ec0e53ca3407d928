"""The plain-text map: read strictly, every failure with its row and column, and written back the same."""

import re
from typing import Any, Final

from msgspec.structs import replace

from events.powerboats import Heading
from referee.games.powerboats.hexes import HEADING_INDEX, HEADINGS, Cell, is_shoved
from referee.games.powerboats.lake import (
    LAND,
    LETTERS,
    LINE_HEXES,
    SPOTS_PER_LETTER,
    WATER,
    CourseSpec,
    Lake,
    LetterSpot,
    first_open_border,
    first_pond,
    is_on,
    is_water,
    line_from,
)

TITLE: Final = "powerboats-map 1"
LONGEST: Final = 99
"""The most columns or rows of a map; row numbers have two digits."""

_ROW = re.compile(r"\s*([0-9]+)?([\s#.]*)$")
_ROW_START = re.compile(r"\s*[0-9]*[\s#.]*")
_CELL = re.compile(r"([0-9]{1,3}),([0-9]{1,3})$")
_TOKEN = re.compile(r"\S+")


class MapError(Exception):
    """A map that cannot be read: a message id, the rule, and where.

    `row` and `column` count the text's lines and characters from 1; `args_` has the rest.
    """

    def __init__(self, reason: str, rule: str, row: int, column: int = 1, **args: Any) -> None:
        super().__init__(f"{reason} at row {row}, column {column}")
        self.reason, self.rule = reason, rule
        self.row, self.column = row, column
        self.args_: dict[str, Any] = {"row": row, "column": column, **args}


class Reader:
    """The lines of a map and how far they are read; lives inside one call of `read_map`."""

    def __init__(self, text: str) -> None:
        self.lines = text.split("\n")
        self.at = 0
        self.rows: dict[int, int] = {}
        self.courses: list[int] = []

    @property
    def row(self) -> int:
        """Number the line that is next, from 1."""
        return self.at + 1

    def peek(self) -> str | None:
        """Look at the next line; None after the last."""
        return self.lines[self.at] if self.at < len(self.lines) else None

    def fail(self, reason: str, rule: str, column: int = 1, **args: Any) -> MapError:
        """Make an error about the next line."""
        return MapError(f"powerboats.{reason}", rule, self.row, column, **args)

    def fail_at(self, cell: Cell, reason: str, rule: str, **args: Any) -> MapError:
        """Make an error about a hex of the map, with its place in the text."""
        row = self.rows[cell[1]]
        body = _ROW.match(self.lines[row - 1])
        start = body.start(2) if body else 0
        places = [i for i, mark in enumerate(self.lines[row - 1]) if i >= start and mark in (LAND, WATER)]
        return MapError(
            f"powerboats.{reason}",
            rule,
            row,
            places[cell[0]] + 1,
            hex=cell_text(cell),
            **args,
        )

    def words(self, key: str, least: int, most: int) -> list[tuple[str, int]]:
        """Take the next line if it has this key: its words after the key, each with its column."""
        line = self.peek()
        words = [(m.group(), m.start() + 1) for m in _TOKEN.finditer(line or "")]
        if not words or words[0][0] != key:
            found = words[0][0] if words else ""
            raise self.fail("map_key_expected", "POW-MAP-01", expected=key, found=found)
        if not least <= len(words) - 1 <= most:
            raise self.fail(
                "map_words",
                "POW-MAP-01",
                len(line or "") + 1,
                key=key,
                least=least,
                most=most,
            )
        self.at += 1
        return words[1:]

    def rest(self, key: str) -> str:
        """Take the next line if it has this key: its text after the key."""
        line = self.peek() or ""
        if line != key and not line.startswith(f"{key} "):
            raise self.fail(
                "map_key_expected",
                "POW-MAP-01",
                expected=key,
                found=line.split(" ", 1)[0],
            )
        self.at += 1
        return line[len(key) + 1 :]

    def wrong(self, word: str, column: int, expected: str, *, back: int = 1) -> MapError:
        """Make an error about a word of the line just taken."""
        args = {"found": word, "expected": expected}
        return MapError("powerboats.map_word", "POW-MAP-01", self.row - back, column, **args)


def read_map(text: str) -> Lake:
    """Read a map and check what can be checked without a course.

    Raises MapError where it is not as the format says.

    Rules: POW-MAP-01, POW-MAP-02, POW-MAP-03, POW-MAP-04, POW-MAP-05, POW-MAP-06
    """
    return read_with_places(text)[0]


def read_with_places(text: str) -> tuple[Lake, Reader]:
    """Read a map, and keep the reader for errors found later in its courses."""
    reader = Reader(text)
    if reader.peek() != TITLE:
        raise reader.fail("map_title", "POW-MAP-01", expected=TITLE)
    reader.at += 1
    name, source = reader.rest("name"), reader.rest("source")
    layout = read_layout(reader)
    columns, rows = read_size(reader)
    cells = read_cells(reader, columns, rows)
    lake = Lake(name=name, source=source, layout=layout, cells=cells)
    lake = read_spots(reader, lake)
    lake = read_courses(reader, lake)
    while reader.peek() == "":
        reader.at += 1
    if reader.peek() is not None:
        raise reader.fail("map_leftover", "POW-MAP-01", found=(reader.peek() or "").split(" ", 1)[0])
    check_water(reader, lake)
    return lake, reader


def read_layout(reader: Reader) -> int:
    """Read which rows are shoved right."""
    (points, column), (shoved, second) = reader.words("layout", 2, 2)
    if points != "pointy":
        raise reader.wrong(points, column, "pointy")
    if shoved not in ("odd", "even"):
        raise reader.wrong(shoved, second, "odd, even")
    return int(shoved == "odd")


def read_size(reader: Reader) -> tuple[int, int]:
    """Read how many columns and rows there are."""
    sizes = []
    for word, column in reader.words("size", 2, 2):
        if not word.isascii() or not word.isdigit() or not 3 <= int(word[:4]) <= LONGEST:
            raise reader.wrong(word, column, f"3–{LONGEST}")
        sizes.append(int(word))
    return sizes[0], sizes[1]


def read_cells(reader: Reader, columns: int, rows: int) -> tuple[str, ...]:
    """Read the rows of hexes.

    Rules: POW-MAP-02
    """
    reader.words("map", 0, 0)
    cells = []
    for row in range(rows):
        line = reader.peek()
        if line is None or line.strip() == "end":
            raise reader.fail("map_too_few_rows", "POW-MAP-02", n=row, size=rows)
        reader.rows[row] = reader.row
        cells.append(read_row(reader, line, row, columns))
        reader.at += 1
    if (reader.peek() or "").strip() != "end":
        raise reader.fail("map_too_many_rows", "POW-MAP-02", size=rows)
    reader.words("end", 0, 0)
    return tuple(cells)


def read_row(reader: Reader, line: str, row: int, columns: int) -> str:
    """Read one row of hexes, its number checked where there is one."""
    match = _ROW.match(line)
    if match is None:
        column = len(_ROW_START.match(line)[0])  # type: ignore[index]
        raise reader.fail("map_cell", "POW-MAP-02", column + 1, found=line[column : column + 1])
    number, body = match.groups()
    if number is not None and int(number) != row:
        raise reader.fail(
            "map_row_number",
            "POW-MAP-02",
            match.start(1) + 1,
            found=number,
            expected=row,
        )
    cells = "".join(body.split())
    if len(cells) != columns:
        raise reader.fail("map_row_length", "POW-MAP-02", len(line) + 1, n=len(cells), size=columns)
    return cells


def read_hex(reader: Reader, lake: Lake, word: str, column: int) -> Cell:
    """Read a hex, which must be on the map.

    Rules: POW-MAP-04
    """
    match = _CELL.match(word)
    if match is None:
        raise reader.wrong(word, column, "c,r")
    cell = int(match[1]), int(match[2])
    if not is_on(lake, cell):
        raise MapError(
            "powerboats.map_off",
            "POW-MAP-04",
            reader.row - 1,
            column,
            hex=cell_text(cell),
        )
    return cell


def read_heading(reader: Reader, word: str, column: int) -> Heading:
    """Read one of the six headings."""
    if word not in HEADING_INDEX:
        raise reader.wrong(word, column, ", ".join(HEADINGS))
    return HEADINGS[HEADING_INDEX[word]]


def next_key(reader: Reader) -> str:
    """Look at the key of the next line; empty where there is none."""
    words = (reader.peek() or "").split(maxsplit=1)
    return words[0] if words else ""


def read_spots(reader: Reader, lake: Lake) -> Lake:
    """Read the lettered spots.

    Rules: POW-MAP-04, POW-CRS-01, POW-CRS-03
    """
    spots: list[LetterSpot] = []
    while next_key(reader) == "spot":
        (letter, at), (place, there), *side = reader.words("spot", 2, 3)
        if letter not in LETTERS:
            raise reader.wrong(letter, at, ", ".join(LETTERS))
        cell = read_hex(reader, lake, place, there)
        if any(spot.at == cell for spot in spots):
            raise MapError(
                "powerboats.map_spot_twice",
                "POW-MAP-04",
                reader.row - 1,
                there,
                hex=place,
            )
        if sum(spot.letter == letter for spot in spots) == SPOTS_PER_LETTER:
            raise MapError(
                "powerboats.map_spots_enough",
                "POW-MAP-04",
                reader.row - 1,
                at,
                letter=letter,
            )
        spots.append(read_side(reader, lake, LetterSpot(letter, cell), side))
    return replace(lake, spots=tuple(spots))


def read_side(reader: Reader, lake: Lake, spot: LetterSpot, side: list[tuple[str, int]]) -> LetterSpot:
    """Read the side a letter hugs; `?` alone is unknown, after a heading unsure."""
    if not side or side[0][0] == "?":
        return LetterSpot(spot.letter, spot.at, None, sure=False) if side else spot
    word, column = side[0]
    heading = read_heading(reader, word.removesuffix("?"), column)
    line = line_from(lake, spot.at, HEADING_INDEX[heading])[:LINE_HEXES]
    if dry := next((cell for cell in line if not is_water(lake, cell)), None):
        raise MapError(
            "powerboats.map_spot_dry",
            "POW-MAP-04",
            reader.row - 1,
            column,
            hex=cell_text(dry),
        )
    return LetterSpot(spot.letter, spot.at, heading, sure=not word.endswith("?"))


def read_courses(reader: Reader, lake: Lake) -> Lake:
    """Read the courses written with the lake; whether they can be sailed is checked elsewhere.

    Rules: POW-MAP-05
    """
    courses: list[tuple[Any, CourseSpec]] = []
    while next_key(reader) == "course":
        reader.courses.append(reader.row)
        (letter, column), *_ = reader.words("course", 1, 1)
        if letter not in LETTERS or any(letter == known for known, _ in courses):
            left = [known for known in LETTERS if all(known != name for name, _ in courses)]
            raise reader.wrong(letter, column, ", ".join(left))
        courses.append((letter, read_course(reader, lake)))
    return replace(lake, courses=tuple(courses))


def read_course(reader: Reader, lake: Lake) -> CourseSpec:
    """Read one course: buoy 0, the line, buoys 1 to 3, and the sides where they are told."""
    buoys = [read_buoy(reader, lake, 0)[0]]
    (word, column), *_ = reader.words("line", 1, 1)
    line = read_heading(reader, word, column)
    arrows, gates = [], []
    for number in (1, 2, 3):
        cell, arrow, gate = read_buoy(reader, lake, number)
        buoys.append(cell)
        arrows.append(arrow)
        gates.append(gate)
    start = read_side_hex(reader, lake, "start", "to")
    finish = read_side_hex(reader, lake, "finish", "from")
    return CourseSpec(
        buoys=tuple(buoys),  # type: ignore[arg-type]
        line=line,
        arrows=tuple(arrows),
        gates=tuple(gates),  # type: ignore[arg-type]
        start=start,
        finish=finish,
    )


def read_buoy(reader: Reader, lake: Lake, number: int) -> tuple[Cell, Any, Heading | None]:
    """Read a buoy: its hex, its arrow and its gate."""
    (name, column), (place, there), *more = reader.words("buoy", 2, 2 if number == 0 else 5)
    if name != str(number):
        raise reader.wrong(name, column, str(number))
    cell = read_hex(reader, lake, place, there)
    arrow = None
    if more and more[0][0] != "gate":
        arrow, at = more.pop(0)
        if arrow not in ("ccw", "cw"):
            raise reader.wrong(arrow, at, "ccw, cw")
    if not more:
        return cell, arrow, None
    if len(more) != 2 or more[0][0] != "gate":
        raise reader.wrong(more[0][0], more[0][1], "gate " + "|".join(HEADINGS))
    return cell, arrow, read_heading(reader, *more[1])


def read_side_hex(reader: Reader, lake: Lake, key: str, word: str) -> Cell | None:
    """Read the hex that names the side of the start or the finish, where the map has it."""
    if next_key(reader) != key:
        return None
    (found, column), (place, there) = reader.words(key, 2, 2)
    if found != word:
        raise reader.wrong(found, column, word)
    return read_hex(reader, lake, place, there)


def check_water(reader: Reader, lake: Lake) -> None:
    """Check that the border is closed and the water hangs together.

    Rules: POW-MAP-03, POW-MAP-06
    """
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


def cell_text(cell: Cell) -> str:
    """Write a hex as column,row."""
    return f"{cell[0]},{cell[1]}"


def write_map(lake: Lake) -> str:
    """Write a lake in the map format; reading it gives the same lake."""
    lines = [
        TITLE,
        f"name {lake.name}",
        f"source {lake.source}",
        f"layout pointy {'odd' if lake.layout else 'even'}",
        f"size {lake.columns} {lake.rows}",
        "map",
        *draw_rows(lake),
        "end",
        *(write_spot(spot) for spot in lake.spots),
    ]
    for letter, course in lake.courses:
        lines += [f"course {letter}", *write_course(course)]
    return "\n".join(line.rstrip() for line in lines) + "\n"


def draw_rows(lake: Lake) -> list[str]:
    """Write the rows of hexes, shoved as they lie."""
    return [
        f"{row:02}{'  ' if is_shoved(row, lake.layout) else ' '}{' '.join(cells)}"
        for row, cells in enumerate(lake.cells)
    ]


def write_spot(spot: LetterSpot) -> str:
    """Write one lettered spot."""
    side = f"{spot.side or ''}{'' if spot.sure else '?'}"
    return f"spot {spot.letter} {cell_text(spot.at)} {side}"


def write_course(course: CourseSpec) -> list[str]:
    """Write one course."""
    lines = [f"buoy 0 {cell_text(course.buoys[0])}", f"line {course.line}"]
    for number in (1, 2, 3):
        arrow, gate = course.arrows[number - 1], course.gates[number - 1]
        more = ([arrow] if arrow else []) + (["gate", gate] if gate else [])
        lines.append(" ".join(["buoy", str(number), cell_text(course.buoys[number]), *more]))
    if course.start:
        lines.append(f"start to {cell_text(course.start)}")
    if course.finish:
        lines.append(f"finish from {cell_text(course.finish)}")
    return lines
