"""Sources as pages cite them, and the page of each: every sentence by its place, and what became of it.

No sentence of a source is quoted: whoever has the document finds it by its place.
"""

from collections.abc import Iterable, Iterator
from functools import partial
from typing import Any, NamedTuple

from referee.rulebooks import Document, Place, Rule, documents_of, in_words, place_of, rules_of
from referee.rulebooks.coverage import coverage_of, sentences, split_range
from referee.web.book.site import File, Here, Site, page, source_path


class CitedPlace(NamedTuple):
    """A place in a document, and the link to it."""

    place: Place
    address: str


class CitedDocument(NamedTuple):
    """A document with the places that are cited in it; `address` is the link to its page."""

    document: Document
    address: str
    places: tuple[CitedPlace, ...]


def cited_documents(here: Here, sources: Iterable[str]) -> list[CitedDocument]:
    """Return sources by document, in the order they are named."""
    found: dict[str, list[CitedPlace]] = {}
    for source in sources:
        key, _, where = source.partition(" ")
        found.setdefault(key, []).append(_cited_place(here, key, where))
    documents = documents_of(here.book)
    return [CitedDocument(documents[key], here.source(key), tuple(of)) for key, of in found.items()]


def _cited_place(here: Here, key: str, where: str) -> CitedPlace:
    first, *_ = split_range(documents_of(here.book)[key], where)
    is_there = first and any(each.place == first for each in sentences(here.book)[key])
    address = here.source(key) + (f"#{first}" if is_there else "")
    return CitedPlace(place_of(here.book, f"{key} {where}", here.lang), address)


_MOST_RELATED = 8
"""A place that went into more rules, such as a summary of a whole round, relates none of them."""


def rules_led_to(book: str, sources: Iterable[str], besides: str) -> list[Rule]:
    """Return the rules that the sentences at some places went into, without the one `besides`.

    Sources that name no place in their document say nothing of that.
    """
    found: dict[str, None] = {}
    for source in sources:
        key, _, where = source.partition(" ")
        if not where:
            continue
        within = split_range(documents_of(book)[key], where)
        for each in sentences(book)[key]:
            if each.place in within and len(each.rules) <= _MOST_RELATED:
                found |= dict.fromkeys(each.rules)
    return [rules_of(book)[id] for id in found if id != besides]


class ShownSentence(NamedTuple):
    """A sentence by its place: the rules it went into, or why it went into none."""

    key: str
    place: Place
    rules: list[Rule]
    reason: str


def source_pages(site: Site, book: str, lang: str) -> Iterator[File]:
    """Yield the page of each source of a book."""
    for key, document in documents_of(book).items():
        here = Here(site, source_path(lang, book, key), lang, book)
        title = in_words(document.short or document.title, lang)
        yield page(here, title, "book_source.html", partial(_values, here, key, document))


def _values(here: Here, key: str, document: Document) -> dict[str, Any]:
    return {
        "document": document,
        "key": key,
        "is_whole": key in coverage_of(here.book),
        "sentences": [
            ShownSentence(
                each.place,
                place_of(here.book, f"{key} {each.place}".strip(), here.lang),
                [rules_of(here.book)[id] for id in each.rules],
                here.prose(each.reason) if each.reason is not None else "",
            )
            for each in sentences(here.book)[key]
        ],
    }
