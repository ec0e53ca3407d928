"""What a table refused last, remembered beside its log so that it can be argued about on any device.

A refusal is no fact: nothing was accepted. It counts only while nothing was accepted since, and
one that tells of hidden cards is told to nobody but the seat that holds them.
"""

from datetime import datetime
from typing import TYPE_CHECKING

import msgspec

from events.base import TABLE, Event, type_of
from events.codec import MalformedError
from events.envelope import encode
from events.stores.protocol import Refusal, Store
from events.table import TableEvent
from referee.kernel.registry import codec_for
from referee.kernel.shared import QUIET
from referee.kernel.table import seal_of_seat
from referee.kernel.verdict import Refused
from referee.service.disputes.lay_open import likely_topic
from referee.service.logs.secrecy import REVEALED
from referee.service.tables.request import read_kept

if TYPE_CHECKING:
    from referee.service.tables.table import Table

EVERYBODY = ""
"""The reader of a refusal that is no secret."""


class LastRefused(msgspec.Struct, frozen=True):
    """What was refused last, and the revision it was refused on."""

    event: Event
    revision: int


class Remembered(msgspec.Struct, frozen=True):
    """A refusal as it is kept: when, the event, and why."""

    at: datetime
    event: msgspec.Raw
    refused: Refused


_REMEMBERED = msgspec.json.Decoder(Remembered)


def refusal_of(table: "Table", event: Event, refused: Refused) -> Refusal | None:
    """Write down what was refused; None where there is nothing to argue about, or a seal to keep."""
    reader = None if isinstance(event, TableEvent) else reader_of(table, event)
    if reader is None:
        return None
    body = encode(Remembered(table.clock(), msgspec.Raw(encode(event)), refused))
    return Refusal(reader=reader, revision=table.revision, body=body)


def reader_of(table: "Table", event: Event) -> str | None:
    """Name the only seat that may read what was refused: nobody's secret is everybody's to read.

    None where no seat may: the secret is not one seat's, or it is sealed.
    """
    seat, parties = getattr(event, "seat", None), table.game.parties
    if not is_secret(table, event, seat):
        return EVERYBODY
    state = table.state
    if parties is not None and parties(event):
        return None
    return seat if seat is not None and seat in state.seats and seal_of_seat(state, seat) is None else None


def is_secret(table: "Table", event: Event, seat: str | None) -> bool:
    """Whether an act, or its refusal, tells of cards only its seat may know."""
    game, state = table.game, table.state
    if type_of(event) in game.sealed:
        return True
    if game.winners(state) is not None:
        return False
    if game.redact(event, None) != event or type_of(event).endswith(REVEALED):
        return True
    return type_of(event) in game.depends_on_hidden and seat is not None


def last_refused(table: "Table", viewer: str | None = None) -> LastRefused | None:
    """Give what was refused last and would be refused still, as far as `viewer` may know of it."""
    codec = codec_for(table.game.id)
    knows_all = table.sees_all and viewer is None and table.state.chance == TABLE
    kept = [
        each for each in table.store.refusals(table.name) if knows_all or each.reader in {EVERYBODY, viewer}
    ]
    fresh = [(_REMEMBERED.decode(one.body), one) for one in kept if is_fresh(table, one.revision)]
    for remembered, one in sorted(fresh, key=lambda each: (each[0].at, each[1].reader), reverse=True):
        try:
            event = codec.event(bytes(remembered.event))
        except MalformedError:
            continue
        if one.reader not in {EVERYBODY, viewer} and is_face_down(table, event):
            continue
        if isinstance(table.judge(event), Refused):
            return LastRefused(event, one.revision)
    return None


def every_refusal(store: Store, table: str, viewer: str | None) -> tuple[tuple[int, Refused], ...]:
    """List all that was refused that an viewer may read: after which entry, and why."""
    answered = (read_kept(each) for each in store.answers(table))
    told = [(each.revision, each.refused, each.reader) for each in answered if each.refused is not None]
    latest = store.refusals(table)
    told += [(each.revision, _REMEMBERED.decode(each.body).refused, each.reader) for each in latest]
    mine = {(seq, encode(why)): (seq, why) for seq, why, to in told if to in {EVERYBODY, viewer}}
    return tuple(mine[key] for key in sorted(mine))


def is_face_down(table: "Table", event: Event) -> bool:
    """Whether an act names what lies face down, which is not said aloud at any table."""
    return type_of(event) in table.game.sealed or table.game.redact(event, None) != event


def bears_on(table: "Table", act: Event, topic: str | None) -> bool:
    """Whether a refused act is about a topic, by its rules or their kin; where none is named, any act is."""
    if not topic:
        return True
    verdict = table.judge(act)
    if not isinstance(verdict, Refused):
        return False
    about = set(table.game.topics.get(topic, ()))
    return bool(set(verdict.rules) & about) or likely_topic(table.game, verdict.rules) == topic


def is_fresh(table: "Table", revision: int) -> bool:
    """Whether nothing happened after a revision but talk."""
    if revision > table.revision:
        return False
    since = (codec_for(table.game.id).carried(line) for line in table.log.lines(revision + 1, table.revision))
    return all(isinstance(event, QUIET) for event in since)
