"""The rules found by what people ask: words, stems and synonyms, through SQLite's full text.

Each book may hold `asked.toml`: what people ask, in each language, and the rules that answer it; and
`ruled.toml`: how they word a ruling, and the option they mean by it. English is stemmed; Chinese and
Japanese, which write no blanks, are cut into pairs of signs.
"""

import re
import sqlite3
from collections.abc import Iterable, Iterator
from functools import lru_cache

import msgspec

from referee.languages import LANGUAGES, Ways, all_words
from referee.rulebooks import TABLE, Rule, books, folder_of_book, rules_of
from referee.rulebooks.rulings import Ruling, all_rulings

_RUN = re.compile(r"[a-z0-9]+|[^\W\d_a-z]+", re.IGNORECASE)
WIDE_SIGNS = re.compile(r"[\u3040-\u30ff\u3400-\u9fff]")

STOPPED = all_words("meaningless")
"""Words that people ask with, and mean nothing by."""

_WEIGHTS = (4.0, 6.0, 3.0, 1.0)
"""How much a word counts in the id, in what is asked, in the title, in the text."""

MOST = 12
"""The longest list of answers where no rule holds every word."""

_MOST_ASKED = 200
"""Characters of a question that are read."""

LEAST_SHARE, LEAST_SHARE_OF_SIGNS = 1 / 3, 1 / 5
"""A question of which less is asked in so many words, or signs, is about more than that."""

LEAST_WORDS, LEAST_PAIRS = 1 / 2, 1 / 4
"""So much of what is said has to be known for something to be near: of words, of pairs of signs."""


