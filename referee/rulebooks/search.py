"""The rules and rulings found by what people ask: by their words, and by the things these words mean.

Each book may hold `asked.toml`: what people ask, in each language, and the rules that answer it;
`synonyms.toml`: what players call the same thing; and `ruled.toml`: how they word a ruling, and the option
they mean by it. Rules, rulings and what people ask are one collection in SQLite's full text, where a word
weighs more the fewer hold it. English is stemmed; Chinese and Japanese, which write no blanks, are cut into
pairs of signs.
"""

import re
import sqlite3
from collections.abc import Iterable, Iterator
from functools import lru_cache
from math import log
from typing import NamedTuple

import msgspec

from referee.languages import LANGUAGES, Ways, all_words, compared_as, trait
from referee.rulebooks import TABLE, Rule, books, folder_of_book, rules_of
from referee.rulebooks.rulings import Ruling, rulings_in
from referee.rulebooks.thesaurus import WIDE_SIGNS, Thesaurus, fold, in_one_script, thesaurus_of

_RUN = re.compile(r"[a-z0-9]+|[^\W\d_a-z]+", re.IGNORECASE)

_LATIN = re.compile(r"[a-z]+")

STOPPED = all_words("meaningless")
"""Words that people ask with, and mean nothing by."""

_WEIGHTS = (4.0, 2.0, 2.0, 0.5)
"""How much a word counts in the id, in what is asked, in the title, in the text."""

MOST = 12
"""The longest list of answers where nobody says how many."""

_MOST_ASKED = 200
"""Characters of a question that are read."""

LEAST_WORDS, LEAST_PAIRS = 1 / 2, 1 / 4
"""So much of what is said has to be known for something to be near: of words, of pairs of signs."""

_THING, _WORD, _PAIR = 1.0, 0.4, 0.2
"""How much a thing counts that is meant by any of its names, a word, a pair of signs."""

_BY_ASKED, _BY_RULINGS, _BY_RULES = 1.5, 0.3, 0.4
"""How much what people ask and what was ruled count for a rule they name, and a rule for a ruling on it."""

_FADING = 0.9
"""How much a rule counts that is named after another, beside that."""

_SHARE = 0.6
"""How much of what is found counts only by the share of the question it holds."""

_OF_TABLE = 0.6
"""How much the book of the table counts beside that of a game."""

_LEAST_OF_BEST = 0.25
"""What counts less than so much of the best answer is none."""

_SHORTEST_MISSPELT = 5
"""Letters of the shortest word that may be misspelt."""

_ASKED = "asked "
"""What keys of things people ask begin with, unlike ids of rules and names of rulings."""


