"""The routes of a table's pages, and the stream that follows one."""

import re
from collections.abc import Callable
from typing import Any
from urllib.parse import parse_qsl, urlencode

from litestar import Response, get
from litestar.exceptions import HTTPException, NotFoundException
from litestar.params import FromPath, FromQuery
from litestar.response import Redirect, Stream

from events.base import LONGEST_TEXT
from referee.service.ask.address import write_address
from referee.service.ask.tell import asked_at, setting_up
from referee.service.tables.request import NOT_YOURS
from referee.web.access.form_data import parse_seq
from referee.web.access.links import DEVICE, SEAT
from referee.web.access_control import Access, AccessControl, WebRequest
from referee.web.acts.new_tables import find_next_root
from referee.web.acts.request_context import RequestContext
from referee.web.event_streams import Render, format_event, make_stream
from referee.web.pages.ask import ASK
from referee.web.pages.catch_up import catch_up_page
from referee.web.pages.copies import COPIES
from referee.web.pages.correct import correct_page
from referee.web.pages.dispute import dispute_page
from referee.web.pages.end import end_page, film_file, timeline_file
from referee.web.pages.frame import Page, html, main_part, read_route, render_page
from referee.web.pages.log import log_page, moment_page
from referee.web.pages.refused import refused_page, why_page
from referee.web.pages.rules import rule_page, rules_page
from referee.web.pages.sitting import house_page, seats_page
from referee.web.pages.start import START
from referee.web.pages.submit import TAKERS, write
from referee.web.pages.table import home_page
from referee.web.streams.disk_threads import threaded

_PAGES_TOO = {"catchup", "correct", "dispute", "house"}
"""Addresses forms go to that are pages as well."""

_BY_NAME: dict[str, Callable[[RequestContext], Page]] = {
    "catchup": catch_up_page,
    "correct": correct_page,
    "end": end_page,
    "house": house_page,
    "seats": seats_page,
    "why": why_page,
}
"""Pages that read their query themselves."""

_NOT_WATCHED = {*_PAGES_TOO, "seats", "why"}
"""Pages of those who play."""


def page_at(context: RequestContext, path: str, query: dict[str, str]) -> Page:
    """Return the page at `path` below a link's root. Sets the context's `picked`, for `as/<seat>` its seat.

    Raise NotFoundException for an unknown path.
    """
    context.picked = {name: value for name, value in query.items() if name not in {"q", "at", "topic", "as"}}
    match path.strip("/").split("/"):
        case [""]:
            return home_page(context)
        case ["as", seat] if context.link.role in {DEVICE, SEAT}:
            context.lend_to(seat)
            return home_page(context)
        case ["rules"]:
            return rules_page(context, query.get("q", "")[:LONGEST_TEXT])
        case ["rule", rule]:
            return rule_page(context, rule)
        case ["log"]:
            return log_page(context, query)
        case ["log", seq] if parse_seq(seq) is not None:
            return moment_page(context, int(seq), query)
        case ["dispute"]:
            question = query.get("question", "")[:LONGEST_TEXT].strip()
            return dispute_page(
                context, parse_seq(query.get("at")), query.get("topic"), question, query.get("act", "")
            )
        case [name] if name in _BY_NAME:
            return _BY_NAME[name](context)
    raise NotFoundException


@read_route("/s/{token:str}")
@threaded
def show_home(request: WebRequest, token: FromPath[str], access: Access) -> Response[str]:
    """Answer with the page of a link's root."""
    return _page_of(request, token, access, "")


@read_route("/s/{token:str}/may")
@threaded
def may_i(request: WebRequest, token: FromPath[str], access: Access) -> Response[Any]:
    """Redirect to the sketch that begins at the table's position, as the viewer may know it.

    Nothing of it is recorded, and nobody else is told.
    """
    context = access.make_context(request, token, request.query_params.get("as"))
    asked = asked_at(context.game, context.state, context.seat, setting_up(context.log_index))
    return Redirect(f"{write_address(asked)}?{urlencode({'lang': context.lang})}", status_code=303)


