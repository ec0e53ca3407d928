"""Which entries of a log still lie face down, and what may be shown of them."""

from collections.abc import Iterable
from importlib import import_module
from typing import Any

from msgspec.structs import replace

from events.base import Event, type_of

REVEALED = "_revealed"
"""How the types of the events end that turn up what a seat had laid face down."""


def face_down(sealed: frozenset[str], entries: Iterable[tuple[int, Event]]) -> dict[int, str]:
    """Find the entries that were never turned up, each with the seat that knows it.

    A choice is turned up by the first reveal of its seat before the seat chooses again: one that
    was taken back before it was shown stays secret for ever.
    """
    lying: dict[str, int] = {}
    hidden: dict[int, str] = {}
    for seq, event in entries:
        seat = getattr(event, "seat", None)
        if type_of(event) in sealed:
            lying[seat] = seq
            hidden[seq] = seat
        elif type_of(event).endswith(REVEALED) and seat in lying:
            del hidden[lying.pop(seat)]
    return hidden


def covered(event: Event) -> Any:
    """Copy an event as it looks from above: who laid it, and nothing else."""
    secret = {name: None for name in event.__struct_fields__ if name != "seat"}
    return replace(event, **secret)


def as_told(event: Event, asker: str | None) -> Event:
    """Copy an event as a seat, or everybody, may read it, where its game says what is secret."""
    game = type(getattr(event, "position", event)).__module__.rpartition(".")[2]
    if game == "table":
        return event
    redacted = getattr(import_module(f"referee.games.{game}.view"), "redacted", None)
    return event if redacted is None else redacted(event, asker)
