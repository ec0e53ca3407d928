"""The vocabulary of Powerboats: hexes, headings, dice, and every event a series is made of."""

from typing import Annotated, Literal

from msgspec import UNSET, Meta, UnsetType

from events.base import Event, Seat, SeatEvent, Value
from events.codec import Raw

Count = Annotated[int, Meta(ge=0)]
Hex = tuple[Count, Count]
"""Column and row, both from 0."""

Heading = Literal["E", "NE", "NW", "W", "SW", "SE"]
"""The six sides of a hex, counter-clockwise: turning left is the next of them."""

NOWHERE: Hex = (0, 0)
"""Stands where a hand-written consequence leaves its hex out: a record claims only what it says."""

Turn = Literal["left", "straight", "right"]
Sense = Literal["ccw", "cw"]
"""Which way boats go round a buoy: `ccw` keeps it to port, `cw` to starboard."""

Die = Annotated[int, Meta(ge=1, le=3)]
Dice = Annotated[tuple[Die, ...], Meta(max_length=20)]
"""Dice of a boat: more than the box holds, and than any boat can sail with."""

MapText = Annotated[str, Meta(max_length=50_000)]
"""A map or tiles as text: room for five times the largest lake that can be laid."""

Race = Literal[1, 2, 3]
BuoyName = Literal["0", "1", "2", "3"]
Mark = Literal["1", "2", "3"]
Rounded = Annotated[int, Meta(ge=-1, le=3)]
"""-1 before the start, 0 after it, then how many buoys are rounded."""


class LakeLaid(Event, frozen=True, kw_only=True):
    """The lake was laid: a shipped one by name, or the text of a map, or tiles in shorthand.

    `light_sides` draws the light sides among the tiles, as text.
    """

    lake: str | None = None
    map: MapText | None = None
    tiles: MapText | None = None
    light_sides: MapText | None = None


class CourseSet(Event, frozen=True, kw_only=True):
    """The buoys of a race were set out; what is left out the referee derives.

    `line` is the heading of the start tile seen from buoy 0; `start` and `finish` are hexes on
    the side concerned; `house` lets buoys and tile lie where the letters do not put them.
    """

    race: Race
    buoys: dict[BuoyName, Hex]
    line: Heading | None = None
    arrows: dict[Mark, Sense] = {}
    gates: dict[Mark, Heading] = {}
    start: Hex | None = None
    finish: Hex | None = None
    house: bool = False


class BoatPlaced(SeatEvent, frozen=True, gc=False):
    """A seat put its boat on or behind the start tile."""

    at: Hex
    heading: Heading


class DiceThrown(SeatEvent, frozen=True, gc=False):
    """A seat left `held` dice as they lay and threw `roll`; they showed `rolled`."""

    held: Dice = ()
    roll: Count = 0
    rolled: Dice | None = None


class BoatMoved(SeatEvent, frozen=True, gc=False):
    """A boat turned at most 60 degrees and ran as far as its dice say."""

    turn: Turn


class BoatRetired(SeatEvent, frozen=True, gc=False):
    """A lone boat that can only score nothing stopped racing."""


class Crashed(SeatEvent, frozen=True, gc=False):
    """A boat ran aground `at`, after `ran` hexes, and took `damage`."""

    at: Hex = NOWHERE
    ran: Count = 0
    damage: Count = 0


class SteppedBack(SeatEvent, frozen=True, gc=False):
    """A boat stopped `steps` hexes short, behind the boats in its way."""

    to: Hex = NOWHERE
    steps: Count = 0


class BuoyRounded(SeatEvent, frozen=True, gc=False):
    """A boat reached the gate of its next buoy, at a hex, coming the arrow's way."""

    buoy: Mark
    at: Hex = NOWHERE


class BuoyLost(SeatEvent, frozen=True, gc=False):
    """A boat went back over the gate of its last buoy: that one is to be rounded again."""

    buoy: Mark
    at: Hex = NOWHERE


class Finished(SeatEvent, frozen=True, gc=False):
    """A boat reached or passed the finish; `turns` are its own turns in this race."""

    place: Count = 0
    turns: Count = 0


class Sunk(SeatEvent, frozen=True, gc=False):
    """A boat had four or more damage; `finished` tells that it had crossed the line before."""

    damage: Count = 0
    finished: bool = False


class BoatStopped(SeatEvent, frozen=True, gc=False):
    """A move was over: where the boat is, how far round it is, and whose turn comes `next`.

    `progress` counts clicks of 30 degrees to the next gate (below 0), `margin` clicks past the
    last gate that can still be lost; null where there is no such gate.
    """

    at: Hex = NOWHERE
    buoys: Rounded = -1
    progress: int | None = None
    margin: int | None = None
    next: Seat | None = None


class RaceEnded(Event, frozen=True, gc=False):
    """A race was over: who finished, in order; who was sunk; the points of each seat."""

    race: Race
    places: tuple[Seat, ...] = ()
    sunk: tuple[Seat, ...] = ()
    points: dict[Seat, Count] = {}


class BoatsRepaired(Event, frozen=True, gc=False):
    """Boats were repaired for the next race; `damage` is what each keeps."""

    damage: dict[Seat, Count] = {}
    race: Race = 1
    start_player: Seat = ""


class Standing(Value, frozen=True, gc=False):
    """One line of the final table: rank 1 is first, equal ranks are shared."""

    seat: Seat
    rank: int
    points: int


class GameEnded(Event, frozen=True, gc=False):
    """The series was over."""

    winners: tuple[Seat, ...] = ()
    totals: dict[Seat, Count] = {}
    standings: tuple[Standing, ...] = ()


class BoatFacts(Value, frozen=True, kw_only=True):
    """Facts of one boat; what is left out keeps its value.

    `at` null: not on the lake. `carried` is the damage it began this race with, `progress` and
    `margin` are as in `boat_stopped`; left out they follow from where the boat is.
    """

    at: Hex | UnsetType | None = UNSET
    heading: Heading | UnsetType | None = UNSET
    dice: Dice | UnsetType = UNSET
    damage: Count | UnsetType = UNSET
    carried: Count | UnsetType = UNSET
    buoys: Rounded | UnsetType = UNSET
    progress: int | UnsetType | None = UNSET
    margin: int | UnsetType | None = UNSET
    turns: Count | UnsetType = UNSET


class Position(Value, frozen=True, kw_only=True):
    """Facts of a position; what is left out keeps its value.

    `thrown` tells that the seat whose turn it is has thrown its dice and has yet to move.
    """

    race: Race | None = None
    boats: dict[Seat, BoatFacts] | None = None
    finished: tuple[Seat, ...] | None = None
    sunk: tuple[Seat, ...] | None = None
    points: dict[Seat, Count] | None = None
    turn: Seat | None = None
    start_player: Seat | None = None
    thrown: bool | None = None


def v1_to_v2(raw: Raw) -> Raw:
    """Return the opening of a table of two with `scoring: places`, unless it says how it scored."""
    seats, options = raw.get("seats"), raw.get("options") or {}
    is_of_two = raw.get("type") == "table_opened" and isinstance(seats, list) and len(seats) == 2
    if not is_of_two or not isinstance(options, dict):
        return raw
    return {**raw, "options": {"scoring": "places", **options}}


UPCASTERS = {1: v1_to_v2}
"""Each step by the version it starts from: it leads to the next."""
