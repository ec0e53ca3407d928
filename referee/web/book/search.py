"""The index of a book for its search box, as a script: it is loaded from a folder, too, without a server."""

from collections.abc import Iterator
from functools import partial
from typing import Any

import msgspec

from referee.kernel.ideographs import SIMPLIFIED
from referee.l10n.options import in_prose
from referee.languages import trait
from referee.rulebooks import rules_of
from referee.rulebooks.rulings import rulings_in
from referee.rulebooks.search import STOPPED, asked_in
from referee.rulebooks.thesaurus import fold, names_of_things
from referee.web.book.site import File, Site, rule_path, ruling_path


def search_files(site: Site, book: str, lang: str) -> Iterator[File]:
    """Yield the index of a book in a language."""
    yield File(f"{lang}/{book}/search.js", partial(_index, site, book, lang))


def _index(site: Site, book: str, lang: str) -> bytes:
    """Return a call with what can be found, the names of things, words that mean nothing, simple signs.

    An entry is its title, its id (of a ruling none), the path within the book, and folded: the title with
    what people ask of it first of all, and its text with what else it answers. `things` are names of one
    thing each, folded, in every language.
    """
    asked: dict[str, list[str]] = {}
    also: dict[str, list[str]] = {}
    for each in asked_in(book):
        first, *others = each.rules
        asked.setdefault(first, []).extend(each.of(lang))
        for id in others:
            also.setdefault(id, []).extend(each.of(lang))
    entries = [
        _entry(
            lang,
            rule.title.of(lang),
            id,
            rule_path("", book, id),
            asked.get(id, []),
            " ".join((in_prose(book, rule.text(lang), lang), *also.get(id, []))),
        )
        for id, rule in rules_of(book).items()
    ]
    entries += [
        _entry(
            lang,
            in_prose(book, ruling.title.of(lang), lang),
            "",
            ruling_path("", ruling),
            [in_prose(book, ruling.question.of(lang), lang)],
            in_prose(book, ruling.answer.of(lang), lang),
        )
        for ruling in (*rulings_in(book), *(each for _, each in site.decided if each.game == book))
    ]
    things = [list(names) for names in names_of_things(book).values()]
    index: dict[str, Any] = {"entries": entries, "things": things, "stopped": sorted(STOPPED)}
    index["simple"] = _simple_signs(index) if trait(lang, "compared_as") else {}
    return b"refereeSearch(" + msgspec.json.encode(index) + b");\n"


def _simple_signs(index: dict[str, Any]) -> dict[str, str]:
    """Return the simplified form of each sign that is one of those of an index."""
    held = {*msgspec.json.encode(index).decode()}
    return {chr(sign): simple for sign, simple in SIMPLIFIED.items() if simple in held}


def _entry(lang: str, title: str, id: str, path: str, asked: list[str], text: str) -> list[str]:
    within = path.split("/", 2)[2]
    return [title, id, within, fold(" ".join((title, *asked)), lang), fold(text, lang)]
