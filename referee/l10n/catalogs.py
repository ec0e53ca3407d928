"""The catalogs, each read when first needed."""

import os
from functools import lru_cache

from referee.kernel.registry import folder_of, is_game, own_games
from referee.languages import LANGUAGES
from referee.languages.reader import read_catalog

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
