"""A log as a few texts, which phones show one another as QR codes, and the log made of them again.

What the chain recomputes is left out, and the hash of the head goes along: what comes out has that hash, so
that it is the same log byte by byte.
"""

import json
import lzma
import re
from binascii import crc32
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime, timedelta
from typing import Any, NamedTuple

import msgspec

from events.codec import refuse_deep
from events.envelope import NO_HASH, hash_of
from events.stores.protocol import hash_in

_FORM = b"\x01"
"""The first byte: how the rest is to be read. What reads differently gets another one."""

_HASH_BYTES = 32
FILTERS = [{"id": lzma.FILTER_LZMA1, "lc": 0, "lp": 0, "pb": 0, "dict_size": 1 << 20}]

MOST_UNPACKED = 16 << 20
"""So many bytes the lines of a packed log may have together."""

_SHORTEST_LINE = 200
"""No line of a log has fewer bytes: its hashes alone take 128."""

_LAST_SHIFT = 63
"""The last seven bits of a number begin here at most: no time is further from another."""

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND = timedelta(microseconds=1)

_HEX = re.compile(rb'"((?:[0-9a-f]{32}){1,2})"')
"""Seeds, salts and their seals in the text of an event."""

_HEX_LEFT_OUT = re.compile(rb'"([\x01\x02])"')
"""What stands for them, so many times 16 bytes; no such sign stands in canonical JSON."""

_KINDS = {"action": b"a", "observation": b"o", "consequence": b"c"}
_UNUSUAL = b"!"
"""How the row of an entry begins that stands there as it is."""

_encode = msgspec.json.Encoder().encode


class CodesError(Exception):
    """Codes, or a packed log, of which no log comes; `reason` is a message id, `args_` its arguments."""

    def __init__(self, reason: str, **args: Any) -> None:
        super().__init__(reason, args)
        self.reason, self.args_ = reason, args


class _Expected:
    """What an entry has if it is as usual, given those before it; followed by `write` and `read` alike."""

    def __init__(self) -> None:
        self.at = _EPOCH
        self._cause: int | None = None

    def by(self, kind: str, event: bytes) -> str:
        """Return who does such a thing."""
        if kind != "action":
            return "table" if kind == "observation" else "referee"
        return str(msgspec.json.decode(event).get("seat") or "table")

    def cause(self, kind: str, seq: int) -> int | None:
        """Return what causes such an entry: of a consequence, the last entry that is none."""
        if kind == "consequence":
            return self._cause
        self._cause = seq
        return None


