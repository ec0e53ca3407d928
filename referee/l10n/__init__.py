"""Sentences in every language, found by message id.

A message id is `<part>.<...>`; its sentence stands in `<lang>/<part>.toml`, that of a game in
`words/<lang>.toml` of its room, read when first needed. Placeholders are `str.format`'s, and what
follows the colon says what is put there:

- `{seat:seat}`: the name of a seat, from the argument `names`; of amounts by seat, each with its own
- `{game:game}`: the name of a game
- `{gem:gem}`: a noun of the part, from its table `[noun.gem]`; of another: `{basis:table.basis}`
- `{n:#point|points}`: a count with its noun, one or many
- `{known}`: as it is; lists are joined as the language joins them; an object with a message id as
  its `id` is said by that message, its other keys put into it; an event by its sentence
"""

from referee.l10n.catalogs import sentence_of
from referee.l10n.format import fill_in, title_of
from referee.l10n.language import UnknownLanguageError, pick_language
from referee.languages import LANGUAGES

__all__ = ["LANGUAGES", "UnknownLanguageError", "has", "noun", "pick_language", "say", "title_of"]


def say(message_id: str, lang: str, **args: object) -> str:
    """Say a message; `names` (seat: name) puts names for seats.

    An id without a sentence is said as it is, with its arguments: a table is never left without
    an answer for want of a translation.
    """
    part = message_id.partition(".")[0]
    sentence = sentence_of(message_id, lang)
    if sentence is None:
        told = ", ".join(f"{key}={value}" for key, value in args.items() if key != "names")
        return f"{message_id} ({told})" if told else message_id
    return fill_in(sentence, part, lang, args)


def noun(kind: str, id: object, lang: str, part: str) -> str:
    """Name a thing, such as the gem `ruby`; the id itself where the part has no noun for it."""
    return sentence_of(f"{part}.noun.{kind}.{id}", lang) or str(id)


def has(message_id: str, lang: str) -> bool:
    """Tell whether a message has a sentence in a language."""
    return sentence_of(message_id, lang) is not None
