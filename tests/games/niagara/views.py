"""Views of Niagara by hand: at the start, in mid-game, crowded, over; `views.json` holds them.

Each but the opening says there what differs from it.
"""

import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any

import msgspec
from msgspec.structs import replace

from referee.games.niagara.events import CanoeAt
from referee.games.niagara.view import View

WRITTEN: dict[str, dict[str, Any]] = msgspec.json.decode(Path(__file__).with_suffix(".json").read_bytes())
ABOARD = ("ruby", None, "sapphire", "diamond", "amber", None, "amethyst", "ruby", None, "amber")


def shown(name: str, **changes: Any) -> View:
    return replace(msgspec.convert({**WRITTEN["opening"], **WRITTEN[name]}, View), **changes)


def crowded(place: str) -> View:
    canoes = [CanoeAt(place, gem) for gem in ABOARD]  # type: ignore[arg-type]
    return shown("midgame", canoes={s: (canoes[2 * i], canoes[2 * i + 1]) for i, s in enumerate("ABCDE")})


def read(picture: object) -> ET.Element:
    """Parse a picture; it must be well-formed."""
    return ET.fromstring(str(picture))  # noqa: S314 - our own picture, from a function under test


SITUATIONS = {
    "opening": shown("opening"),
    "midgame": shown("midgame"),
    "crowded": crowded("S4"),
    "ended": shown("ended"),
    "wide_names": shown("wide_names"),
}
