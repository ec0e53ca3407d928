"""The light sides of tiles as a table draws them: `tile L1`, its rows of hexes, its lettered spots."""

from functools import lru_cache
from typing import Final

from referee.games.powerboats.lakes.lake import Lake
from referee.games.powerboats.lakes.lake_data import TILE_COLUMNS, TILE_ROWS
from referee.games.powerboats.mapfile.reading import read_row, read_spots
from referee.games.powerboats.mapfile.text import Reader, next_key

LIGHT_SIDES: Final = tuple(f"L{n}" for n in range(1, 7))
"""The backs of the tiles; no picture of any of them is known, so each is drawn by who has the game."""

TEXTS_KEPT: Final = 64


@lru_cache(maxsize=TEXTS_KEPT)
def read_light_sides(text: str) -> dict[str, Lake]:
    """Read the light sides drawn in a text, each as a small lake; its first row is shoved right.

    Raises MapError where it is not as the format says.

    Rules: POW-MAP-02, POW-MAP-04, POW-MAP-08
    """
    reader = Reader(text)
    drawn: dict[str, Lake] = {}
    while next_key(reader):
        name, column = reader.words("tile", 1, 1)[0]
        expected = [each for each in LIGHT_SIDES if each not in drawn]
        if name not in expected:
            raise reader.wrong(name, column, ", ".join(expected))
        cells = read_rows(reader)
        drawn[name] = read_spots(reader, Lake(name=name, layout=0, cells=cells))
    return drawn


def read_rows(reader: Reader) -> tuple[str, ...]:
    """Read the twelve rows of a tile.

    Rules: POW-MAP-02
    """
    cells = []
    for row in range(TILE_ROWS):
        line = reader.peek()
        if not (line or "").strip() or next_key(reader) in ("tile", "spot"):
            raise reader.fail("map_too_few_rows", "POW-MAP-02", n=row, size=TILE_ROWS)
        cells.append(read_row(reader, line or "", row, TILE_COLUMNS))
        reader.at += 1
    return tuple(cells)
