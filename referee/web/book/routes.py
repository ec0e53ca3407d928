"""The door of the service to the book: the same pages as in a folder, below `/rules`; nothing of a table."""

import gzip
from functools import cache, partial
from pathlib import PurePosixPath
from typing import Any

from litestar import Response
from litestar.params import FromPath
from litestar.response import Redirect

from referee.l10n import say
from referee.rulebooks import book_of, find_rule
from referee.rulebooks.rulings import all_rulings
from referee.web.access_control import WebRequest, asked_language
from referee.web.book import find_file
from referee.web.book.site import File, Site, rule_path, ruling_path, site_of
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
    """Answer with a file of the book; redirect from a rule or a ruling alone to the reader's language."""
    path = path.strip("/")
    site, steps = _served(), path.split("/")
    if len(steps) == 1 and (page := _page_named(path.removesuffix(".html"), asked_language(request))):
        return _to(page)
    if steps[0] in site.langs and steps[1:] in ([], *([book] for book in site.books)):
        return _to(f"{path}/index.html")
    file = find_file(site, path)
    content = None if file is None else _MADE.get(path, partial(_gzipped, file))
    if content is None:
        lang = steps[0] if steps[0] in site.langs else asked_language(request)
        return html(plain(lang, say("web.error_404", lang), "error.html", has_door=True), 404)
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


def _page_named(name: str, lang: str) -> str | None:
    """Return the path of a rule or a ruling in a language, by its id or name; None where there is none."""
    if (rule := find_rule(name)) is not None:
        return rule_path(lang, book_of(rule.id), rule.id)
    ruling = next((each for each in all_rulings() if each.name == name), None)
    return None if ruling is None else ruling_path(lang, ruling)


def _gzipped(file: File) -> bytes | None:
    """Return a file as it is sent most; None where there is none."""
    content = file.make()
    return None if content is None else gzip.compress(content, 6, mtime=0)


BOOK = [book_door, book_file]
