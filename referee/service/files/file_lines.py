"""The lines of a file, whatever became of its line ends and its encoding on the way."""

import codecs
import re
import unicodedata
from collections.abc import Iterable, Iterator
from functools import lru_cache
from io import BytesIO
from pathlib import Path
from typing import NamedTuple

import msgspec

from events.base import Event
from events.codec import find_too_deep
from events.stores.protocol import Head
from referee.kernel.game import NotationError
from referee.service.logs.chain import DamagedLogError, verified

_MAX_LINE = 1 << 20
"""The longest line read of a file, in bytes; a longer one is no event."""

BOM = b"\xef\xbb\xbf"

_END = re.compile(rb"(?<=\r)(?!\n)")
"""Where a line ends with a carriage return and no newline."""


class Placed(bytes):
    """A line of a text record as an event in JSON, and the `column` (from 1) where it stands in its line.

    `expected` is what could stand there, if the referee refuses it. `acts` are those that were worked out
    from a position it tells; None: none were yet.
    """

    column: int = 1
    expected: tuple[str, ...] = ()
    acts: tuple[Event, ...] | None = None


class Unread(Placed):
    """A line that means nothing, as it is written; `problem` says why."""

    problem: NotationError


def make_unread(text: str, column: int, problem: NotationError) -> Unread:
    """Return an unread line; `column` is where it stops making sense."""
    line = Unread(text.encode())
    line.problem, line.column, line.expected = problem, column, problem.expected
    return line


def make_placed(line: bytes, column: int, expected: tuple[str, ...] = ()) -> Placed:
    """Return an event in JSON with its place in a text."""
    result = Placed(line)
    result.column, result.expected = column, expected
    return result


class FileLog(msgspec.Struct, frozen=True):
    """An exported log in a file, one entry a line; `table` is the table it should be of (None: any).

    Its faults are those of `faults_between`.
    """

    path: Path
    table: str | None = None

    def lines(self, first: int = 1, last: int | None = None) -> Iterator[bytes]:
        for seq, (_, line) in enumerate(numbered(raw_lines(self.path)), 1):
            if last is not None and seq > last:
                return
            if seq >= first:
                yield line

    def head(self) -> Head | None:
        return None

    def faults(self) -> Iterator[DamagedLogError]:
        return faults_between(raw_lines(self.path))


def faults_between(lines: Iterable[bytes]) -> Iterator[DamagedLogError]:
    """Yield what an exported log never has beside its entries: blanks, other line ends, a byte order mark.

    `lines` are with their line ends. Each kind is given once, at its first line.
    """
    seq, reported = 0, set()
    for number, line in enumerate(lines, 1):
        text = line.strip()
        seq += bool(text)
        for kind in _kinds_of_blanks(line, text, is_first=number == 1):
            if kind not in reported:
                reported.add(kind)
                fault = DamagedLogError(max(seq, 1), kind)
                fault.line = number
                yield fault


def _kinds_of_blanks(line: bytes, text: bytes, *, is_first: bool) -> Iterator[str]:
    """Yield message ids about a line (`text`: without blanks) that is not as the referee writes it."""
    if is_first and line.startswith(BOM):
        yield "log.byte_order_mark"
    if not text:
        yield "log.blank_line"
    elif line.endswith(b"\r\n"):
        yield "log.carriage_return"
    elif not line.endswith(b"\n"):
        yield "log.no_line_end"
    if text and line.rstrip(b"\r\n") != text:
        yield "log.blanks"


def numbered_lines(path: Path) -> Iterator[tuple[int, bytes]]:
    """Yield the lines of a file as `numbered` does."""
    return numbered(raw_lines(path))


def numbered(lines: Iterable[bytes]) -> Iterator[tuple[int, bytes]]:
    """Yield each line that is not blank, its number from 1 before it; without line ends, blanks and BOM."""
    for number, line in enumerate(lines, 1):
        if text := (line.removeprefix(BOM) if number == 1 else line).strip():
            yield number, text


def raw_lines(path: Path) -> Iterator[bytes]:
    """Yield the lines of a file as they are, line ends included; a carriage return ends a line, too.

    A file in another encoding, where only one makes sense, is given in UTF-8. A line is cut where it is
    nested too deeply. After a line longer than `_MAX_LINE`, which is cut there, nothing more is read. Raises
    OSError.
    """
    reading = read_otherwise(path)
    is_other = reading is not None and reading.encoding is not None
    with BytesIO(reading.text) if reading is not None and is_other else path.open("rb") as file:
        while line := file.readline(_MAX_LINE + 1):
            yield from map(_cut, filter(None, _END.split(line)) if b"\r" in line else (line,))
            if len(line) > _MAX_LINE:
                return


