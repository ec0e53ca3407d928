"""A witness: notes the heads of all tables, each note chained to the one before and signed with a key.

Who changes the tables and the notes has to have the key, too; so it lies elsewhere than the tables.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import Annotated

import msgspec
from msgspec import Meta

from events.envelope import blake2b, encode
from events.stores.protocol import Store, hash_in
from referee.service.audit.heads import seqs_of, whole_head
from referee.service.logs.sources import StoredLog, proved
from referee.service.tables.clock import Clock

Veil = Callable[[str], str]
"""Writes a hash as it is noted."""

Hash = Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]

_BODY_FIELDS = ("table", "revision", "head", "whole", "at", "before")


class Note(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One line of a witness: the head of a table's log and of all that was kept of it, then.

    `before` is the signature of the line before, `signed` that of this one.
    """

    table: Annotated[str, Meta(min_length=1, max_length=1000)]
    revision: Annotated[int, Meta(ge=0, le=2**53)]
    head: Hash
    whole: Hash
    at: Annotated[str, Meta(max_length=40)]
    before: Annotated[str, Meta(pattern="^([0-9a-f]{64})?$")]
    signed: Annotated[str, Meta(pattern="^([0-9a-f]{64})?$")] = ""


class BrokenNotesError(Exception):
    """The notes are not as the witness wrote them: `args[0]` is the first line that is not, from 1."""


_DECODER = msgspec.json.Decoder(Note)


def sign(note: Note, key: bytes) -> Note:
    """Sign a note."""
    body = encode([getattr(note, name) for name in _BODY_FIELDS])
    signed = blake2b(body, digest_size=32, key=key, person=b"referee witness").hexdigest()
    return msgspec.structs.replace(note, signed=signed)


def veil_of(key: bytes) -> Veil:
    """Give what writes a hash so that nobody without the key can try out by it what a log hides."""
    return lambda head: blake2b(head.encode(), digest_size=32, key=key, person=b"referee veil").hexdigest()


def sender_of(key: bytes) -> str:
    """Give the word by which another machine knows the holder of a key; the key is not told by it."""
    return blake2b(digest_size=32, key=key, person=b"referee sender").hexdigest()


def vouch(store: Store, key: bytes, clock: Clock, before: str, veil: Veil = str) -> Iterator[Note]:
    """Note the head of every table, after a note that was signed `before`.

    Raises DamagedLogError at the first table that is not whole: nobody vouches for that.
    """
    at = clock().isoformat(timespec="seconds")
    for row in store.tables():
        log = StoredLog(store, row.table)
        for fault in log.faults():
            raise fault
        revision, entry = 0, ""
        for line in proved(log):
            revision, entry = revision + 1, hash_in(line)
        whole = whole_head(log, revision, entry) or entry
        heads = {"head": veil(entry), "whole": veil(whole)}
        signed = sign(Note(table=row.table, revision=revision, at=at, before=before, **heads), key)
        before = signed.signed
        yield signed


def read_notes(lines: Iterable[bytes], key: bytes) -> list[Note]:
    """Read what a witness wrote.

    Raises BrokenNotesError at the first line that was changed, moved, put in or left out.
    """
    notes: list[Note] = []
    for number, line in enumerate(lines, 1):
        try:
            note = _DECODER.decode(line)
        except (msgspec.DecodeError, UnicodeDecodeError):
            raise BrokenNotesError(number) from None
        before = notes[-1].signed if notes else ""
        if note.before != before or sign(note, key) != note:
            raise BrokenNotesError(number)
        notes.append(note)
    return notes


def lost(store: Store, notes: Iterable[Note], veil: Veil = str) -> dict[str, tuple[int, list[Note]]]:
    """Compare tables with their notes: for each, count the notes, and list those that do not hold.

    Raises DamagedLogError where a table is not whole.
    """
    by_table: dict[str, list[Note]] = {}
    for note in notes:
        by_table.setdefault(note.table, []).append(note)
    return {table: (len(told), broken(store, table, told, veil)) for table, told in by_table.items()}


def broken(store: Store, table: str, notes: list[Note], veil: Veil = str) -> list[Note]:
    """List the notes of a table that do not hold any more."""
    log = StoredLog(store, table)
    for fault in log.faults():
        raise fault
    if not store.head(table).revision:
        return notes
    seqs = seqs_of(log, {note.whole for note in notes}, veil)
    return [note for note in notes if seqs[note.whole] != note.revision]
