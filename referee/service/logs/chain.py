"""Prove that a log is whole: every byte, every hash, the chain, the order, the end."""

from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from events.codec import MalformedError, refuse_ambiguous
from events.envelope import HASH_FIELD, NO_HASH, blake2b, body_of, hash_of
from events.stores.protocol import NO_HEAD, Head, hash_in

_TAIL = len('"prev":"","hash":""}') + 2 * len(NO_HASH)
_UNREADABLE = (msgspec.DecodeError, UnicodeDecodeError, RecursionError)
_decode, _encode = msgspec.json.Decoder().decode, msgspec.json.Encoder().encode


class DamagedLogError(Exception):
    """A log that is not as it was written.

    `seq` is the entry (or where it should be), `line` the line of a file where it is known,
    `reason` a message id, `args_` its arguments. What came before `seq` is whole.
    """

    def __init__(self, seq: int, reason: str, **args: Any) -> None:
        super().__init__(seq, reason, args)
        self.seq, self.reason, self.args_ = seq, reason, {"seq": seq, **args}
        self.line: int | None = None


class _Prelude(msgspec.Struct, frozen=True):
    """What an entry says of its place in a log."""

    seq: int | None = None
    table: str | None = None
    prev: str | None = None
    hash: str | None = None


_PRELUDE = msgspec.json.Decoder(_Prelude)


def verified(
    lines: Iterable[bytes], head: Head | None = None, after: Head = NO_HEAD, table: str | None = None
) -> Iterator[bytes]:
    """Yield the lines of a log that follow `after`, as long as they are whole.

    `head` is what the store acknowledged last: a log that ends before or after it is damaged. None where no
    store did.
    `table` is whose log it should be; None: whoever's the first line says.
    Raises DamagedLogError.
    """
    seq, digest, quoted = after.revision, after.hash.encode(), b'"' if table is None else _encode(table)
    for line in lines:
        seq += 1
        prev = digest
        digest = blake2b(line[:-HASH_FIELD] + b"}", digest_size=32).hexdigest().encode()
        if not (
            line[-_TAIL:] == b'"prev":"%b","hash":"%b"}' % (prev, digest)
            and line.startswith(b'{"seq":%d,"table":%b' % (seq, quoted))
        ):
            raise _trouble_with(line, seq, prev.decode(), quoted)
        if quoted == b'"':
            quoted = _encode(_PRELUDE.decode(line).table)
        yield line
    if head is not None and head != Head(seq, digest.decode()):
        raise ended_wrongly(seq, head)


def canonical(lines: Iterable[bytes], after: Head = NO_HEAD) -> Iterator[bytes]:
    """Yield verified lines, which follow `after`, as long as they are written as the referee writes.

    Only a forger writes otherwise and hashes again, so that who merely reads a log does without this.
    Raises DamagedLogError.
    """
    for seq, line in enumerate(lines, after.revision + 1):
        if not _is_canonical(line):
            raise _trouble_with(line, seq)
        yield line


class Chain:
    """Proves line by line, and can go on after a line that is damaged."""

    def __init__(self) -> None:
        self._head = NO_HEAD
        self._table: str | None = None

    def prove(self, line: bytes) -> bytes:
        """Return the next entry as it is.

        Raises DamagedLogError; the entry after it is then proved against what this one says of itself.
        """
        seq = self._head.revision + 1
        try:
            (whole,) = canonical(verified((line,), after=self._head, table=self._table), self._head)
        except DamagedLogError:
            self._head = _stated_head(line, seq)
            raise
        self._head = Head(seq, hash_in(whole))
        self._table = self._table or _PRELUDE.decode(whole).table
        return whole


def _stated_head(line: bytes, seq: int) -> Head:
    """Return the head that a damaged entry claims; `seq` and no hash where it says nothing."""
    try:
        found = _PRELUDE.decode(line)
    except _UNREADABLE:
        return Head(seq, NO_HASH)
    return Head(found.seq or seq, found.hash or NO_HASH)


def _is_canonical(line: bytes) -> bool:
    """Return whether a line is JSON without blanks, every key once, nothing escaped that need not be."""
    try:
        return _encode(_decode(line)) == line
    except _UNREADABLE:
        return False


def _trouble_with(line: bytes, seq: int, prev: str | None = None, quoted: bytes = b'"') -> DamagedLogError:
    """Return what is wrong with a line that is no whole entry.

    `prev` is the hash it should follow, None where that is not known. `quoted` is the table's name as JSON,
    or only its opening quote where that is not known.
    """
    try:
        found, again = _PRELUDE.decode(line), _encode(_decode(line))
        refuse_ambiguous(line)
    except _UNREADABLE:
        return DamagedLogError(seq, "log.torn")
    except MalformedError as error:
        return unreadable(seq, error)
    if found.hash is None or found.prev is None or found.seq is None:
        return DamagedLogError(seq, "log.no_entry")
    if found.seq != seq:
        return DamagedLogError(seq, "log.wrong_seq", found=found.seq)
    if hash_of(body_of(again)) != found.hash:
        return DamagedLogError(seq, "log.edited")
    if again == line and prev not in {None, found.prev}:
        return DamagedLogError(seq, "log.broken_chain")
    if again == line and not _encode(found.table).startswith(quoted):
        return DamagedLogError(seq, "log.other_table", found=str(found.table))
    return DamagedLogError(seq, "log.rewritten")


def unreadable(seq: int, error: MalformedError) -> DamagedLogError:
    """Return the damage of an entry that is no event of its game."""
    from referee.kernel.vocabulary import explain_unreadable  # 12 ms, only for what is damaged

    return DamagedLogError(seq, "log.unreadable", why=explain_unreadable(error))


def ended_wrongly(seq: int, head: Head) -> DamagedLogError:
    """Return how a log that ended at `seq` differs from the head acknowledged."""
    if seq < head.revision:
        return DamagedLogError(seq + 1, "log.cut_short", last=head.revision)
    if seq > head.revision:
        return DamagedLogError(head.revision + 1, "log.too_long", last=head.revision)
    return DamagedLogError(seq, "log.other_end")