def _cut(line: bytes) -> bytes:
    """Return a line up to where it is nested too deeply."""
    return line if (at := find_too_deep(line)) is None else line[:at] + b"\n"


MOST_BYTES = 16 << 20
"""A larger file that is not in UTF-8 is left as it is: no record is so long."""

_CHUNK = 1 << 20
_SAMPLE = 1 << 16

MARKS = {b"\xff\xfe": "utf-16-le", b"\xfe\xff": "utf-16-be"}
"""The marks a file in UTF-16 begins with."""

ENCODINGS = {
    "gb18030": "GB 18030 (GBK)",
    "cp932": "Shift_JIS",
    "big5hkscs": "Big5",
    "cp1252": "Windows-1252",
    "euc_jp": "EUC-JP",
    "cp949": "EUC-KR",
    "cp1251": "Windows-1251",
    "mac_roman": "MacRoman",
}
"""What is tried: Python's name of an encoding, which iconv knows too, and what people call it."""

LATIN, OF_OLD_MACS = "cp1252", "mac_roman"
READ = frozenset({"gb18030", "cp932", "big5hkscs", LATIN, "euc_jp"})
"""Those that are read; the others are only named where they are likely."""

_HASH = b'"hash":'
_TYPOGRAPHY = frozenset("’‘“”–—…«»¡¿·")
_WORD = re.compile(r"[^\W\d_]+")
_CLOSER = 0.1
"""By so much less mess the likeliest reading has to differ from the next."""


class DecodedFile(NamedTuple):
    """How a file that is not in UTF-8 is read: its encoding, None where several or none make sense.

    `text` is what it says then, in UTF-8; `likely` are the encodings that it may be in.
    """

    encoding: str | None
    text: bytes = b""
    likely: tuple[str, ...] = ()

    @property
    def called(self) -> str:
        """Return the encoding as people call it."""
        return ENCODINGS.get(self.encoding or "", self.encoding or "")

    @property
    def is_marked(self) -> bool:
        """Return whether the encoding is one that the file itself states by a byte order mark."""
        return self.encoding in MARKS.values()


def read_otherwise(path: Path) -> DecodedFile | None:
    """Return how to read a file that is not in UTF-8; None for one that is, and for what is no text at all.

    Raises OSError where it cannot be read.
    """
    with path.open("rb") as file:
        mark = file.read(2)
        if mark in MARKS:
            raw = mark + file.read(MOST_BYTES)
            return _read_utf_16(raw, MARKS[mark])
        file.seek(0)
        if is_utf8(iter(lambda: file.read(_CHUNK), b"")):
            return None
        file.seek(0)
        raw = file.read(MOST_BYTES + 1)
    return None if len(raw) > MOST_BYTES else reading_of(raw)


def _read_utf_16(raw: bytes, encoding: str) -> DecodedFile | None:
    """Return how bytes read in this encoding; None where they are damaged."""
    try:
        return DecodedFile(encoding, raw.decode(encoding).encode(), (encoding,))
    except UnicodeError:
        return None


def is_utf8(chunks: Iterable[bytes]) -> bool:
    """Return whether bytes that come in chunks are UTF-8."""
    decoder = codecs.getincrementaldecoder("utf-8")()
    try:
        for chunk in chunks:
            decoder.decode(chunk)
        decoder.decode(b"", final=True)
    except UnicodeDecodeError:
        return False
    return True


@lru_cache(maxsize=1)  # a file is opened several times in a row
def reading_of(raw: bytes) -> DecodedFile | None:
    """Return how bytes make sense; None where they do in no encoding, or are damaged UTF-8."""
    if _is_damaged_utf8(raw):
        return None
    readings = {text: encoding for encoding, text in reversed([*_texts_of(raw)])}
    by_encoding = {encoding: text for text, encoding in readings.items()}
    if _HASH in raw.partition(b"\n")[0]:  # of a log only its hashes tell; else it is damaged
        found = _chained(by_encoding)
        return DecodedFile(found, by_encoding[found].encode(), (found,)) if found else None
    found, likely = _known_words(by_encoding), tuple[str, ...]()
    if found is None and LATIN in by_encoding and _is_latin(by_encoding[LATIN]):
        found = LATIN
    elif found is None:
        found, likely = _least_mess(raw, tuple(by_encoding))
    if found == LATIN and b"\n" not in raw:
        found, likely = None, (OF_OLD_MACS, LATIN)
    if found not in READ:
        return DecodedFile(None, likely=likely) if likely else None
    return DecodedFile(found, by_encoding[found].encode(), (found,))


