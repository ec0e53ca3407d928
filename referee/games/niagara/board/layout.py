"""Where everything of Niagara stands, at phone and at table size, and how canoes share a place."""

from typing import NamedTuple

Spot = tuple[float, float]

TOKEN: Spot = (57, 20.5)
"""The room a canoe takes at scale 1, with its margin."""


class Layout(NamedTuple):
    """Measures of one size, in the units of the picture.

    The river: `box` is its frame (x, y, width, height, corner radius), `stream` the x of the
    trunk's middle, `arm_x` how far an arm's middle lies from it, `pitch` from row to row, `land`
    and `fork` and `falls` the heights of those bands. `pit` is half the size of a gem site,
    `bank` how far a site on the bank lies from the stream, `berth` what a canoe ashore takes up.
    `canoe` and `gem` are largest scales.
    The panel: `panel` is (x, y, width), `text` the size of running text, `head` of the headline.
    """

    size: str
    width: float
    height: float
    box: tuple[float, float, float, float, float]
    stream: float
    trunk: float
    arm: float
    arm_x: float
    land: float
    pitch: float
    fork: float
    falls: float
    pit: Spot
    bank: float
    berth: Spot
    canoe: float
    gem: float
    panel: tuple[float, float, float]
    text: float
    head: float
    row: float

    @property
    def small(self) -> float:
        """Size the small print; on a screen nothing is smaller than one fortieth of its height."""
        return self.text * (1 if self.height else 0.86)

    @property
    def rope_y(self) -> float:
        """Where the rope crosses the river."""
        return self.box[1] + self.land + self.pitch * 0.1

    @property
    def fork_y(self) -> float:
        """Where the trunk ends and the island begins."""
        return self.rope_y + self.pitch * 5.1

    @property
    def falls_y(self) -> float:
        """Where the river goes over."""
        return self.fork_y + self.fork + self.pitch * 2

    def spot(self, space: str) -> Spot:
        """Find the middle of a space of the river: `S3`, `L6`."""
        number = int(space[1])
        if space[0] == "S":
            return self.stream, self.rope_y + self.pitch * (number - 0.4)
        side = -1 if space[0] == "L" else 1
        return self.stream + side * self.arm_x, self.fork_y + self.fork + self.pitch * (number - 5.5)

    def site(self, gem: str) -> Spot:
        """Find the middle of a gem site: three on the banks, two on the island."""
        row, side = SITE_ROWS[gem]
        return self.stream + side * self.bank, self.spot(row)[1]

    def room(self, space: str) -> Spot:
        """Measure the room for canoes on a space."""
        return (self.trunk if space[0] == "S" else self.arm) * DISC - 6, self.pitch - 4


DISC = 0.86
"""How much of the water's width a disc takes."""

SITE_ROWS = {
    "amethyst": ("S3", 1),
    "diamond": ("S4", -1),
    "amber": ("S5", 1),
    "sapphire": ("L6", 0),
    "ruby": ("L7", 0),
}
"""The row each site lies beside, and on which side of the stream."""

PHONE = Layout(
    size="phone", width=360, height=0, box=(0, 104, 360, 600, 0), stream=180, trunk=156, arm=112, arm_x=118,
    land=112, pitch=58, fork=36, falls=76, pit=(44, 23), bank=131, berth=(57, 41), canoe=1.08, gem=7,
    panel=(12, 0, 336), text=13, head=19, row=58,
)  # fmt: skip
TABLE = Layout(
    size="table", width=1280, height=800, box=(12, 12, 690, 776, 22), stream=357, trunk=262, arm=190,
    arm_x=208, land=108, pitch=72, fork=42, falls=108, pit=(76, 32), bank=232, berth=TOKEN, canoe=1.6,
    gem=11, panel=(718, 12, 550), text=25, head=34, row=92,
)  # fmt: skip
LAYOUTS = {"phone": PHONE, "table": TABLE}


class Packing(NamedTuple):
    """How pieces share a room: their scale, and where each stands about the middle."""

    scale: float
    spots: tuple[Spot, ...]


def pack(count: int, room: Spot, largest: float, piece: Spot = TOKEN) -> Packing:
    """Set pieces in the grid that leaves them largest, in few rows, every row centred."""
    if not count:
        return Packing(largest, ())
    ways = ((fit(count, n, room, largest, piece), -count // n, -n) for n in range(1, count + 1))
    scale, _, columns = max(ways)
    return Packing(scale, grid(count, -columns, piece[0] * scale, piece[1] * scale))


def fit(count: int, columns: int, room: Spot, largest: float, piece: Spot) -> float:
    """Find the scale at which so many columns fit a room."""
    rows = -(-count // columns)
    return min(largest, room[0] / (columns * piece[0]), room[1] / (rows * piece[1]))


def grid(count: int, columns: int, across: float, down: float) -> tuple[Spot, ...]:
    """Set points in rows about the origin."""
    rows = -(-count // columns)
    spots = []
    for i in range(count):
        row, column = divmod(i, columns)
        in_row = min(columns, count - row * columns)
        spots.append(((column - (in_row - 1) / 2) * across, (row - (rows - 1) / 2) * down))
    return tuple(spots)
