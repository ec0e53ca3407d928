"""A position of Lifeboat, as a correction sets it."""

from typing import Annotated

from msgspec import Meta

from events.base import Seat, Value
from referee.games.lifeboat.events.cards import Cards, Character, Count, NavigationCards, Phase, Provision


class Position(Value, frozen=True, gc=False, kw_only=True):
    """Facts of a position; what is left out keeps its value, or is unknown."""

    characters: dict[Seat, Character] | None = None
    boat: tuple[Seat, ...] | None = None
    wounds: dict[Seat, Count] | None = None
    hands: dict[Seat, Cards] | None = None
    table: dict[Seat, tuple[Provision, ...]] | None = None
    open_parasols: tuple[Seat, ...] | None = None
    love: dict[Seat, Character | None] | None = None
    hate: dict[Seat, Character | None] | None = None
    birds: Annotated[int, Meta(ge=0, le=4)] | None = None
    rowed: tuple[Seat, ...] | None = None
    fought: tuple[Seat, ...] | None = None
    lost: tuple[Seat, ...] | None = None
    eaten: tuple[Seat, ...] | None = None
    day: Annotated[int, Meta(ge=1)] | None = None
    phase: Phase | None = None
    acting: Seat | None = None
    row_stack: NavigationCards | None = None
    deck: Count | None = None
    discard: tuple[Provision, ...] | None = None