class Asked(Ways, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What people ask, in each language, and the rules that answer it, the first first."""

    rules: tuple[str, ...]


class FoundAnswer(msgspec.Struct, frozen=True):
    """A rule, or a ruling with the rules that decide it, the one nearest to the question first.

    `book` is the game whose rule or ruling it is, or the table; `ruling` is None for a rule.
    """

    book: str
    rules: tuple[Rule, ...]
    ruling: Ruling | None = None


class Collection(msgspec.Struct, frozen=True):
    """The rules, the rulings and what people ask of a book in a language, the table's beside those of a game.

    `answers` are by id of a rule or name of a ruling. `rules` are the ids that a ruling, or an entry of what
    people ask, names; `asked` are those of an entry, by the stems of one way to ask. `words` can be meant
    where one is misspelt. `found` keeps what holds a term. Where a language has two scripts, a term that
    the first of `indexes` lacks is looked up in the next, of texts that differ in the other script.
    """

    lang: str
    indexes: tuple[sqlite3.Connection, ...]
    things: Thesaurus
    answers: dict[str, FoundAnswer]
    rules: dict[str, tuple[str, ...]]
    asked: dict[frozenset[str], tuple[str, ...]]
    words: frozenset[str]
    found: dict[str, list[tuple[str, float]]]


def find_answers(
    text: str, lang: str = "en", game: str | None = None, most: int | None = MOST
) -> tuple[FoundAnswer, ...]:
    """Return the rules and rulings that answer a text, best first; of every book where no game is named.

    The book of the table is searched with that of a game. What is found for in no word of a language is
    searched in the others.
    """
    every = (game,) if game is not None else books()
    found = [each for book in every for each in _in_book(text[:_MOST_ASKED], lang, book)]
    answers: dict[str, FoundAnswer] = {}
    for each in sorted(found, key=lambda each: -each.score):
        answers.setdefault(each.key, each.answer)
    return tuple(answers.values())[:most]


def search_rules(text: str, lang: str = "en", game: str | None = None) -> tuple[Rule, ...]:
    """Return the rules that answer a text, in the order of the answers that name them."""
    rules = {rule.id: rule for found in find_answers(text, lang, game, most=None) for rule in found.rules}
    return tuple(rules.values())


def search_rulings(text: str, lang: str, game: str) -> tuple[Ruling, ...]:
    """Return the rulings of a game and of the table that come near to a text, best first."""
    return tuple(
        found.ruling for found in find_answers(text, lang, game, most=None) if found.ruling is not None
    )


class _Ranked(NamedTuple):
    """An answer that was found: `score`, higher is better; `key` names it among the answers."""

    score: float
    key: str
    answer: FoundAnswer


def _in_book(text: str, lang: str, book: str) -> list[_Ranked]:
    """Return the answers of a book, best first, in the first language that has any.

    That is the reader's where it is written in the signs of the text, else the one of these that fits best.
    """
    is_wide, lang = WIDE_SIGNS.search(text) is not None, compared_as(lang)
    every = tuple(dict.fromkeys(map(compared_as, LANGUAGES)))
    alike = [each for each in every if is_wide == (not trait(each, "blank"))]
    first = [lang] if lang in alike else alike
    found = [_rank(collection_of(book, each), text, book) for each in first]
    if best := max(filter(None, found), key=lambda ranked: ranked[0].score, default=None):
        return best
    others = (each for each in dict.fromkeys((lang, *every)) if each not in first)
    ranked = (_rank(collection_of(book, each), text, book) for each in others)
    return next(filter(None, ranked), [])


def _rank(collection: Collection, text: str, book: str) -> list[_Ranked]:
    """Return the answers of a collection, best first."""
    plain = _LATIN.sub(lambda found: _spelled(collection, found[0]), fold(text, collection.lang))
    held = _weigh(collection, plain)
    scores = {key: score for key, score in held.items() if key in collection.answers}
    named: dict[tuple[str, float], float] = {}
    for key, score in held.items():
        counts = _BY_ASKED if key.startswith(_ASKED) else _BY_RULINGS
        for place, id in enumerate(collection.rules.get(key, ())):
            fading = _FADING**place
            named[id, counts] = max(named.get((id, counts), 0), score * fading)
            if key in scores:
                scores[key] = max(scores[key], score + _BY_RULES * held.get(id, 0) * fading)
    for (id, counts), score in named.items():
        scores[id] = scores.get(id, 0) + counts * score
    best = max(scores.values(), default=0)
    for place, id in enumerate(collection.asked.get(frozenset(stems(plain)), ())):
        scores[id] = scores.get(id, 0) + 2 * best / (1 + place)
    for key in scores:
        scores[key] *= 1 if collection.answers[key].book == book else _OF_TABLE
    best = max(scores.values(), default=0)
    ranked = sorted(scores, key=lambda key: -scores[key])
    near = (key for key in ranked if scores[key] >= _LEAST_OF_BEST * best)
    return [_Ranked(scores[key], key, _with_nearest_first(collection.answers[key], scores)) for key in near]


def _with_nearest_first(answer: FoundAnswer, scores: dict[str, float]) -> FoundAnswer:
    rules = sorted(answer.rules, key=lambda rule: -scores.get(rule.id, 0))
    return FoundAnswer(answer.book, tuple(rules), answer.ruling)


def _weigh(collection: Collection, plain: str) -> dict[str, float]:
    """Return how much of a text each rule, ruling or thing people ask holds, by how rare it is."""
    held: dict[str, float] = {}
    shares: dict[str, float] = {}
    known = 0.0
    for term, counts in _terms_meant(collection, plain).items():
        matching = (_matching(index, f'"{term}"') for index in collection.indexes)
        rows = collection.found.get(term) or next(filter(None, matching), None)
        if not rows:
            continue
        collection.found[term] = rows
        rarity = counts * log(1 + len(collection.answers) / len(rows))
        known += rarity
        for key, score in rows:
            held[key] = held.get(key, 0) + counts * score
            shares[key] = shares.get(key, 0) + rarity
    return {key: score * (1 - _SHARE + _SHARE * shares[key] / known) for key, score in held.items()}


def _terms_meant(collection: Collection, plain: str) -> dict[str, float]:
    """Return the things a text means, its words and its pairs of signs, each with how much it counts."""
    terms = {_token(thing): _THING for thing in collection.things.find(plain)}
    return terms | {term: _PAIR if WIDE_SIGNS.search(term) else _WORD for term in terms_of(plain)}


def _spelled(collection: Collection, word: str) -> str:
    """Return a word, or the one that is meant where it is unknown and one letter off."""
    if len(word) < _SHORTEST_MISSPELT or word in collection.words or word in STOPPED:
        return word
    near = (each for each in collection.words if abs(len(each) - len(word)) <= 1 and _is_one_off(word, each))
    return min(near, default=word)


def _is_one_off(one: str, other: str) -> bool:
    """Return whether two words differ by one letter, more, less or another, or by two changed about."""
    start = next(
        (i for i, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other))
    )
    a, b = one[start:], other[start:]
    return a[1:] == b[1:] or a[1:] == b or a == b[1:] or (a[:2] == b[1::-1] and a[2:] == b[2:])


def _matching(index: sqlite3.Connection, query: str) -> list[tuple[str, float]]:
    """Return what an index finds by a query of SQLite's full text, with its weight, the best first."""
    weights = ", ".join(map(str, _WEIGHTS))
    asked = f"SELECT found, -bm25(texts, 0, {weights}) AS weight FROM texts WHERE texts MATCH ? ORDER BY weight DESC, rowid"  # noqa: S608, E501 - our own numbers
    return index.execute(asked, (query,)).fetchall()


def nearest(index: sqlite3.Connection, text: str) -> list[str]:
    """Return what holds a part of a folded text, best first; nothing where too little of it is known."""
    terms = dict.fromkeys(terms_of(text[:_MOST_ASKED]))
    known = [term for term in terms if _matching(index, _quoted(term))]
    if not known or len(known) < (LEAST_PAIRS if WIDE_SIGNS.search(text) else LEAST_WORDS) * len(terms):
        return []
    found = _matching(index, " OR ".join(map(_quoted, known)))
    return list(dict.fromkeys(each for each, _ in found))


def _quoted(term: str) -> str:
    """Return a term for a query; a word matches by its beginning, signs match as they are."""
    return f'"{term}"' if WIDE_SIGNS.search(term) else f'"{term}"*'


def terms_of(text: str) -> Iterator[str]:
    """Yield the terms of a folded text: words with a meaning (all where none has), and pairs of signs."""
    words = [word for run in _RUN.findall(text.casefold()) for word in _cut(run)]
    meant = [word for word in words if word not in STOPPED]
    yield from meant or words


def _cut(run: str) -> list[str]:
    """Return a run of letters as terms: a word stays, signs become pairs of them."""
    if not WIDE_SIGNS.search(run):
        return [run]
    return [run[i : i + 2] for i in range(len(run) - 1)] or [run]


def stems(text: str) -> list[str]:
    """Return the terms of a folded text without their endings, as the index has them."""
    return [_stem(term) for term in terms_of(text)]


def _stem(word: str) -> str:
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
def collection_of(book: str, lang: str) -> Collection:
    """Return what can be found of a book in a language, that another may be compared as; cached."""
    things = thesaurus_of(book)
    scripts = (lang, *(each for each in LANGUAGES if each != lang and compared_as(each) == lang))
    of_rules = {
        id: FoundAnswer(of, (rule,)) for of in {book: 0, TABLE: 0} for id, rule in rules_of(of).items()
    }
    answers, rules = dict(of_rules), dict[str, tuple[str, ...]]()
    asked: dict[frozenset[str], tuple[str, ...]] = {}
    indexed: dict[str, Rule | Ruling | Asked] = {id: answer.rules[0] for id, answer in of_rules.items()}
    for of in {book: 0, TABLE: 0}:
        for ruling in rulings_in(of):
            if ids := tuple(id for id in ruling.rules if id in of_rules):
                decided = tuple(of_rules[id].rules[0] for id in ids)
                rules[ruling.name], answers[ruling.name] = ids, FoundAnswer(of, decided, ruling)
                indexed[ruling.name] = ruling
        for each in asked_in(of):
            for way in (fold(way, script) for script in scripts for way in each.of(script)):
                asked.setdefault(frozenset(stems(way)), each.rules)
            rules[key := f"{_ASKED}{len(indexed)}"] = each.rules
            indexed[key] = each
    texts = [
        [
            _row(things, key, item, script)
            for key, item in indexed.items()
            if script == lang or _texts_of(item, script) != _texts_of(item, lang)
        ]
        for script in scripts
    ]
    words = frozenset(
        word for rows in texts for row in rows for text in row[1:] for word in _LATIN.findall(text.casefold())
    )
    indexes = tuple(map(full_text, texts))
    return Collection(lang, indexes, things, answers, rules, asked, words | things.words, {})


def _row(
    things: Thesaurus, key: str, item: Rule | Ruling | Asked, lang: str
) -> tuple[str, str, str, str, str]:
    """Return what stands in the index of a language for something: see `full_text`."""

    def with_things(text: str) -> str:
        return " ".join((text, *map(_token, things.find(fold(text, lang)))))

    asks, title, text = _texts_of(item, lang)
    meant = map(_token, _meant_elsewhere(things, item, lang)) if isinstance(item, Asked) else ()
    id = item.id if isinstance(item, Rule) else ""
    return key, id, " ".join((*map(with_things, asks), *meant)), with_things(title), with_things(text)


def _texts_of(item: Rule | Ruling | Asked, lang: str) -> tuple[tuple[str, ...], str, str]:
    """Return what is asked, the title and the text of something in a language, in one script."""
    if isinstance(item, Asked):
        ways = {fold(way, lang): in_one_script(way, lang) for way in item.of(lang)}
        return tuple(ways.values()), "", ""
    title = in_one_script(item.title.of(lang), lang)
    if isinstance(item, Rule):
        return (), title, in_one_script(item.text(lang), lang)
    question, answer = (in_one_script(each.of(lang), lang) for each in (item.question, item.answer))
    return (question,), title, answer


def _meant_elsewhere(things: Thesaurus, asked: Asked, lang: str) -> Iterator[str]:
    """Yield the things that each way to ask in other languages names, of those that are alike the first."""
    others = (other for other in LANGUAGES if compared_as(other) != compared_as(lang))
    ways = dict.fromkeys(fold(way, other) for other in others for way in asked.of(other))
    own = {fold(way, lang) for way in asked.of(lang)}
    return (thing for way in ways if way not in own for thing in things.find(way))


def _token(thing: str) -> str:
    """Return the word that stands for a thing in the index."""
    return f"qq{thing.replace('_', '')}"


def full_text(rows: Iterable[tuple[str, str, str, str, str]]) -> sqlite3.Connection:
    """Make an index in memory of folded (found, id, what is asked, title, text); any thread may query it."""
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
    return " ".join(part for run in runs for part in (*_cut(run), *(run if WIDE_SIGNS.search(run) else ())))
