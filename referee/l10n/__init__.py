"""Sentences in every language: what nearly every other module takes from this package."""

from referee.l10n.catalogs import title_of
from referee.l10n.messages import has, noun, say
from referee.languages import LANGUAGES, UnknownLanguageError, pick_language

__all__ = ["LANGUAGES", "UnknownLanguageError", "has", "noun", "pick_language", "say", "title_of"]
