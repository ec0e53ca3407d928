"""A witness: notes the heads of all tables, each note chained to the one before and signed with a key.

Who changes the tables and the notes has to have the key, too; so it lies elsewhere than the tables.
"""

from collections.abc import Iterable, Iterator
from hashlib import blake2b

import msgspec

from events.envelope import encode
from events.stores.protocol import Store, hash_in
from referee.service.heads import seqs_of, whole_head
from referee.service.logs import StoredLog, proved
from referee.service.table import Clock

_BODY_FIELDS = ("table", "revision", "head", "whole", "at", "before")


class Note(msgspec.Struct, frozen=True, kw_only=True):
    """One line of a witness: the head of a table's log and of all that was kept of it, then.

    `before` is the signature of the line before, `signed` that of this one.
    """

    table: str
    revision: int
    head: str
    whole: str
    at: str
    before: str
    signed: str = ""


class BrokenNotesError(Exception):
    """The notes are not as the witness wrote them: `args[0]` is the first line that is not, from 1."""


_DECODER = msgspec.json.Decoder(Note)


def sign(note: Note, key: bytes) -> Note:
    """Sign a note."""
    body = encode([getattr(note, name) for name in _BODY_FIELDS])
    signed = blake2b(body, digest_size=32, key=key, person=b"referee witness").hexdigest()
    return msgspec.structs.replace(note, signed=signed)


def vouch(store: Store, key: bytes, clock: Clock, before: str) -> Iterator[Note]:
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
        note = Note(table=row.table, revision=revision, head=entry, whole=whole, at=at, before=before)
        signed = sign(note, key)
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


def lost(store: Store, notes: Iterable[Note]) -> dict[str, tuple[int, list[Note]]]:
    """Compare tables with what was noted of them: of each, how many notes there are, and which do not hold.

    Raises DamagedLogError where a table is not whole.
    """
    by_table: dict[str, list[Note]] = {}
    for note in notes:
        by_table.setdefault(note.table, []).append(note)
    return {table: (len(told), broken(store, table, told)) for table, told in by_table.items()}


def broken(store: Store, table: str, notes: list[Note]) -> list[Note]:
    """List the notes of a table that do not hold any more."""
    log = StoredLog(store, table)
    for fault in log.faults():
        raise fault
    if not store.head(table).revision:
        return notes
    seqs = seqs_of(log, {note.whole for note in notes})
    return [note for note in notes if seqs[note.whole] != note.revision]
