"""What became of each sentence of the documents of a book: the rules it went into, or why it went into none.

`coverage.toml` beside the rules of a game holds for each document it takes apart its sentences, by the places
that sources name: the rules a sentence went into, or in every language why there is none. Of any other
document only the places that rules cite are known.
"""

import re
from collections.abc import Mapping
from functools import cache

import msgspec

from referee.languages import Texts
from referee.rulebooks import Document, documents_of, folder_of_book, range_of, rules_of


class Sentence(msgspec.Struct, frozen=True):
    """A sentence of a document.

    `place` is where it stands, as a source names it after the document's key ("Move-3", "S57"); empty where
    the whole document is meant. `rules` are those it went into; without any, `reason` says why.
    """

    place: str
    rules: tuple[str, ...] = ()
    reason: Texts | None = None


def split_range(document: Document, where: str) -> list[str]:
    """Return the places of a range of sentences one by one; any other place as it is."""
    if document.sentences and re.fullmatch(r"S\d+(-S?\d+)?", where):
        reach = range_of(where)
        return [f"S{n}" for n in range(reach.start, reach.stop, document.spacing)]
    return [where]


@cache
def coverage_of(book: str) -> dict[str, dict[str, tuple[str, ...] | Texts]]:
    """Return `coverage.toml` of a book as it stands, by document, then by place; cached.

    Empty where it has none.
    """
    path = folder_of_book(book) / "coverage.toml"
    kind = dict[str, dict[str, tuple[str, ...] | Texts]]
    return msgspec.toml.decode(path.read_bytes(), type=kind) if path.exists() else {}


@cache
def sentences(book: str) -> Mapping[str, tuple[Sentence, ...]]:
    """Return what became of the sentences of each document of a book, by its key, in their order; cached.

    Of a document that is not taken apart these are the places that rules cite.
    """
    return {key: _sentences_in(book, key) for key in documents_of(book)}


def _sentences_in(book: str, key: str) -> tuple[Sentence, ...]:
    document = documents_of(book)[key]
    if key not in coverage_of(book):
        return _cited_in(book, key)
    return tuple(
        Sentence(place, reason=told) if isinstance(told, Texts) else Sentence(place, told)
        for where, told in coverage_of(book)[key].items()
        for place in split_range(document, where)
    )


def _cited_in(book: str, key: str) -> tuple[Sentence, ...]:
    """Return the places of a document that rules cite, in its order."""
    document = documents_of(book)[key]
    rules: dict[str, dict[str, None]] = {}
    for rule in rules_of(book).values():
        for source in rule.all_sources:
            of, _, where = source.partition(" ")
            for place in split_range(document, where) if of == key else ():
                rules.setdefault(place, {})[rule.id] = None
    sections = list(document.sections)

    def in_order(place: str) -> tuple[int, list[int], str]:
        section, number = document.split_place(place)
        at = sections.index(section) if section in sections else len(sections)
        return at, [int(n) for n in re.findall(r"\d+", number or section)], place

    return tuple(Sentence(place, tuple(rules[place])) for place in sorted(rules, key=in_order))
