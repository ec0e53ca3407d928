"""A request to a table: who makes it and what names it; and what it is answered."""

from typing import Any, Literal, NamedTuple

import msgspec
from msgspec.structs import replace

from events.base import TABLE, Event
from events.envelope import blake2b, encode
from events.stores.protocol import Conflict
from referee.kernel.verdict import JudgedEvent, Refused
from referee.service.logs.effective import Action

Place = Literal["seat", "device", "middle"]
"""Where an actor is: a seat's own phone, a device handed round, the middle of the table."""

NOT_YOURS = Refused("web.not_your_seat", ("TAB-SEAT-01",))
"""What one actor cannot do for another."""


class Actor(msgspec.Struct, frozen=True, kw_only=True):
    """Who makes a request.

    `seats` are those whose acts it may record, `agrees_for` those it answers for where the table is asked.
    `viewer` is the seat whose secrets it may see; None: only what everybody may. `place` is where it stands:
    a seat's phone, a device handed round, or the screen in the middle. `asks` are the seats whose people
    answer on phones of their own: it asks them before it speaks for the whole table.
    """

    seats: tuple[str, ...]
    agrees_for: tuple[str, ...]
    viewer: str | None = None
    place: Place = "seat"
    asks: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """Return who asks, as an entry names it: the viewer, else TABLE."""
        return self.viewer or TABLE

    @property
    def is_anybodys(self) -> bool:
        """Return whether it acts or answers for any seat."""
        return bool(self.seats or self.agrees_for)

    @property
    def is_seats(self) -> bool:
        """Return whether it answers as one seat: on that seat's phone, or behind its name on a device."""
        return self.place == "seat" or self.viewer in self.agrees_for

    def is_whole(self, state: Any) -> bool:
        """Return whether it answers for everybody who is here."""
        return {*self.agrees_for} >= {*state.present}

    def is_tables(self, state: Any) -> bool:
        """Return whether it speaks as the table and as no seat of it."""
        return self.name == TABLE and self.place != "seat" and self.is_whole(state)

    def asks_of(self, state: Any) -> tuple[str, ...]:
        """Return those of `asks` who are still here."""
        return tuple(seat for seat in state.present if seat in self.asks)


def of_all(state: Any) -> Actor:
    """Return the actor of all: everybody who is here sits round one screen."""
    return Actor(seats=tuple(state.seats), agrees_for=state.present, place="middle")


def of_absent_seat(seat: str) -> Actor:
    """Return the actor of somebody who acts for a seat that went home, and answers for no seat."""
    return Actor(seats=(seat,), agrees_for=(), viewer=seat, place="device")


def of_seat(state: Any, seat: str) -> Actor:
    """Return the actor of one seat, for itself and for those who went home.

    Who went home speaks no more: the others act for that seat.
    """
    if seat in state.absent:
        return Actor(seats=(), agrees_for=(), viewer=seat)
    return Actor(seats=(seat, *state.absent), agrees_for=(seat,), viewer=seat)


NOBODY = Actor(seats=(), agrees_for=())
"""Speaks for no seat, and may know what everybody may."""


class Request(msgspec.Struct, frozen=True):
    """One submission to a table.

    `seen` is the revision it was decided on: where the game has gone on since, the answer is Conflict;
    None: whatever is now. `key` names the submission: the same key gets the same answer for ever, and is
    refused for another request, which `digest` tells apart (empty: it is made of the event that is written
    first); None: every submission is a new one. `agreed` are the seats that an actor for the whole table
    says have agreed.
    """

    actor: Actor = NOBODY
    seen: int | None = None
    key: str | None = None
    digest: str = ""
    agreed: tuple[str, ...] = ()

    def with_actor(self, actor: Actor) -> "Request":
        """Return the same request, made by `actor`."""
        return replace(self, actor=actor)

    def with_digest(self, asked: Event | tuple[Event, ...] | str) -> "Request":
        """Return the request with the digest of `asked` (a text stands for itself).

        Unchanged where it has a digest already, or no key.
        """
        if self.key is None or self.digest:
            return self
        return replace(self, digest=asked if isinstance(asked, str) else digest_of(asked))


ANONYMOUS = Request()
"""A request of nobody in particular, decided on whatever is now: what a table writes by itself."""


class Recorded(msgspec.Struct, frozen=True):
    """Accepted and on disk: entries `first` to `revision`, the action and its consequences."""

    first: int
    revision: int
    judged: tuple[JudgedEvent, ...]


class Progress(NamedTuple):
    """How far old actions were reapplied: `again` of them, `left` not, the first of those for `why`."""

    again: int
    why: Refused | None
    left: tuple[Action, ...]


class Reapplied(Recorded, frozen=True):
    """Written together: actions that had to stand, then `again` old ones reapplied.

    `stuck` is the first old action that is not possible any more, `why` its refusal, `left` it
    and everything after it.
    """

    again: int = 0
    stuck: Action | None = None
    why: Refused | None = None
    left: tuple[Action, ...] = ()


def make_recorded(
    first: int, revision: int, facts: tuple[JudgedEvent, ...], rest: Progress | None
) -> Recorded:
    """Return what was recorded; Reapplied unless nothing was to be reapplied (None for `rest`)."""
    if rest is None:
        return Recorded(first, revision, facts)
    stuck = rest.left[0] if rest.left else None
    return Reapplied(first, revision, facts, rest.again, stuck, rest.why, rest.left)


class Noted(msgspec.Struct, frozen=True):
    """Done beside the log, which stands at `revision`: a vote, a link; `body` is what was answered."""

    revision: int
    body: dict[str, str] = {}


Answer = Recorded | Refused | Conflict
"""What a submission gets: written, refused by a rule, or decided on a revision that is past."""


class StoredProgress(msgspec.Struct, frozen=True, omit_defaults=True):
    """How far old actions were reapplied, as stored: those `left` by their entries."""

    again: int = 0
    why: Refused | None = None
    left: tuple[int, ...] = ()


class StoredAnswer(msgspec.Struct, frozen=True, omit_defaults=True):
    """An answer as it is stored with its key; the events are in the log.

    `request` is the digest of what was asked. `revision` is the last entry it wrote, or the one it was
    refused after; `reader` the only seat that may read what was refused: everybody where it is empty, nobody
    where it is None. `rest` is how far old actions came, where some were to be reapplied.
    """

    request: str
    first: int = 0
    revision: int = 0
    rules: tuple[tuple[str, ...], ...] = ()
    refused: Refused | None = None
    reader: str | None = None
    noted: Noted | None = None
    rest: StoredProgress | None = None


decode_answer = msgspec.json.Decoder(StoredAnswer).decode

KEY_USED = Refused("table.key_used")
"""The answer to a key that comes again with something else."""


def stored_answer(request: str, recorded: Recorded) -> StoredAnswer:
    """Return what is stored of an answer: the events are left to the log."""
    rules = tuple([judged.rules for judged in recorded.judged])
    rest = None
    if isinstance(recorded, Reapplied):
        left = tuple(told.seq for told in recorded.left if told.seq is not None)
        rest = StoredProgress(recorded.again, recorded.why, left)
    return StoredAnswer(request, recorded.first, recorded.revision, rules, rest=rest)


def digest_of(event: Event | tuple[Event, ...]) -> str:
    """Return a digest of one event or several: 16 bytes in hex; an event and a tuple of it alone differ."""
    return blake2b(encode(event), digest_size=16).hexdigest()
