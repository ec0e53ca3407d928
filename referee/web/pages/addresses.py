"""The pages of a table: every address shows one."""

import re
from typing import Any
from urllib.parse import urlencode

from litestar import Response, get
from litestar.exceptions import NotFoundException
from litestar.params import FromPath
from litestar.response import Redirect

from referee.service.commands.actor import NOT_YOURS
from referee.web.access.entrance import AtEntrance, Entrance, WebRequest
from referee.web.access.links import DEVICE, SEAT
from referee.web.acts.request_context import Page, RequestContext
from referee.web.forms.submit import LONGEST, TAKERS, html, number, write
from referee.web.pages import home_page
from referee.web.pages.correct import correct_page
from referee.web.pages.disputes.dispute import dispute_page
from referee.web.pages.disputes.refused import refused_page
from referee.web.pages.end import end_page, film_file, timeline_file
from referee.web.pages.log import log_page, moment_page
from referee.web.pages.rules import rule_page, rules_page
from referee.web.parts.frame import framed
from referee.web.streams.disk_threads import threaded

PAGES_TOO = {"correct", "dispute"}
"""Addresses forms go to that are pages as well."""


def page_at(context: RequestContext, path: str, query: dict[str, str]) -> Page:
    """Find the page of an address."""
    context.picked = {name: value for name, value in query.items() if name not in {"q", "at", "topic", "as"}}
    match path.strip("/").split("/"):
        case [""]:
            return home_page(context)
        case ["as", seat] if context.link.role in {DEVICE, SEAT}:
            context.seat = seat if seat in context.may_be_with() else context.link.seat
            return home_page(context)
        case ["rules"]:
            return rules_page(context, query.get("q", "")[:LONGEST])
        case ["rule", rule]:
            return rule_page(context, rule)
        case ["log"]:
            return log_page(context, query)
        case ["log", seq] if number(seq) is not None:
            return moment_page(context, int(seq), query)
        case ["dispute"]:
            question = query.get("question", "")[:LONGEST].strip()
            return dispute_page(context, number(query.get("at")), query.get("topic"), question)
        case ["correct"]:
            return correct_page(context)
        case ["end"]:
            return end_page(context)
    raise NotFoundException


@get("/s/{token:str}", include_in_schema=False)
@threaded
def show_home(request: WebRequest, token: FromPath[str], entrance: AtEntrance) -> Response[str]:
    """Show what a link opens."""
    return page_of(request, token, entrance, "")


@get("/s/{token:str}/{path:path}", include_in_schema=False)
@threaded
def show(
    request: WebRequest, token: FromPath[str], entrance: AtEntrance, path: FromPath[str]
) -> Response[Any]:
    """Show a page of a table; who reloads what a form answered comes back to the game."""
    if path.strip("/") in TAKERS.keys() - PAGES_TOO:
        return Redirect(entrance.context(request, token).root, status_code=303)
    return page_of(request, token, entrance, path)


def page_of(request: WebRequest, token: str, entrance: Entrance, path: str) -> Response[str]:
    """Show the page of an address."""
    query = dict(request.query_params.items())
    context = entrance.context(request, token, query.get("as"))
    is_barred = context.watches and path.strip("/") in PAGES_TOO
    page = refused_page(context, NOT_YOURS) if is_barred else page_at(context, path, query)
    asked = f"?{urlencode(query)}" if query else ""
    return html(framed(context, page, context.root + path.strip("/") + asked), page.status)


@get("/report/{token:str}", include_in_schema=False)
@threaded
def report(request: WebRequest, token: FromPath[str], entrance: AtEntrance) -> Response[str]:
    """Give the story of a finished game as one file to keep."""
    context = entrance.context(request, token)
    return to_keep(timeline_file(context), context.link.table)


@get("/film/{token:str}", include_in_schema=False)
@threaded
def film(request: WebRequest, token: FromPath[str], entrance: AtEntrance) -> Response[str]:
    """Give a finished game as one file that plays by itself."""
    context = entrance.context(request, token)
    return to_keep(film_file(context), f"{context.link.table}-film")


def to_keep(told: str | None, called: str) -> Response[str]:
    """Answer with a page to keep; there is none while the game lasts."""
    if told is None:
        raise NotFoundException
    name = re.sub(r"[^\w-]", "_", called, flags=re.ASCII)
    headers = {"Content-Disposition": f'attachment; filename="{name}.html"'}
    return Response(told, media_type="text/html", headers=headers)


PAGES = [show_home, show, report, film, write]