@read_route("/s/{token:str}/{path:path}")
@threaded
def show(request: WebRequest, token: FromPath[str], access: Access, path: FromPath[str]) -> Response[Any]:
    """Answer with the page at `path`; redirect to the game where a form's answer is reloaded."""
    if path.strip("/") in TAKERS.keys() - _PAGES_TOO:
        return Redirect(access.make_context(request, token).root, status_code=303)
    return _page_of(request, token, access, path)


def _page_of(request: WebRequest, token: str, access: AccessControl, path: str) -> Response[str]:
    """Answer with the page at `path`; watchers get a refusal for pages they may not use."""
    query = dict(request.query_params.items())
    context = access.make_context(request, token, query.get("as"))
    is_barred = context.watches and path.strip("/") in _NOT_WATCHED
    page = refused_page(context, NOT_YOURS) if is_barred else page_at(context, path, query)
    asked = f"?{urlencode(query)}" if query else ""
    return html(render_page(context, page, context.root + path.strip("/") + asked), page.status)


@read_route("/report/{token:str}")
@threaded
def report(request: WebRequest, token: FromPath[str], access: Access) -> Response[str]:
    """Answer with the report of a finished game as a file; 404 while the game lasts."""
    context = access.make_context(request, token)
    return _to_keep(timeline_file(context), context.link.table)


@read_route("/film/{token:str}")
@threaded
def film(request: WebRequest, token: FromPath[str], access: Access) -> Response[str]:
    """Answer with the replay of a finished game as a file; 404 while the game lasts."""
    context = access.make_context(request, token)
    return _to_keep(film_file(context), f"{context.link.table}-film")


def _to_keep(told: str | None, called: str) -> Response[str]:
    """Answer with an HTML file to download.

    Raise NotFoundException where `told` is None: the game is not over.
    """
    if told is None:
        raise NotFoundException
    name = re.sub(r"[^\w-]", "_", called, flags=re.ASCII)
    headers = {"Content-Disposition": f'attachment; filename="{name}.html"'}
    return Response(told, media_type="text/html", headers=headers)


@get("/live/{token:str}", include_in_schema=False)
@threaded
def live_page(request: WebRequest, token: FromPath[str], access: Access, page: FromQuery[str] = "") -> Stream:
    """Answer with a stream of the page `page` (path and query), sent again whenever it changes."""
    context = access.make_context(request, token)
    return make_stream(request, access, context, following(context, page))


def following(context: RequestContext, page: str) -> Render:
    """Return the function that renders a page for a stream (see `Render`).

    It returns [] where nothing changed, None where the link is dead or the table renamed. Pages that are not
    live get only the revision.
    """
    path, _, asked = page.partition("?")
    query = dict(parse_qsl(asked))
    last: str | int = ""
    onward: str | None = None

    def render() -> list[bytes] | None:
        nonlocal last, onward
        link = context.live.links.find(context.token)
        if link is None or link.table != context.link.table:  # its page is found again under the new name
            return None
        now = context.reread()
        if "as" in query:
            now.lend_to(query["as"])
        try:
            shown = page_at(now, path, query)
        except HTTPException:
            return []
        led, onward = onward, find_next_root(now)
        # Before the page, which says that it knows: who looks at one that does not goes along.
        next_table = [format_event("next", now.moment.revision, onward)] if onward not in {None, led} else []
        drawn = main_part(now, shown) if shown.live else ""
        name, news = ("page", drawn) if drawn else ("revision", now.moment.revision)
        if news == last:
            return next_table
        last = news
        return [*next_table, format_event(name, now.moment.revision, str(drawn))]

    return render


PAGES = [*START, *COPIES, *ASK, show_home, may_i, show, report, film, write, live_page]
