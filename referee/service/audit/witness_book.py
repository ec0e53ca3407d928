"""What other machines have witnessed here: their signed notes, send by send, each in a file written once."""

import os
from collections.abc import Iterator
from contextlib import suppress
from ipaddress import ip_address, ip_network
from pathlib import Path
from secrets import token_hex

import msgspec

from events.envelope import blake2b
from events.stores.places import sync
from events.stores.protocol import ServedStore, UnreachableError
from referee.kernel.verdict import Refused, refuse
from referee.service.audit.witness import Note

MOST_AT_ONCE = 100
"""Notes in one send."""

MOST_NOTES = 20_000
"""Notes kept for one sender."""

MOST_SENDERS = 64

MOST_OF_AN_ADDRESS = 8
"""Senders whose first notes came from one address: nobody alone takes every place."""

FROM = "from"
"""Where a sender's folder says from where its first notes came: a hash made with this store's secret."""

_NOTES = msgspec.json.Decoder(tuple[Note, ...])


def name_of(sender: str) -> str:
    """Give the name a sender has here: whoever reads it cannot send in its place."""
    return blake2b(sender.encode(), digest_size=32, person=b"referee sender").hexdigest()


class WitnessBook:
    """The notes of every sender, each in a folder of its own; nothing is ever written over."""

    def __init__(self, folder: Path, secret: bytes = b"") -> None:
        """Take the folder of all senders; the `secret` keeps where they came from from other readers."""
        self.folder, self._secret = folder, secret

    def names(self) -> tuple[str, ...]:
        """Name the senders there are."""
        return tuple(sorted(each.name for each in self.folder.iterdir())) if self.folder.is_dir() else ()

    def notes(self, name: str) -> list[Note]:
        """Give what a sender had witnessed, in order."""
        return list(self._notes(name)) if name in self.names() else []

    def _notes(self, name: str) -> Iterator[Note]:
        for path in sorted((self.folder / name).glob("*.json")):
            yield from _NOTES.decode(path.read_bytes())

    def keep(self, name: str, new: tuple[Note, ...], address: str = "") -> Refused | None:
        """Keep notes of a sender that came from an address, all or none; on disk when it returns.

        Raises UnreachableError where they cannot be written.
        """
        kept, origin = self.notes(name), self._origin_of(address)
        if len(kept) + len(new) > MOST_NOTES or (not kept and not self._has_room(origin)):
            return refuse("witness.full")
        if (refused := judged(kept, new)) is not None:
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
        """Whether a sender more may come from somewhere."""
        names = self.names()
        same = sum(self._came_from(name) == origin for name in names) if origin else 0
        return len(names) < MOST_SENDERS and same < MOST_OF_AN_ADDRESS

    def _came_from(self, name: str) -> str:
        try:
            return (self.folder / name / FROM).read_text("utf-8")
        except OSError:
            return ""

    def _origin_of(self, address: str) -> str:
        """Hash the network an address is of: of IPv6 a household has as many addresses as it likes."""
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
    """Find the book that lies beside a store."""
    return WitnessBook(store.secret.with_suffix(".witnessed"), secret)


def judged(kept: list[Note], new: tuple[Note, ...]) -> Refused | None:
    """Say why notes cannot follow those that are kept; None where they can."""
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