def _is_damaged_utf8(raw: bytes) -> bool:
    """Return whether bytes are UTF-8 with damage: of the lines beyond ASCII at least half are sound."""
    # Half of the lines that are not plain ASCII are in UTF-8: then the others are damaged.
    lines = [line for line in raw.splitlines() if not line.isascii()]
    sound = sum(is_utf8((line,)) for line in lines)
    return 2 * sound >= len(lines)


def _texts_of(raw: bytes) -> Iterator[tuple[str, str]]:
    """Yield (encoding, text) for each encoding in which the bytes are a text of known characters.

    Without the encoding of old Macs, in which nearly all bytes are.
    """
    for encoding in (each for each in ENCODINGS if each != OF_OLD_MACS):
        try:
            text = raw.decode(encoding)
        except UnicodeDecodeError:
            continue
        if all(_is_sign(sign) for sign in set(text)):
            yield encoding, text


def _is_sign(sign: str) -> bool:
    """Return whether a character may stand in a text: no control but tab and line ends, none unassigned."""
    return sign in "\t\r\n\ufeff" or unicodedata.category(sign) not in {"Cc", "Cn", "Co", "Cs"}


def _known_words(texts: dict[str, str]) -> str | None:
    """Return the only encoding in which a header has words beyond ASCII that a record knows, or None.

    `texts` are by encoding.
    """
    from referee.service.files.text_header import header_line  # 60 ms, and seldom needed

    def knows(text: str) -> bool:
        lines = (line for line in text.splitlines() if not line.partition(":")[0].isascii())
        return any(header_line(line) for line in lines)

    known = [encoding for encoding, text in texts.items() if knows(text)]
    return known[0] if len(known) == 1 else None


def _chained(texts: dict[str, str]) -> str | None:
    """Return the only encoding in which the entries of a log fit their hashes, or None.

    `texts` are by encoding.
    """

    def is_whole(text: str) -> bool:
        whole = text.removeprefix("\ufeff").encode().splitlines()
        lines = [_cut(line) for line in whole if line.strip()]
        try:
            return len(list(verified(iter(lines)))) == len(lines)
        except DamagedLogError:
            return False

    whole = [encoding for encoding, text in texts.items() if is_whole(text)]
    return whole[0] if len(whole) == 1 else None


def _is_latin(text: str) -> bool:
    """Return whether what is beyond ASCII are letters within words, and the signs of a typesetter."""
    words = [word for word in _WORD.findall(text) if not word.isascii()]
    letters = frozenset("".join(words))
    others = {sign for sign in text if not sign.isascii()} - letters
    return others <= _TYPOGRAPHY and all(_is_latin_word(word) for word in words)


def _is_latin_word(word: str) -> bool:
    """Return whether at least half of a word are plain letters, and no capital stands within it."""
    is_cased = word.isupper() or not any(sign.isupper() and not sign.isascii() for sign in word[1:])
    return is_cased and 2 * sum(map(str.isascii, word)) >= len(word)


def _least_mess(raw: bytes, among: tuple[str, ...]) -> tuple[str | None, tuple[str, ...]]:
    """Return the encoding that is by far the likeliest (None: none is), and all that are likely."""
    from charset_normalizer import from_bytes  # 45 ms or more; only for what is not in UTF-8

    if not among:
        return None, ()
    sample = b"\n".join(line for line in raw.splitlines() if not line.isascii())[:_SAMPLE]
    found = list(from_bytes(sample, cp_isolation=[*among], threshold=0.2, enable_fallback=False))
    by_codec = {encoding.replace("_", ""): encoding for encoding in among}
    likely = tuple(by_codec[each.encoding.replace("_", "")] for each in found)
    is_clear = len(found) == 1 or (len(found) > 1 and found[0].chaos + _CLOSER < found[1].chaos)
    named = sorted(likely or among, key=[*ENCODINGS].index)
    return (likely[0] if is_clear else None), tuple(named)
