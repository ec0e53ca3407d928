"""What every event has in common, and the kinds an event can be recorded as."""

import re
from typing import Annotated, Literal

import msgspec

_INNER_CAPITAL = re.compile(r"(?<!^)(?=[A-Z])")

Kind = Literal["action", "observation", "consequence"]

TABLE = "table"
"""Who speaks for everybody, telling what the board, the dice and the cards show."""

REFEREE = "referee"
"""Who derives consequences."""


SEAT = msgspec.Meta(extra={"names": "seat"})
Seat = Annotated[str, SEAT]
"""A field that names who sits at the table: the kernel refuses strangers before a game is asked."""


LONGEST_TEXT = 10_000
Text = Annotated[str, msgspec.Meta(max_length=LONGEST_TEXT)]
"""What people write in their own words."""

MOST_SEATS = 16
Seats = Annotated[tuple[str, ...], msgspec.Meta(max_length=MOST_SEATS)]
"""Several seats; each game says how many it takes, and all take fewer than this."""


def _tag_of(class_name: str) -> str:
    """Return the `type` of the lines of an event class: `CanoeMoved` is `canoe_moved`."""
    return _INNER_CAPITAL.sub("_", class_name).lower()


class Event(
    msgspec.Struct,
    frozen=True,
    forbid_unknown_fields=True,
    tag_field="type",
    tag=_tag_of,
):
    """Something that happened at a table, in the past tense; immutable."""


class SeatEvent(Event, frozen=True):
    """Something one seat did, or that happened to one; `seat` is its first field."""

    seat: Seat


class Value(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A part of an event; immutable, unknown fields refused."""


def type_of(event: Event | type[Event]) -> str:
    """Return the `type` that an event, or those of a class, are written with."""
    return event.__struct_config__.tag  # type: ignore[return-value]
