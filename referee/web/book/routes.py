"""The door of the service to the book: the same pages as in a folder, below `/rules`; nothing of a table."""

import gzip
import re
from functools import cache, partial
from pathlib import PurePosixPath
from typing import Any, NamedTuple

from litestar import Response
from litestar.params import FromPath
from litestar.response import Redirect

from referee.l10n import say
from referee.languages import language_of
from referee.rulebooks import book_of, find_rule
from referee.rulebooks.rulings import Ruling, all_rulings
from referee.web.access_control import WebRequest, asked_language
from referee.web.book import find_file
from referee.web.book.site import File, Site, book_title, rule_path, ruling_path, site_of
from referee.web.pages.ask_rulings import ruling_words
from referee.web.pages.frame import html, plain, read_route
from referee.web.pages.recent import Recent
from referee.web.static_files import AN_HOUR
from referee.web.streams.disk_threads import threaded

_KINDS = {".html": "text/html", ".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml"}

_STYLED = "default-src 'none'; style-src 'unsafe-inline'"
"""The policy of a picture, whose style sheet is a part of it."""

_MADE: Recent[str, bytes | None] = Recent(400)
"""The files asked for last, gzipped: about 8 kB each."""


@cache
def _served() -> Site:
    return site_of(service="")


@read_route("/rules")
@threaded
def book_door(request: WebRequest) -> Response[Any]:
    """Redirect to the books in the reader's language."""
    return _to(f"{asked_language(request)}/index.html")


@read_route("/rules/{path:path}")
@threaded
def book_file(request: WebRequest, path: FromPath[str]) -> Response[Any]:
    """Answer with a file of the book; redirect from an address that means a page of it."""
    path, site = path.strip("/"), _served()
    file = find_file(site, path) if "/" in path else None
    content = None if file is None else _MADE.get(path, partial(_gzipped, file))
    if content is None:
        asked = _read_address(site, path, asked_language(request))
        rulings = _rulings_meant(asked)
        if page := _page_meant(site, asked, rulings):
            return _to(page)
        return html(_missing(asked, rulings), 300 if rulings else 404)
    headers = {"Cache-Control": AN_HOUR, "Vary": "Accept-Encoding"}
    if path.endswith(".svg"):
        headers["Content-Security-Policy"] = _STYLED
    if "gzip" in request.headers.get("accept-encoding", ""):
        headers["Content-Encoding"] = "gzip"
    else:
        content = gzip.decompress(content)
    return Response(content, media_type=_KINDS[PurePosixPath(path).suffix], headers=headers)


def _to(path: str) -> Response[Any]:
    return Redirect(f"/rules/{path}", status_code=303)


class _Asked(NamedTuple):
    """An address: its language, else the reader's; its book, else all of them; and its other steps."""

    lang: str
    books: tuple[str, ...]
    steps: list[str]


def _read_address(site: Site, path: str, lang: str) -> _Asked:
    first, *others = steps = path.removesuffix(".html").split("/")
    if named := language_of(first):
        lang, steps = named, others
    if steps and steps[0].lower() in site.books:
        return _Asked(lang, (steps[0].lower(),), steps[1:])
    return _Asked(lang, site.books, steps)


def _rulings_meant(asked: _Asked) -> list[Ruling]:
    """Return the ruling of the name that an address ends with, else those whose names begin with it."""
    name = asked.steps[-1].lower() if asked.steps else ""
    if not re.search(r"\d", name):
        return []
    rulings = {each.name.lower(): each for each in all_rulings() if each.game in asked.books}
    if name in rulings:
        return [rulings[name]]
    return [ruling for each, ruling in rulings.items() if each.startswith(f"{name}-")]


def _page_meant(site: Site, asked: _Asked, rulings: list[Ruling]) -> str | None:
    """Return the path of the page that an address means; None where there is none, or several."""
    rule = find_rule(asked.steps[-1]) if asked.steps else None
    if rule is not None and book_of(rule.id) in asked.books:
        return rule_path(asked.lang, book_of(rule.id), rule.id)
    if len(rulings) == 1:
        return ruling_path(asked.lang, rulings[0])
    book = asked.books if asked.books != site.books else ()
    file = find_file(site, "/".join((asked.lang, *book, *(asked.steps or ["index"]))) + ".html")
    return None if file is None else file.path


def _missing(asked: _Asked, rulings: list[Ruling]) -> str:
    """Return the page that says that there is no such page, or which rulings have the number asked for."""
    lang = asked.lang
    found = [
        (
            f"/rules/{ruling_path(lang, each)}",
            ruling_words(each.game, each, lang).title,
            book_title(each.game, lang),
        )
        for each in rulings
    ]
    title = say("book.several" if found else "book.missing", lang)
    return plain(lang, title, "book_missing.html", found=found)


def _gzipped(file: File) -> bytes | None:
    """Return a file as it is sent most; None where there is none."""
    content = file.make()
    return None if content is None else gzip.compress(content, 6, mtime=0)


BOOK = [book_door, book_file]
