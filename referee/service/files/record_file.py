"""The lines of a file that may be a record: JSON as it stands, a text in notation as the events it says."""

from collections.abc import Callable, Iterator
from pathlib import Path

from referee.service.logs.sources import numbered, raw_lines

Numbered = Iterator[tuple[int, bytes]]

_BOM = b"\xef\xbb\xbf"


def lines_of_file(path: Path, lang: str | None = None) -> Callable[[], Numbered]:
    """Open a file as often as it is read; see `lines_of`. Raises OSError where it cannot be read."""
    return lines_of(lambda: raw_lines(path), lang)


def lines_of(raw: Callable[[], Iterator[bytes]], lang: str | None = None) -> Callable[[], Numbered]:
    """Give the lines of a log or record, those of a text read once, each with its number from 1.

    `lang` is whose language hints are in; None: that of the text.
    A line of a text that means nothing is an `Unread`. Raises NewerLogError for a text from a newer version.
    """
    first = next(numbered(raw()), None)
    if first is None or first[1].startswith(b'{"'):
        return lambda: numbered(raw())
    from referee.service.files.text_record.reading import is_text, read_text

    if not is_text(first[1]):
        return lambda: numbered(raw())
    texts = ((n, line.rstrip(b"\r\n")) for n, line in enumerate(raw(), 1))
    held = read_text(((n, line.removeprefix(_BOM) if n == 1 else line) for n, line in texts), lang)
    return lambda: iter(held)
