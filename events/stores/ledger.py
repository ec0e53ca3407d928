"""What a file of lines has acknowledged: its head and length after each batch, answers given, refusals."""

import os
from io import SEEK_END
from pathlib import Path
from threading import Lock
from typing import BinaryIO

import msgspec

from events.stores.protocol import DamagedStoreError, Head, Refusal

_BLOCK = 8192


class Note(msgspec.Struct, frozen=True, omit_defaults=True):
    """One line: the log's head and length in bytes after a batch, the batch's key, answer and refusal."""

    revision: int
    hash: str
    size: int
    key: str | None = None
    answer: str = ""
    reader: str | None = None
    refused: str = ""

    @property
    def refusal(self) -> Refusal | None:
        """Give what was refused, where something was."""
        if self.reader is None:
            return None
        return Refusal(reader=self.reader, revision=self.revision, body=self.refused.encode())


class Mark(msgspec.Struct, frozen=True):
    """How far a log is acknowledged: its head, its length and that of the ledger, in bytes."""

    head: Head
    size: int
    ledger_size: int


_NOTE = msgspec.json.Decoder(Note)
_encode = msgspec.json.encode


class Ledger:
    """The lines beside one log; whoever writes holds the table's lock."""

    def __init__(self, path: Path) -> None:
        """Look at a file, which need not exist."""
        self.path = path
        self._answers: dict[str, int] = {}
        self._refusals: dict[str, Refusal] = {}
        self._indexed = 0
        self._lock = Lock()

    def mark(self) -> Mark | None:
        """Read how far the log is acknowledged; None where nothing ever was.

        Raises DamagedStoreError where the last whole line is no note.
        """
        try:
            with self.path.open("rb") as file:
                end, line = last_whole_line(file)
        except FileNotFoundError:
            return None
        if not line:
            return None
        note = self._read(line, end)
        return Mark(Head(note.revision, note.hash), note.size, end)

    def answer(self, key: str) -> str | None:
        """Find the answer kept with a key."""
        self._index()
        offset = self._answers.get(key)
        if offset is None:
            return None
        with self.path.open("rb") as file:
            file.seek(offset)
            return self._read(file.readline(), offset).answer

    def refusals(self) -> tuple[Refusal, ...]:
        """Give what was refused last, by reader."""
        self._index()
        return tuple(refusal for _, refusal in sorted(self._refusals.copy().items()))

    def write(self, note: Note, end: int) -> None:
        """Add a note after byte `end` (what a crash left there is dropped); synced when it returns."""
        descriptor = os.open(self.path, os.O_WRONLY | os.O_CREAT, 0o644)
        try:
            os.ftruncate(descriptor, end)
            os.pwrite(descriptor, _encode(note) + b"\n", end)
            os.fsync(descriptor)
        finally:
            os.close(descriptor)

    def _index(self) -> None:
        """Read the keys and refusals of the notes added since last time, one thread at a time."""
        try:
            file = self.path.open("rb")
        except FileNotFoundError:
            return
        with self._lock, file:
            file.seek(self._indexed)
            for line in file:
                if not line.endswith(b"\n"):
                    return
                note = self._read(line, self._indexed)
                if note.key is not None:
                    self._answers[note.key] = self._indexed
                if (refusal := note.refusal) is not None:
                    self._refusals[refusal.reader] = refusal
                self._indexed += len(line)

    def _read(self, line: bytes, offset: int) -> Note:
        try:
            return _NOTE.decode(line)
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            raise DamagedStoreError(path=str(self.path), why=f"{error} (byte {offset})") from None


def last_whole_line(file: BinaryIO) -> tuple[int, bytes]:
    """Find the last line that ends in a newline; give where it ends (in bytes) and the line."""
    position = file.seek(0, SEEK_END)
    tail = b""
    while position and tail.count(b"\n") < 2:
        start = max(0, position - _BLOCK)
        file.seek(start)
        tail = file.read(position - start) + tail
        position = start
    end = tail.rfind(b"\n")
    if end < 0:
        return 0, b""
    return position + end + 1, tail[tail.rfind(b"\n", 0, end) + 1 : end]
