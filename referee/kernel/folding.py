"""How text is compared: what looks alike is alike, whatever keyboard, file system or chat it came through.

Letters are brought to their one form (NFKC: wide and half-width signs, ligatures, letters that are put
together from a base and its accents); what cannot be seen is left out (marks of direction, zero-width
signs, soft hyphens); dashes and apostrophes are those of a keyboard.
"""

import re
from functools import lru_cache
from typing import NamedTuple
from unicodedata import normalize

UNSEEN = (
    "\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f"
    "\u3164\ufe00-\ufe0f\ufeff\uffa0\U000e0000-\U000e0fff"
)
"""What cannot be seen, as a class of a pattern lists it: `Default_Ignorable_Code_Point` of Unicode."""

_UNSEEN_SIGN = re.compile(f"[{UNSEEN}]")

_ADDED = f"\u0300-\u036f\u3099\u309a\uff9e\uff9f{UNSEEN}"
"""What changes the letter it follows."""

_LETTER = re.compile(rf"(?:[\u1100-\u11ff]+|.)[{_ADDED}]*", re.DOTALL)
"""A letter as it is seen; Korean syllables may be written in parts."""

_KEYBOARD = {0x2010: "-", 0x2011: "-", 0x2212: "-", 0x2018: "'", 0x2019: "'", 0x02BC: "'"}


class Folded(NamedTuple):
    """A folded text. `places` is where each of its characters, and its end, stood in the original."""

    text: str
    places: range | tuple[int, ...]


def fold(text: str) -> str:
    """Return a text in the one form in which it is read; case stays, and so do blanks."""
    if text.isascii():
        return text
    return normalize("NFKC", _UNSEEN_SIGN.sub("", text)).translate(_KEYBOARD)


def fold_in_place(text: str) -> Folded:
    """Fold a text letter by letter, so that places in it are found again as it was written."""
    if fold(text) == text:
        return Folded(text, range(len(text) + 1))
    said, places = [], []
    for letter in _LETTER.finditer(text):
        one = fold(letter[0])
        said.append(one)
        places += [letter.start()] * len(one)
    return Folded("".join(said), (*places, len(text)))


def lower(text: str) -> str:
    """Return a text without its capitals, no letter longer or shorter than before."""
    if text.isascii():
        return text.lower()
    return "".join(few if len(few := letter.casefold()) == 1 else letter for letter in text)


@lru_cache(maxsize=4096)
def look(text: str) -> str:
    """Return what two texts share that look alike, as a key to compare by.

    Capitals, the keyboard and the number of blanks make no difference.
    """
    return " ".join(normalize("NFKC", fold(text).casefold()).split())
