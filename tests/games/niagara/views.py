"""Views of Niagara by hand: at the start, in mid-game, crowded, over."""

import xml.etree.ElementTree as ET
from typing import Any

from msgspec.structs import replace

from referee.games.niagara.events import CanoeAt, Standing
from referee.games.niagara.view import Paddle, View

GEMS = ("amethyst", "diamond", "amber", "sapphire", "ruby")
NAMES = {"A": "Anna", "B": "Bea", "C": "Cem", "D": "Dora", "E": "Emil"}
FULL_SITES = {gem: {gem: 7} for gem in GEMS}
ASHORE = CanoeAt("land")


def read(picture: str) -> ET.Element:
    """Parse a picture; it must be well-formed."""
    return ET.fromstring(picture)  # noqa: S314 - our own picture, from a function under test


def opening(seats: str | tuple[str, ...] = "ABC", **changes: Any) -> View:
    """Show a table that has just sat down."""
    view = View(
        game="niagara",
        edition="zh",
        house={},
        seat=None,
        seats=tuple(seats),
        names={seat: NAMES[seat] for seat in seats if seat in NAMES},
        phase="choose",
        round=1,
        ring=seats[0],
        turn=None,
        weather=0,
        speed=None,
        fork_next="left",
        pushes=0,
        canoes=dict.fromkeys(seats, (ASHORE, ASHORE)),
        owned={seat: {} for seat in seats},
        sites=FULL_SITES,
        removed={},
        paddles={seat: Paddle(False, None, 7) for seat in seats},
        last_round=False,
        winners=None,
        standings=(),
    )
    return replace(view, **changes)


def midgame(**changes: Any) -> View:
    """Show five in the middle of a round: three cards up, cargo aboard, one canoe lost."""
    view = opening(
        "ABCDE",
        phase="turn",
        round=5,
        ring="D",
        turn="B",
        weather=1,
        speed=3,
        canoes={
            "A": (CanoeAt("S2", "ruby"), CanoeAt("land")),
            "B": (CanoeAt("S4"), CanoeAt("R6", "sapphire")),
            "C": (CanoeAt("S4", "diamond"), CanoeAt("lost")),
            "D": (CanoeAt("L7"), CanoeAt("S3", "amethyst")),
            "E": (CanoeAt("land"), CanoeAt("S5")),
        },
        owned={
            "A": {"amethyst": 1, "amber": 1},
            "B": {"diamond": 2, "ruby": 1},
            "C": {},
            "D": {"amethyst": 2, "diamond": 1, "amber": 1},
            "E": {"sapphire": 1},
        },
        sites={
            "amethyst": {"amethyst": 3},
            "diamond": {"diamond": 3, "ruby": 1},
            "amber": {"amber": 5},
            "sapphire": {"sapphire": 5},
            "ruby": {"ruby": 4},
        },
        paddles={
            "A": Paddle(True, 5, 2),
            "B": Paddle(True, 4, 2),
            "C": Paddle(True, None, 2),
            "D": Paddle(True, 2, 2),
            "E": Paddle(True, "cloud", 2),
        },
    )
    return replace(view, **changes)


def crowded(place: str = "S4", **changes: Any) -> View:
    """Show ten canoes on one disc, most with cargo."""
    cargo = ("ruby", None, "sapphire", "diamond", "amber", None, "amethyst", "ruby", None, "amber")
    all_canoes = tuple(CanoeAt(place, gem) for gem in cargo)
    canoes = {seat: all_canoes[2 * i : 2 * i + 2] for i, seat in enumerate("ABCDE")}
    return midgame(**{"canoes": canoes, **changes})


def ended(**changes: Any) -> View:
    """Show the end of a game won by one of three."""
    owned = {
        "A": {"amethyst": 1, "diamond": 1, "amber": 1, "sapphire": 1, "ruby": 1},
        "B": {"amethyst": 3, "ruby": 1},
        "C": {"diamond": 1},
    }
    view = opening(
        "ABC",
        phase="ended",
        round=14,
        ring="B",
        weather=-1,
        speed=2,
        last_round=True,
        owned=owned,
        winners=("A",),
        standings=(
            Standing("A", 1, 5, 15, ("five_different",)),
            Standing("B", 2, 4, 8),
            Standing("C", 3, 1, 2),
        ),
        paddles={"A": Paddle(True, 3, 0), "B": Paddle(True, 5, 0), "C": Paddle(True, "cloud", 0)},
        canoes={
            "A": (CanoeAt("land"), CanoeAt("S3")),
            "B": (CanoeAt("L6", "sapphire"), CanoeAt("lost")),
            "C": (CanoeAt("lost"), CanoeAt("lost")),
        },
        sites={**FULL_SITES, "ruby": {"ruby": 4}, "sapphire": {}},
        removed={"ruby": 1},
        house={"minimum_speed": 1},
    )
    return replace(view, **changes)


def wide_names(**changes: Any) -> View:
    """Show seats and names in Chinese and Japanese, one of them long."""
    names = {"甲": "小明", "乙": "たかはし ひろゆき(高橋)", "丙": "Wolfeschlegelsteinhausenbergerdorff"}
    seats = tuple(names)
    view = opening(seats, names=names, phase="turn", turn="乙", speed=2)
    laid = {seat: Paddle(True, card, 6) for seat, card in zip(seats, (None, 2, None), strict=True)}
    canoes = dict.fromkeys(seats, (CanoeAt("S3", "ruby"), CanoeAt("L7", "amber")))
    return replace(view, paddles=laid, canoes=canoes, **changes)
