"""The languages there are, each a table of `languages.toml`: its name, letters, commas and counters.

Their sentences are texts, in `referee/l10n/<lang>/` and in the room of each game.
"""

import os
import re
from collections.abc import Iterable

from referee.languages.reader import read_catalog

PLACE = f"{os.path.dirname(__file__)}/languages.toml"  # noqa: PTH120 - pathlib takes 3 ms to import

CALLED = ("colours", "commands", "options", "keyboard", "deciding", "numerals")
"""Tables within that of a language: what people call something, by its id."""


def read_languages(text: str) -> dict[str, dict[str, str]]:
    """Read the tables as traits by language; a trait that one leaves out is as in the first."""
    tables: dict[str, dict[str, str]] = {}
    for id, value in read_catalog(text).items():
        lang, _, trait = id.partition(".")
        tables.setdefault(lang, {})[trait] = value
    first = next(iter(tables.values()))
    shared = {trait: value for trait, value in first.items() if trait.partition(".")[0] not in CALLED}
    return {lang: {**shared, **own} for lang, own in tables.items()}


with open(PLACE, encoding="utf-8") as _file:  # noqa: PTH123 - the same
    TABLES = read_languages(_file.read())

LANGUAGES = tuple(TABLES)
"""BCP 47 tags; the first is the one to fall back on."""


def trait(lang: str, name: str) -> str:
    """Give a trait of a language, such as its `comma`; that of the first language for one there is not."""
    return TABLES.get(lang, TABLES[LANGUAGES[0]])[name]


def listed(items: Iterable[str], lang: str) -> str:
    """Join the items of a list as a language does."""
    return trait(lang, "comma").join(items)


def numbers(items: Iterable[int], lang: str) -> str:
    """Join numbers as a sentence does, in English as "3, 2 and 1"; nothing where there are none."""
    *most, last = tuple(map(str, items)) or ("",)
    return trait(lang, "last_of_numbers").join(filter(None, (listed(most, lang), last)))


def headed(head: str, said: str, lang: str) -> str:
    """Put what is said after what it is about; without a colon where nothing is said."""
    return trait(lang, "colon").join(filter(None, (head, said)))


def words_for(what: str) -> dict[str, str]:
    """Read what people call something of `CALLED`, in any language: the id by the word."""
    return {
        word: id.removeprefix(f"{what}.")
        for table in TABLES.values()
        for id, words in table.items()
        if id.startswith(f"{what}.")
        for word in words.split()
    }


def any_word(name: str, *, spaced: bool = False) -> str:
    """Write a pattern for any word of a trait; `spaced`: of languages with blanks between words alone."""
    return "|".join(
        rf"\b{re.escape(word)}\b" if table["blank"] else re.escape(word)
        for table in TABLES.values()
        if table["blank"] or not spaced
        for word in sorted(table[name].split(), key=len, reverse=True)
    )


def all_words(name: str) -> frozenset[str]:
    """Gather the words of a trait, such as `agreed`, in any language."""
    return frozenset(word for table in TABLES.values() for word in table[name].split())
