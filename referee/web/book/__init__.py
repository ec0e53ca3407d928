"""The woven book: for each rule its text, its sources, its code and its rulings, as pages.

The same pages are written into a folder and served below `/rules`. A kind of pages is a function that yields
them; a new one is added to `OF_BOOK` or `OF_LANGUAGE`.
"""

from collections.abc import Iterator
from itertools import chain

from referee.web.book.assets import asset_files
from referee.web.book.benchmark import benchmark_pages
from referee.web.book.case_law import decided_pages
from referee.web.book.contents import content_pages, door_files, start_pages
from referee.web.book.fouls import foul_pages
from referee.web.book.rules import rule_pages
from referee.web.book.rulings import board_files, ruling_pages
from referee.web.book.search import search_files
from referee.web.book.site import File, OfBook, OfLanguage, Site
from referee.web.book.sources import source_pages

OF_BOOK: tuple[OfBook, ...] = (
    content_pages,
    rule_pages,
    ruling_pages,
    source_pages,
    board_files,
    decided_pages,
    search_files,
    foul_pages,
)
"""What there is of each book in each language."""

OF_LANGUAGE: tuple[OfLanguage, ...] = (start_pages, benchmark_pages)
"""What there is once in each language."""


def iter_files(site: Site) -> Iterator[File]:
    """Yield every file of a site."""
    yield from (*asset_files(site), *door_files(site))
    for lang in site.langs:
        yield from _files_in(site, lang)
        for book in site.books:
            yield from _files_of(site, book, lang)


def find_file(site: Site, path: str) -> File | None:
    """Return the file at a path below the root of a site; None where there is none."""
    lang, _, rest = path.partition("/")
    book = rest.partition("/")[0]
    found: Iterator[File]
    if lang not in site.langs:
        found = chain(asset_files(site), door_files(site))
    elif book in site.books:
        found = _files_of(site, book, lang)
    else:
        found = _files_in(site, lang)
    return next((each for each in found if each.path == path), None)


def _files_in(site: Site, lang: str) -> Iterator[File]:
    return (each for kind in OF_LANGUAGE for each in kind(site, lang))


def _files_of(site: Site, book: str, lang: str) -> Iterator[File]:
    return (each for kind in OF_BOOK for each in kind(site, book, lang))
