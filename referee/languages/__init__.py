"""The languages there are, each a table of `languages.toml`: its name, letters, commas and counters.

Their sentences are texts, in `referee/l10n/<lang>/` and in the package of each game.
"""

import os
import re
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec.json import decode

PLACE = f"{os.path.dirname(__file__)}/languages.toml"  # noqa: PTH120 - pathlib takes 3 ms to import

CALLED = ("colours", "commands", "options", "keyboard", "deciding", "numerals", "letters", "sounds")
"""Tables within that of a language: what people call something, by its id."""


LINE = re.compile(
    r'^(?:\[([\w.-]+)\]|(?:([\w.-]+)|"([^"\n]+)") *= *("(?:[^"\\\n]|\\.)*")) *(?:#.*)?$', re.MULTILINE
)


def read_catalog(text: str) -> dict[str, str]:
    """Return the texts of a catalog by flat dotted id.

    Reads tables and one-line basic strings, the part of TOML that catalogs use: `tomllib` takes longer to
    import than a command may take to answer. A test holds the two together.
    """
    catalog: dict[str, str] = {}
    prefix = ""
    for table, bare, quoted, value in LINE.findall(text):
        if table:
            prefix = table + "."
        else:
            catalog[prefix + (bare or quoted)] = decode(value) if "\\" in value else value[1:-1]
    return catalog


def read_languages(text: str) -> dict[str, dict[str, str]]:
    """Return the traits by language; a trait that a language leaves out is as in the first."""
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
    """Return a trait of a language, such as its `comma`; that of the first one where `lang` is unknown."""
    return TABLES.get(lang, TABLES[LANGUAGES[0]])[name]


def compared_as(lang: str) -> str:
    """Return the language that one is compared as: that of its other script, or itself."""
    return trait(lang, "compared_as") or lang


def listed(items: Iterable[str], lang: str) -> str:
    return trait(lang, "comma").join(items)


def numbers(items: Iterable[int], lang: str) -> str:
    """Join numbers as a sentence does, in English as "3, 2 and 1"; an empty string where there are none."""
    *most, last = tuple(map(str, items)) or ("",)
    return trait(lang, "last_of_numbers").join(filter(None, (listed(most, lang), last)))


def headed(head: str, said: str, lang: str) -> str:
    """Join a head and what is said of it with a colon; only one of them where the other is empty."""
    return trait(lang, "colon").join(filter(None, (head, said)))


def words_for(what: str) -> dict[str, str]:
    """Return the id by word of a table of CALLED, in all languages."""
    return {
        word: id.removeprefix(f"{what}.")
        for table in TABLES.values()
        for id, words in table.items()
        if id.startswith(f"{what}.")
        for word in words.split()
    }


def words_of(lang: str, what: str) -> dict[str, str]:
    """Return the id by word of a table of CALLED in one language; empty where it has none."""
    return {
        word: id.removeprefix(f"{what}.")
        for id, words in TABLES.get(lang, {}).items()
        if id.startswith(f"{what}.")
        for word in words.split()
    }


def any_word(name: str, *, spaced: bool = False) -> str:
    """Return a pattern for any word of a trait; `spaced`: of languages with blanks between words alone."""
    return "|".join(
        rf"\b{re.escape(word)}\b" if table["blank"] else re.escape(word)
        for table in TABLES.values()
        if table["blank"] or not spaced
        for word in sorted(table[name].split(), key=len, reverse=True)
    )


def all_words(name: str) -> frozenset[str]:
    """Return the words of a trait, such as `agreed`, in all languages."""
    return frozenset(word for table in TABLES.values() for word in table[name].split())


_LOCALE_VARIABLES = ("LC_ALL", "LC_MESSAGES", "LANG")
"""Where POSIX says the language of messages is; the first one set decides."""

_FAMILIES = {tag: lang for lang in LANGUAGES for tag in trait(lang, "tag").split()}
"""Languages by how tags that mean them begin; the longest beginning decides."""

_NAMED = {
    word.casefold(): lang
    for lang in reversed(LANGUAGES)
    for word in (trait(lang, "name"), *trait(lang, "called").split())
}
"""Languages by what people call them."""


class UnknownLanguageError(ValueError):
    """A language that there is none of; `args[0]` is what was asked for."""


def language_of(tag: str) -> str | None:
    """Return the language of a tag, locale or name (`zh_CN.UTF-8`, `zh-SG`, 中文: zh-Hans); None: unknown."""
    parts = tag.replace("_", "-").partition(".")[0].partition("@")[0].lower().split("-")
    begins = ("-".join(parts[:n]) for n in range(len(parts), 0, -1))
    return next(filter(None, map(_FAMILIES.get, begins)), None) or _NAMED.get(tag.casefold())


def pick_language(flag: str | None, environ: Mapping[str, str]) -> str:
    """Return the language of the flag, else of REFEREE_LANG, else of the locale, else English.

    Raises UnknownLanguageError where the flag names none there is; the environment is only a hint.
    """
    if flag:
        found = language_of(flag)
        if found is None:
            raise UnknownLanguageError(flag)
        return found
    locale = next((environ[name] for name in _LOCALE_VARIABLES if environ.get(name)), "")
    return language_of(environ.get("REFEREE_LANG", "")) or language_of(locale) or LANGUAGES[0]


def field_of(lang: str) -> str:
    """Return the name of the field that holds a language's words: `zh_Hans` for `zh-Hans`."""
    return lang.replace("-", "_")


class ByLanguage(msgspec.Struct, frozen=True):
    """One field for each language."""

    def _own(self, lang: str) -> Any:
        """Return what is written in a language; in the first one where that has nothing."""
        return getattr(self, field_of(lang), None) or getattr(self, field_of(LANGUAGES[0]))

    def lacking(self) -> tuple[str, ...]:
        """Return the languages that nothing is written in."""
        return tuple(lang for lang in LANGUAGES if not getattr(self, field_of(lang)))


def _by_language(name: str, kind: Any, nothing: Any) -> type[Any]:
    """Make a struct with a field of a kind for each language; all but the first may be left out."""
    first, *others = LANGUAGES
    fields = [(field_of(lang), kind, msgspec.field(name=lang, default=nothing)) for lang in others]
    return msgspec.defstruct(
        name,
        [(field_of(first), kind), *fields],
        bases=(ByLanguage,),
        module=__name__,
        frozen=True,
        forbid_unknown_fields=True,
    )


if TYPE_CHECKING:
    _Text = ByLanguage
    _Ways = ByLanguage
else:
    _Text, _Ways = _by_language("_Text", str, ""), _by_language("_Ways", tuple[str, ...], ())


class Texts(_Text, frozen=True, forbid_unknown_fields=True):
    """The same words in every language."""

    def of(self, lang: str) -> str:
        """Return the words of a language; English where it has none."""
        return str(self._own(lang))


class Ways(_Ways, frozen=True, forbid_unknown_fields=True):
    """Several ways to say the same, in every language."""

    def of(self, lang: str) -> tuple[str, ...]:
        """Return the ways of a language; those of English where it has none."""
        return tuple(self._own(lang))
