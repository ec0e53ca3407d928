"""The courses written with a lake, and where each part of them stands."""

from collections.abc import Mapping
from typing import Any, Final

from msgspec.structs import replace

from referee.games.powerboats.events import Heading
from referee.games.powerboats.lakes.hexes import HEADINGS, Cell
from referee.games.powerboats.lakes.lake import (
    LETTERS,
    CourseSpec,
    Lake,
)
from referee.games.powerboats.mapfile.text import Place, Reader, next_key, read_heading, read_hex

FAULTY_PARTS: Final = {
    "powerboats.line_side": "line",
    "powerboats.line_on_land": "line",
    "powerboats.finish_off_map": "line",
    "powerboats.full_circle": "arrow",
    "powerboats.gate_dry": "gate",
    "powerboats.gate_on_buoy": "gate",
}
"""What is at fault where a course cannot be sailed; else the buoy or the side its arguments name."""


def read_courses(reader: Reader, lake: Lake) -> Lake:
    """Read the courses written with the lake; whether they can be sailed is checked elsewhere.

    Rules: POW-MAP-05
    """
    courses: list[tuple[Any, CourseSpec]] = []
    while next_key(reader) == "course":
        reader.courses.append({})
        (letter, column), *_ = reader.words("course", 1, 1)
        reader.note("course", 1)
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
    reader.note("line", column)
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
    reader.note(f"buoy{name}", there)
    arrow = None
    if more and more[0][0] != "gate":
        arrow, at = more.pop(0)
        reader.note(f"arrow{name}", at)
        if arrow not in ("ccw", "cw"):
            raise reader.wrong(arrow, at, "ccw, cw")
    if not more:
        return cell, arrow, None
    if len(more) != 2 or more[0][0] != "gate":
        raise reader.wrong(more[0][0], more[0][1], "gate " + "|".join(HEADINGS))
    reader.note(f"gate{name}", more[1][1])
    return cell, arrow, read_heading(reader, *more[1])


def read_side_hex(reader: Reader, lake: Lake, key: str, word: str) -> Cell | None:
    """Read the hex that names the side of the start or the finish, where the map has it."""
    if next_key(reader) != key:
        return None
    (found, column), (place, there) = reader.words(key, 2, 2)
    if found != word:
        raise reader.wrong(found, column, word)
    reader.note(key, there)
    return read_hex(reader, lake, place, there)


def place_of(places: Mapping[str, Place], reason: str, args: Mapping[str, Any]) -> Place:
    """Find where the part of a course stands that is at fault: at worst its first line."""
    buoy = args.get("buoy", "")
    part = FAULTY_PARTS.get(reason, args.get("which", "buoy"))
    wanted = (f"{part}{buoy}", f"buoy{buoy}", "course")
    return next(places[name] for name in wanted if name in places)
