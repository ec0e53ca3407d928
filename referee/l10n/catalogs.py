"""The catalogs, each read when first needed."""

from functools import cache
from pathlib import Path

from referee.l10n.language import LANGUAGES
from referee.l10n.reader import read_catalog

HERE = Path(__file__).parent


@cache
def catalog(lang: str, part: str) -> dict[str, str]:
    """Read one part in one language, ids complete (`niagara.noun.gem.ruby`); empty where there is none."""
    file = HERE / lang / f"{part}.toml"
    if not part.isidentifier() or not file.is_file():
        return {}
    read = read_catalog(file.read_text(encoding="utf-8"))
    return {id if id.startswith(f"{part}.") else f"{part}.{id}": text for id, text in read.items()}


def sentence_of(message_id: str, lang: str) -> str | None:
    """Find a sentence, in English where the language has none."""
    part = message_id.partition(".")[0]
    found = (catalog(each, part).get(message_id) for each in (lang, LANGUAGES[0]))
    return next((text for text in found if text is not None), None)
