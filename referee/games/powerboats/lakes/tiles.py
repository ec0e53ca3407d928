"""Lakes by name, and lakes laid of tiles: the shorthand `D3r D4 D2r / D6 D1r D5` over the frame."""

import re
from collections.abc import Callable, Iterable
from functools import cache
from typing import Any, Final

from msgspec.structs import replace

from referee.games.powerboats.events import Heading
from referee.games.powerboats.lakes.hexes import HEADING_INDEX, HEADINGS, Cell
from referee.games.powerboats.lakes.lake import LAND, WATER, Lake, Letter, LetterSpot, first_pond
from referee.games.powerboats.lakes.lake_data import (
    FRAME,
    SHIPPED,
    TILE_AREA,
    TILE_COLUMNS,
    TILE_ROWS,
    TILE_SPOTS,
    TILES,
)
from referee.games.powerboats.mapfile.light_sides import LIGHT_SIDES, read_light_sides
from referee.games.powerboats.mapfile.reading import read_map
from referee.games.powerboats.mapfile.text import cell_text
from referee.kernel.chance.seed import drawn, shuffled

TILES_ACROSS: Final = 3
TILES_DOWN: Final = 2
SEAMS: Final = (*TILE_AREA, TILE_COLUMNS, TILE_ROWS)
_TILE = re.compile(r"([DL]\d)(r?)$")
BETWEEN_TILES = re.compile(r"[\s,;、]+")

SIDES: Final = (*TILES, *LIGHT_SIDES)
"""The sides a tile may show: the dark one, and the light one on its back."""

Spots = tuple[tuple[Letter, Cell, Heading | None, bool], ...]

Picture = tuple[tuple[str, ...], Spots]
"""The rows of hexes of a side, and its letters."""

Laid = tuple[str, bool]
"""A tile and whether it is turned round."""


class TilesError(ValueError):
    """Shorthand that lays no lake: a message id, the rule, and the arguments."""

    def __init__(self, reason: str, rule: str = "POW-MAP-07", **args: str | int | tuple[str, ...]) -> None:
        super().__init__(reason)
        self.reason, self.rule, self.args_ = f"powerboats.{reason}", rule, args


@cache
def shipped(name: str) -> Lake:
    """Read a shipped lake by name; the real ones show the seams of their tiles."""
    lake = read_map(SHIPPED[name])
    return replace(lake, seams=SEAMS) if lake.columns == len(FRAME[0]) else lake


