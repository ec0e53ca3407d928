"""The catalogs of sentences, each read when first needed, and the words that stand in them by id."""

import os
from functools import lru_cache
from string import Formatter

from referee.kernel.notation import same_word
from referee.kernel.registry import all_games, folder_of, is_game, own_games
from referee.languages import LANGUAGES, read_catalog, trait

PARSE = Formatter().parse
"""Cuts a sentence into (literal text, name of an argument, spec, conversion)."""

HERE = os.path.dirname(__file__)  # noqa: PTH120 - pathlib takes 3 ms to import, a catalog 0.4 ms to read


@lru_cache(maxsize=500)
def catalog(lang: str, part: str) -> dict[str, str]:
    """Read one part in one language, ids complete (`table.noun.basis.edition`); empty where there is none."""
    if lang not in LANGUAGES or not part.isidentifier():
        return {}
    try:
        with open(file_of(lang, part), encoding="utf-8") as file:  # noqa: PTH123 - the same
            read = read_catalog(file.read())
    except FileNotFoundError:
        return {}
    return {id if id.startswith(f"{part}.") else f"{part}.{id}": text for id, text in read.items()}


def file_of(lang: str, part: str) -> str:
    """Name the file of a part: a game's stands in its room."""
    own = f"{HERE}/{lang}/{part}.toml"
    is_own = part not in own_games() and os.path.exists(own)  # noqa: PTH110 - the same
    return own if is_own or not is_game(part) else f"{folder_of(part)}/words/{lang}.toml"


def lacking(part: str) -> dict[str, tuple[str, ...]]:
    """List, by file, the ids of a part that another language has; further ways to type a line may differ."""
    whole = dict.fromkeys(id for lang in LANGUAGES for id in catalog(lang, part) if not is_further(id))
    missing = {lang: tuple(id for id in whole if id not in catalog(lang, part)) for lang in LANGUAGES}
    return {file_of(lang, part): ids for lang, ids in missing.items() if ids}


def is_further(id: str) -> bool:
    """Whether a text is only a further way to type something: another line for an act, words for a noun."""
    return "also" in id.split(".")


def sentence_of(message_id: str, lang: str) -> str | None:
    """Find a sentence, in English where the language has none."""
    part = message_id.partition(".")[0]
    found = (catalog(each, part).get(message_id) for each in (lang, LANGUAGES[0]))
    return next((text for text in found if text is not None), None)


def placeholders(sentence: str) -> set[str]:
    """List the arguments a sentence takes."""
    return {field for _, field, _, _ in PARSE(sentence) if field}


def title_of(game: str, lang: str) -> str:
    """Name a game as its box does; by its id where it has no name."""
    return sentence_of(f"{game}.name", lang) or game.capitalize()


def rule_option_words(game: str, option: str, lang: str) -> str:
    """Name an option; by its id where it has no words."""
    return sentence_of(f"{game}.switch.{option}", lang) or option


def option_words(game: str, option: str, lang: str) -> str:
    """Name an option in words, with the id one types behind them."""
    words = sentence_of(f"{game}.switch.{option}", lang)
    return f"{words}{trait(lang, 'brackets').format(option)}" if words else option


def value_words(game: str, option: str, value: object, lang: str) -> str:
    """Name a value of an option; yes and no have words of their own where the option has none."""
    own = sentence_of(f"{game}.value.{option}.{value}", lang)
    return own or sentence_of(f"options.value.{value}", lang) or str(value)


def edition_words(game: str, edition: str, lang: str) -> str:
    """Name an edition."""
    return sentence_of(f"{game}.edition.{edition}", lang) or edition


def topic_words(game: str, topic: str, lang: str) -> str:
    """Name what tables dispute about."""
    return sentence_of(f"{game}.topic.{topic}", lang) or topic


def game_called(text: str) -> str | None:
    """Find the game that is called so in any language, or has this id; None: none is."""
    if is_game(text):
        return text
    word = same_word(text)
    return next((game for game in all_games() if word in map(same_word, names_of_game(game))), None)


def names_of_game(game: str) -> tuple[str, ...]:
    """List what a game is called: its id, its names, and the further ones of `[box]`, parted by `|`."""
    texts = (catalog(lang, game).get(f"{game}.{id}") for lang in LANGUAGES for id in ("name", "box.also"))
    return (game, *(name for text in texts if text for name in text.split("|")))
