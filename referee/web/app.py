"""The application: routes, headers on every answer, errors in words, the watcher."""

import asyncio
import gzip
import os
import re
import traceback
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from functools import lru_cache
from pathlib import Path
from typing import Any, get_args

import msgspec
from litestar import Litestar, Request, Response
from litestar.connection import ASGIConnection
from litestar.datastructures import MutableScopeHeaders
from litestar.di import Provide
from litestar.exceptions import ClientException, HTTPException, NotFoundException
from litestar.handlers import BaseRouteHandler
from litestar.middleware import ASGIMiddleware
from litestar.params import FromPath
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from events.codec import MalformedError, NewerLogError, decode_strictly, refuse_ambiguous, refuse_deep
from events.stores.protocol import (
    AwayError,
    FullError,
    NewerStoreError,
    ReadOnlyError,
    ReplacedError,
    StoreError,
)
from referee.kernel.registry import BrokenGameError
from referee.kernel.vocabulary import explain_request, explain_unreadable
from referee.l10n import has, say
from referee.service.answers.verdicts import Failed
from referee.service.logs.chain import DamagedLogError
from referee.web.access.address import FoundAddress, name_of, parse_address, read_host
from referee.web.access.form_data import read_form
from referee.web.access.limits import BODY, HEADERS, Limits
from referee.web.access.links import draw_token
from referee.web.access_control import AccessControl, WebRequest, browser_language, is_heavy
from referee.web.api import API, openapi
from referee.web.book.routes import BOOK
from referee.web.pages.board import SHEETS
from referee.web.pages.frame import compile_templates, plain, read_route
from referee.web.pages.routes import PAGES
from referee.web.static_files import AN_HOUR, DECODER, KINDS, static_content
from referee.web.streams.live_tables import LiveTables

_ANY_JSON: msgspec.json.Decoder[Any] = msgspec.json.Decoder()


class Gate(ASGIMiddleware):
    """Middleware before every route: it checks hosts and rates, waits for a turn, refuses foreign writes."""

    async def handle(self, scope: Scope, receive: Receive, send: Send, next_app: ASGIApp) -> None:
        """Let a request in when it is its turn; raise what `AccessControl.check` and `turn` raise.

        The turn is released as soon as the answer begins.
        """
        access: AccessControl = scope["litestar_app"].state.access
        request: WebRequest = Request(scope)
        visitor = await access.check(request)
        turn = await access.turn(visitor, is_heavy=is_heavy(request))

        async def answer(message: Message) -> None:
            turn.close()
            await send(message)

        try:
            await next_app(scope, receive, answer)
        finally:
            turn.close()


class StrictRequest(Request[Any, Any, Any]):
    """A request whose JSON must be unambiguous: no key twice, no number that readers differ on."""

    async def json(self) -> Any:
        """Return the decoded body. Raise ClientException (400) where it is no JSON, or ambiguous."""
        try:
            return await asyncio.to_thread(_read_json_body, await self.body())
        except MalformedError as error:
            why = say("web.asked_wrongly", browser_language(self), what=explain_unreadable(error))
            raise ClientException(why, status_code=400) from None


def _read_json_body(body: bytes) -> Any:
    """Return decoded JSON. Raise MalformedError where it is no JSON, or ambiguous to other readers."""
    refuse_deep(body)
    value = decode_strictly(_ANY_JSON, body)
    refuse_ambiguous(body)
    return value


async def require_link(connection: ASGIConnection[Any, Any, Any, Any], handler: BaseRouteHandler) -> None:
    """Guard of all routes, see `AccessControl.require_link`."""
    await connection.app.state.access.require_link(connection, handler)


async def _add_headers(message: Message, _: Scope) -> None:
    """Add the security headers to an answer; those it has already stay."""
    if message["type"] == "http.response.start":
        headers = MutableScopeHeaders.from_message(message)
        for name, value in HEADERS.items():
            headers.setdefault(name, value)


@read_route("/static/{name:str}")
async def static_file(request: Request[Any, Any, Any], name: FromPath[str]) -> Response[bytes]:
    """Answer with a static file; on no thread, for threads may wait for a database."""
    content = static_content(name)
    if content is None:
        raise NotFoundException
    return _file_response(request, content, KINDS[Path(name).suffix])


