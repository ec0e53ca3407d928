"""The application: routes, headers on every answer, errors in words, the watcher."""

import asyncio
import os
import traceback
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from litestar import Litestar, Request, Response, get
from litestar.datastructures import MutableScopeHeaders
from litestar.di import Provide
from litestar.exceptions import ClientException, HTTPException, NotFoundException
from litestar.middleware import ASGIMiddleware
from litestar.params import FromPath
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from events.codec import MalformedError, NewerLogError, refuse_ambiguous
from events.stores.protocol import ReplacedError, StoreError
from referee.draw.palette import DAY, NIGHT, seat_css, themed
from referee.kernel.registry import BrokenGameError
from referee.l10n import has, say
from referee.service.chain import DamagedLogError
from referee.web.api import API, openapi
from referee.web.door.entrance import Entrance, spoken_by
from referee.web.door.limits import HEADERS, Limits
from referee.web.door.sign_in import DOORS
from referee.web.door.tokens import draw_token
from referee.web.live.disk_threads import threaded
from referee.web.live.event_streams import live_page
from referee.web.live.live_tables import LiveTables
from referee.web.pages.addresses import PAGES
from referee.web.parts.board import SHEETS
from referee.web.parts.frame import plain
from referee.web.parts.markup import el

STATIC = Path(__file__).parent / "static"
KINDS = {".css": "text/css", ".js": "text/javascript", ".txt": "text/plain"}
FOREVER = "public, max-age=3600"


class Gate(ASGIMiddleware):
    """Stands before every route: names of this machine, rates, turns, and writes from other pages."""

    async def handle(self, scope: Scope, receive: Receive, send: Send, next_app: ASGIApp) -> None:
        """Let a request in when it is its turn, or raise why not; an answer that has begun keeps no turn."""
        entrance: Entrance = scope["litestar_app"].state.entrance
        visitor = await entrance.check(Request(scope))
        turn = await entrance.turn(visitor)

        async def answer(message: Message) -> None:
            turn.close()
            await send(message)

        try:
            await next_app(scope, receive, answer)
        finally:
            turn.close()


class StrictRequest(Request[Any, Any, Any]):
    """A request whose JSON means the same to every reader."""

    async def json(self) -> Any:
        """Read the body. Raises ClientException where a key stands twice or a number is too large."""
        value = await super().json()
        try:
            refuse_ambiguous(await self.body())
        except MalformedError as error:
            raise ClientException(str(error), status_code=400) from None
        return value


async def dress(message: Message, _: Scope) -> None:
    """Put the strict headers on every answer."""
    if message["type"] == "http.response.start":
        headers = MutableScopeHeaders.from_message(message)
        for name, value in HEADERS.items():
            headers.setdefault(name, value)


@get("/static/{name:str}", include_in_schema=False)
@threaded
def static_file(name: FromPath[str]) -> Response[bytes]:
    """Give one of the few files that are the same for everybody."""
    path = STATIC / name
    if "/" in name or path.suffix not in KINDS or not path.is_file():
        raise NotFoundException
    content = path.read_bytes()
    if name == "app.css":
        content = (themed("app", DAY, NIGHT) + seat_css("app")).encode() + content
    return Response(content, media_type=KINDS[path.suffix], headers={"Cache-Control": FOREVER})


@get("/static/board/{name:str}", include_in_schema=False)
@threaded
def board_sheet(name: FromPath[str]) -> Response[str]:
    """Give the style sheet of a board that was drawn."""
    css = SHEETS.get(name.removesuffix(".css"))
    if css is None:
        raise NotFoundException
    return Response(css, media_type="text/css", headers={"Cache-Control": FOREVER})


UNREADABLE = (UnicodeDecodeError, RecursionError)
"""What a body raises that no decoder takes for bad input: bytes that are no text, brackets without end."""


def explain(request: Request[Any, Any, Any], error: Exception) -> Response[Any]:
    """Say what went wrong: in words to a person, as JSON to a program; nothing of the inside of it."""
    status = status_of(request, error)
    if status == 500 and os.environ.get("REFEREE_DEBUG"):
        traceback.print_exception(error)
    lang = spoken_by(request)
    args = error.args_ if isinstance(error, BrokenGameError) else {}
    text = say(words_for(error, status, lang), lang, **args)
    allowed = error.headers if status == 405 and isinstance(error, HTTPException) else None
    if request.url.path.startswith("/api"):
        told = asked_wrongly(error) if status == 400 and isinstance(error, HTTPException) else text
        return Response({"verdict": "error", "message": told}, status_code=status, headers=allowed)
    page = plain(
        lang, text, el("h1", text, class_="title"), el("p", el("a", say("web.to_the_door", lang), href="/"))
    )
    return Response(page, status_code=status, media_type="text/html", headers=allowed)


def status_of(request: Request[Any, Any, Any], error: Exception) -> int:
    """Tell whose fault an error is: who asked, the file of the tables for now, or ours."""
    if isinstance(error, HTTPException):
        return error.status_code
    if isinstance(error, StoreError):
        return 503
    return 400 if isinstance(error, UNREADABLE) and request.method != "GET" else 500


def words_for(error: Exception, status: int, lang: str) -> str:
    """Choose what is said about an error."""
    if isinstance(error, DamagedLogError):
        return "web.damaged"
    if isinstance(error, BrokenGameError):
        return error.reason
    if isinstance(error, NewerLogError):
        return "web.newer"
    if isinstance(error, ReplacedError):
        return "web.replaced"
    known = f"web.error_{status}"
    return known if has(known, lang) else "web.error"


def asked_wrongly(error: HTTPException) -> str:
    """Say what of a request could not be understood."""
    found = error.extra if isinstance(error.extra, list) else []
    parts = [
        f"{each.get('key', '')} {each.get('message', '')}".strip() for each in found if isinstance(each, dict)
    ]
    return "; ".join([error.detail, *parts])


def make_app(
    db: str | Path,
    *,
    base: str = "http://localhost:8000",
    host_token: str | None = None,
    limits: Limits | None = None,
    live: LiveTables | None = None,
    hosts: Iterable[str] = (),
) -> Litestar:
    """Make the application on a store.

    `base` is how phones reach it, `hosts` are the names it answers to besides, `host_token` opens the
    start page.
    """
    token = host_token or draw_token()
    entrance = Entrance(live or LiveTables(db), limits or Limits(), token, base, hosts)

    @asynccontextmanager
    async def watching(_: Litestar) -> AsyncIterator[None]:
        entrance.live.watch()
        try:
            yield
        finally:
            await asyncio.to_thread(entrance.live.close)

    app = Litestar(
        [*DOORS, *PAGES, live_page, static_file, board_sheet, *API],
        dependencies={"entrance": Provide(lambda: entrance, sync_to_thread=False)},
        middleware=[Gate()],
        request_class=StrictRequest,
        before_send=[dress],
        exception_handlers={Exception: explain},
        lifespan=[watching],
        openapi_config=openapi(),
        request_max_body_size=entrance.limits.body,
        logging_config=None,
        pdb_on_exception=False,
    )
    app.state.entrance = entrance
    return app
