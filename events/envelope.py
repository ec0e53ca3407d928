"""The envelope: an event as a log keeps it, chained by hash to the one before."""

from datetime import datetime
from typing import Annotated, Generic, TypeVar

import msgspec
from msgspec import Meta

from events.base import Event, Kind
from events.digest import blake2b

E = TypeVar("E")

NO_HASH = "0" * 64
"""What the first entry of a log has for `prev`."""

HASH_FIELD = len(',"hash":""}') + 64
"""Bytes from the end of a line to where its hashed part stops."""

encode = msgspec.json.Encoder(order="deterministic").encode
"""Canonical bytes: struct fields in order of definition, keys of dicts sorted, no blanks."""


class Entry(msgspec.Struct, Generic[E], frozen=True, forbid_unknown_fields=True):
    """One line of a log.

    `seq` counts from 1 without gaps; `at` is UTC; `by` is a seat, `table` or `referee`;
    `cause` is the seq of the action a consequence follows from; `hash` is BLAKE2b-256, in
    hex, of the canonical bytes of all the fields before it.
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
    """Hash the canonical bytes of an entry without its hash."""
    return blake2b(body, digest_size=32).hexdigest()


def body_of(line: bytes) -> bytes:
    """Cut the hash off an entry's line: the bytes it was computed from."""
    return line[:-HASH_FIELD] + b"}"


class _Body(msgspec.Struct, frozen=True):
    """An entry before it is hashed; the same fields in the same order."""

    seq: int
    table: str
    at: datetime
    by: str
    kind: Kind
    cause: int | None
    event: Event
    prev: str


def enveloped(
    seq: int, table: str, at: datetime, by: str, kind: Kind, cause: int | None, event: Event, prev: str
) -> tuple[bytes, str]:
    """Write one entry; give its line (no newline) and its hash."""
    body = encode(_Body(seq, table, at, by, kind, cause, event, prev))
    digest = blake2b(body, digest_size=32).hexdigest()
    return body[:-1] + b',"hash":"' + digest.encode() + b'"}', digest
