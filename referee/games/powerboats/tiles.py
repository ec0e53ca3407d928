"""Lakes by name, and lakes laid of tiles: the shorthand `D3r D4 D2r / D6 D1r D5` in the rulebook's frame."""

import re
from collections.abc import Iterable
from functools import cache
from typing import Any, Final

from msgspec.structs import replace

from referee.games.powerboats.lake import (
    HEADING_INDEX,
    HEADINGS,
    LAND,
    TILE_COLUMNS,
    TILE_ROWS,
    WATER,
    Lake,
    LakeError,
    LetterSpot,
    cell_text,
    first_pond,
)
from referee.games.powerboats.maps import LIGHT_SIDES, read_light_sides, read_map
from referee.kernel.parts import draw_number, read_data, shuffle

_TILES_ACROSS: Final = 3
_TILES_DOWN: Final = 2
_TILE_AREA: Final = (3, 3)
"""Column and row of the lake where the first tile begins; its first row is shoved right."""

_SEAMS: Final = (*_TILE_AREA, TILE_COLUMNS, TILE_ROWS)
SHIPPED: Final = {"rulebook": _SEAMS, "rearranged": _SEAMS, "training": None}
"""The lakes whose maps are shipped, and where the seams of their tiles are."""

TILES: Final = ("D1", "D2", "D3", "D4", "D5", "D6")
"""The dark sides of the tiles in the order of the rulebook's lake; the score track is to the south."""

SIDES: Final = (*TILES, *LIGHT_SIDES)
"""The sides a tile may show: the dark one, and the light one on its back."""

_TILE = re.compile(r"([DL]\d)(r?)$")
_BETWEEN_TILES = re.compile(r"[\s,;、]+")

_Laid = tuple[str, bool]
"""A tile and whether it is turned round."""


@cache
def shipped_lake(name: str) -> Lake:
    """Return a shipped lake by name; the real ones have the seams of their tiles."""
    return replace(read_map(map_of(name)), seams=SHIPPED[name])


def map_of(name: str) -> str:
    """Return the map of a shipped lake, as it was transcribed hex by hex."""
    return read_data("powerboats", f"lakes/{name}.txt")


