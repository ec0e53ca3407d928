"""The catalogs: every message the engine says, in three languages, alike."""

import re
import tomllib
from fnmatch import fnmatch
from pathlib import Path

import pytest

from referee.l10n import LANGUAGES, has
from referee.l10n.catalogs import catalog, file_of
from referee.l10n.format import PARSE, placeholders
from referee.l10n.reader import read_catalog
from tests.l10n.sources import PARTS, refusals, takes

TRANSLATED = [(part, lang) for part in PARTS for lang in LANGUAGES[1:]]
CATALOGS = [(part, lang) for part in PARTS for lang in LANGUAGES]
BETWEEN_GLYPHS = re.compile(r"[\u3040-\u30ff\u4e00-\u9fff}][,;:?!()~][\u3040-\u30ff\u4e00-\u9fff{]")


def flat(table: dict, prefix: str = "") -> dict[str, str]:
    """Write nested tables as dotted ids."""
    found = {}
    for key, value in table.items():
        found |= flat(value, f"{prefix}{key}.") if isinstance(value, dict) else {prefix + key: value}
    return found


def is_pattern(id: str) -> bool:
    """Whether a text is a pattern of what people type."""
    return id.endswith((".notation", ".also")) or ".notation." in id


@pytest.mark.parametrize(("part", "lang"), CATALOGS)
def test_the_small_reader_reads_what_tomllib_reads(part, lang):
    """The reader knows a part of TOML; the catalogs stay within it."""
    text = Path(file_of(lang, part)).read_text(encoding="utf-8")
    assert flat(tomllib.loads(text)) == read_catalog(text)


@pytest.mark.parametrize(("part", "lang"), TRANSLATED)
def test_every_language_says_the_same_messages(part, lang):
    """A message that one language lacks would be said in English to somebody who cannot read it."""
    assert sorted(catalog("en", part)) == sorted(catalog(lang, part))


@pytest.mark.parametrize(("part", "lang"), TRANSLATED)
def test_every_language_puts_the_same_arguments_into_a_message(part, lang):
    """A sentence that drops whom it speaks of says something else; further ways to type it may be fewer."""
    said = {id: placeholders(text) for id, text in catalog("en", part).items() if not id.endswith(".also")}
    assert said == {id: placeholders(catalog(lang, part)[id]) for id in said}


@pytest.mark.parametrize(("part", "lang"), CATALOGS)
def test_no_sentence_is_empty(part, lang):
    """An id with nothing behind it is a refusal nobody understands."""
    assert [id for id, text in catalog(lang, part).items() if not text.strip()] == []


@pytest.mark.parametrize(("part", "lang"), TRANSLATED)
def test_chinese_and_japanese_use_their_own_punctuation(part, lang):
    """A half-width comma between two characters is a slip of the keyboard."""
    said = (text for id, text in catalog(lang, part).items() if not is_pattern(id))
    assert [text for text in said if BETWEEN_GLYPHS.search(text)] == []


@pytest.mark.parametrize(("where", "id", "_"), refusals())
def test_everything_the_engine_refuses_has_a_sentence(where, id, _):
    """A reason is a message id, and it is said in three languages."""
    known = [each for each in catalog("en", id.partition(".")[0]) if fnmatch(each, id)]
    assert known != [], f"{where} says {id}"


def test_every_sentence_is_given_what_it_takes():
    """A placeholder that the refusal does not fill would show as a question mark."""
    short = {
        f"{where} {id}": takes(id) - given
        for where, id, given in refusals()
        if given is not None and has(id, "en") and takes(id) - given
    }
    assert short == {}


@pytest.mark.parametrize(("part", "lang"), CATALOGS)
def test_every_noun_a_sentence_asks_for_is_there(part, lang):
    """`{gem:gem}` needs a table `[noun.gem]`."""
    kinds = {id.split(".")[2] for id in catalog(lang, part) if id.startswith(f"{part}.noun.")}
    asked = {
        spec
        for id, text in catalog(lang, part).items()
        if not is_pattern(id)
        for _, field, spec, _ in PARSE(text)
        if field and spec and spec not in {"seat", "game"} and "." not in spec and not spec.startswith("#")
    }
    assert set() == asked - kinds
