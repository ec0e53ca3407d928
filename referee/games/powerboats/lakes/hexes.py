"""Hexes with a point at the top: neighbours, headings, bearings and sectors, all by table or integers.

A layout is 1 where odd rows are shoved half a hex right, 0 where even rows are.
"""

from math import atan2, degrees, sqrt
from typing import Final

from referee.games.powerboats.events import Heading

HEADINGS: Final[tuple[Heading, ...]] = ("E", "NE", "NW", "W", "SW", "SE")
"""Counter-clockwise; heading 0 is E, and turning left adds one."""

HEADING_INDEX: Final = {heading: i for i, heading in enumerate(HEADINGS)}
SECTORS: Final = 12
"""Clicks of 30 degrees in a full circle; even sectors are hex rows, odd ones the wedges between."""

_SHOVED: Final = ((1, 0), (1, -1), (0, -1), (-1, 0), (0, 1), (1, 1))
_UNSHOVED: Final = ((1, 0), (0, -1), (-1, -1), (-1, 0), (-1, 1), (0, 1))

_SECTOR_OF: Final = {
    (1, 0, 1): 0,
    (1, -1, 1): 1,
    (1, -1, 0): 2,
    (1, -1, -1): 3,
    (0, -1, -1): 4,
    (-1, -1, -1): 5,
    (-1, 0, -1): 6,
    (-1, 1, -1): 7,
    (-1, 1, 0): 8,
    (-1, 1, 1): 9,
    (0, 1, 1): 10,
    (1, 1, 1): 11,
}
"""The sector by the signs of an axial difference and of their sum."""

Cell = tuple[int, int]
"""Column and row."""

Spot = tuple[int, int]
"""Twice a plane coordinate: x in half hexes, y in rows, upwards; integers, middles included."""


def cell_text(cell: Cell) -> str:
    """Write a hex as column,row."""
    return f"{cell[0]},{cell[1]}"


def is_shoved(row: int, layout: int) -> bool:
    """Whether a row is shoved half a hex right."""
    return row & 1 == layout


def neighbour(cell: Cell, heading: int, layout: int) -> Cell:
    """Step one hex in a heading."""
    column, row = cell
    dc, dr = (_SHOVED if is_shoved(row, layout) else _UNSHOVED)[heading]
    return column + dc, row + dr


def neighbours(cell: Cell, layout: int) -> list[Cell]:
    """Give the six hexes round one, by heading."""
    column, row = cell
    return [(column + dc, row + dr) for dc, dr in (_SHOVED if row & 1 == layout else _UNSHOVED)]


def axial(cell: Cell, layout: int) -> Cell:
    """Give axial coordinates: q along E, r along SE."""
    column, row = cell
    return column - (row - is_shoved(row, layout)) // 2, row


def sector(centre: Cell, cell: Cell, layout: int) -> int:
    """Say in which of the twelve sectors of a hex another lies; even: on a hex row. Rules: POW-SECTOR-01."""
    (q0, r0), (q1, r1) = axial(centre, layout), axial(cell, layout)
    dq, dr = q1 - q0, r1 - r0
    return _SECTOR_OF[(dq > 0) - (dq < 0), (dr > 0) - (dr < 0), (dq + dr > 0) - (dq + dr < 0)]


def click(before: int, after: int) -> int:
    """Count the clicks of one step between two sectors, counter-clockwise positive. Rules: POW-SECTOR-02."""
    return (after - before + 6) % SECTORS - 6


def spot_of(cell: Cell, layout: int) -> Spot:
    """Place a hex in the plane."""
    column, row = cell
    return 2 * (2 * column + is_shoved(row, layout)), -2 * row


def middle(a: Spot, b: Spot) -> Spot:
    """Give the point half way between two hexes."""
    return (a[0] + b[0]) // 2, (a[1] + b[1]) // 2


def cross(a: Spot, b: Spot, c: Spot) -> int:
    """Tell on which side of the line a → b point c lies: above 0 left, below 0 right, 0 in line."""
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def is_ahead(a: Spot, b: Spot, c: Spot) -> bool:
    """Whether the way from a to b and the way from b to c point into the same half plane."""
    return (b[0] - a[0]) * (c[0] - b[0]) + 3 * (b[1] - a[1]) * (c[1] - b[1]) > 0


def bearing(a: Spot, b: Spot) -> float:
    """Give the angle of b seen from a, in degrees from E, counter-clockwise."""
    return degrees(atan2((b[1] - a[1]) * sqrt(3), b[0] - a[0])) % 360


def distance(a: Cell, b: Cell, layout: int) -> int:
    """Count the steps between two hexes."""
    (q0, r0), (q1, r1) = axial(a, layout), axial(b, layout)
    dq, dr = q1 - q0, r1 - r0
    return max(abs(dq), abs(dr), abs(dq + dr))
