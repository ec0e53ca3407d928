"""What a table opens with: who sits at it, and the seed of a referee who rolls and deals."""

import re
from collections.abc import Sequence
from itertools import chain
from unicodedata import normalize

from msgspec.structs import replace

from events.base import REFEREE
from events.table import TableOpened
from referee.kernel.folding import fold, look
from referee.kernel.seed import commitment
from referee.languages import LANGUAGES, trait

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


_COMMAS = re.compile("[,，、､]")
_OTHER_COMMAS = re.compile("[;；/／|｜]")
_EQUALS = "=＝"
_NUMBER = re.compile(r"(?:^|[\s,，、;；])\s*\d{1,2}[.．)）、]\s*")
_ALL = re.compile(r"\s*[\[(（【](.*)[\])）】]\s*")
_NEXT_PAIR = re.compile(rf"\s+(?=[^\s{_EQUALS}]+\s*[{_EQUALS}])")
_LETTER_FIRST = re.compile(r"([^:：]{1,32}?)\s*[:：]\s*(\S.*)|([A-Za-z])\s+[-–—]\s+(\S.*)")
_LETTER_AND_NAME = re.compile(r"([A-Za-z])\s+([^\W\d_].*)")
_LETTER_LAST = re.compile(r"(\S.*?)\s*[(（]([A-Za-z])[)）]")


def split_list(text: str) -> tuple[str, ...]:
    """Return the parts of a list with commas of any script, without blanks around them."""
    return tuple(part.strip() for part in _COMMAS.sub(",", text).split(","))


def split_people(text: str) -> tuple[str, ...]:
    """Split who plays as people type it: with commas, with `and` before the last, or with blanks alone."""
    for lang in LANGUAGES:
        text = text.replace(trait(lang, "last_of_people"), ",")
    told = split_list(text)
    return told if len(told) > 1 else tuple(text.split())


def tidy_seats(text: str) -> str:
    """Return who sits down, however people list it, as `Ada, Ben` or `A = Ada, B = Ben`.

    Semicolons, slashes, numbers and brackets around go; `A: Ada`, `A - Ada` and `Ada (A)` become `A = Ada`.
    What stands in quotes stays as it is.
    """
    if '"' in text:
        return text
    whole = _ALL.fullmatch(text)
    text = whole[1] if whole and not set("[](（【") & set(whole[1]) else text
    has_pairs = bool(set(_EQUALS) & set(text))
    if not has_pairs and len(_NUMBER.findall(text)) > 1:
        text = _NUMBER.sub(",", text).strip(",")
    if not _COMMAS.search(text):
        text = _OTHER_COMMAS.sub(",", text)
    if not _COMMAS.search(text):
        text = _NEXT_PAIR.sub(",", text)
    parts = split_list(text)
    if has_pairs or len(parts) == 1:
        return text
    spelled = [_LETTER_AND_NAME.fullmatch(part) for part in parts]
    if all(each is not None and _latin_letters(each[2]).startswith(each[1].upper()) for each in spelled):
        return ", ".join(_LETTER_AND_NAME.sub(r"\1 = \2", part) for part in parts)
    return ", ".join(map(_as_pair, parts))


def _as_pair(part: str) -> str:
    """Return `A = Ada` for a seat and who sits there; anything else unchanged."""
    if (first := _LETTER_FIRST.fullmatch(part)) is not None:
        return f"{first[1] or first[3]} = {first[2] or first[4]}"
    last = _LETTER_LAST.fullmatch(part)
    return part if last is None else f"{last[2]} = {last[1]}"


def seats_and_names(text: str) -> tuple[tuple[str, ...], dict[str, str]]:
    """Parse who sits down, as `A=Ada,B`, `Ada,Ben` or `3`: the seat ids, and the name of each that has one.

    People named without ids get letters as ids; a number gives that many letters and no names.
    """
    if text.isdecimal():
        return tuple(LETTERS[: int(text[:2])]), {}
    text = tidy_seats(text)
    parts = split_list(text) if set(_EQUALS) & set(text) else split_people(text)
    pairs = [re.split(f"[{_EQUALS}]", part, maxsplit=1) for part in parts if part]
    ids = tuple(pair[0].strip() for pair in pairs)
    names = {pair[0].strip(): pair[1].strip() for pair in pairs if pair[1:]}
    if names:
        return ids, names
    named = names_by_letter(ids) or {}
    return tuple(named) or ids, named


def names_by_letter(called: tuple[str, ...]) -> dict[str, str] | None:
    """Return the name of each letter that people get; None for mere ids, or more people than letters."""
    are_people = all(map(_is_name, called)) and any(map(_is_long, called))
    if not are_people or len(called) > len(LETTERS):
        return None
    return dict(zip(letters_of(called), called, strict=True))


def letters_of(called: Sequence[str]) -> tuple[str, ...]:
    """Return a letter for each of some people.

    That is the name if it is one letter, an initial, or another letter of the name. Who has no letter of
    these, or no name (an empty one), gets the first that is free; whoever comes after all letters, a number.
    """
    spelled = [_latin_letters(name) for name in called]
    given: dict[int, str] = {}
    whole = ((n, name) for n, name in enumerate(spelled) if len(name) == 1)
    initials = ((n, name[:1]) for n, name in enumerate(spelled))
    others = ((n, letter) for n, name in enumerate(spelled) for letter in name[1:])
    rest = ((n, letter) for n in range(len(called)) for letter in LETTERS)
    for n, letter in chain(whole, initials, others, rest):
        if letter and n not in given and letter not in given.values():
            given[n] = letter
    return tuple(given.get(n, str(n + 1)) for n in range(len(called)))


def _latin_letters(name: str) -> str:
    """Return the Latin letters of a name as capitals without accents; empty for a name in other letters."""
    return "".join(letter for letter in normalize("NFKD", fold(name)).upper() if letter in LETTERS)


def assign_seats(ids: Sequence[str], names: Sequence[str]) -> dict[str, str]:
    """Return the name of each seat, people being seated in turn order as `names` stand.

    Whoever is called like a seat gets that seat, the others those that are left.
    """
    known = {look(seat): seat for seat in ids}
    own = [known.pop(look(name), None) for name in names]
    left = iter([seat for seat in ids if seat not in own])
    taken = any(seat not in (None, ids[n]) for n, seat in enumerate(own))
    return {
        (seat or next(left)) if taken else ids[n]: name
        for n, (seat, name) in enumerate(zip(own, names, strict=True))
    }


def _is_name(text: str) -> bool:
    """Return whether a person may be called so: letters, and what stands between the parts of a name."""
    text = fold(text)
    return text[:1].isalpha() and all(sign.isalpha() or sign in " .-'·" for sign in text)


def _is_long(text: str) -> bool:
    """Return whether a word is too long for an id and so is a name; two Chinese or Japanese signs are."""
    return len(text) > (2 if text.isascii() else 1)


def fresh_seed() -> str:
    """Return a seed nobody can guess, 128 bits in hex."""
    from secrets import token_hex  # 4 ms of every start

    return token_hex(16)


def with_seed(opened: TableOpened) -> TableOpened:
    """Return an opening that commits the referee to a new seed, where it rolls and deals."""
    if opened.chance != REFEREE:
        return opened
    seed = fresh_seed()
    return replace(opened, seed=seed, seed_hash=commitment(seed))