@read_route(f"/static/{DECODER}/{{name:str}}")
async def decoder_file(request: Request[Any, Any, Any], name: FromPath[str]) -> Response[bytes]:
    """Answer with a part of what reads codes in pictures."""
    content = static_content(f"{DECODER}/{name}")
    if content is None:
        raise NotFoundException
    return _file_response(request, content, KINDS[Path(name).suffix])


@lru_cache(maxsize=64)
def gzip_content(content: bytes) -> bytes:
    return gzip.compress(content, mtime=0)


def _file_response(request: Request[Any, Any, Any], content: bytes, kind: str) -> Response[bytes]:
    """Answer with content that is the same for everybody, gzipped where the browser takes it.

    Pages with somebody's cards must not come here: they are never compressed.
    """
    headers = {"Cache-Control": AN_HOUR, "Vary": "Accept-Encoding"}
    if "gzip" in request.headers.get("accept-encoding", ""):
        content, headers["Content-Encoding"] = gzip_content(content), "gzip"
    return Response(content, media_type=kind, headers=headers)


@read_route("/static/board/{name:str}")
async def board_sheet(request: Request[Any, Any, Any], name: FromPath[str]) -> Response[bytes]:
    """Answer with the style sheet of a board that was drawn before; 404 for any other."""
    css = SHEETS.get(name.removesuffix(".css"))
    if css is None:
        raise NotFoundException
    return _file_response(request, css.encode(), "text/css")


UNREADABLE = (UnicodeDecodeError, RecursionError)
"""What a body raises that no decoder takes for bad input: bytes that are no text, brackets without end."""


_ASKED_WRONGLY = {400, 413}
_LONGEST_NAME = 253
"""Characters a name of a machine may have."""

_DESCRIBED = "GET /api/schema/openapi.json"
"""Where a program reads what it may send."""


def explain(request: Request[Any, Any, Any], error: Exception) -> Response[Any]:
    """Answer an exception: a page for people, JSON below /api; nothing internal is shown.

    With REFEREE_DEBUG set, a traceback of a bug (500) is printed.
    """
    status = _status_of(request, error)
    if status == 500 and os.environ.get("REFEREE_DEBUG"):
        traceback.print_exception(error)
    lang = browser_language(request)
    args = error.args_ if isinstance(error, BrokenGameError) else {}
    if status == _MISDIRECTED:
        args = {"command": _to_be_answered(request.headers.get("host", ""))}
    text = say(words_for(error, status, lang), lang, **args)
    headers = error.headers if status == 405 and isinstance(error, HTTPException) else None
    if isinstance(error, AwayError) and request.method == "GET":
        headers = {"Refresh": "3"}
    if request.url.path.startswith("/api"):
        told = (
            _explain_fields(request, error, lang)
            if status == 400 and isinstance(error, HTTPException)
            else text
        )
        hint = _DESCRIBED if status in _ASKED_WRONGLY else msgspec.UNSET
        return Response(Failed(message=told, hint=hint), status_code=status, headers=headers)
    page = plain(lang, text, "error.html", has_door=status != _MISDIRECTED)
    return Response(page, status_code=status, media_type="text/html", headers=headers)


_MISDIRECTED = 421


def _to_be_answered(host: str) -> str:
    """Return the command that has the service answer to `host`; its links lead to an address then, too."""
    name = read_host(host[:_LONGEST_NAME]) or "NAME"
    option = "--allow-host" if parse_address(name_of(host)) is None else "--address"
    return f"referee serve {option} {name}"


def _status_of(request: Request[Any, Any, Any], error: Exception) -> int:
    """Return the HTTP status of an exception: its own, 503 for a store, 400 for bad input, else 500."""
    if isinstance(error, HTTPException):
        return error.status_code
    if isinstance(error, StoreError):
        return 503
    return 400 if isinstance(error, UNREADABLE) and request.method != "GET" else 500