class Asked(Ways, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What people ask, in each language, and the rules that answer it, the first first."""

    rules: tuple[str, ...]


def search_rules(text: str, lang: str = "en", game: str | None = None) -> tuple[Rule, ...]:
    """Return the rules that answer a text, best first; of every book where no game is named.

    The book that knows most of its words comes first. In a book, what people ask in so many words comes
    first; then the rules that hold every word; where there are none, those that hold some. These come first
    where what people ask is only a small part of the text.
    """
    text, found = text[:_MOST_ASKED], list[Rule]()
    every = (game,) if game is not None else sorted(books(), key=lambda book: -_words_known(text, lang, book))
    for book in every:
        found += [rules_of(book)[id] for id in _in_book(text, lang, book)]
    return tuple(dict.fromkeys(found))


def _words_known(text: str, lang: str, book: str) -> int:
    """Count the words of a text that a book has in a language."""
    index = index_of(book, lang)
    return sum(bool(_matching(index, quoted(term))) for term in dict.fromkeys(terms_of(text)))


def _in_book(text: str, lang: str, book: str) -> list[str]:
    """Return ids of rules of a book, by what it says in a language; where that is nothing, in the others."""
    found = (in_language(text, each, book) for each in dict.fromkeys((lang, *LANGUAGES)))
    return next(filter(None, found), [])


def in_language(text: str, lang: str, book: str) -> list[str]:
    """Return ids of rules of a book by what it says in one language."""
    terms = list(dict.fromkeys(terms_of(text)))
    if not terms:
        return []
    direct, share = answers(text, lang, book)
    index = index_of(book, lang)
    every = _matching(index, " AND ".join(map(quoted, terms)))
    least = LEAST_SHARE_OF_SIGNS if WIDE_SIGNS.search(text) else LEAST_SHARE
    is_part = bool(direct) and not every and share < least
    some = [] if every or (direct and not is_part) else _matching(index, " OR ".join(map(quoted, terms)))
    found = [*some[:MOST], *direct] if is_part else [*direct, *every, *some[:MOST]]
    return list(dict.fromkeys(found))


def search_rulings(text: str, lang: str, game: str) -> tuple[Ruling, ...]:
    """Return the rulings of a game and of the table that come near to a text, best first."""
    found = {ruling.name: ruling for ruling in rulings_of(game)}
    return tuple(found[name] for name in nearest(index_of_rulings(game, lang), text))


def answers(text: str, lang: str, book: str) -> tuple[list[str], float]:
    """Return the ids of rules that answer what is asked in these words, and its share of the text.

    Every word of a listed question is in the text, in any order; of several questions the longest counts.
    """
    said, whole = set(stems(text)), "".join(text.casefold().split())
    found = [
        (len(way) if WIDE_SIGNS.search(way) else len(wanted), each.rules)
        for each in asked_in(book)
        for way in each.of(lang)
        for wanted in (set(stems(way)),)
        if (way in whole if WIDE_SIGNS.search(way) else wanted and wanted <= said)
    ]
    most = max((count for count, _ in found), default=0)
    ids = list(dict.fromkeys(id for count, rules in found if count == most for id in rules))
    return ids, most / max(1, len(whole if WIDE_SIGNS.search(text) else said))


def _matching(index: sqlite3.Connection, query: str) -> list[str]:
    """Return what an index finds by a query of SQLite's full text, the best first."""
    weights = ", ".join(map(str, _WEIGHTS))
    asked = f"SELECT found FROM texts WHERE texts MATCH ? ORDER BY bm25(texts, 0, {weights}), rowid"  # noqa: S608 - our own numbers
    return [found for (found,) in index.execute(asked, (query,))]


def nearest(index: sqlite3.Connection, text: str) -> list[str]:
    """Return what holds a part of a text, best first; nothing where too little of it is known."""
    terms = dict.fromkeys(terms_of(text[:_MOST_ASKED]))
    known = [term for term in terms if _matching(index, quoted(term))]
    if not known or len(known) < (LEAST_PAIRS if WIDE_SIGNS.search(text) else LEAST_WORDS) * len(terms):
        return []
    return list(dict.fromkeys(_matching(index, " OR ".join(map(quoted, known)))))


def quoted(term: str) -> str:
    """Return a term for a query; a word matches by its beginning, signs match as they are."""
    return f'"{term}"' if WIDE_SIGNS.search(term) else f'"{term}"*'


def terms_of(text: str) -> Iterator[str]:
    """Yield the terms of a text: words with a meaning (all words where none has), and pairs of signs."""
    words = [word for run in _RUN.findall(text.casefold()) for word in cut(run)]
    meant = [word for word in words if word not in STOPPED]
    yield from meant or words


def cut(run: str) -> list[str]:
    """Return a run of letters as terms: a word stays, signs become pairs of them."""
    if not WIDE_SIGNS.search(run):
        return [run]
    return [run[i : i + 2] for i in range(len(run) - 1)] or [run]


def stems(text: str) -> list[str]:
    """Return the terms of a text without their endings, as the index has them."""
    return [stem(term) for term in terms_of(text)]


def stem(word: str) -> str:
    """Return a word without its English ending, so that steals, stealing and stolen are near one another."""
    if WIDE_SIGNS.search(word):
        return word
    for ending in ("ning", "ting", "ing", "ies", "es", "ed", "s"):
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            return word.removesuffix(ending)
    return word


@lru_cache(maxsize=32)
def asked_in(book: str) -> tuple[Asked, ...]:
    """Return what people ask of a book, from its asked.toml; cached."""
    path = folder_of_book(book) / "asked.toml"
    if not path.exists():
        return ()
    return tuple(msgspec.toml.decode(path.read_bytes(), type=dict[str, Asked]).values())


@lru_cache(maxsize=32)
def ruled_in(book: str) -> dict[str, Ways]:
    """Return how people word rulings, by the option they mean (`tie_break=shared`); cached."""
    path = folder_of_book(book) / "ruled.toml"
    return msgspec.toml.decode(path.read_bytes(), type=dict[str, Ways]) if path.exists() else {}


@lru_cache(maxsize=32)
def index_of(book: str, lang: str) -> sqlite3.Connection:
    """Return the index of a book in a language; cached."""
    ways: dict[str, list[str]] = {}
    for each in asked_in(book):
        for id in each.rules:
            ways.setdefault(id, []).extend(each.of(lang))
    return full_text(
        (id, id, " ".join(ways.get(id, ())), rule.title.of(lang), rule.text(lang))
        for id, rule in rules_of(book).items()
    )


@lru_cache(maxsize=8)
def rulings_of(game: str) -> tuple[Ruling, ...]:
    """Return the rulings of a game and of the table; cached."""
    return tuple(ruling for ruling in all_rulings() if ruling.game in {game, TABLE})


@lru_cache(maxsize=32)
def index_of_rulings(game: str, lang: str) -> sqlite3.Connection:
    """Return the index of the rulings on a game in a language; cached."""
    return full_text(
        (ruling.name, "", ruling.question.of(lang), ruling.title.of(lang), ruling.answer.of(lang))
        for ruling in rulings_of(game)
    )


def full_text(rows: Iterable[tuple[str, str, str, str, str]]) -> sqlite3.Connection:
    """Make an index in memory of (found, id, what is asked, title, text); any thread may query it."""
    index = sqlite3.connect(":memory:", check_same_thread=False)
    index.execute(
        "CREATE VIRTUAL TABLE texts USING fts5(found UNINDEXED, id, asked, title, text,"
        " tokenize = 'porter unicode61')"
    )
    indexed = ((found, *map(_indexed, texts)) for found, *texts in rows)
    index.executemany("INSERT INTO texts VALUES (?, ?, ?, ?, ?)", indexed)
    return index


def _indexed(text: str) -> str:
    """Return a text as it is indexed: its signs in pairs and one by one."""
    runs = _RUN.findall(text.casefold())
    return " ".join(part for run in runs for part in (*cut(run), *(run if WIDE_SIGNS.search(run) else ())))