def _read_tiles(text: str) -> tuple[_Laid, ...]:
    """Read the shorthand: two rows of three tiles, each once, by a side, `r` for turned round.

    Raises LakeError.
    """
    rows = [row.split() for row in text.split("/")]
    if [len(row) for row in rows] != [_TILES_ACROSS] * _TILES_DOWN:
        raise LakeError("tiles_rows", "POW-MAP-07", "POW-SET-02", found=text.strip())
    laid: list[_Laid] = []
    words = [word for row in rows for word in row]
    for n, word in enumerate(words):
        match = _TILE.match(word)
        place: dict[str, Any] = {"row": n // _TILES_ACROSS + 1, "column": n % _TILES_ACROSS + 1}
        if match is None or match[1] not in SIDES:
            raise LakeError("tiles_unknown", "POW-MAP-07", found=word, left=_left_of(words), **place)
        if any(match[1][1:] == name[1:] for name, _ in laid):
            raise LakeError(
                "tiles_twice", "POW-MAP-07", "POW-SET-02", found=match[1], left=_left_of(words), **place
            )
        laid.append((match[1], bool(match[2])))
    return tuple(laid)


def _left_of(words: Iterable[str]) -> tuple[str, ...]:
    """Return the tiles that the words of a shorthand lay on neither side."""
    laid = {match[1][1:] for match in map(_TILE.match, words) if match}
    return tuple(name for name in TILES if name[1:] not in laid)


def tidy_tiles(text: str) -> str:
    """Return a shorthand as it is written here, whatever its case; six tiles need nothing between the rows.

    What lays no lake stays what it is, for `_read_tiles` to refuse.
    """
    rows = [[word.capitalize() for word in _BETWEEN_TILES.split(row.strip())] for row in text.split("/")]
    if len(rows) == 1 and len(rows[0]) == _TILES_ACROSS * _TILES_DOWN:
        rows = [rows[0][:_TILES_ACROSS], rows[0][_TILES_ACROSS:]]
    return " / ".join(" ".join(row) for row in rows)


def _write_tiles(laid: Iterable[_Laid]) -> str:
    """Return the shorthand of tiles as they are laid."""
    return tidy_tiles(" ".join(f"{name}{'r' if turned else ''}" for name, turned in laid))


@cache
def lay_tiles(text: str, light_sides: str = "") -> Lake:
    """Return the lake of six tiles laid where the rulebook's lie; `light_sides` draws the light ones.

    Raises LakeError where the shorthand or the lake it lays is no lake, MapError where a drawing is none.

    Rules: POW-SET-02, POW-MAP-06
    """
    laid = _read_tiles(text)
    sides = {**dark_sides(), **read_light_sides(light_sides)}
    cells = [list(row) for row in shipped_lake("rulebook").cells]
    spots: list[LetterSpot] = []
    for n, (name, is_turned) in enumerate(laid):
        if name not in sides:
            raise LakeError("light_side_unseen", "POW-MAP-08", found=name)
        side = _turn_round(sides[name]) if is_turned else sides[name]
        left, top = _corner(n)
        for row, line in enumerate(side.cells, top):
            cells[row][left : left + TILE_COLUMNS] = line
        spots += [_move_spot(spot, left, top) for spot in side.spots]
    lake = Lake(
        name=_write_tiles(laid),
        source="tiles over the frame",
        cells=tuple("".join(row) for row in cells),
        spots=tuple(sorted(spots, key=lambda spot: (spot.letter, spot.at))),
        seams=_SEAMS,
    )
    if pond := first_pond(lake):
        raise LakeError("tiles_pond", "POW-MAP-07", row=pond[1], column=pond[0], hex=cell_text(pond))
    return lake


@cache
def dark_sides() -> dict[str, Lake]:
    """Return the dark sides, cut out of the rulebook's lake as small lakes; their first row is shoved right.

    Rules: POW-MAP-08
    """
    lake, sides = shipped_lake("rulebook"), {}
    for n, name in enumerate(TILES):
        left, top = _corner(n)
        cells = tuple(row[left : left + TILE_COLUMNS] for row in lake.cells[top : top + TILE_ROWS])
        spots = (_move_spot(spot, -left, -top) for spot in lake.spots)
        inside = tuple(s for s in spots if s.at[0] in range(TILE_COLUMNS) and s.at[1] in range(TILE_ROWS))
        sides[name] = Lake(name=name, layout=0, cells=cells, spots=inside)
    return sides


def _corner(n: int) -> tuple[int, int]:
    """Return the column and row of the lake where the n-th tile begins."""
    down, across = divmod(n, _TILES_ACROSS)
    return _TILE_AREA[0] + across * TILE_COLUMNS, _TILE_AREA[1] + down * TILE_ROWS


def _move_spot(spot: LetterSpot, columns: int, rows: int) -> LetterSpot:
    """Return a letter moved to the right and down; back where a count is negative."""
    return replace(spot, at=(spot.at[0] + columns, spot.at[1] + rows))


def _turn_round(side: Lake) -> Lake:
    """Return a tile turned round, its letters with it."""
    spots = tuple(
        LetterSpot(
            spot.letter,
            (TILE_COLUMNS - 1 - spot.at[0], TILE_ROWS - 1 - spot.at[1]),
            spot.side and HEADINGS[HEADING_INDEX[spot.side] - 3],
            spot.sure,
        )
        for spot in side.spots
    )
    return replace(side, cells=tuple(row[::-1] for row in reversed(side.cells)), spots=spots)


def shuffled_tiles(seed: str) -> str:
    """Return the shorthand of tiles in random order, turned at random; the same for the same seed."""
    order = shuffle(seed, "tiles", TILES)
    return _write_tiles((name, draw_number(seed, "turned", n, 2) == 1) for n, name in enumerate(order))


def empty_lake(columns: int, rows: int) -> Lake:
    """Return a lake of open water, with land all round it."""
    shore, open_water = LAND * columns, LAND + WATER * (columns - 2) + LAND
    cells = (shore, *[open_water] * (rows - 2), shore)
    return Lake(name="new lake", source="painted by the table", cells=cells)
