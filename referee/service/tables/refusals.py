"""What a table refused, stored beside its log so that it can be argued about on any device.

A refusal is no fact: nothing was accepted. It counts only while nothing was accepted since, and
one that tells of hidden cards is shown to nobody but the seat that holds them.
"""

from collections.abc import Callable
from datetime import datetime
from typing import Any

import msgspec

from events.base import Event, type_of
from events.codec import MalformedError
from events.envelope import encode
from events.stores.protocol import Refusal, Store
from events.table import PositionTold, TableEvent
from referee.kernel.game import Game
from referee.kernel.registry import codec_for
from referee.kernel.table import seal_of_seat
from referee.kernel.verdict import Refused
from referee.service.tables.request import decode_answer

EVERYBODY = ""
"""The reader of a refusal that is no secret."""


class _StoredRefusal(msgspec.Struct, frozen=True):
    at: datetime
    event: msgspec.Raw
    refused: Refused


_decode = msgspec.json.Decoder(_StoredRefusal).decode


class RefusedAct(msgspec.Struct, frozen=True):
    """An act that was refused at a time, on a revision; `reader` is the only seat that may read it."""

    at: datetime
    event: Event
    revision: int
    reader: str


def make_refusal(
    game: Game, state: Any, revision: int, event: Event, refused: Refused, clock: Callable[[], datetime]
) -> Refusal | None:
    """Return what is stored of a refusal.

    None for an event of the table, about which nobody argues, and where no seat may read the event.
    """
    reader = None if isinstance(event, TableEvent | PositionTold) else reader_of(game, state, event)
    if reader is None:
        return None
    body = encode(_StoredRefusal(clock(), msgspec.Raw(encode(event)), refused))
    return Refusal(reader=reader, revision=revision, body=body)


def reader_of(game: Game, state: Any, event: Event) -> str | None:
    """Return the only seat that may read what was refused; EVERYBODY where that is no secret.

    None where no seat may: the secret is not one seat's, or it is sealed.
    """
    seat = getattr(event, "seat", None)
    if not _is_secret(game, state, event, seat):
        return EVERYBODY
    if game.parties is not None and game.parties(event):
        return None
    return seat if seat is not None and seat in state.seats and seal_of_seat(state, seat) is None else None


def _is_secret(game: Game, state: Any, event: Event, seat: str | None) -> bool:
    """Return whether an act, or its refusal, tells of cards that only its seat may know.

    `seat` is the act's; None: it names none.
    """
    if type_of(event) in game.sealed:
        return True
    if game.winners(state) is not None:
        return False
    if game.redact(event, None) != event or type_of(event) in {*game.shown_later, *game.shows}:
        return True
    return type_of(event) in game.depends_on_hidden and seat is not None


def latest_refusals(store: Store, table: str, game: str) -> list[RefusedAct]:
    """List the last refusal of each reader, the newest first, but those that can be read no more."""
    found = []
    for each in store.refusals(table):
        stored = _decode(each.body)
        try:
            event = codec_for(game).event(bytes(stored.event))
        except MalformedError:
            continue
        found.append(RefusedAct(stored.at, event, each.revision, each.reader))
    return sorted(found, key=lambda each: (each.at, each.reader), reverse=True)


def every_refusal(store: Store, table: str, viewer: str | None) -> tuple[tuple[int, Refused], ...]:
    """List all that was refused that a viewer may read: after which entry, and why."""
    answered = (decode_answer(each) for each in store.answers(table))
    every = [(each.revision, each.refused, each.reader) for each in answered if each.refused is not None]
    latest = store.refusals(table)
    every += [(each.revision, _decode(each.body).refused, each.reader) for each in latest]
    mine = {(seq, encode(why)): (seq, why) for seq, why, to in every if to in {EVERYBODY, viewer}}
    return tuple(mine[key] for key in sorted(mine))
