"""The catalogs of sentences, each read when first needed, and the words that stand in them by id."""

import os
from functools import lru_cache
from string import Formatter

from referee.kernel.notation import same_word
from referee.kernel.registry import all_games, edition_files, folder_of, is_game, own_games
from referee.languages import LANGUAGES, read_catalog, trait

PARSE = Formatter().parse
"""Cuts a sentence into (literal text, name of an argument, spec, conversion)."""

HERE = os.path.dirname(__file__)  # noqa: PTH120 - pathlib takes 3 ms to import, a catalog 0.4 ms to read


SHARED_BY_GAMES = "game"
"""The part whose texts every game has that does not word them itself."""


@lru_cache(maxsize=500)
def catalog(lang: str, part: str) -> dict[str, str]:
    """Return the texts of one part in one language by full id (`table.noun.basis.edition`), cached.

    Those of a game, with the names of its editions in files, and below them what every game has words for.
    Empty where there is no such part or language.
    """
    own = own_texts(lang, part)
    is_of_game = own and not file_of(lang, part).startswith(HERE)
    return {**_shared_texts(lang, part, own), **own} if is_of_game else own


def own_texts(lang: str, part: str) -> dict[str, str]:
    """Return the texts that a part has itself, by full id; empty where there is no such part or language."""
    if lang not in LANGUAGES or not part.isidentifier():
        return {}
    path = file_of(lang, part)
    try:
        with open(path, encoding="utf-8") as file:  # noqa: PTH123 - the same
            read = read_catalog(file.read())
    except FileNotFoundError:
        return {}
    if not path.startswith(HERE):
        named = edition_files(part).items()
        read |= {f"edition.{id}": edition.name[lang] for id, edition in named if lang in edition.name}
    return {id if id.startswith(f"{part}.") else f"{part}.{id}": text for id, text in read.items()}


_EACH = {"phase": "noun.phase.", "score": "score."}
"""By the table `[each.…]` the texts of a game for each of which there is a shared one."""


def _shared_texts(lang: str, game: str, own: dict[str, str]) -> dict[str, str]:
    """Return what every game has words for, by full ids of a game whose texts are `own`."""
    texts = {id.partition(".")[2]: text for id, text in catalog(lang, SHARED_BY_GAMES).items()}
    shared = {f"{game}.{id}": text for id, text in texts.items() if not id.startswith("each.")}
    worded = [*shared.items(), *own.items()]
    for id, text in texts.items():
        if id.startswith("each."):
            _, of, target = id.split(".", 2)
            prefix = f"{game}.{_EACH[of]}"
            things = [(one.removeprefix(prefix), each) for one, each in worded if one.startswith(prefix)]
            shared |= {f"{game}.{target.replace('*', n)}": text.replace("{each}", e) for n, e in things}
    return shared


def file_of(lang: str, part: str) -> str:
    """Return the path of the texts of a part: a game's are in its package, the others beside this module."""
    own = f"{HERE}/{lang}/{part}.toml"
    is_own = part not in own_games() and os.path.exists(own)  # noqa: PTH110 - the same
    return own if is_own or not is_game(part) else f"{folder_of(part)}/words/{lang}.toml"


def lacking(part: str) -> dict[str, tuple[str, ...]]:
    """Return, by file, the ids that only other languages have; further ways to type a line may differ.

    What every game has words for is nowhere missing.
    """
    texts = (own_texts(lang, part) for lang in LANGUAGES)
    whole = dict.fromkeys(id for own in texts for id in own if not is_further(id))
    missing = {lang: tuple(id for id in whole if id not in catalog(lang, part)) for lang in LANGUAGES}
    return {file_of(lang, part): ids for lang, ids in missing.items() if ids}


def is_further(id: str) -> bool:
    """Return whether a text is only a further way to type something: another line, more words for a noun."""
    return "also" in id.split(".")


def sentence_of(message_id: str, lang: str) -> str | None:
    """Return the text of a message, in English where the language has none; None where both lack it."""
    part = message_id.partition(".")[0]
    found = (catalog(each, part).get(message_id) for each in (lang, LANGUAGES[0]))
    return next((text for text in found if text is not None), None)


def placeholders(sentence: str) -> set[str]:
    """Return the names of the arguments a sentence takes."""
    return {field for _, field, _, _ in PARSE(sentence) if field}


def title_of(game: str, lang: str) -> str:
    """Return the name on the box of a game; its id, capitalised, where it has no name."""
    return sentence_of(f"{game}.name", lang) or game.capitalize()


def rule_option_words(game: str, option: str, lang: str) -> str:
    """Return an option in words; its id where it has none."""
    return sentence_of(f"{game}.switch.{option}", lang) or option


def option_words(game: str, option: str, lang: str) -> str:
    """Return an option in words with its id, which one types, in brackets; the id where it has no words."""
    words = sentence_of(f"{game}.switch.{option}", lang)
    return f"{words}{trait(lang, 'brackets').format(option)}" if words else option


def value_words(game: str, option: str, value: object, lang: str) -> str:
    """Return a value of an option in words: the option's own, those of yes and no, or the value itself."""
    own = sentence_of(f"{game}.value.{option}.{value}", lang)
    return own or sentence_of(f"options.value.{value}", lang) or str(value)


def edition_words(game: str, edition: str, lang: str) -> str:
    """Return what an edition is called; its id where it has no words."""
    return sentence_of(f"{game}.edition.{edition}", lang) or edition


def topic_words(game: str, topic: str, lang: str) -> str:
    """Return what tables dispute about in words; the id of the topic where it has none."""
    return sentence_of(f"{game}.topic.{topic}", lang) or topic


def game_called(text: str) -> str | None:
    """Return the id of the game that is called so in any language, or has this id; None where none is."""
    if is_game(text):
        return text
    word = same_word(text)
    return next((game for game in all_games() if word in map(same_word, names_of_game(game))), None)


def names_of_game(game: str) -> tuple[str, ...]:
    """Return what a game is called: its id, its names in all languages, those of `[box]` (split at `|`)."""
    texts = (catalog(lang, game).get(f"{game}.{id}") for lang in LANGUAGES for id in ("name", "box.also"))
    return (game, *(name for text in texts if text for name in text.split("|")))
