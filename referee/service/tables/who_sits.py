"""Who sits at a table that opens: people are given letters, ids stay as they are."""

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
    """Give people letters, their initials where those differ: the name of each letter; None of mere ids."""
    are_people = all(map(is_name, called)) and any(map(is_long, called))
    if not are_people or len({*called}) != len(called) or len(called) > len(LETTERS):
        return None
    initials = tuple(each[0].upper() for each in called)
    is_plain = len({*initials}) == len(called) and all(map(str.isascii, initials))
    return dict(zip(initials if is_plain else LETTERS, called, strict=False))


def is_name(text: str) -> bool:
    """Whether a person may be called so: letters, and what stands between the parts of a name."""
    return text[:1].isalpha() and all(sign.isalpha() or sign in " .-'’·" for sign in text)


def is_long(text: str) -> bool:
    """Whether a word is too long for an id, and so a name: two Chinese or Japanese signs are."""
    return len(text) > (2 if text.isascii() else 1)