def read_tiles(text: str) -> tuple[Laid, ...]:
    """Read the shorthand: two rows of three tiles, each once, by a side, `r` for turned round.

    Rules: POW-SET-02, POW-MAP-07
    """
    rows = [row.split() for row in text.split("/")]
    if [len(row) for row in rows] != [TILES_ACROSS] * TILES_DOWN:
        raise TilesError("tiles_rows", found=text.strip())
    laid: list[Laid] = []
    words = [word for row in rows for word in row]
    for n, word in enumerate(words):
        match = _TILE.match(word)
        place: dict[str, Any] = {"row": n // TILES_ACROSS + 1, "column": n % TILES_ACROSS + 1}
        if match is None or match[1] not in SIDES:
            raise TilesError("tiles_unknown", found=word, left=left_of(words), **place)
        if any(match[1][1:] == name[1:] for name, _ in laid):
            raise TilesError("tiles_twice", found=match[1], left=left_of(words), **place)
        laid.append((match[1], bool(match[2])))
    return tuple(laid)


def left_of(words: Iterable[str]) -> tuple[str, ...]:
    """List the tiles that the words of a shorthand lay on neither side."""
    laid = {match[1][1:] for match in map(_TILE.match, words) if match}
    return tuple(name for name in TILES if name[1:] not in laid)


def tidy(word: str) -> str:
    """Write one tile of a shorthand: its side large, `r` small."""
    return word[:1].upper() + word[1:].lower()


def tidied(text: str) -> str:
    """Write a shorthand as it is written here, whatever its case; six tiles need nothing between the rows.

    What lays no lake stays what it is, for `read_tiles` to say what is wrong with it.
    """
    rows = [[tidy(word) for word in BETWEEN_TILES.split(row.strip())] for row in text.split("/")]
    if len(rows) == 1 and len(rows[0]) == TILES_ACROSS * TILES_DOWN:
        rows = [rows[0][:TILES_ACROSS], rows[0][TILES_ACROSS:]]
    return " / ".join(" ".join(row) for row in rows)


def write_tiles(laid: tuple[Laid, ...]) -> str:
    """Write the shorthand."""
    words = [f"{name}{'r' if turned else ''}" for name, turned in laid]
    return f"{' '.join(words[:TILES_ACROSS])} / {' '.join(words[TILES_ACROSS:])}"


@cache
def lay_tiles(text: str, light_sides: str = "") -> Lake:
    """Lay the six tiles into the frame; the light sides among them as they are drawn.

    Raises TilesError where the shorthand or the lake it lays is no lake, MapError where a drawing is none.

    Rules: POW-SET-02, POW-MAP-06, POW-MAP-07, POW-MAP-08
    """
    laid = read_tiles(text)
    sides = pictures(laid, light_sides)
    cells = [list(row) for row in FRAME]
    spots: list[LetterSpot] = []
    for n, (name, turned) in enumerate(laid):
        to_lake = placing(n, turned=turned)
        rows, letters = sides[name]
        for row, line in enumerate(rows):
            for column, cell in enumerate(line):
                c, r = to_lake((column, row))
                cells[r][c] = cell
        spots += [spot_on(to_lake, *spot, turned=turned) for spot in letters]
    lake = Lake(
        name=write_tiles(laid),
        source="tiles over the frame",
        cells=tuple("".join(row) for row in cells),
        spots=tuple(sorted(spots, key=lambda spot: (spot.letter, spot.at))),
        seams=SEAMS,
    )
    if pond := first_pond(lake):
        raise TilesError("tiles_pond", row=pond[1], column=pond[0], hex=cell_text(pond))
    return lake


def pictures(laid: tuple[Laid, ...], light_sides: str) -> dict[str, Picture]:
    """Find what each side laid looks like: its rows of hexes and its letters.

    Rules: POW-MAP-08
    """
    found: dict[str, Picture] = {name: (rows, TILE_SPOTS[name]) for name, rows in TILES.items()}
    for name, side in read_light_sides(light_sides).items():
        spots = tuple((spot.letter, spot.at, spot.side, spot.sure) for spot in side.spots)
        found[name] = side.cells, spots
    unseen = next((name for name, _ in laid if name not in found), None)
    if unseen is not None:
        raise TilesError("light_side_unseen", "POW-MAP-08", found=unseen)
    return found


def placing(n: int, *, turned: bool) -> Callable[[Cell], Cell]:
    """Give the map from a tile's hexes to the lake's, for the n-th place."""
    left = TILE_AREA[0] + n % TILES_ACROSS * TILE_COLUMNS
    top = TILE_AREA[1] + n // TILES_ACROSS * TILE_ROWS

    def to_lake(cell: Cell) -> Cell:
        column, row = cell
        if turned:
            column, row = TILE_COLUMNS - 1 - column, TILE_ROWS - 1 - row
        return left + column, top + row

    return to_lake


def spot_on(
    to_lake: Callable[[Cell], Cell],
    letter: str,
    cell: Cell,
    side: Heading | None,
    sure: bool,
    *,
    turned: bool,
) -> LetterSpot:
    """Place a tile's letter on the lake."""
    if side and turned:
        side = HEADINGS[(HEADING_INDEX[side] + 3) % 6]
    return LetterSpot(letter, to_lake(cell), side, sure)  # type: ignore[arg-type]


def shuffled_tiles(seed: str) -> str:
    """Shuffle the tiles and turn each at random, the same way for the same seed.

    Rules: POW-SET-02
    """
    order = shuffled(seed, "tiles", tuple(TILES))
    return write_tiles(tuple((name, drawn(seed, "turned", n, 2) == 1) for n, name in enumerate(order)))


def empty_lake(columns: int, rows: int) -> Lake:
    """Start a lake: water, with land all round it."""
    shore, open_water = LAND * columns, LAND + WATER * (columns - 2) + LAND
    return Lake(
        name="new lake", source="painted by the table", cells=(shore, *[open_water] * (rows - 2), shore)
    )
