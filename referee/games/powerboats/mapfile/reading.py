"""The plain-text map, read strictly: its heading, its rows of hexes, its lettered spots."""

import re
from typing import Final

from msgspec.structs import replace

from referee.games.powerboats.lakes.hexes import HEADING_INDEX
from referee.games.powerboats.lakes.lake import (
    LETTERS,
    LINE_HEXES,
    SPOTS_PER_LETTER,
    WATER,
    Lake,
    LetterSpot,
    first_open_border,
    first_pond,
    is_water,
    line_from,
)
from referee.games.powerboats.mapfile.courses import read_courses
from referee.games.powerboats.mapfile.text import (
    ROW,
    TITLE,
    MapError,
    Reader,
    cell_text,
    next_key,
    read_heading,
    read_hex,
)

LONGEST: Final = 99
"""The most columns or rows of a map; row numbers have two digits."""

_ROW_START = re.compile(r"\s*[0-9]*[\s#.]*")


def read_map(text: str) -> Lake:
    """Read a map and check what can be checked without a course.

    Raises MapError where it is not as the format says.

    Rules: POW-MAP-01, POW-MAP-02, POW-MAP-03, POW-MAP-04, POW-MAP-05, POW-MAP-06
    """
    return read_with_places(text)[0]


def read_with_places(text: str) -> tuple[Lake, Reader]:
    """Read a map, and keep the reader for errors found later in its courses."""
    reader = Reader(text)
    if (reader.peek() or "").rstrip() != TITLE:
        raise reader.fail("map_title", "POW-MAP-01", expected=TITLE)
    reader.at += 1
    name, source = reader.rest("name"), reader.rest("source")
    layout = read_layout(reader)
    columns, rows = read_size(reader)
    cells = read_cells(reader, columns, rows)
    lake = Lake(name=name, source=source, layout=layout, cells=cells)
    lake = read_spots(reader, lake)
    lake = read_courses(reader, lake)
    if found := next_key(reader):
        raise reader.fail("map_leftover", "POW-MAP-01", found=found)
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
        if line is None or line.split()[:1] == ["end"]:
            raise reader.fail("map_too_few_rows", "POW-MAP-02", n=row, size=rows)
        reader.rows[row] = reader.row
        cells.append(read_row(reader, line, row, columns))
        reader.at += 1
    if (reader.peek() or "").split()[:1] != ["end"]:
        raise reader.fail("map_too_many_rows", "POW-MAP-02", size=rows)
    reader.words("end", 0, 0)
    return tuple(cells)


def read_row(reader: Reader, line: str, row: int, columns: int) -> str:
    """Read one row of hexes, its number checked where there is one."""
    match = ROW.match(line)
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
