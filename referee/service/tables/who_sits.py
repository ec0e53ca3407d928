"""Who sits at a table that opens: people are given letters, ids stay as they are."""

from collections.abc import Sequence
from itertools import chain
from unicodedata import normalize

from referee.kernel.fields.folding import fold, look
from referee.languages import LANGUAGES, trait

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def words(text: str) -> tuple[str, ...]:
    """Split a list as people type it."""
    return tuple(part.strip() for part in text.replace("，", ",").replace("、", ",").split(","))


def people(text: str) -> tuple[str, ...]:
    """Split who plays as people type it: with commas, with `and` before the last, or with blanks alone."""
    for lang in LANGUAGES:
        text = text.replace(trait(lang, "last_of_people"), ",")
    told = words(text)
    return told if len(told) > 1 else tuple(text.split())


def lettered(called: tuple[str, ...]) -> dict[str, str] | None:
    """Give people letters: the name of each letter; None of mere ids, or of more people than letters."""
    are_people = all(map(is_name, called)) and any(map(is_long, called))
    if not are_people or len(called) > len(LETTERS):
        return None
    return dict(zip(letters_of(called), called, strict=True))


def letters_of(called: Sequence[str]) -> tuple[str, ...]:
    """Choose a letter for each of some people: who is called so, by initials, by another letter of the name.

    Who has no letter of these, or no name (an empty one), gets the first that is free.
    """
    spelled = [latin(name) for name in called]
    given: dict[int, str] = {}
    whole = ((n, name) for n, name in enumerate(spelled) if len(name) == 1)
    initials = ((n, name[:1]) for n, name in enumerate(spelled))
    others = ((n, letter) for n, name in enumerate(spelled) for letter in name[1:])
    rest = ((n, letter) for n in range(len(called)) for letter in LETTERS)
    for n, letter in chain(whole, initials, others, rest):
        if letter and n not in given and letter not in given.values():
            given[n] = letter
    return tuple(given[n] for n in range(len(called)))


def latin(name: str) -> str:
    """Return the Latin letters of a name as capitals without accents; none of a name in other letters."""
    return "".join(letter for letter in normalize("NFKD", fold(name)).upper() if letter in LETTERS)


def named_seats(ids: Sequence[str], names: Sequence[str]) -> dict[str, str]:
    """Seat people in turn order, each called by the name that stands at the same place; the name of each seat.

    Whoever is called as a seat gets that seat, the others those that are left.
    """
    known = {look(seat): seat for seat in ids}
    own = [known.pop(look(name), None) for name in names]
    left = iter([seat for seat in ids if seat not in own])
    taken = any(seat not in (None, ids[n]) for n, seat in enumerate(own))
    return {
        (seat or next(left)) if taken else ids[n]: name
        for n, (seat, name) in enumerate(zip(own, names, strict=True))
    }


def is_name(text: str) -> bool:
    """Whether a person may be called so: letters, and what stands between the parts of a name."""
    text = fold(text)
    return text[:1].isalpha() and all(sign.isalpha() or sign in " .-'·" for sign in text)


def is_long(text: str) -> bool:
    """Whether a word is too long for an id, and so a name: two Chinese or Japanese signs are."""
    return len(text) > (2 if text.isascii() else 1)
