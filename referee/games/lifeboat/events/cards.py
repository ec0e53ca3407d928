"""What lies on Lifeboat's table: characters, provisions, navigation cards, and words about them."""

from typing import Annotated, Literal

from msgspec import Meta

from events.base import Value

Character = Literal["lauren", "stephen", "captain", "mate", "frenchy", "kid", "harter"]
Provision = Literal[
    "water",
    "cash",
    "jewels",
    "painting3",
    "painting2",
    "medkit",
    "oar",
    "blackjack",
    "knife",
    "hook",
    "flare",
    "chum",
    "preserver",
    "compass",
    "parasol",
    "cannibalism",
]
NavigationId = Literal[
    "N01", "N02", "N03", "N04", "N05", "N06", "N07", "N08", "N09", "N10", "N11", "N12",
    "N13", "N14", "N15", "N16", "N17", "N18", "N19", "N20", "N21", "N22", "N23", "N24",
]  # fmt: skip
Phase = Literal["setup", "supply", "action", "navigation", "overboard", "thirst", "ended"]
Side = Literal["attack", "defence"]
Cause = Literal["fight", "fall", "sharks", "thirst", "medkit", "cannibalism"]
Special = Literal["flare", "parasol", "medkit", "cannibalism"]
Count = Annotated[int, Meta(ge=0, le=99)]
Cards = tuple[Provision | None, ...]
"""Provisions; null where the referee has not seen the card."""


class NavigationContent(Value, frozen=True, gc=False):
    """What a navigation card says, where the table reads it aloud."""

    bird: Literal[-1, 0, 1] = 0
    overboard: tuple[Character, ...] = ()
    thirst: tuple[Character, ...] = ()
    fight: bool = False
    row: bool = False


NavigationCard = NavigationId | NavigationContent
NavigationCards = tuple[NavigationCard | None, ...]
