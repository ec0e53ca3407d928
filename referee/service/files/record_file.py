"""The lines of a file that may be a record: JSON as it stands, a text in notation as the events it says."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path

from referee.kernel.game import NotationError
from referee.service.logs.encodings import ENCODINGS, Reading, is_utf8, read_otherwise
from referee.service.logs.sources import numbered, raw_lines, unread

Numbered = Iterator[tuple[int, bytes]]

_QUOTING = re.compile(rb'\{"[^"]*"\s*[^:"\s]')
"""A remark that begins with a quotation, which is no JSON."""

_BOM = b"\xef\xbb\xbf"


def lines_of_file(path: Path, lang: str | None = None) -> Callable[[], Numbered]:
    """Open a file as often as it is read; see `lines_of`. Raises OSError where it cannot be read.

    Of one whose encoding cannot be told, the first line that is not in UTF-8 is an `Unread`.
    """
    reading = read_otherwise(path)
    if reading is not None and reading.encoding is None:
        return lambda: foreign(path, reading)
    return lines_of(lambda: raw_lines(path), lang)


def foreign(path: Path, reading: Reading) -> Numbered:
    """Give the lines of a file that is not in UTF-8; of the first that is not, say what it may be in.

    Of a text nothing else is given.
    """
    lines = numbered(raw_lines(path))
    is_json, is_said = False, False
    for n, (number, line) in enumerate(lines):
        is_json = is_json or (n == 0 and line.startswith(b"{"))
        if not is_said and not is_utf8((line,)):
            called = tuple(ENCODINGS[each] for each in reading.likely)
            problem = NotationError("log.other_encoding", encodings=called, id=reading.likely[0])
            yield number, unread(line.decode("utf-8", "replace"), 1, problem)
            is_said = True
        elif is_json:
            yield number, line


def lines_of(raw: Callable[[], Iterator[bytes]], lang: str | None = None) -> Callable[[], Numbered]:
    """Give the lines of a log or record, those of a text read once, each with its number from 1.

    `lang` is whose language hints are in; None: that of the text.
    A line of a text that means nothing is an `Unread`. Raises NewerLogError for a text from a newer version.
    """
    first = next(numbered(raw()), None)
    if first is None or (first[1].startswith(b'{"') and not _QUOTING.match(first[1])):
        return lambda: numbered(raw())
    from referee.service.files.text_record.reading import is_spread, is_text, read_text

    if not is_text(first[1]) and not is_spread(first[1]):
        return lambda: numbered(raw())
    texts = ((n, line.rstrip(b"\r\n")) for n, line in enumerate(raw(), 1))
    held = read_text(((n, line.removeprefix(_BOM) if n == 1 else line) for n, line in texts), lang)
    return lambda: iter(held)
