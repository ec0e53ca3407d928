"""The catalogs: every message the engine says, in every language, alike."""

import re
import tomllib
from fnmatch import fnmatch
from pathlib import Path

import pytest

from referee.l10n import LANGUAGES, has
from referee.l10n.catalogs import (
    PARSE,
    SHARED_BY_GAMES,
    catalog,
    file_of,
    is_further,
    own_texts,
    placeholders,
)
from referee.languages import read_catalog
from tests.l10n.sources import PARTS, ROOT, refusals, takes

TRANSLATED = [(part, lang) for part in PARTS for lang in LANGUAGES[1:]]
CATALOGS = [(part, lang) for part in PARTS for lang in LANGUAGES]
BETWEEN_GLYPHS = re.compile(r"[\u3040-\u30ff\u4e00-\u9fff}][,;:?!()~][\u3040-\u30ff\u4e00-\u9fff{]")


BLANK_AT_A_NAME = re.compile(
    r"[\u3040-\u30ff\u4e00-\u9fff，。：；、）」”] \{|\} [\u3040-\u30ff\u4e00-\u9fff，。：；、（「“]"
)
TYPED = re.compile(r"`[^`]*`|--[a-z]+ \{\w+\} |[a-z]+ \{\w+\} ")
"""What a terminal takes has its blanks."""

SAID = re.compile(r"(?:(?<!saying\.)\bsay|\bProblem)\(\s*\"([a-z_]+\.[a-z_.]*[a-z])\"")
"""An id that is written out where something is said."""

POLITE = re.compile(r"(です|ます|ました|でした|ません|ましょう|ください|でしょう)(か|が|ね)?[。？]?$")
PLAIN = re.compile(r"[るただいすくつうむぶぬぐ]。$")
LOGGED = re.compile(r"(^|\.)(tell|sentence\w*|special)(\.|$)")
HEADED = re.compile(r"(^|\.)(summary|option|noun|switch|value)(\.|$)")
"""What stands in lists and headings, of commands and choices, ends in a noun or a verb as it is named."""


def flat(table: dict, prefix: str = "") -> dict[str, str]:
    found = {}
    for key, value in table.items():
        found |= flat(value, f"{prefix}{key}.") if isinstance(value, dict) else {prefix + key: value}
    return found


def is_pattern(id: str) -> bool:
    return id.endswith(".notation") or is_further(id) or ".notation." in id


@pytest.mark.parametrize(("part", "lang"), CATALOGS)
def test_the_small_reader_reads_what_tomllib_reads(part, lang):
    """The reader knows a part of TOML; the catalogs stay within it."""
    text = Path(file_of(lang, part)).read_text(encoding="utf-8")
    assert flat(tomllib.loads(text)) == read_catalog(text)


@pytest.mark.parametrize(("part", "lang"), TRANSLATED)
def test_every_language_says_the_same_messages(part, lang):
    """A message that one language lacks would be said in English to somebody who cannot read it."""
    assert said_in("en", part) == said_in(lang, part)


def said_in(lang, part):
    """List the messages of a part; how else one may type something differs from language to language."""
    return sorted(id for id in catalog(lang, part) if not is_further(id))


@pytest.mark.parametrize(("part", "lang"), TRANSLATED)
def test_every_language_puts_the_same_arguments_into_a_message(part, lang):
    """A sentence that drops whom it speaks of says something else; further ways to type it may be fewer."""
    said = {id: placeholders(text) for id, text in catalog("en", part).items() if not is_further(id)}
    assert said == {id: placeholders(catalog(lang, part)[id]) for id in said}


@pytest.mark.parametrize(("part", "lang"), CATALOGS)
def test_no_sentence_is_empty(part, lang):
    assert [id for id, text in catalog(lang, part).items() if not text.strip()] == []


@pytest.mark.parametrize(("part", "lang"), TRANSLATED)
def test_chinese_and_japanese_use_their_own_punctuation(part, lang):
    said = (text for id, text in catalog(lang, part).items() if not is_pattern(id))
    assert [text for text in said if BETWEEN_GLYPHS.search(text)] == []


@pytest.mark.parametrize(("part", "lang"), TRANSLATED)
def test_no_blank_stands_at_a_name(part, lang):
    said = {id: TYPED.sub("", text) for id, text in catalog(lang, part).items() if not is_pattern(id)}
    assert [id for id, text in said.items() if BLANK_AT_A_NAME.search(text)] == []


@pytest.mark.parametrize("part", PARTS)
def test_the_japanese_referee_is_polite_and_its_log_is_plain(part):
    said = {id: text for id, text in catalog("ja", part).items() if not is_pattern(id)}
    told = {id for id in said if LOGGED.search(id)}
    spoken = {id for id in said if id not in told and not HEADED.search(id)}
    assert [id for id in told if POLITE.search(said[id])] == []
    sentences = {id: re.split(r"(?<=。)|\n", said[id]) for id in spoken}
    assert [id for id, each in sentences.items() if any(map(plain, each))] == []


def plain(sentence):
    return bool(PLAIN.search(sentence)) and not POLITE.search(sentence)


def test_everything_the_engine_refuses_has_a_sentence():
    for where, id, _ in refusals():
        part = id.partition(".")[0]
        known = catalog("en", SHARED_BY_GAMES if part == "*" else part)
        assert any(fnmatch(each, id) for each in known), f"{where} says {id}"


def test_everything_the_doors_say_has_a_sentence():
    """Whatever id stands in the code of the terminal, the pages and the desk is one that is there."""
    files = [file for root in ("cli", "referee") for file in (ROOT / root).rglob("*.py")]
    unsaid = {
        f"{file.relative_to(ROOT)}: {id}"
        for file in files
        if "testing" not in file.parts
        for id in SAID.findall(file.read_text("utf-8"))
        if not has(id, "en")
    }
    assert set() == unsaid


def test_every_sentence_is_given_what_it_takes():
    short = {
        f"{where} {id}": takes(id) - given
        for where, id, given in refusals()
        if given is not None and has(id, "en") and takes(id) - given
    }
    assert short == {}


@pytest.mark.parametrize(("part", "lang"), CATALOGS)
def test_every_noun_a_sentence_asks_for_is_there(part, lang):
    """`{gem:gem}` needs a table `[noun.gem]`; the nouns of cards each game has itself."""
    kinds = {id.split(".")[2] for id in catalog(lang, part) if id.startswith(f"{part}.noun.")}
    kinds |= {"card"} if part == SHARED_BY_GAMES else set()
    others = {"seat", "game", "edition", "options", "facts"}
    asked = {
        spec
        for id, text in own_texts(lang, part).items()
        if not is_pattern(id)
        for _, field, spec, _ in PARSE(text)
        if field and spec and spec not in others and "." not in spec and not spec.startswith("#")
    }
    assert set() == asked - kinds
