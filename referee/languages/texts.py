"""Words in every language, as data has them: a key for each language, English always."""

from typing import TYPE_CHECKING, Any

import msgspec

from referee.languages import LANGUAGES


def field_of(lang: str) -> str:
    """Name the field that holds a language's words: `zh_Hans` for `zh-Hans`."""
    return lang.replace("-", "_")


class ByLanguage(msgspec.Struct, frozen=True):
    """One field for each language."""

    def _own(self, lang: str) -> Any:
        """Give what is written in a language; in the first one where that has nothing."""
        return getattr(self, field_of(lang), None) or getattr(self, field_of(LANGUAGES[0]))

    def lacking(self) -> tuple[str, ...]:
        """Name the languages that nothing is written in."""
        return tuple(lang for lang in LANGUAGES if not getattr(self, field_of(lang)))


def by_language(name: str, kind: Any, nothing: Any) -> type[Any]:
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
    _Text, _Ways = by_language("_Text", str, ""), by_language("_Ways", tuple[str, ...], ())


class Texts(_Text, frozen=True, forbid_unknown_fields=True):
    """The same words in every language."""

    def of(self, lang: str) -> str:
        """Pick the words of a language; English for one that is not written."""
        return str(self._own(lang))


class Ways(_Ways, frozen=True, forbid_unknown_fields=True):
    """Several ways to say the same, in every language."""

    def of(self, lang: str) -> tuple[str, ...]:
        """Pick the ways of a language; English for one that is not written."""
        return tuple(self._own(lang))
