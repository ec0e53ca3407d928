"""The lines of a file that may be a record: JSON as it stands, a text in notation as the events it says."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path

from referee.kernel.game import NotationError
from referee.service.files.check import Checked, Summary, check
from referee.service.files.file_lines import (
    BOM,
    ENCODINGS,
    DecodedFile,
    is_utf8,
    make_unread,
    numbered,
    raw_lines,
    read_otherwise,
)

Numbered = Iterator[tuple[int, bytes]]
"""Lines that are not blank, without line ends, each with its number from 1."""

_QUOTING = re.compile(rb'\{"[^"]*"\s*[^:"\s]')
"""A remark that begins with a quotation, which is no JSON."""


def check_file(path: Path, *, keep_going: bool = False) -> Iterator[Checked | Summary]:
    """Referee a file as `check` does. Raises OSError where it cannot be read."""
    return check(lines_of_file(path), keep_going=keep_going)


def lines_of_file(path: Path, lang: str | None = None) -> Callable[[], Numbered]:
    """Return what opens a file for each reading of it; see `lines_of`. Raises OSError.

    Of a file whose encoding cannot be told, the first line that is not in UTF-8 is an `Unread`.
    """
    reading = read_otherwise(path)
    if reading is not None and reading.encoding is None:
        return lambda: _lines_in_no_encoding(path, reading)
    return lines_of(lambda: raw_lines(path), lang)


def _lines_in_no_encoding(path: Path, reading: DecodedFile) -> Numbered:
    """Yield the first line that is not in UTF-8 as an `Unread`, and of JSON the other lines."""
    lines = numbered(raw_lines(path))
    is_json, has_unread = False, False
    for n, (number, line) in enumerate(lines):
        is_json = is_json or (n == 0 and line.startswith(b"{"))
        if not has_unread and not is_utf8((line,)):
            likely = tuple(ENCODINGS[each] for each in reading.likely)
            problem = NotationError("log.other_encoding", encodings=likely, id=reading.likely[0])
            yield number, make_unread(line.decode("utf-8", "replace"), 1, problem)
            has_unread = True
        elif is_json:
            yield number, line


def lines_of(raw: Callable[[], Iterator[bytes]], lang: str | None = None) -> Callable[[], Numbered]:
    """Return what opens the lines of a log or record for each reading; a text is read here, once.

    `raw` opens them as they are, with line ends. `lang` is the language of hints; None: that of the text.
    A line of a text that means nothing is an `Unread`. Raises NewerLogError for a text from a newer version.
    """
    first = next(numbered(raw()), None)
    if first is None or (first[1].startswith(b'{"') and not _QUOTING.match(first[1])):
        return lambda: numbered(raw())
    from referee.service.files.text_record import is_spread, is_text, read_text  # 100 ms; JSON needs none

    if not is_text(first[1]) and not is_spread(first[1]):
        return lambda: numbered(raw())
    texts = ((n, line.rstrip(b"\r\n")) for n, line in enumerate(raw(), 1))
    lines = read_text(((n, line.removeprefix(BOM) if n == 1 else line) for n, line in texts), lang)
    return lambda: iter(lines)
