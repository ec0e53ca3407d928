"""Entries: an event as a log keeps it, chained by hash; seals of secrets; which entries are in force."""

from _blake2 import blake2b as blake2b  # noqa: PLC0414 - from here; `hashlib` loads OpenSSL, 3 ms of a start
from collections.abc import Iterable
from datetime import datetime
from typing import Annotated, Any, Generic, TypeVar

import msgspec
from msgspec import Meta

from events.base import Event, Kind

E = TypeVar("E")

NO_HASH = "0" * 64
"""What the first entry of a log has for `prev`."""

HASH_FIELD = len(',"hash":""}') + 64
"""Bytes from the end of a line to where its hashed part stops."""

encode = msgspec.json.Encoder(order="deterministic").encode
"""Canonical bytes: struct fields in order of definition, keys of dicts sorted, no blanks."""


class Entry(msgspec.Struct, Generic[E], frozen=True, forbid_unknown_fields=True):
    """One line of a log.

    `seq` counts from 1 without gaps; `at` is UTC; `by` is a seat, `table` or `referee`; `cause` is the seq of
    the action a consequence follows from, or of the one that an action nobody told was inferred from (which
    may come after it), None for what was told; `prev` is the hash of the entry before;
    `hash` is BLAKE2b-256, in hex, of the canonical bytes of all the fields before it.
    """

    seq: Annotated[int, Meta(ge=1)]
    table: str
    at: datetime
    by: str
    kind: Kind
    cause: int | None
    event: E
    prev: str
    hash: str


def hash_of(body: bytes) -> str:
    """Return the hash of the canonical bytes of an entry without its hash, in hex."""
    return blake2b(body, digest_size=32).hexdigest()


def body_of(line: bytes) -> bytes:
    """Return the bytes that the hash of an entry's line was made from."""
    return line[:-HASH_FIELD] + b"}"


class _Body(msgspec.Struct, frozen=True):
    seq: int
    table: str
    at: datetime
    by: str
    kind: Kind
    cause: int | None
    event: Event
    prev: str


def make_entry(
    seq: int, table: str, at: datetime, by: str, kind: Kind, cause: int | None, event: Event, prev: str
) -> tuple[bytes, str]:
    """Return the line of an entry (no newline) and its hash.

    `cause` is as of `Entry`; `prev` the hash of the entry before, NO_HEAD's for the first.
    """
    body = encode(_Body(seq, table, at, by, kind, cause, event, prev))
    digest = blake2b(body, digest_size=32).hexdigest()
    return body[:-1] + b',"hash":"' + digest.encode() + b'"}', digest


SALT_BYTES = 16
"""A salt is this many random bytes, written in hex; whoever makes the choice draws it."""


def seal_of(value: Any, salt: str) -> str:
    """Return what commits to a value: BLAKE2b-256, in hex, of its canonical JSON and the salt."""
    return blake2b(encode([value, salt]), digest_size=32).hexdigest()


def opens(seal: str, value: Any, salt: str | None) -> bool:
    """Return whether a seal was made of this value and salt; False where there is no salt."""
    return salt is not None and seal_of(value, salt) == seal


def in_force(length: int, backs: Iterable[tuple[int, int]]) -> list[range]:
    """Return the seqs in force of a log of `length` entries, as ranges in order.

    `backs` are (seq, to) of every `taken_back` in order of seq: the entries after `to` and
    before `seq` are out of force. The `taken_back` entries themselves are in force: they
    change nothing but the log.
    """
    kept: list[range] = []
    start = 1
    for seq, to in backs:
        kept = cut(kept, range(start, seq), to)
        start = seq
    return [*kept, range(start, length + 1)]


def cut(kept: list[range], last: range, to: int) -> list[range]:
    """Return the ranges `kept` and `last` without what lies after `to`; none is empty."""
    trimmed = (range(r.start, min(r.stop, to + 1)) for r in [*kept, last])
    return [r for r in trimmed if r]
