"""Who may read what of an event: hidden cards are null to everybody else."""

from typing import Any, NamedTuple

from msgspec.structs import replace

from events.base import REFEREE, Event
from events.table import Corrected
from referee.games.lifeboat.events import (
    CardMoved,
    CardsTraded,
    CardTaken,
    CompassUsed,
    NavigationDrawn,
    Position,
    ProvisionDealt,
    ProvisionKept,
    ProvisionsDrawn,
    Rowed,
    SecretsDealt,
)


class Secret(NamedTuple):
    """Which fields of an event only some seats may read, and the fields that name those seats."""

    fields: tuple[str, ...]
    knowers: tuple[str, ...]


SECRETS: dict[type[Event], Secret] = {
    SecretsDealt: Secret(("love", "hate"), ("seat",)),
    ProvisionDealt: Secret(("card",), ("seat",)),
    ProvisionsDrawn: Secret(("cards",), ("seat",)),
    ProvisionKept: Secret(("card",), ("seat",)),
    CardsTraded: Secret(("gives",), ("seats",)),
    NavigationDrawn: Secret(("cards",), ("seat",)),
    Rowed: Secret(("drawn", "stacked", "buried"), ("seat",)),
    CardTaken: Secret(("card",), ("seat", "from_seat")),
    CompassUsed: Secret(("card",), ("seat",)),
}
"""By type: everybody else reads null for every card in these fields, lists keeping their lengths."""


SECRET_FACTS = ("hands", "love", "hate", "row_stack")
"""Fields of a position in which others' cards are secret: by seat, the row stack to everybody."""


def redacted(event: Event, asker: str | None, followed: tuple[Event, ...] = ()) -> Event:
    """Write an event as a seat, or everybody, may read it: hidden cards are null.

    Given what `followed` from it, a trade names the cards that lay face up.

    Rules: LIF-INFO-04
    """
    if isinstance(event, Corrected):
        return replace(event, position=redacted_position(event.position, asker))
    secret = SECRETS.get(type(event))
    if secret is None or asker == REFEREE:
        return event
    knowers: list[str] = []
    for name in secret.knowers:
        value = getattr(event, name)
        knowers += [value] if isinstance(value, str) else value
    if asker in knowers or (isinstance(event, NavigationDrawn) and event.openly):
        return event
    masked = {name: mask(getattr(event, name)) for name in secret.fields}
    if isinstance(event, CardsTraded):
        masked["gives"] = face_up_named(event, followed)
    return replace(event, **masked)


def face_up_named(event: CardsTraded, followed: tuple[Event, ...]) -> tuple[tuple[Any, ...], ...]:
    """Name the cards of a trade that everybody saw move, null for the others."""
    gives = []
    for giver, cards in zip(event.seats, event.gives, strict=True):
        up = [each.card for each in followed if isinstance(each, CardMoved) and each.from_seat == giver]
        gives.append((*up, *(None,) * (len(cards) - len(up))))
    return tuple(gives)


def redacted_position(position: Position, asker: str | None) -> Position:
    """Hide others' cards in facts set by hand."""
    if asker == REFEREE:
        return position
    facts: dict[str, Any] = {}
    for name in SECRET_FACTS:
        value = getattr(position, name)
        if isinstance(value, dict):
            facts[name] = {s: card if s == asker else mask(card) for s, card in value.items()}
        elif value is not None:
            facts[name] = mask(value)
    return replace(position, **facts)


def mask(value: Any) -> Any:
    """Put null for every card, lists keeping their lengths."""
    return tuple([mask(item) for item in value]) if isinstance(value, tuple) else None


def parties(event: Event) -> tuple[str, ...]:
    """Name the seats whose hidden cards an act of two gives away, all of whom have to say it.

    A gift needs the giver's word alone, a draw nobody reads that of whoever drew.

    Rules: LIF-ACT-02, LIF-MUG-01, LIF-INFO-04
    """
    if isinstance(event, CardsTraded):
        return tuple([seat for seat, cards in zip(event.seats, event.gives, strict=True) if cards])
    if isinstance(event, CardTaken) and event.card is not None:
        return event.seat, event.from_seat
    return ()
