"""How text is compared: what looks alike is alike, whatever keyboard, file system or chat it came through.

Letters are brought to their one form (NFKC: wide and half-width signs, ligatures, letters that are put
together from a base and its accents); what cannot be seen is left out (marks of direction, zero-width
signs, soft hyphens); dashes and apostrophes are those of a keyboard. Chinese may be written in either script,
or in both at once: what is compared is simplified on both sides, and never shown.
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

_IDEOGRAPH = re.compile("[\u4e00-\u9fff]")

_KEYBOARD = {0x2010: "-", 0x2011: "-", 0x2212: "-", 0x2018: "'", 0x2019: "'", 0x02BC: "'"}


class Folded(NamedTuple):
    """A folded text. `places` is where each of its characters, and its end, stood in the original."""

    text: str
    places: range | tuple[int, ...]


def fold(text: str) -> str:
    """Return a text in its folded form, see the module; case and blanks stay."""
    if text.isascii():
        return text
    return normalize("NFKC", _UNSEEN_SIGN.sub("", text)).translate(_KEYBOARD)


def fold_in_place(text: str) -> Folded:
    """Return a text folded letter by letter, with the place in the original of each character."""
    if fold(text) == text:
        return Folded(text, range(len(text) + 1))
    said, places = [], []
    for letter in _LETTER.finditer(text):
        one = fold(letter[0])
        said.append(one)
        places += [letter.start()] * len(one)
    return Folded("".join(said), (*places, len(text)))


def simplify(text: str) -> str:
    """Return a text with simplified Chinese characters, of the same length."""
    if text.isascii() or _IDEOGRAPH.search(text) is None:
        return text
    from referee.kernel.ideographs import SIMPLIFIED  # a start that reads no Chinese without them: 1 ms

    return text.translate(SIMPLIFIED)


def lower(text: str) -> str:
    """Return a text in lower case and simplified, of the same length.

    A letter whose lower case is longer stays.
    """
    if text.isascii():
        return text.lower()
    return simplify("".join(few if len(few := letter.casefold()) == 1 else letter for letter in text))


@lru_cache(maxsize=4096)
def look(text: str) -> str:
    """Return a key that is equal for texts that look alike.

    Case, keyboard (see `fold`), script and the number of blanks make no difference. Cached.
    """
    return simplify(" ".join(normalize("NFKC", fold(text).casefold()).split()))
