"""Which language somebody wants."""

from collections.abc import Mapping

from referee.languages import LANGUAGES, trait

LOCALE_VARIABLES = ("LC_ALL", "LC_MESSAGES", "LANG")
"""Where POSIX says the language of messages is; the first one set decides."""

FAMILIES = {tag: lang for lang in LANGUAGES for tag in trait(lang, "tag").split()}
"""Languages by how tags that mean them begin."""

CALLED = {
    word.casefold(): lang
    for lang in reversed(LANGUAGES)
    for word in (trait(lang, "name"), *trait(lang, "called").split())
}
"""Languages by what people call them."""


class UnknownLanguageError(ValueError):
    """A language asked for by name that there is none of; `args[0]` is what was asked for."""


def language_of(tag: str) -> str | None:
    """Find the language a tag, locale or name means: `zh_CN.UTF-8`, `zh-TW` and 中文 are zh-Hans."""
    family = tag.replace("_", "-").partition(".")[0].partition("@")[0].partition("-")[0].lower()
    return FAMILIES.get(family) or CALLED.get(tag.casefold())


def pick_language(flag: str | None, environ: Mapping[str, str]) -> str:
    """Pick a language: the flag, then REFEREE_LANG, then the locale, then English.

    Raises UnknownLanguageError where the flag names none there is; the environment is only a hint.
    """
    if flag:
        found = language_of(flag)
        if found is None:
            raise UnknownLanguageError(flag)
        return found
    locale = next((environ[name] for name in LOCALE_VARIABLES if environ.get(name)), "")
    return language_of(environ.get("REFEREE_LANG", "")) or language_of(locale) or LANGUAGES[0]
