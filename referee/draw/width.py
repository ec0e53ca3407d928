"""Columns of text in a terminal, where Chinese and Japanese characters take two."""

import re
from unicodedata import category, east_asian_width, normalize

_ELLIPSIS = ".."
"""Marks text cut short; the typographic ellipsis has no certain width in East Asian terminals."""

_INVISIBLE = frozenset({"Mn", "Me", "Cf"})
_TURNING = frozenset("\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
_CONTROL = frozenset({"Cc", "Cs", "Zl", "Zp"})


OPENING, CLOSING = "（「『【《“", "、。，！？：；）」』】》”"
"""Signs that never end a line, and those that never begin one."""

_WIDE = r"\u3000-\u30ff\u4e00-\u9fff\uff00-\uffef"

BREAKABLE = re.compile(
    rf"[{OPENING}]*(?:[ァ-ヺー]+|[{_WIDE}])[{CLOSING},.;:!?)\]ーぁぃぅぇぉっゃゅょ]*|[^\s{_WIDE}]+|\s+"
)
"""What a line may be broken between: wide characters one by one, katakana and other words, blanks."""

PHRASES = re.compile(rf"[^\s{CLOSING}]+[{CLOSING}]*|[{CLOSING}]+|\s+")
"""What a line of names and cards may be broken between: no word is, whose signs stand without blanks."""


def columns_of(char: str) -> int:
    """Return the columns of one character: 0, 1 or 2."""
    if char.isascii():
        return 1
    if category(char) in _INVISIBLE:
        return 0
    return 2 if east_asian_width(char) in "WF" else 1


def width(text: str) -> int:
    """Return the columns of a text without escapes."""
    return len(text) if text.isascii() else sum(map(columns_of, text))


def clean(text: str) -> str:
    """Return text made safe for one line of a terminal.

    Control and line characters become `?`, direction marks are dropped; NFC otherwise.
    """
    if text.isascii() and text.isprintable():
        return text
    kept = (char for char in normalize("NFC", text) if char not in _TURNING)
    return "".join("?" if category(char) in _CONTROL else char for char in kept)


def clip(text: str, columns: int) -> str:
    """Return text cut to at most `columns`, ending in `..` where something is missing."""
    if width(text) <= columns:
        return text
    room = columns - len(_ELLIPSIS)
    kept = ""
    for char in text:
        if width(kept + char) > room:
            break
        kept += char
    return (kept + _ELLIPSIS)[:columns] if columns < len(_ELLIPSIS) else kept + _ELLIPSIS


def pad(text: str, columns: int, align: str = "<") -> str:
    """Return text of exactly `columns`, filled with blanks or cut.

    `align` is `<`, `>` or `^`, as in format strings.
    """
    text = clip(text, columns)
    missing = columns - width(text)
    before = {"<": 0, ">": missing, "^": missing // 2}[align]
    return " " * before + text + " " * (missing - before)


def wrap(words: list[str], columns: int, gap: str = " ") -> list[str]:
    """Return words in lines of at most `columns`, joined by `gap`, none broken; at least one line."""
    lines = [""]
    for word in words:
        longer = f"{lines[-1]}{gap}{word}" if lines[-1] else word
        if lines[-1] and width(longer) > columns:
            lines.append(word)
        else:
            lines[-1] = longer
    return lines


def in_columns(rows: list[list[str]]) -> list[str]:
    """Return rows of cells as lines, each column as wide as its widest cell."""
    told = [[clean(cell) for cell in row] for row in rows]
    rooms = [max(map(width, column)) for column in zip(*told, strict=True)]
    lines = ("  ".join(pad(cell, room) for cell, room in zip(row, rooms, strict=True)) for row in told)
    return [line.rstrip() for line in lines]
