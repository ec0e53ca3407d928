"""What the book is written for, its files, and where each of them stands.

Every address is permanent. Links between pages are relative, so that the same pages work from a folder and
below `/rules`.
"""

from collections.abc import Callable, Iterable
from functools import partial
from typing import Any, NamedTuple

from referee.l10n import say, title_of
from referee.l10n.options import in_prose
from referee.languages import LANGUAGES, Texts
from referee.rulebooks import TABLE, areas_of, book_of, books, rules_of
from referee.rulebooks.rulings import Ruling
from referee.service.case_law.precedent import Precedent
from referee.web.pages.frame import render


class File(NamedTuple):
    """A file of the book: its path below the root, and what makes its content; that may be None: no file."""

    path: str
    make: Callable[[], bytes | None]


class Site(NamedTuple):
    """What the book is written for.

    `service` is the address of the service that positions are opened by: empty where it serves these pages
    itself, None where there is none. `decided` is what tables decided, with the whole rulings.
    """

    books: tuple[str, ...]
    langs: tuple[str, ...] = LANGUAGES
    service: str | None = None
    decided: tuple[tuple[Precedent, Ruling], ...] = ()


OfBook = Callable[[Site, str, str], Iterable[File]]
"""Yields the files of one kind, of a book in a language: `kind(site, book, lang)`."""

OfLanguage = Callable[[Site, str], Iterable[File]]
"""Yields the files of one kind in a language, whatever the book: `kind(site, lang)`."""


def site_of(
    games: Iterable[str] = (),
    service: str | None = None,
    decided: Iterable[tuple[Precedent, Ruling]] = (),
) -> Site:
    """Return the site of some games (none: all that have a book) and of the table, in every language."""
    chosen = tuple(games) or tuple(book for book in books() if book != TABLE)
    return Site((*chosen, TABLE), service=service, decided=tuple(decided))


def rule_path(lang: str, book: str, id: str) -> str:
    return f"{lang}/{book}/{id}.html"


def ruling_path(lang: str, ruling: Ruling) -> str:
    return f"{lang}/{ruling.game}/rulings/{ruling.name}.html"


def source_path(lang: str, book: str, key: str) -> str:
    return f"{lang}/{book}/sources/{key}.html"


def board_path(lang: str, ruling: Ruling) -> str:
    return f"{lang}/{ruling.game}/boards/{ruling.name}.svg"


def book_title(book: str, lang: str) -> str:
    return say("book.of_table", lang) if book == TABLE else title_of(book, lang)


def area_of(id: str) -> str:
    """Return the area of its book that a rule is in, as its id has it."""
    return id.split("-")[1]


def area_title(book: str, area: str, lang: str) -> str:
    """Return what an area of a book is called; as ids have it where it has no words."""
    titles = areas_of(book)
    return titles[area].of(lang) if area in titles else area


class Here(NamedTuple):
    """A page as its template sees it: where it stands, and how it links to others.

    `book` is empty on a page of a language, `lang` on one that leads to every language.
    """

    site: Site
    path: str
    lang: str
    book: str

    def prose(self, text: Texts) -> str:
        """Return a text of this book, options and editions in words."""
        return in_prose(self.book, text.of(self.lang), self.lang)

    def to(self, path: str) -> str:
        """Return the relative link from here to a file of the site."""
        beside = self.path[: self.path.rfind("/") + 1]
        return path[len(beside) :] if path.startswith(beside) else "../" * self.path.count("/") + path

    def rule(self, id: str) -> str:
        """Return the link to a rule; empty where this site has no page of it."""
        book = book_of(id)
        is_here = book in self.site.books and id in rules_of(book)
        return self.to(rule_path(self.lang, book, id)) if is_here else ""

    def ruling(self, ruling: Ruling) -> str:
        return self.to(ruling_path(self.lang, ruling))

    def board(self, ruling: Ruling) -> str:
        return self.to(board_path(self.lang, ruling))

    def source(self, key: str) -> str:
        """Return the link to the page of a source of this book, by the key of its document."""
        return self.to(source_path(self.lang, self.book, key))

    def ask(self, address: str) -> str:
        """Return an address of Ask at the service of this site, in the language of the page."""
        return f"{self.site.service or ''}{address}?lang={self.lang}"

    @property
    def book_title(self) -> str:
        return book_title(self.book, self.lang)

    @property
    def has_look(self) -> bool:
        """Return whether the page is of a game, which has colours of its own."""
        return self.book not in {"", TABLE}

    @property
    def looks(self) -> list[str]:
        """Return the style sheets of its game, or of those it shows covers of."""
        games = (book for book in self.site.books if book != TABLE)
        return [f"assets/{game}.css" for game in games if self.book in {"", game}]

    @property
    def turned(self) -> dict[str, str]:
        """Return the links to this page in each language."""
        rest = self.path.partition("/")[2]
        return {lang: self.to(f"{lang}/{rest}") for lang in self.site.langs}


def page(here: Here, title: str, template: str, fill: Callable[[], dict[str, Any]]) -> File:
    """Return a page of the book; `fill` gives what its template takes, when the page is asked for.

    The template has `here` besides, and what all templates have.
    """
    return File(here.path, lambda: _render(here, title, template, fill()))


def _render(here: Here, title: str, template: str, values: dict[str, Any]) -> bytes:
    text = render(
        "book_frame.html",
        here=here,
        lang=here.lang,
        title=title,
        template=template,
        say=partial(_say, here.lang),
        **values,
    )
    return text.encode()


def _say(lang: str, message_id: str, /, **args: object) -> str:
    return say(message_id, lang, **args)