def words_for(error: Exception, status: int, lang: str) -> str:
    """Return the message id for an exception; `web.error` where the status has no message."""
    if isinstance(error, DamagedLogError):
        return "web.gone_back" if error.reason == "log.gone_back" else "web.damaged"
    if isinstance(error, BrokenGameError):
        return error.reason
    if isinstance(error, NewerLogError | NewerStoreError):
        return "web.newer"
    if isinstance(error, ReplacedError):
        return "web.replaced"
    if isinstance(error, AwayError):
        return "web.database_away"
    if isinstance(error, ReadOnlyError | FullError):
        return "web.not_writable"
    known = f"web.error_{status}"
    return known if has(known, lang) else "web.error"


def _explain_fields(request: Request[Any, Any, Any], error: HTTPException, lang: str) -> str:
    """Return what is wrong with each field of a request and what is allowed; else the error's own words."""
    found = error.extra if isinstance(error.extra, list) else []
    told = [_explain_field(request, each, lang) for each in found if isinstance(each, dict)]
    return "; ".join(told) or error.detail


def _explain_field(request: Request[Any, Any, Any], found: dict[str, Any], lang: str) -> str:
    """Return what is wrong with one field of a request, by litestar's `found` (`key` and `message`)."""
    key, why = str(found.get("key", "")), str(found.get("message", ""))
    data = request.route_handler.parsed_fn_signature.parameters.get("data")
    if data is None:
        return f"{key} {why}".strip()
    kind, named = data.annotation, re.search(r"`(\w+)`$", why)
    kind = get_args(kind)[0] if hasattr(kind, "__metadata__") else kind
    known = dict.fromkeys(kind.__struct_fields__ if hasattr(kind, "__struct_fields__") else ())
    if named is not None and "unknown field" in why:
        known |= {named[1]: None}
    elif named is not None and "missing" in why:
        known.pop(named[1], None)
    else:
        why = f"{why} - at `$.{key}`"
    name = f"{request.method} {request.url.path}"
    wrong = explain_request(kind, known, why, name) if known else None
    return f"{key} {why}".strip() if wrong is None else say("web.asked_wrongly", lang, what=wrong)


def make_app(
    db: str | Path,
    *,
    base: str | FoundAddress = "http://localhost:8000",
    host_token: str | None = None,
    limits: Limits | None = None,
    live: LiveTables | None = None,
    hosts: Iterable[str] = (),
    is_reachable: bool = True,
    witness: bool = False,
    routes: Litestar | None = None,
) -> Litestar:
    """Return the application on a store.

    `base` is the address of phones, given or found, `hosts` are other names it answers to, `host_token` opens
    the host's page (None: a new one); `is_reachable` is False where no other device comes whatever `base`
    says; with `witness` heads of other machines are kept. `live` takes the place
    of tables opened from `db`. `routes` is an application whose store is closed: it is used again, so that
    routes need not be built anew.
    """
    token, tables = host_token or draw_token(), live or LiveTables(db)
    for_witness = tables.links.keyring.token("witness") if witness else ""
    app = routes or without_store()
    app.state.access = AccessControl(
        tables, limits or Limits(), token, base, hosts, for_witness, is_reachable=is_reachable
    )
    return app


def without_store() -> Litestar:
    """Return the application's routes; `state.access` has to be set before it serves."""
    return Litestar(
        [*PAGES, *BOOK, static_file, decoder_file, board_sheet, *API],
        dependencies={
            "access": Provide(_access_of, sync_to_thread=False),
            "form": Provide(read_form),
        },
        guards=[require_link],
        middleware=[Gate()],
        request_class=StrictRequest,
        before_send=[_add_headers],
        exception_handlers={Exception: explain},
        lifespan=[watching],
        openapi_config=openapi(),
        request_max_body_size=BODY,
        logging_config=None,
        pdb_on_exception=False,
    )


def _access_of(request: WebRequest) -> AccessControl:
    access: AccessControl = request.app.state.access
    return access


@asynccontextmanager
async def watching(app: Litestar) -> AsyncIterator[None]:
    """Watch for what other processes write while the application runs; close the tables at its end."""
    live: LiveTables = app.state.access.live
    live.watch()
    compiled = asyncio.create_task(asyncio.to_thread(compile_templates, lambda: live.is_stopped))
    try:
        yield
    finally:
        live.stop()
        await compiled
        await asyncio.to_thread(live.close)