def pack_log(lines: Iterable[bytes]) -> bytes:
    """Return a log as few bytes; its lines are verified, and there is at least one."""
    rows, numbers, secrets = [], bytearray(), bytearray()
    expected, head, table = _Expected(), NO_HASH, b""
    for seq, line in enumerate(lines, 1):
        table = table or _encode(msgspec.json.decode(line)["table"])
        before = expected.at
        row = _row(seq, table, line, expected)
        numbers += _write_number((expected.at - before) // _MICROSECOND)
        secrets += b"".join(bytes.fromhex(found[1].decode()) for found in _HEX.finditer(row))
        rows.append(_HEX.sub(lambda found: b'"%c"' % (len(found[1]) // 32), row))
        head = hash_in(line)
    whole = b"\n".join([table, *rows, b"", bytes(numbers + secrets)])
    return _FORM + bytes.fromhex(head) + lzma.compress(whole, lzma.FORMAT_RAW, filters=FILTERS)


def _row(seq: int, table: bytes, line: bytes, expected: _Expected) -> bytes:
    """Return what of an entry nothing else says; brings `expected` to its time."""
    begun = b'{"seq":%d,"table":%b,' % (seq, table)
    middle = line[len(begun) : line.rindex(b',"prev":"')]
    entry: dict[str, Any] = msgspec.json.decode(line)
    event = middle[middle.find(b'"event":') + len(b'"event":') :]
    letter = _KINDS.get(entry["kind"])
    try:
        at = msgspec.convert(entry["at"], datetime)
    except msgspec.ValidationError:
        letter = None
    if letter is None or _middle(at, entry["by"], entry["kind"], entry["cause"], event) != middle:
        return _UNUSUAL + middle
    expected.at = at
    usual = [expected.by(entry["kind"], event), expected.cause(entry["kind"], seq)]
    said = [entry["by"], entry["cause"]]
    return letter + (b"" if said == usual else _encode(said)) + event


def _middle(at: datetime, by: str, kind: str, cause: int | None, event: bytes) -> bytes:
    """Return what stands in the line of an entry between its table and the hash before it."""
    said = (_encode(at), _encode(by), _encode(kind), _encode(cause), event)
    return b'"at":%b,"by":%b,"kind":%b,"cause":%b,"event":%b' % said


def unpack_log(packed: bytes) -> list[bytes]:
    """Return the lines of a packed log, proved by the hash of its head. Raises CodesError."""
    if not packed.startswith(_FORM):
        raise CodesError("copies.newer" if packed > _FORM else "copies.damaged")
    head = packed[len(_FORM) : len(_FORM) + _HASH_BYTES].hex()
    reader = lzma.LZMADecompressor(lzma.FORMAT_RAW, filters=FILTERS)
    try:
        whole = reader.decompress(packed[len(_FORM) + _HASH_BYTES :], MOST_UNPACKED)
        lines = list(_bounded(_lines_of(whole))) if reader.eof else []
    except (lzma.LZMAError, ValueError, LookupError, TypeError, OverflowError, RecursionError):
        raise CodesError("copies.damaged") from None
    if not lines or hash_in(lines[-1]) != head:
        raise CodesError("copies.damaged")
    return lines


def _bounded(lines: Iterable[bytes]) -> Iterator[bytes]:
    """Yield lines while they have at most `MOST_UNPACKED` bytes together. Raises ValueError."""
    size = 0
    for line in lines:
        size += len(line)
        if size > MOST_UNPACKED:
            raise ValueError
        yield line


def _lines_of(whole: bytes) -> Iterator[bytes]:
    """Yield the lines of a log from what was compressed; raises nearly anything where that is damaged."""
    text, _, numbers = whole.partition(b"\n\n")
    if text.count(b"\n") > MOST_UNPACKED // _SHORTEST_LINE:
        raise ValueError
    table, *rows = text.split(b"\n")
    for row in rows:
        refuse_deep(row)
    place, moves = 0, []
    for _ in rows:
        number, place = _read_number(numbers, place)
        moves.append(number)
    kinds = {letter: kind for kind, letter in _KINDS.items()}
    expected, digest = _Expected(), NO_HASH
    for seq, (row, move) in enumerate(zip(rows, moves, strict=True), 1):
        expected.at += move * _MICROSECOND

        def secret(found: re.Match[bytes]) -> bytes:
            nonlocal place
            size = 16 * found[1][0]
            place += size
            return b'"%b"' % numbers[place - size : place].hex().encode()

        said = _HEX_LEFT_OUT.sub(secret, row[1:])
        if row[:1] == _UNUSUAL:
            middle = said
        else:
            kind = kinds[row[:1]]
            by, cause, event = _read_said(said)
            usual = expected.cause(kind, seq)
            if by is None:
                by, cause = expected.by(kind, event), usual
            middle = _middle(expected.at, by, kind, cause, event)
        body = b'{"seq":%d,"table":%b,%b,"prev":"%b"}' % (seq, table, middle, digest.encode())
        digest = hash_of(body)
        yield b'%b,"hash":"%b"}' % (body[:-1], digest.encode())


def _read_said(said: bytes) -> tuple[str | None, int | None, bytes]:
    """Return who did it and its cause, where they are said (else None twice), and the event."""
    if not said.startswith(b"["):
        return None, None, said
    text = said.decode()
    (by, cause), end = json.JSONDecoder().raw_decode(text)
    return by, cause, text[end:].encode()


def _write_number(number: int) -> bytes:
    """Return a number, which may be negative, as few bytes."""
    number = 2 * number if number >= 0 else -2 * number - 1
    out = bytearray()
    while number > 0x7F:
        out.append(number & 0x7F | 0x80)
        number >>= 7
    return bytes([*out, number])


def _read_number(data: bytes, place: int) -> tuple[int, int]:
    """Return the number at a place, and the place after it. Raises ValueError where it is too long."""
    number = shift = 0
    while data[place] > 0x7F:
        if shift == _LAST_SHIFT:
            raise ValueError
        number |= (data[place] & 0x7F) << shift
        place, shift = place + 1, shift + 7
    number |= data[place] << shift
    return (number >> 1 if number % 2 == 0 else -(number + 1 >> 1)), place + 1


_PAYLOADS = {300: 6, 600: 6, 900: 10}
"""Bytes a code may carry, and how many of that size there may be: a camera reads smaller ones sooner.

With the address before them they make codes of about version 15, 20 and 25.
"""

_LARGEST = 1200
"""Bytes a code carries of a log that is longer: about version 29."""

_BLOCK, _DIGITS = 22, 53
"""So many bytes are written as so many digits, which take the least room in a QR code."""

_DIGITS_OF = tuple(len(str(256**n - 1)) if n else 0 for n in range(_BLOCK + 1))
_CHECK_BYTES = 4

MOST_CODES = 40
"""Nobody scans more; a log of some 9,000 entries goes as a file."""

_CODE = re.compile(r"(?:.*#)?([1-9][0-9]{0,2})/([1-9][0-9]{0,2})/([0-9a-f]{8})/([0-9]+)", re.ASCII)


class Code(NamedTuple):
    """One of `of` codes: the `n`-th, from 1; `check` is the same in all of one log, `data` its bytes."""

    n: int
    of: int
    check: str
    data: bytes


def write_codes(packed: bytes, address: str) -> list[tuple[str, str]]:
    """Return the texts of the codes of a packed log: each as its part of an address, and its digits.

    `address` is the one that takes codes in, without a fragment. Raises CodesError where there would be more
    than `MOST_CODES`.
    """
    size = next((size for size, most in _PAYLOADS.items() if len(packed) <= most * size), _LARGEST)
    of = -(-len(packed) // size)
    if of > MOST_CODES:
        raise CodesError("copies.too_many", n=of)
    size = -(-len(packed) // of)
    check = packed[len(_FORM) : len(_FORM) + 4].hex()
    parts = (packed[at : at + size] for at in range(0, len(packed), size))
    return [
        (f"{address}#{n}/{of}/{check}/", _digits(data + _proof(n, of, check, data)))
        for n, data in enumerate(parts, 1)
    ]


def _proof(n: int, of: int, check: str, data: bytes) -> bytes:
    """Return what a code ends with: a letter that was read wrongly shows by it."""
    return crc32(b"%d/%d/%b/%b" % (n, of, check.encode(), data)).to_bytes(_CHECK_BYTES, "big")


def _digits(data: bytes) -> str:
    """Return bytes as digits."""
    blocks = (data[at : at + _BLOCK] for at in range(0, len(data), _BLOCK))
    return "".join(f"{int.from_bytes(block, 'big'):0{_DIGITS_OF[len(block)]}d}" for block in blocks)


def _bytes_of(digits: str) -> bytes:
    """Return the bytes that digits stand for. Raises ValueError, OverflowError where they stand for none."""
    blocks = (digits[at : at + _DIGITS] for at in range(0, len(digits), _DIGITS))
    return b"".join(int(block).to_bytes(_DIGITS_OF.index(len(block)), "big") for block in blocks)


def read_code(text: str) -> Code:
    """Return what the text of a code says, whatever address it begins with. Raises CodesError."""
    found = _CODE.fullmatch(text.strip())
    if found is None:
        raise CodesError("copies.no_code", text=text.strip()[:40])
    n, of, check = int(found[1]), int(found[2]), found[3]
    try:
        whole = _bytes_of(found[4])
    except (ValueError, OverflowError):
        whole = b""
    data = whole[:-_CHECK_BYTES]
    if n > of or whole[-_CHECK_BYTES:] != _proof(n, of, check, data):
        raise CodesError("copies.misread", n=n)
    return Code(n, of, check, data)


def join_codes(texts: Iterable[str]) -> bytes:
    """Return the packed log that codes say together, in whatever order and however often they come.

    Raises CodesError: one cannot be read, they are of several logs, some are missing.
    """
    codes = [read_code(text) for text in texts]
    if not codes:
        raise CodesError("copies.none")
    if len({(code.of, code.check) for code in codes}) > 1:
        raise CodesError("copies.mixed")
    parts = {code.n: code.data for code in codes}
    of = codes[0].of
    if missing := tuple(n for n in range(1, of + 1) if n not in parts):
        raise CodesError("copies.missing", n=len(parts), of=of, missing=missing)
    return b"".join(parts[n] for n in range(1, of + 1))
