"""A witness notes the heads of all tables, each note chained to the one before and signed with a key.

Who changes the tables and the notes has to have the key, too; so it lies elsewhere than the tables. What
other machines witness here stands in the witness book, each send in a file that is written once.
"""

import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from ipaddress import ip_address, ip_network
from pathlib import Path
from secrets import token_hex
from typing import Annotated

import msgspec
from msgspec import Meta

from events.envelope import blake2b, encode
from events.stores.places import sync
from events.stores.protocol import ServedStore, Store, UnreachableError, hash_in
from referee.kernel.verdict import Refused, refuse
from referee.service.audit.heads import seqs_of, whole_head
from referee.service.logs.sources import StoredLog, proved
from referee.service.tables.clock import Clock

_Veil = Callable[[str], str]
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
    """Return the note with its signature."""
    body = encode([getattr(note, name) for name in _BODY_FIELDS])
    signed = blake2b(body, digest_size=32, key=key, person=b"referee witness").hexdigest()
    return msgspec.structs.replace(note, signed=signed)


def veil_of(key: bytes) -> _Veil:
    """Return what keys a hash, so that nobody without the key can try out by it what a log hides."""
    return lambda head: blake2b(head.encode(), digest_size=32, key=key, person=b"referee veil").hexdigest()


def sender_of(key: bytes) -> str:
    """Return the word by which another machine knows the holder of a key; the key cannot be found from it."""
    return blake2b(digest_size=32, key=key, person=b"referee sender").hexdigest()


def vouch(store: Store, key: bytes, clock: Clock, before: str, veil: _Veil = str) -> Iterator[Note]:
    """Yield a note of the head of every table, after a note that was signed `before`.

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
    """Return what a witness wrote.

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


def lost(store: Store, notes: Iterable[Note], veil: _Veil = str) -> dict[str, tuple[int, list[Note]]]:
    """Return for each table how many notes it has, and those that do not hold any more.

    Raises DamagedLogError where a table is not whole.
    """
    by_table: dict[str, list[Note]] = {}
    for note in notes:
        by_table.setdefault(note.table, []).append(note)
    return {table: (len(noted), _broken(store, table, noted, veil)) for table, noted in by_table.items()}


def _broken(store: Store, table: str, notes: list[Note], veil: _Veil = str) -> list[Note]:
    log = StoredLog(store, table)
    for fault in log.faults():
        raise fault
    if not store.head(table).revision:
        return notes
    seqs = seqs_of(log, {note.whole for note in notes}, veil)
    return [note for note in notes if seqs[note.whole] != note.revision]


MOST_AT_ONCE = 100
"""Notes in one send."""

_MOST_NOTES = 20_000
"""Notes kept for one sender."""

MOST_SENDERS = 64

MOST_OF_AN_ADDRESS = 8
"""Senders whose first notes came from one address: nobody alone takes every place."""

FROM = "from"
"""Where a sender's folder says from where its first notes came: a hash made with this store's secret."""

_NOTES = msgspec.json.Decoder(tuple[Note, ...])


def name_of(sender: str) -> str:
    """Return the name a sender has here: whoever reads it cannot send in its place."""
    return blake2b(sender.encode(), digest_size=32, person=b"referee sender").hexdigest()


class WitnessBook:
    """The notes of every sender, each in a folder of its own; nothing is ever written over."""

    def __init__(self, folder: Path, secret: bytes = b"") -> None:
        """Open the folder of all senders; `secret` is the key that their addresses are hashed with."""
        self.folder, self._secret = folder, secret

    def names(self) -> tuple[str, ...]:
        """Return the senders there are, sorted."""
        return tuple(sorted(each.name for each in self.folder.iterdir())) if self.folder.is_dir() else ()

    def notes(self, name: str) -> list[Note]:
        """Return what a sender had witnessed, in order; nothing of a stranger."""
        return list(self._notes(name)) if name in self.names() else []

    def _notes(self, name: str) -> Iterator[Note]:
        for path in sorted((self.folder / name).glob("*.json")):
            yield from _NOTES.decode(path.read_bytes())

    def keep(self, name: str, new: tuple[Note, ...], address: str = "") -> Refused | None:
        """Write notes of a sender that came from an address, all or none; return why not.

        They are on disk when this returns.
        Raises UnreachableError where they cannot be written.
        """
        kept, origin = self.notes(name), self._origin_of(address)
        if len(kept) + len(new) > _MOST_NOTES or (not kept and not self._has_room(origin)):
            return refuse("witness.full")
        if (refused := _judge(kept, new)) is not None:
            return refused
        try:
            self._write(self.folder / name, len(kept), msgspec.json.encode(new))
            if not kept and origin:
                (self.folder / name / FROM).write_text(origin, "utf-8")
        except FileExistsError:
            return refuse("witness.not_next")
        except OSError as error:
            raise UnreachableError(path=str(self.folder), why=error.strerror) from None
        return None

    def _has_room(self, origin: str) -> bool:
        names = self.names()
        same = sum(self._came_from(name) == origin for name in names) if origin else 0
        return len(names) < MOST_SENDERS and same < MOST_OF_AN_ADDRESS

    def _came_from(self, name: str) -> str:
        try:
            return (self.folder / name / FROM).read_text("utf-8")
        except OSError:
            return ""

    def _origin_of(self, address: str) -> str:
        # Of IPv6 a household has as many addresses as it likes: what counts is the network.
        if not address:
            return ""
        try:
            found = ip_address(address)
            network = str(ip_network((found, 64), strict=False) if found.version == 6 else found)
        except ValueError:
            network = address
        digest = blake2b(network.encode(), digest_size=16, key=self._secret, person=b"referee origin")
        return digest.hexdigest()

    def _write(self, folder: Path, number: int, body: bytes) -> None:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        draft = folder / f".{token_hex(8)}"
        try:
            with draft.open("xb") as out:
                out.write(body)
                out.flush()
                os.fsync(out.fileno())
            notes = folder / f"{number:08}.json"
            os.link(draft, notes)
            try:
                for listed in (folder, folder.parent, folder.parent.parent):
                    sync(listed)
            except OSError:
                notes.unlink()
                raise
        finally:
            with suppress(OSError):
                draft.unlink()


def book_beside(store: ServedStore, secret: bytes = b"") -> WitnessBook:
    """Return the book that lies beside a store."""
    return WitnessBook(store.secret.with_suffix(".witnessed"), secret)


def _judge(kept: list[Note], new: tuple[Note, ...]) -> Refused | None:
    last = {note.table: note for note in kept}
    before = kept[-1].signed if kept else ""
    for note in new:
        if note.before != before or not note.signed:
            return refuse("witness.not_next")
        was = last.get(note.table, note)
        if note.revision < was.revision:
            return refuse("witness.went_back", table=note.table, n=note.revision, was=was.revision, at=was.at)
        if note.revision == was.revision and note.head != was.head:
            return refuse("witness.forked", table=note.table, n=note.revision, at=was.at)
        last[note.table], before = note, note.signed
    return None
