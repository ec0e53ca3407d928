"""Prove that a log is whole: every hash, the chain, the order, the end."""

from collections.abc import Iterable, Iterator
from hashlib import blake2b
from typing import Any

import msgspec

from events.envelope import HASH_FIELD, NO_HASH, hash_of
from events.stores.protocol import NO_HEAD, Head, hash_in

_TAIL = len('"prev":"","hash":""}') + 2 * len(NO_HASH)


class DamagedLogError(Exception):
    """A log that is not as it was written.

    `seq` is the entry (or where it should be), `line` the line of a file where it is known,
    `reason` a message id, `args_` its arguments. What came before `seq` is whole.
    """

    def __init__(self, seq: int, reason: str, **args: Any) -> None:
        super().__init__(seq, reason, args)
        self.seq, self.reason, self.args_ = seq, reason, {"seq": seq, **args}
        self.line: int | None = None


class Prelude(msgspec.Struct, frozen=True):
    """What an entry says of its place in a log."""

    seq: int | None = None
    table: str | None = None
    prev: str | None = None
    hash: str | None = None


_PRELUDE = msgspec.json.Decoder(Prelude)


def verified(lines: Iterable[bytes], head: Head | None = None, after: Head = NO_HEAD) -> Iterator[bytes]:
    """Pass on the lines of a log that follow `after`, in canonical bytes, as long as they are whole.

    `head` is what the store acknowledged last: a log that ends before or after it is damaged.
    Raises DamagedLogError.
    """
    seq, digest, table = after.revision, after.hash.encode(), b'"'
    for line in lines:
        seq += 1
        prev = digest
        digest = blake2b(line[:-HASH_FIELD] + b"}", digest_size=32).hexdigest().encode()
        is_whole = line[-_TAIL:] == b'"prev":"%b","hash":"%b"}' % (prev, digest)
        if not (is_whole and line.startswith(b'{"seq":%d,"table":%b' % (seq, table))):
            line = checked(line, seq, prev.decode(), table)  # noqa: PLW2901 - in canonical bytes from here
            digest = line[-66:-2]
        if table == b'"':
            table = _quoted_table(line)
        yield line
    if head is not None and head != Head(seq, digest.decode()):
        raise ended_wrongly(seq, head)


class Chain:
    """Proves line by line, and can go on after a line that is damaged."""

    def __init__(self) -> None:
        """Start before the first entry."""
        self._head = NO_HEAD
        self._table = b'"'

    def prove(self, line: bytes) -> bytes:
        """Give the canonical bytes of the next entry.

        Raises DamagedLogError; the entry after it is then proved against what this one says of itself.
        """
        seq = self._head.revision + 1
        try:
            whole = checked(line, seq, self._head.hash, self._table)
        except DamagedLogError:
            self._head = stated_head(line, seq)
            raise
        self._head = Head(seq, hash_in(whole))
        if self._table == b'"':
            self._table = _quoted_table(whole)
        return whole


def stated_head(line: bytes, seq: int) -> Head:
    """Read what a damaged entry says of itself; `seq` where it says nothing."""
    try:
        found = _PRELUDE.decode(line)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return Head(seq, NO_HASH)
    return Head(found.seq or seq, found.hash or NO_HASH)


def checked(line: bytes, seq: int, prev: str, table: bytes) -> bytes:
    """Give the canonical bytes of an entry that is written otherwise, or say what is wrong with it.

    `table` is the table's name as JSON, or its opening quote where it is not known yet.
    Raises DamagedLogError.
    """
    try:
        line = msgspec.json.encode(msgspec.json.decode(line))
        found = _PRELUDE.decode(line)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        raise DamagedLogError(seq, "log.torn") from None
    if found.hash is None or found.prev is None or found.seq is None:
        raise DamagedLogError(seq, "log.no_entry")
    if found.seq != seq:
        raise DamagedLogError(seq, "log.wrong_seq", found=found.seq)
    if hash_of(line[:-HASH_FIELD] + b"}") != found.hash:
        raise DamagedLogError(seq, "log.edited")
    if found.prev != prev:
        raise DamagedLogError(seq, "log.broken_chain")
    if not line.startswith(b'{"seq":%d,"table":%b' % (seq, table)):
        raise DamagedLogError(seq, "log.other_table", found=str(found.table))
    return line


def ended_wrongly(seq: int, head: Head) -> DamagedLogError:
    """Say how a log that ended at `seq` differs from the head acknowledged."""
    if seq < head.revision:
        return DamagedLogError(seq + 1, "log.cut_short", last=head.revision)
    if seq > head.revision:
        return DamagedLogError(head.revision + 1, "log.too_long", last=head.revision)
    return DamagedLogError(seq, "log.other_end")


def _quoted_table(line: bytes) -> bytes:
    return msgspec.json.encode(_PRELUDE.decode(line).table)
