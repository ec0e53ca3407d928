"""Access to the service: links are looked up, wrong ones counted, languages found."""

import asyncio
from collections import OrderedDict
from collections.abc import Iterable
from typing import Any
from urllib.parse import urlsplit

from litestar.connection import ASGIConnection, Request
from litestar.di import NamedDependency
from litestar.exceptions import (
    ClientException,
    NotAuthorizedException,
    NotFoundException,
    TooManyRequestsException,
)
from litestar.handlers import BaseRouteHandler

from referee.l10n import LANGUAGES
from referee.l10n.language import language_of
from referee.service.audit.witness import WitnessBook, book_beside
from referee.web.access.form_data import NUL
from referee.web.access.hosts import hosts_of, name_of
from referee.web.access.limits import Budget, BusyError, Limits, Turn, Turns, is_same_origin
from referee.web.access.tokens import typed
from referee.web.acts.phone_secrets import COOKIE, read_phone_key
from referee.web.acts.request_context import RequestContext
from referee.web.streams.live_tables import LiveTables

WebRequest = Request[Any, Any, Any]

LONGEST_TOKEN = 64
"""Characters of a link that are looked at, hyphens and blanks with them."""

HTTPS = "https"

READS = frozenset({"GET", "HEAD"})
NOT_FOUND = 404

NEEDS_NO_LINK = "needs_no_link"
"""The option of a handler that takes what is sent by somebody without a link."""

LIGHT_BYTES = 4096
"""What a form or an act takes; more is read one at a time for each link."""

MOST_KNOWN = 5000
"""Links known to open something; more than any evening has."""


