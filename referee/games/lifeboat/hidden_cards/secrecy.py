"""Who may read what of an event: hidden cards are null to everybody else."""

from typing import Any

from events.base import Event
from referee.games.lifeboat.events import (
    CardMoved,
    CardsTraded,
    CardTaken,
    CompassUsed,
    NavigationDrawn,
    ProvisionDealt,
    ProvisionKept,
    ProvisionsDrawn,
    Rowed,
    SecretsDealt,
)
from referee.kernel import secrets
from referee.kernel.acts import Secret


def face_up_named(event: CardsTraded, followed: tuple[Event, ...]) -> dict[str, Any]:
    """Name the cards of a trade that everybody saw move, null for the others."""
    gives = []
    for giver, cards in zip(event.seats, event.gives, strict=True):
        up = [each.card for each in followed if isinstance(each, CardMoved) and each.from_seat == giver]
        gives.append((*up, *(None,) * (len(cards) - len(up))))
    return {"gives": tuple(gives)}


def shown_openly(event: NavigationDrawn, _: tuple[Event, ...]) -> dict[str, Any]:
    """Name the cards of a flare, which all see."""
    return {"cards": event.cards} if event.openly else {}


SECRETS: dict[type[Event], Secret] = {
    SecretsDealt: Secret(("love", "hate")),
    ProvisionDealt: Secret(("card",)),
    ProvisionsDrawn: Secret(("cards",)),
    ProvisionKept: Secret(("card",)),
    CardsTraded: Secret(("gives",), ("seats",), face_up_named),
    NavigationDrawn: Secret(("cards",), visible=shown_openly),
    Rowed: Secret(("drawn", "stacked", "buried")),
    CardTaken: Secret(("card",), ("seat", "from_seat")),
    CompassUsed: Secret(("card",)),
}
"""By type, what the act declares: everybody else reads null for every card, lists keeping their lengths."""


def redacted(event: Event, viewer: str | None) -> Event:
    """Write an act as a seat, or everybody, may read it: hidden cards are null. Rules: LIF-INFO-04."""
    return secrets.redact_event(SECRETS.get(type(event)), event, viewer)


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
