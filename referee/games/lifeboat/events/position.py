"""A position of Lifeboat, as a correction sets it."""

from typing import Annotated

from msgspec import Meta

from events.base import Value
from referee.games.lifeboat.events.cards import Cards, Character, Count, NavigationCards, Phase, Provision


class Position(Value, frozen=True, gc=False, kw_only=True):
    """Facts of a position; what is left out keeps its value, or is unknown."""

    characters: dict[str, Character] | None = None
    boat: tuple[str, ...] | None = None
    wounds: dict[str, Count] | None = None
    hands: dict[str, Cards] | None = None
    table: dict[str, tuple[Provision, ...]] | None = None
    open_parasols: tuple[str, ...] | None = None
    love: dict[str, Character | None] | None = None
    hate: dict[str, Character | None] | None = None
    birds: Annotated[int, Meta(ge=0, le=4)] | None = None
    rowed: tuple[str, ...] | None = None
    fought: tuple[str, ...] | None = None
    lost: tuple[str, ...] | None = None
    eaten: tuple[str, ...] | None = None
    day: Annotated[int, Meta(ge=1)] | None = None
    phase: Phase | None = None
    acting: str | None = None
    row_stack: NavigationCards | None = None
    deck: Count | None = None
    discard: tuple[Provision, ...] | None = None
