"""What players call the same thing, found in a text: canoe, boat and 船 are one name of one thing.

The names stand in `synonyms.toml` beside this module, for all games, and in the book of each game; a thing in
both has the names of both. An English name stands for all its forms.
"""

import re
from collections.abc import Iterator
from functools import cache, lru_cache
from unicodedata import normalize

import msgspec

from referee.kernel.folding import simplify
from referee.languages import LANGUAGES, Ways, trait
from referee.rulebooks import HERE, folder_of_book

WIDE_SIGNS = re.compile(r"[\u3040-\u30ff\u3400-\u9fff]")

_WORD = re.compile(r"[a-z0-9]+")
_BLANK = re.compile(r"[^\w]+|_")

_SIGNED = re.compile(r"(?<![\w+-])([+-])(\d)")


class Thesaurus(msgspec.Struct, frozen=True):
    """The things a game has names for, by name: `worded` by stems of words, `signed` by signs.

    `lengths` are those of names that begin with a sign or a stem; `words` stand in names, with their endings.
    """

    worded: dict[tuple[str, ...], frozenset[str]]
    signed: dict[str, frozenset[str]]
    lengths: dict[str, tuple[int, ...]]
    words: frozenset[str]

    def find(self, plain: str) -> frozenset[str]:
        """Return the things a folded text names, in whatever language."""
        words, signs = _base_words(plain), _BLANK.sub("", plain) if WIDE_SIGNS.search(plain) else ""
        return frozenset().union(*self._in_words(words), *self._in_signs(signs))

    def names_in(self, text: str) -> Iterator[tuple[int, int, frozenset[str]]]:
        """Yield where each name in a folded text begins and ends, and what it may mean; the longest first."""
        words, end = list(_WORD.finditer(text)), 0
        begins = {word.start(): n for n, word in enumerate(words)}
        bases = [_base(word[0]) for word in words]
        for at in range(len(text)):
            n = begins.get(at)
            first = text[at] if n is None else bases[n]
            for length in self.lengths.get(first, ()) if at >= end else ():
                if n is None:
                    known, stop = self.signed.get(text[at : at + length]), at + length
                else:
                    known, stop = (
                        self.worded.get(tuple(bases[n : n + length])),
                        words[n : n + length][-1].end(),
                    )
                if known:
                    end = stop
                    yield at, end, known
                    break

    def _in_words(self, words: list[str]) -> Iterator[frozenset[str]]:
        for start, word in enumerate(words):
            for length in self.lengths.get(word, ()):
                if things := self.worded.get(tuple(words[start : start + length])):
                    yield things

    def _in_signs(self, signs: str) -> Iterator[frozenset[str]]:
        """Yield the things of each name; a single sign within a longer name is a part of that."""
        within = 0
        for start, sign in enumerate(signs):
            for length in self.lengths.get(sign, ()):
                if length == 1 and start < within:
                    continue
                if things := self.signed.get(signs[start : start + length]):
                    within = max(within, start + length)
                    yield things


def names_of_things(book: str) -> dict[str, dict[str, None]]:
    """Return what players of a game, or at any table, call things, by thing: in every language, folded."""
    named: dict[str, dict[str, None]] = {}
    for path in (HERE / "synonyms.toml", folder_of_book(book) / "synonyms.toml"):
        if not path.exists():
            continue
        for thing, names in msgspec.toml.decode(path.read_bytes(), type=dict[str, Ways]).items():
            every = (fold(name, lang) for lang in LANGUAGES for name in names.of(lang))
            named.setdefault(thing, {}).update(dict.fromkeys(every))
    return named


@cache
def thesaurus_of(book: str) -> Thesaurus:
    """Return what players of a game, or at any table, call things; cached."""
    worded: dict[tuple[str, ...], set[str]] = {}
    signed: dict[str, set[str]] = {}
    words: set[str] = set()
    for thing, names in names_of_things(book).items():
        for plain in names:
            words.update(_WORD.findall(plain))
            if WIDE_SIGNS.search(plain):
                signed.setdefault(_BLANK.sub("", plain), set()).add(thing)
            else:
                worded.setdefault(tuple(_base_words(plain)), set()).add(thing)
    lengths: dict[str, set[int]] = {}
    for begins, length in ((name[0], len(name)) for names in (signed, worded) for name in names):
        lengths.setdefault(begins, set()).add(length)
    return Thesaurus(
        {name: frozenset(things) for name, things in worded.items()},
        {name: frozenset(things) for name, things in signed.items()},
        {sign: tuple(sorted(of, reverse=True)) for sign, of in lengths.items()},
        frozenset(words),
    )


def fold(text: str, lang: str) -> str:
    """Return a text in small letters of one width and in one script, without apostrophes; +2 is plus2."""
    plain = in_one_script(normalize("NFKC", text).casefold(), lang)
    plain = plain.replace("×", "x").replace("'", "").replace("\u2019", "")
    return _SIGNED.sub(lambda found: f"{'plus' if found[1] == '+' else 'minus'}{found[2]}", plain)


def in_one_script(text: str, lang: str) -> str:
    """Return a text simplified where its language has two scripts: 只 is "only", Japanese 隻 counts boats."""
    return simplify(text) if trait(lang, "compared_as") else text


def _base_words(text: str) -> list[str]:
    return [_base(word) for word in _WORD.findall(text)]


@lru_cache(maxsize=4096)
def _base(word: str) -> str:
    """Return an English word without its ending, so that rob, robs, robbed and robbing are one."""
    for ending, instead in (
        ("ying", "y"),
        ("ies", "y"),
        ("ied", "y"),
        ("ing", ""),
        ("ed", ""),
        ("es", ""),
        ("s", ""),
    ):
        if word.endswith(ending) and len(word) - len(ending) >= 2 and not word.endswith("ss"):
            word = word.removesuffix(ending) + instead
            break
    if len(word) > 3 and word[-1] == word[-2] and word[-1] not in "sl":
        word = word[:-1]
    return word.removesuffix("e") if len(word) > 3 else word
