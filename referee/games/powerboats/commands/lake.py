"""`referee lake`: a lake of Powerboats drawn, checked, laid at random, and the course on it."""

import sys
from pathlib import Path
from shlex import quote
from typing import Annotated, NoReturn

import typer
from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from referee.games.powerboats import tiles
from referee.games.powerboats.board.picture import draw_lake_svg
from referee.games.powerboats.board.text import draw_lake_text
from referee.games.powerboats.course import Course, build, shortest_route
from referee.games.powerboats.lake import (
    LETTERS,
    SPOTS_PER_LETTER,
    Cell,
    Lake,
    LakeError,
    LetterSpot,
    cell_text,
    water_of,
)
from referee.games.powerboats.maps import write_map
from referee.games.powerboats.setup import (
    against_the_bend,
    courses_of,
    invented_buoys,
    plan,
    read_checked,
    spec_of,
)
from referee.games.powerboats.view import CourseView, course_view
from referee.kernel.parts import draw_number
from referee.l10n import noun
from referee.languages import listed
from referee.service.answers import Answer, json_value
from referee.service.files.file_lines import ENCODINGS, raw_lines, read_otherwise
from referee.service.files.written_files import write_file
from referee.service.terminal import Terminal, terminal_of

EXAMPLE = """\
referee lake rulebook --course
referee lake "D3r D4 D2r / D6 D1r D5" --svg lake.svg
referee lake "L1 D2 D3r / D4 L5 D6" --light sides.txt
referee lake --shuffle evening --course --race 2
referee lake --new 16x12 > pond.txt
referee lake pond.txt
"""

_SAYS = "powerboats.command.lake"


class LakeDrawn(Answer, frozen=True, kw_only=True):
    """A lake: its size, its `water` hexes, the printed letters it has `spots` for, all of it as a `map`.

    With the course of a race: `invented` are the buoys the map has no letters for, `against_the_bend` the
    buoys whose arrow goes against it, `shortest_route` the hexes of a shortest way round.
    """

    name: str
    source: str
    columns: int
    rows: int
    water: int
    spots: tuple[LetterSpot, ...]
    map: str
    course: CourseView | UnsetType = UNSET
    invented: tuple[Cell, ...] | UnsetType = UNSET
    against_the_bend: tuple[int, ...] | UnsetType = UNSET
    shortest_route: tuple[Cell, ...] | UnsetType = UNSET


class NoLake(Answer, frozen=True, kw_only=True):
    """Why a lake or its course cannot be, and by which rules; what the message names stands beside it."""

    lake: str
    rules: tuple[str, ...]
    message: str


ANSWERS = {"lake": LakeDrawn, "no-lake": NoLake}
"""What the command answers with --json, by name."""


def command(
    ctx: typer.Context,
    lake: Annotated[
        str | None,
        typer.Argument(
            metavar="[FILE|NAME|TILES]",
            help="A map file (- is stdin), a shipped lake, or tiles in shorthand.",
        ),
    ] = None,
    course: Annotated[
        bool, typer.Option("--course", help="Show the course of a race, gates and all.")
    ] = False,
    race: Annotated[int, typer.Option(metavar="N", min=1, max=3, help="Of which race.")] = 1,
    draw: Annotated[
        str | None, typer.Option(metavar="S", help="Draw the buoys at random; the same for the same word.")
    ] = None,
    shuffle: Annotated[
        str | None, typer.Option(metavar="S", help="Lay the tiles at random; the same for the same word.")
    ] = None,
    light: Annotated[
        Path | None, typer.Option(metavar="FILE", help="The light sides of tiles, drawn hex by hex.")
    ] = None,
    new: Annotated[
        str | None, typer.Option(metavar="COLSxROWS", help="Start an empty map of this size.")
    ] = None,
    as_map: Annotated[bool, typer.Option("--map", help="Write the map out as text.")] = False,
    svg: Annotated[str | None, typer.Option(metavar="FILE", help="Draw into a file; - is stdout.")] = None,
    force: Annotated[bool, typer.Option("--force", help="Write over a file there is.")] = False,
) -> None:
    """Draw a lake of Powerboats, check it, and show its course."""
    terminal = terminal_of(ctx)
    typed = "lake --svg" if lake is None else f"lake {quote(lake)} --svg"
    terminal.refuse_to_replace(svg or "-", typed, force=force)
    found = _find_lake(terminal, lake, shuffle, new, light)
    setting, made_up = _find_course(terminal, found, race, draw) if course or draw else (None, ())
    _tell_invented_buoys(terminal, race, made_up)
    if svg is not None:
        _draw_svg(terminal, found, setting, svg)
    if terminal.as_json:
        terminal.emit(_answer_of(found, setting, made_up))
    elif as_map or new:
        sys.stdout.write(write_map(found))
    elif svg is None:
        print(draw_lake_text(found, setting, terminal.lang, colour=terminal.is_painted(sys.stdout)))


