"""Where a reader begins: the books there are, the contents of each, all of a book on one page to print."""

from collections.abc import Iterator
from functools import partial
from typing import Any, NamedTuple

from referee.draw.assets import cover
from referee.l10n import say
from referee.languages import LANGUAGES, trait
from referee.rulebooks import TABLE, Rule, documents_of, rules_of
from referee.rulebooks.rulings import Ruling, rulings_in
from referee.web.book.rules import rule_values
from referee.web.book.rulings import show_ruling
from referee.web.book.site import (
    File,
    Here,
    Site,
    area_of,
    area_title,
    book_title,
    page,
    rule_path,
    ruling_path,
)
from referee.web.pages.frame import render


class Area(NamedTuple):
    """An area of a book: what it is called, its rules, and the rulings that are on these first of all."""

    id: str
    title: str
    rules: list[Rule]
    rulings: list[Ruling]


def areas_in(book: str, lang: str) -> list[Area]:
    """Return the areas of a book in their order."""
    areas: dict[str, Area] = {}
    for id, rule in rules_of(book).items():
        area = area_of(id)
        areas.setdefault(area, Area(area, area_title(book, area, lang), [], [])).rules.append(rule)
    for ruling in rulings_in(book):
        within = (area_of(id) for id in ruling.rules if id in rules_of(book))
        areas[next(within, next(iter(areas)))].rulings.append(ruling)
    return list(areas.values())


def content_pages(site: Site, book: str, lang: str) -> Iterator[File]:
    """Yield the contents of a book, and the page that holds all of it."""
    here = Here(site, f"{lang}/{book}/index.html", lang, book)
    yield page(here, book_title(book, lang), "book_contents.html", partial(_contents, here))
    here = Here(site, f"{lang}/{book}/print.html", lang, book)
    yield page(here, book_title(book, lang), "book_print.html", partial(_all_of_it, here))


def _contents(here: Here) -> dict[str, Any]:
    return {
        "areas": areas_in(here.book, here.lang),
        "documents": documents_of(here.book),
        "cover": cover(here.book) if here.book != TABLE else None,
        "others": [(book, book_title(book, here.lang)) for book in here.site.books if book != here.book],
    }


def _all_of_it(here: Here) -> dict[str, Any]:
    return {
        "areas": [
            (
                area,
                [rule_values(here, rule) for rule in area.rules],
                [show_ruling(ruling, here.lang) for ruling in area.rulings],
            )
            for area in areas_in(here.book, here.lang)
        ]
    }


def start_pages(site: Site, lang: str) -> Iterator[File]:
    """Yield the page of the books there are in a language."""
    here = Here(site, f"{lang}/index.html", lang, "")
    yield page(here, say("book.title", lang), "book_start.html", partial(_books, here))


def _books(here: Here) -> dict[str, Any]:
    return {
        "offered": [
            (book, book_title(book, here.lang), cover(book) if book != TABLE else None)
            for book in here.site.books
        ]
    }


def door_files(site: Site) -> Iterator[File]:
    """Yield the pages that lead to the same page in every language: of the start, of each rule and ruling."""
    yield _door("index.html", "Referee", {lang: f"{lang}/index.html" for lang in site.langs})
    for book in site.books:
        for id in rules_of(book):
            yield _door(f"{id}.html", id, {lang: rule_path(lang, book, id) for lang in site.langs})
        for ruling in rulings_in(book):
            paths = {lang: ruling_path(lang, ruling) for lang in site.langs}
            yield _door(f"{ruling.name}.html", ruling.name, paths)


def _door(path: str, title: str, leads: dict[str, str]) -> File:
    def make() -> bytes:
        tags = {lang: trait(lang, "tag") for lang in leads}
        return render("book_door.html", title=title, leads=leads, tags=tags, first=LANGUAGES[0]).encode()

    return File(path, make)
