"""Every rule the referee cites, as data: what it says in every language, where it is written, how sure.

A rulebook is a folder of TOML files, one for each area of its rules (`TAB-OPEN-03` is in
`open.toml`), beside `documents.toml`, which spells out the source keys, and `order.toml`, which
names the areas in their order, and in words. The book of a game stands in its package; a rule that only an
edition has may stand in the file of that edition. A file is read when something of it is first asked for, and
only the rules asked for are parsed.
"""

import re
from collections.abc import Collection, Iterable, Iterator
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, Literal

import msgspec

from referee.kernel.registry import EDITIONS, all_games, folder_of, own_games
from referee.languages import Texts, headed, trait

HERE = Path(__file__).parent
TABLE = "table"
"""The book of what holds at every table, whatever is played."""

Confidence = Literal["stated", "derived", "house"]

_SENTENCES = re.compile(r"S(\d+)(?:-S?(\d+))?")

_ID = re.compile(r"[A-Z]+-[A-Z]{1,99}-[A-Z0-9]+")
"""The area is the name of a file, which has a longest."""

_HEADER = re.compile(r"^\[([A-Z]+-[A-Z]+-[A-Z0-9]+)\]$", re.MULTILINE)


class Passage(Texts, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Words of a rule that are equally sure throughout.

    `sources` are "KEY section-number" or, where a document counts its sentences, "KEY Sfrom-to", the
    key spelled out by `documents_of`; `confidence` is `stated` by a source, `derived` from what is
    stated, or the referee's own (`house`). `decides` is what it decides where its rule is cited: see
    `deciding_passage`.
    """

    sources: tuple[str, ...]
    confidence: Confidence
    decides: tuple[str, ...] = ()


class Rule(Passage, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One rule: its own words, then the parts of it that are surer or less sure.

    `editions` are those it holds in, all where empty; `see` are related ids. `excepts` are rules that give
    way to it where it applies: of two exceptions to one rule that apply at once, one gives way to the other,
    or a ruling names both. One that `informs` decides no act, says what lies in the box or who sees what.
    """

    id: str
    title: Texts
    editions: tuple[str, ...] = ()
    see: tuple[str, ...] = ()
    excepts: tuple[str, ...] = ()
    informs: bool = False
    parts: tuple[Passage, ...] = ()

    @property
    def passages(self) -> tuple[Passage, ...]:
        return (self, *self.parts)

    @property
    def all_sources(self) -> tuple[str, ...]:
        """Return the sources of the whole rule, each once."""
        return tuple(dict.fromkeys(source for part in self.passages for source in part.sources))

    @property
    def confidences(self) -> tuple[Confidence, ...]:
        """Return how sure the rule and its parts are, each degree once."""
        return tuple(dict.fromkeys(part.confidence for part in self.passages))

    def text(self, lang: str) -> str:
        """Return the whole rule in a language; in English for one that is not written."""
        return trait(lang, "blank").join(part.of(lang) for part in self.passages)


def deciding_passage(rule: Rule, tokens: Collection[str]) -> Passage:
    """Return the passage of a rule that decides what `tokens` say: the first that names it, else the rule.

    Tokens, and what a passage `decides`, are message ids of refusals without the game (`not_here`), types of
    events (`canoe_moved`), fields they tell (`canoe_moved.steal`), with a value (`card_played.card=oar`),
    options with theirs (`minimum_speed=0`), the edition (`edition=ja`). Of several joined by " & " all must
    be among the tokens.
    """
    there = set(tokens)
    found = (part for part in rule.passages for each in part.decides if set(each.split(" & ")) <= there)
    return next(found, rule)


def in_words(text: str | Texts, lang: str) -> str:
    """Return a text in a language; one that is the same for all languages as it is."""
    return text if isinstance(text, str) else text.of(lang)


class Document(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A document rules are taken from.

    `title` is its own name, in its language, and `about` says to the reader what it is; what has no name
    is titled in every language. `short` is what it is called in passing, its key where empty. `sections`
    spells out the keys of its headings; one with {} in it takes the number in. What is ours and no wording
    of the document is written in every language. `counted` is what the numbers of a section count.
    Where the text is one run of sentences, `sentences` maps ranges of them ("S1-S40") to the headings
    they stand under, and `spacing` is the step from one to the next. `editions` are those that follow it.
    """

    title: str | Texts
    lang: str
    about: str | Texts = ""
    short: str | Texts = ""
    sections: dict[str, str | Texts] = {}
    counted: Literal["number", "point", "sentence"] = "sentence"
    sentences: dict[str, str] = {}
    spacing: int = 1
    editions: tuple[str, ...] = ()

    def full_name(self, lang: str) -> str:
        """Return the title with what the document is, in a language."""
        return headed(in_words(self.title, lang), in_words(self.about, lang), lang)

    def short_name(self, key: str, lang: str) -> str:
        """Return what the document is called in passing; its `key` where it has no short name."""
        return in_words(self.short, lang) or key

    def split_place(self, where: str) -> tuple[str, str]:
        """Return the section and the number of a place ("Steal-1"); the number may be empty.

        A section may have hyphens: the longest known one is meant, else all up to a number.
        """
        known = [each for each in self.sections if f"{where}-".startswith(f"{each}-")]
        section = max(known, key=len, default=re.sub(r"-\d.*$", "", where))
        return section, where[len(section) + 1 :]


class Place(msgspec.Struct, frozen=True):
    """Where in a document: the heading in its language, the number in the reader's, each may be empty."""

    heading: str = ""
    number: str = ""

    def text(self, lang: str) -> str:
        """Return the heading and the number; an empty string where the whole document is meant."""
        return trait(lang, "within").join(filter(None, (self.heading, self.number)))


def books() -> tuple[str, ...]:
    """Return the ids of the rulebooks: the table's first, then those of the games that have one."""
    return (TABLE, *(game for game in all_games() if (folder_of_book(game) / "documents.toml").exists()))


@cache
def folder_of_book(book: str) -> Path:
    return HERE / TABLE if book == TABLE else Path(folder_of(book)) / "book"


def _books_with(id: str) -> Iterator[tuple[str, str]]:
    """Yield (book, unparsed rule) of each book a rule is in; installed games are looked up last."""
    area = f"{id.split('-')[1].lower()}.toml"
    for book in _own_first():
        path = folder_of_book(book) / area
        if source := (path.exists() and _rules_in(path).get(id)) or _rules_of_editions(book).get(id):
            yield book, source


def _own_first() -> Iterator[str]:
    """Yield the books there may be; installed games are looked up only when the others are exhausted."""
    yield from (TABLE, *own_games())
    yield from all_games()[len(own_games()) :]


def find_rule(id: str) -> Rule | None:
    """Return a rule by id, whatever its case; None where there is none."""
    id = id.upper()
    if not _ID.fullmatch(id):
        return None
    return next((_parse(id, source) for _, source in _books_with(id)), None)


@lru_cache(maxsize=2000)
def book_of(id: str) -> str:
    """Return the book a rule is in, the table's where it is in none; cached."""
    return next((book for book, _ in _books_with(id)), TABLE)


@cache
def rules_of(book: str) -> dict[str, Rule]:
    """Return all rules of a book by id, in the order of its areas (others last); cached."""
    folder = folder_of_book(book)
    order = folder / "order.toml"
    areas = msgspec.convert(_load(order)["areas"], list[str]) if order.exists() else []
    places = {area: place for place, area in enumerate(areas)}
    files = folder.glob("*.toml")
    paths = sorted(files, key=lambda path: (places.get(path.stem, len(places)), path.stem))
    sources = [*(_rules_in(path) for path in paths), _rules_of_editions(book)]
    return {id: _parse(id, source) for each in sources for id, source in each.items()}


@cache
def areas_of(book: str) -> dict[str, Texts]:
    """Return what the areas of a book are called, by their names in ids ("STEAL"); cached."""
    path = folder_of_book(book) / "order.toml"
    titles = _load(path).get("titles", {}) if path.exists() else {}
    return {area.upper(): text for area, text in msgspec.convert(titles, dict[str, Texts]).items()}


def exceptions_to(id: str) -> tuple[str, ...]:
    """Return the rules of the same book that except a rule."""
    return tuple([rule.id for rule in rules_of(book_of(id)).values() if id in rule.excepts])


def source_of(book: str, source: str, lang: str = "en") -> str:
    """Return a source in full: "ZH Move-3" becomes its document, section and number."""
    document, place = documents_of(book)[source.partition(" ")[0]], place_of(book, source, lang)
    return trait(lang, "within").join(filter(None, (document.full_name(lang), place.text(lang))))


def mention_sources(book: str, sources: Iterable[str], lang: str) -> str:
    """Return sources in passing: each document once, by its short name, with the places in it."""
    documents = documents_of(book)
    return trait(lang, "semicolon").join(
        " ".join(
            (
                documents[key].short_name(key, lang),
                " + ".join(filter(None, (each.text(lang) for each in places))),
            )
        ).strip()
        for key, places in places_of(book, sources, lang).items()
    )


def places_of(book: str, sources: Iterable[str], lang: str) -> dict[str, list[Place]]:
    """Return the places by key of their document, in the order they are named."""
    found: dict[str, list[Place]] = {}
    for source in sources:
        found.setdefault(source.partition(" ")[0], []).append(place_of(book, source, lang))
    return found


def place_of(book: str, source: str, lang: str) -> Place:
    """Return where a source stands in its document, as a reader of a language can find it."""
    key, _, where = source.partition(" ")
    document = documents_of(book)[key]
    if document.sentences and (found := _SENTENCES.fullmatch(where)):
        first, last = (_sentence(document, int(n), lang) for n in (found[1], found[2] or found[1]))
        return _reach(first, last, lang)
    section, number = document.split_place(where)
    heading = in_words(document.sections.get(section, section), lang)
    if "{}" in heading:
        return Place(heading.format(number))
    return Place(heading, _counted(document, number, lang) if number else "")


def range_of(sentences: str) -> range:
    """Parse a range of sentences: "S3-S5", "S3-5" or "S3". Raises ValueError."""
    found = _SENTENCES.fullmatch(sentences)
    if found is None:
        raise ValueError(f"not a range of sentences: {sentences}")
    return range(int(found[1]), int(found[2] or found[1]) + 1)


def _sentence(document: Document, n: int, lang: str) -> Place:
    """Return the place of the n-th sentence of the whole text, counted from its heading."""
    for sentences, heading in document.sentences.items():
        if n in (under := range_of(sentences)):
            return Place(heading, _counted(document, str((n - under.start) // document.spacing + 1), lang))
    return Place(number=_counted(document, str(n), lang))


def _reach(first: Place, last: Place, lang: str) -> Place:
    """Return all from one place to another as one place."""
    if first == last:
        return first
    if first.heading == last.heading:
        return Place(first.heading, trait(lang, "reach").format(first.number, last.number))
    return Place(trait(lang, "reach").format(first.text(lang), last.text(lang)))


def _counted(document: Document, number: str, lang: str) -> str:
    return trait(lang, document.counted).format(number)


@cache
def documents_of(book: str) -> dict[str, Document]:
    """Return the documents of a book by the key its sources use; cached."""
    return msgspec.convert(_load(folder_of_book(book) / "documents.toml"), dict[str, Document])


@cache
def nouns() -> dict[str, dict[str, Texts]]:
    """Return the glossary: by game (and `table`), then by noun, the word in every language; cached."""
    found = {TABLE: _load(HERE / "glossary.toml")}
    for game in all_games():
        if (path := Path(folder_of(game)) / "words" / "glossary.toml").exists():
            found[game] = _load(path)
    return msgspec.convert(found, dict[str, dict[str, Texts]])


@cache
def _rules_in(path: Path) -> dict[str, str]:
    """Return the rules of a file by id, still unparsed; cached."""
    pieces = _HEADER.split(path.read_text("utf-8"))
    return dict(zip(pieces[1::2], pieces[2::2], strict=True))


@cache
def _rules_of_editions(book: str) -> dict[str, str]:
    """Return the rules in files of editions by id, each with its edition, still unparsed; cached."""
    paths = sorted(folder_of_book(book).parent.glob(f"{EDITIONS}/*.toml")) if book != TABLE else []
    return {
        id: f'editions = ["{path.stem}"]\n{source}'
        for path in paths
        for id, source in _rules_in(path).items()
    }


@cache
def _parse(id: str, source: str) -> Rule:
    from tomllib import loads  # a cold start without it: 3 ms

    return msgspec.convert({"id": id, **loads(source)}, Rule)


def _load(path: Path) -> dict[str, Any]:
    from tomllib import loads  # a cold start without it: 3 ms

    return loads(path.read_text("utf-8"))