def _find_lake(
    terminal: Terminal, source: str | None, shuffle: str | None, new: str | None, light: Path | None
) -> Lake:
    """Return the lake meant: a new one, one laid at random, a file, a name, or tiles.

    Raises a problem where nothing is meant; stops the program with 1 where the lake is none.
    """
    called = {noun("typed_lake", id, terminal.lang, "powerboats"): id for id in tiles.SHIPPED}
    known = listed(called, terminal.lang)
    source = called.get(source or "", source)
    try:
        if new is not None:
            return tiles.empty_lake(*_read_size(terminal, new))
        if shuffle is not None:
            return tiles.lay_tiles(tiles.shuffled_tiles(shuffle))
        if source is None:
            raise terminal.problem(f"{_SAYS}.which", f"referee lake {next(iter(called))}", known=known)
        if source in tiles.SHIPPED:
            return tiles.shipped_lake(source)
        if "/" in source and source.lstrip().startswith(tiles.SIDES):
            unknown = terminal.problem(f"{_SAYS}.light_unknown", "referee rule POW-MAP-08", file=str(light))
            return tiles.lay_tiles(source, _read_file(terminal, light, unknown) if light else "")
        unknown = terminal.problem(f"{_SAYS}.unknown", "referee lake --new 30x20", lake=source, known=known)
        return read_checked(_read_file(terminal, Path(source), unknown))
    except LakeError as error:
        _refuse(terminal, f"{source}{error.place}", error)


def _read_file(terminal: Terminal, path: Path, unknown: Exception) -> str:
    """Return the text of a file; raise `unknown` where there is none, or a problem of its encoding."""
    path = terminal.find_file(path)
    if not path.is_file():
        raise unknown
    reading = read_otherwise(path)
    if reading is not None and reading.encoding is None:
        called = [ENCODINGS[each] for each in reading.likely]
        raise terminal.problem("log.other_encoding", encodings=called, id=reading.likely[0])
    return b"".join(raw_lines(path)).decode().removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")


def _read_size(terminal: Terminal, text: str) -> tuple[int, int]:
    """Return columns and rows of a size such as 30x20."""
    columns, _, rows = text.lower().partition("x")
    for word in (columns, rows):
        if not (word.isascii() and word.isdigit() and 4 <= int(word[:4]) <= 99):
            raise terminal.problem(f"{_SAYS}.size", "referee lake --new 30x20", size=text)
    return int(columns), int(rows)


def _find_course(
    terminal: Terminal, lake: Lake, race: int, draw: str | None
) -> tuple[Course, tuple[Cell, ...]]:
    """Return a race's course, written with the map or drawn at random, and the buoys made up for it."""
    letter = LETTERS[race - 1]
    written = next((spec for known, spec in lake.courses if known == letter), None)
    if written is not None and draw is None:
        return build(lake, plan(lake, written, letter, house=False)), ()
    courses = courses_of(lake, race)
    if not courses:
        raise terminal.problem(f"{_SAYS}.no_course", "referee lake rulebook --course", race=race, code=1)
    course = courses[draw_number(draw or "1", "course", race, len(courses)) - 1]
    return build(lake, spec_of(course)), invented_buoys(lake, course)


def _tell_invented_buoys(terminal: Terminal, race: int, made_up: tuple[Cell, ...]) -> None:
    """Tell which buoys stand where the referee put them, because the map does not know the letters."""
    if made_up and not terminal.as_json:
        hexes = "; ".join(map(cell_text, made_up))
        args = {"letter": LETTERS[race - 1], "known": SPOTS_PER_LETTER - len(made_up), "hexes": hexes}
        terminal.tell(terminal.say(f"{_SAYS}.invented", **args))


def _refuse(terminal: Terminal, where: str, error: LakeError) -> NoReturn:
    """Tell why a lake is none, as a linter would, and stop the program with 1."""
    message = terminal.say(error.reason, **error.args_)
    if terminal.as_json:
        answer = NoLake(lake=where, rules=error.rules, message=message)
        terminal.emit(json_value(answer) | error.args_)
    else:
        terminal.tell(f"{where}: {error.rules[0]} {message}")
        terminal.tell(terminal.say("cli.help", hint=f"referee rule {error.rules[0]}"))
    raise typer.Exit(1)


def _answer_of(lake: Lake, course: Course | None, made_up: tuple[Cell, ...]) -> LakeDrawn:
    found = LakeDrawn(
        name=lake.name,
        source=lake.source,
        columns=lake.columns,
        rows=lake.rows,
        water=len(water_of(lake)),
        spots=lake.spots,
        map=write_map(lake),
    )
    if course is None:
        return found
    return replace(
        found,
        course=course_view(course),
        invented=made_up,
        against_the_bend=against_the_bend(course, lake),
        shortest_route=tuple(course.hex_of(at) for at in shortest_route(course) or ()),
    )


def _draw_svg(terminal: Terminal, lake: Lake, course: Course | None, svg: str) -> None:
    """Write the lake as SVG into a file; `-` is stdout."""
    drawing = str(draw_lake_svg(lake, course, terminal.lang))
    if svg == "-":
        sys.stdout.write(drawing + "\n")
    else:
        write_file(Path(svg), [drawing])
        terminal.tell(terminal.say("cli.written", file=svg))
