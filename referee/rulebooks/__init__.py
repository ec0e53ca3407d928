"""Every rule the referee cites, as data: what it says in three languages, where it is written, how sure.

A rulebook is a folder of TOML files, one for each area of its rules (`NIA-MOVE-03` is in
`niagara/move.toml`), beside `documents.toml`, which spells out the source keys. A file is read when
something of it is first asked for, and only the rules asked for are parsed.
"""

import re
from functools import cache
from pathlib import Path
from typing import Any, Literal

import msgspec

BOOKS = Path(__file__).parent
TABLE = "table"
"""The book of what holds at every table, whatever is played."""

_IN_ORDER_OF_PLAY = (
    *("open", "seat", "setup", "goal", "round", "card", "info", "turn", "move", "load"),
    *("steal", "land", "wx", "river", "fall", "buy", "end"),
    *("set", "char", "sup", "act", "row", "mug", "spec", "fight", "stat", "nav", "bird", "over", "thirst"),
    *("play", "score", "var", "can"),
)
_AREAS = {area: place for place, area in enumerate(_IN_ORDER_OF_PLAY)}

Confidence = Literal["stated", "derived", "house"]

_ID = re.compile(r"[A-Z]+-[A-Z]+-[A-Z0-9]+")
_HEADER = re.compile(r"^\[([A-Z]+-[A-Z]+-[A-Z0-9]+)\]$", re.MULTILINE)


class Texts(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The same words in every language."""

    en: str
    zh_Hans: str = msgspec.field(name="zh-Hans")  # noqa: N815 (as the language tag has it)
    ja: str

    def of(self, lang: str) -> str:
        """Pick the words of a language; English for one that is not written."""
        text: str = getattr(self, lang.replace("-", "_"), self.en)
        return text


class Rule(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One rule.

    `sources` are "KEY section-number", the key spelled out by `documents_of`; `confidence` is
    `stated` by a source, `derived` from what is stated, or the referee's own (`house`);
    `editions` are those it holds in, all where empty; `see` are related ids.
    """

    id: str
    title: Texts
    en: str
    zh_Hans: str = msgspec.field(name="zh-Hans")  # noqa: N815 (as the language tag has it)
    ja: str
    sources: tuple[str, ...]
    confidence: Confidence
    editions: tuple[str, ...] = ()
    see: tuple[str, ...] = ()

    def text(self, lang: str) -> str:
        """Say the rule in a language; in English for one that is not written."""
        said: str = getattr(self, lang.replace("-", "_"), self.en)
        return said


class Document(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A document rules are taken from; `sections` spells out the keys of its headings."""

    title: str
    lang: str
    sections: dict[str, str] = {}


def books() -> tuple[str, ...]:
    """Name the rulebooks: the table's first, then the games'."""
    games = sorted(d.name for d in BOOKS.iterdir() if (d / "documents.toml").exists())
    return (TABLE, *(game for game in games if game != TABLE))


def find_rule(id: str) -> Rule | None:
    """Find a rule by id, in capitals or not; None where there is none."""
    id = id.upper()
    if not _ID.fullmatch(id):
        return None
    for path in sorted(BOOKS.glob(f"*/{id.split('-')[1].lower()}.toml")):
        if source := _rules_in(path).get(id):
            return _parse(id, source)
    return None


@cache
def book_of(id: str) -> str:
    """Find the book a rule is in; the table's for one that is in none."""
    paths = (p for p in sorted(BOOKS.glob(f"*/{id.split('-')[1].lower()}.toml")) if id in _rules_in(p))
    return next((path.parent.name for path in paths), TABLE)


@cache
def rules_of(book: str) -> dict[str, Rule]:
    """Read all rules of a game, or of the table, in the order they are written."""
    paths = sorted((BOOKS / book).glob("*.toml"), key=lambda path: _AREAS.get(path.stem, len(_AREAS)))
    return {id: _parse(id, source) for path in paths for id, source in _rules_in(path).items()}


def search_rules(text: str, lang: str = "en", game: str | None = None) -> tuple[Rule, ...]:
    """Find the rules that hold every word of a text, best first; in every book where none is named.

    A word may stand in the id, the title or the text in the language asked for.
    """
    words = text.casefold().split()
    rules = [rule for book in (books() if game is None else (game,)) for rule in rules_of(book).values()]
    scored = [(_score(rule, words, lang), rule) for rule in rules]
    return tuple(rule for score, rule in sorted(scored, key=lambda pair: -pair[0]) if score)


def source_of(rule_or_book: str, source: str) -> str:
    """Spell out a source of a book: "ZH Move-3" becomes its document, section and number."""
    key, _, where = source.partition(" ")
    document = documents_of(rule_or_book)[key]
    section, _, number = where.partition("-")
    heading = document.sections.get(section, section)
    return ", ".join(part for part in (document.title, heading, number) if part)


@cache
def documents_of(book: str) -> dict[str, Document]:
    """Read what the source keys of a book stand for."""
    return msgspec.convert(_load(BOOKS / book / "documents.toml"), dict[str, Document])


@cache
def nouns() -> dict[str, dict[str, Texts]]:
    """Read the glossary: by game (and `table`), by noun, the word in every language."""
    return msgspec.convert(_load(BOOKS / "glossary.toml"), dict[str, dict[str, Texts]])


@cache
def _rules_in(path: Path) -> dict[str, str]:
    """Cut a file into its rules, still unparsed, by id."""
    pieces = _HEADER.split(path.read_text("utf-8"))
    return dict(zip(pieces[1::2], pieces[2::2], strict=True))


@cache
def _parse(id: str, source: str) -> Rule:
    from tomllib import loads

    return msgspec.convert({"id": id, **loads(source)}, Rule)


def _load(path: Path) -> dict[str, Any]:
    from tomllib import loads

    return loads(path.read_text("utf-8"))


def _score(rule: Rule, words: list[str], lang: str) -> int:
    """Weigh where the words stand: id above title above text; 0 where one is missing."""
    places = (
        (4, rule.id.casefold()),
        (3, rule.title.of(lang).casefold()),
        (1, rule.text(lang).casefold()),
    )
    scores = [sum(weight for weight, place in places if word in place) for word in words]
    return sum(scores) if all(scores) else 0