class Entrance:
    """What requests need: live tables, limits and budgets, host and witness tokens, the base address."""

    def __init__(
        self,
        live: LiveTables,
        limits: Limits,
        host_token: str,
        base: str,
        hosts: Iterable[str] = (),
        witness_token: str = "",
    ) -> None:
        self.live, self.limits, self.host_token, self.base = live, limits, host_token, base
        self.hosts, self.witness_token = hosts_of(base, hosts), witness_token
        self.requests, self.writes, self.guesses = (
            Budget(most, services=lambda: live.services)
            for most in (limits.requests, limits.writes, limits.guesses)
        )
        self.turns = Turns(limits.at_once, limits.queue)
        self.heavy = Turns(1, limits.queue)
        self.drawing = Turns(1)
        self._right: OrderedDict[str, None] = OrderedDict()

    async def check(self, connection: ASGIConnection[Any, Any, Any, Any]) -> str:
        """Admit a request and return the visitor it is counted for: a token or an address.

        A valid link is counted by itself, so that other requests from its address take nothing from it. Raise
        ClientException (421 wrong host, 403 other origin), NotFoundException for a NUL in the path,
        TooManyRequestsException over the budget.
        """
        if name_of(connection.headers.get("host", "")) not in self.hosts:
            raise ClientException(status_code=421)
        if NUL in connection.scope["path"]:
            raise NotFoundException
        visitor = await self.find_visitor(connection)
        if not self.requests.spend(visitor):
            raise TooManyRequestsException
        if connection.scope["method"] not in READS:  # type: ignore[typeddict-item]
            self.check_write(connection, visitor)
        return visitor

    async def turn(self, visitor: str, *, is_heavy: bool = False) -> Turn:
        """Wait for the visitor's turn; close what is returned when the work is done.

        Heavy requests run one at a time over all. Raise TooManyRequestsException where the queue is full.
        """
        try:
            place = await self.heavy.take(visitor) if is_heavy else None
            try:
                return await self.turns.take(visitor, within=place)
            except BaseException:
                if place is not None:
                    place.close()
                raise
        except BusyError:
            raise TooManyRequestsException from None

    async def require_link(
        self, connection: ASGIConnection[Any, Any, Any, Any], handler: BaseRouteHandler
    ) -> None:
        """Guard: admit a write only with a link that opens something, before its body is parsed.

        Reads and handlers with NEEDS_NO_LINK pass. The link is looked up again where it is used. Raise
        NotAuthorizedException (a program without a token), else what `wrong` returns.
        """
        if connection.scope["method"] in READS or handler.opt.get(NEEDS_NO_LINK):  # type: ignore[typeddict-item]
            return
        token = token_in(connection)
        if token in self._right or (token and await asyncio.to_thread(self.opens, token)):
            return
        is_program = connection.url.path.startswith("/api/")
        if is_program and not connection.headers.get("authorization"):
            raise NotAuthorizedException
        wrong = self.wrong(connection)
        raise NotAuthorizedException if is_program and wrong.status_code == NOT_FOUND else wrong

    def check_write(self, connection: ASGIConnection[Any, Any, Any, Any], visitor: str) -> None:
        """Admit a write and count it.

        Raise ClientException (403) for another origin, TooManyRequestsException.
        """
        headers = connection.headers
        if not is_same_origin(headers.get("origin"), headers.get("sec-fetch-site"), headers.get("host", "")):
            raise ClientException(status_code=403)
        if not self.writes.spend(visitor):
            raise TooManyRequestsException

    async def find_visitor(self, connection: ASGIConnection[Any, Any, Any, Any]) -> str:
        """Return whom a request is counted for: its token where known as valid, else its address.

        Only where the address has used up its budget is an unknown token looked up in the database.
        """
        address, token = visitor_of(connection), token_in(connection)
        if not token:
            return address
        if token in self._right:
            return token
        is_spent = self.requests.left(address) < 1 or self.writes.left(address) < 1
        if (is_spent or self.turns.is_full(address)) and await asyncio.to_thread(self.opens, token):
            return token
        return address

    def opens(self, token: str) -> bool:
        """Return whether a token is a link, the host's or the witness's; remembers it."""
        is_own = self.is_keepers(token) or self.is_witness(token)
        is_right = is_own or self.live.links.find(token) is not None
        self.remember(token, is_right=is_right)
        return is_right

    def remember(self, token: str, *, is_right: bool) -> None:
        """Note in the cache whether a token is valid. It holds the `MOST_KNOWN` last valid ones."""
        if not is_right:
            self._right.pop(token, None)
            return
        self._right[token] = None
        while len(self._right) > MOST_KNOWN:
            self._right.popitem(last=False)

    def context(self, request: WebRequest, token: str, seat: str | None = None) -> RequestContext:
        """Return the request context a link opens; `seat` is used only where the link may act for it.

        Raise NotFoundException, the same for every wrong link, or TooManyRequestsException after many; a
        right link is never refused for wrong ones. Remembers the token.
        """
        link = self.live.open_link(typed(token)) if len(token) <= LONGEST_TOKEN else None
        self.remember(typed(token), is_right=link is not None)
        if link is None:
            raise self.wrong(request)
        phone_key = read_phone_key(request.cookies.get(COOKIE))
        lang = link.lang or browser_language(request)
        is_secure = self.came_by_https(request)
        context = RequestContext(
            self.live, link, typed(token), lang, self.base, phone_key=phone_key, is_secure=is_secure
        )
        if seat is not None and seat in context.may_be_with():
            context.seat = seat
        return context

    def came_by_https(self, request: WebRequest) -> bool:
        """Return whether a request came by https: as its scheme says, or by the announced address."""
        announced = urlsplit(self.base)
        by_name = announced.scheme == HTTPS and name_of(request.headers.get("host", "")) == announced.hostname
        return by_name or request.scope["scheme"] == HTTPS

    def keeper(self, token: str, request: WebRequest) -> None:
        """Admit only the host's token, and remember it. Raise what `wrong` returns for any other."""
        if not self.is_keepers(typed(token)):
            raise self.wrong(request)
        self.remember(typed(token), is_right=True)

    def is_keepers(self, token: str) -> bool:
        """Return whether a token is the host's, compared in constant time."""
        from hmac import compare_digest

        return compare_digest(token.encode(), self.host_token.encode())

    def witness(self, token: str, request: WebRequest) -> WitnessBook:
        """Return the witness book of this service. Raise NotFoundException for every wrong token."""
        is_right = len(token) <= LONGEST_TOKEN and self.is_witness(typed(token))
        if not is_right:
            raise self.wrong(request)
        self.remember(typed(token), is_right=True)
        return book_beside(self.live.store, self.live.links.keyring.token("witness origin").encode())

    def is_witness(self, token: str) -> bool:
        """Return whether a token is the witness token, in constant time; never where the service has none."""
        from hmac import compare_digest

        return bool(self.witness_token) and compare_digest(token.encode(), self.witness_token.encode())

    def wrong(
        self, request: ASGIConnection[Any, Any, Any, Any]
    ) -> NotFoundException | TooManyRequestsException:
        """Count a wrong link for its address; return what to raise, 404 or (over the budget) 429."""
        return NotFoundException() if self.guesses.spend(visitor_of(request)) else TooManyRequestsException()


def is_heavy(connection: ASGIConnection[Any, Any, Any, Any]) -> bool:
    """Return whether a write has a body over `LIGHT_BYTES` or does not say its length."""
    if connection.scope["method"] in READS:  # type: ignore[typeddict-item]
        return False
    told = connection.headers.get("content-length", "")
    return not told.isdecimal() or int(told[:9]) > LIGHT_BYTES


def token_in(connection: ASGIConnection[Any, Any, Any, Any]) -> str:
    """Return the token in a request's path or Authorization header, normalised; empty where there is none."""
    steps = connection.scope["path"].split("/", 3)
    if len(steps) > 2 and steps[1] in {"s", "live", "h"}:
        shown = steps[2]
    else:
        shown = connection.headers.get("authorization", "").partition(" ")[2]
    return typed(shown) if 0 < len(shown) <= LONGEST_TOKEN else ""


def visitor_of(connection: ASGIConnection[Any, Any, Any, Any]) -> str:
    """Return the client's address, `?` where it is unknown."""
    return connection.client.host if connection.client else "?"


def browser_language(request: ASGIConnection[Any, Any, Any, Any]) -> str:
    """Return the first language of Accept-Language that there is, else the default language."""
    for part in request.headers.get("accept-language", "").split(","):
        if found := language_of(part.partition(";")[0].strip()):
            return found
    return LANGUAGES[0]


AtEntrance = NamedDependency[Entrance]
"""How a handler asks for the entrance."""
