"""Access of a request: its link is found, wrong links are counted, rates and turns are kept."""

import asyncio
from collections import OrderedDict
from collections.abc import Iterable
from hmac import compare_digest
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
from referee.languages import language_of
from referee.service.audit.witness import WitnessBook, book_beside
from referee.web.access.address import (
    THIS_MACHINE,
    FoundAddress,
    answers_to,
    hosts_of,
    name_of,
    parse_address,
)
from referee.web.access.form_data import NUL
from referee.web.access.limits import Budget, BusyError, Limits, Turn, Turns, is_same_origin
from referee.web.access.links import WATCH, parse_token
from referee.web.acts.phone_secrets import COOKIE, parse_phone_key
from referee.web.acts.request_context import RequestContext
from referee.web.streams.live_tables import LiveTables

WebRequest = Request[Any, Any, Any]

_LONGEST_TOKEN = 64
"""Characters of a link that are looked at, hyphens and blanks with them."""

_HTTPS = "https"

_READS = frozenset({"GET", "HEAD"})
_NOT_FOUND = 404

NEEDS_NO_LINK = "needs_no_link"
"""The option of a handler that takes what is sent by somebody without a link."""

LIGHT_BYTES = 4096
"""What a form or an act takes; larger bodies are read one at a time for each link."""

_MOST_KNOWN = 5000
"""How many tokens known to open something are remembered."""


class AccessControl:
    """What every request needs: the live tables, limits, and the tokens of the service itself.

    `host_token` opens the start page, `witness_token` (empty: none) the book of a witness. `announced` is the
    address of the service that somebody gave, or one that was found; `hosts` are further host names it
    answers to. `is_reachable` is False where no other device comes, whatever the address.
    """

    def __init__(
        self,
        live: LiveTables,
        limits: Limits,
        host_token: str,
        announced: str | FoundAddress,
        hosts: Iterable[str] = (),
        witness_token: str = "",
        *,
        is_reachable: bool = True,
    ) -> None:
        self.live, self.limits, self.host_token, self.announced = live, limits, host_token, announced
        self.hosts, self.witness_token = hosts_of(self.base, hosts), witness_token
        self._is_reachable = is_reachable
        self.local_name = ""
        """The name announced in the local network, which is answered, too; empty while there is none."""
        self.requests, self.writes, self.guesses = (
            Budget(most, services=lambda: live.services)
            for most in (limits.requests, limits.writes, limits.guesses)
        )
        self.turns = Turns(limits.at_once, limits.queue)
        self.heavy = Turns(1, limits.queue)
        self.drawing = Turns(1)
        self._right: OrderedDict[str, None] = OrderedDict()

    @property
    def base(self) -> str:
        """The address that links begin with where a request says nothing better."""
        return self.announced if isinstance(self.announced, str) else self.announced.base

    def base_of(self, connection: ASGIConnection[Any, Any, Any, Any]) -> str:
        """Return the address that links on an answer begin with.

        It is the one given; where none was, the one the request came to: where that page is open, phones
        come, too.
        """
        at = connection.headers.get("host", "")
        ip = None if isinstance(self.announced, str) else parse_address(name_of(at))
        return self.base if ip is None or ip.is_loopback else f"http://{at}"

    def is_reachable_at(self, connection: ASGIConnection[Any, Any, Any, Any]) -> bool:
        """Return whether other devices reach the service.

        On a machine in no network that is False for whoever asks from this machine itself: somebody who asks
        from another one has reached it, whatever host the request names.
        """
        is_given = isinstance(self.announced, str)
        is_alone = not is_given and THIS_MACHINE in self.base_of(connection) and _comes_from_here(connection)
        return self._is_reachable and not is_alone

    async def check(self, connection: ASGIConnection[Any, Any, Any, Any]) -> str:
        """Return the visitor a request counts for: the token of a link that opens something, or an address.

        So requests of others from the same address take nothing from a link. Raises HTTPException for a wrong
        host name, a path with a NUL, too many requests or writes, a write from another page.
        """
        name = name_of(connection.headers.get("host", ""))
        is_known = answers_to(self.hosts, name) or name == self.local_name or _is_own_address(connection)
        if not is_known:
            raise ClientException(status_code=421)
        if NUL in connection.scope["path"]:
            raise NotFoundException
        visitor = await self._visitor_of(connection)
        if not self.requests.spend(visitor):
            raise TooManyRequestsException
        if connection.scope["method"] not in _READS:  # type: ignore[typeddict-item]
            self._check_write(connection, visitor)
        return visitor

    async def turn(self, visitor: str, *, is_heavy: bool = False) -> Turn:
        """Wait until fewer requests of a visitor are in work; of heavy ones there is one at a time.

        Raises TooManyRequestsException where too many wait already.
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
        """Raise NotAuthorizedException or NotFoundException for a write whose link opens nothing.

        A guard: it runs before the body is parsed. What the link opens is looked up where it is used.
        """
        if connection.scope["method"] in _READS or handler.opt.get(NEEDS_NO_LINK):  # type: ignore[typeddict-item]
            return
        token = _token_in(connection)
        if token in self._right or (token and await asyncio.to_thread(self._opens, token)):
            return
        is_program = connection.url.path.startswith("/api/")
        if is_program and not connection.headers.get("authorization"):
            raise NotAuthorizedException
        wrong = self._count_wrong(connection)
        raise NotAuthorizedException if is_program and wrong.status_code == _NOT_FOUND else wrong

    def _check_write(self, connection: ASGIConnection[Any, Any, Any, Any], visitor: str) -> None:
        """Raise for a write from another page, or one too many."""
        headers = connection.headers
        if not is_same_origin(headers.get("origin"), headers.get("sec-fetch-site"), headers.get("host", "")):
            raise ClientException(status_code=403)
        if not self.writes.spend(visitor):
            raise TooManyRequestsException

    async def _visitor_of(self, connection: ASGIConnection[Any, Any, Any, Any]) -> str:
        """Return the token of a request if it is known to open something, else its address.

        A token that is not known is looked up only where the address has no requests left.
        """
        address, token = visitor_of(connection), _token_in(connection)
        if not token:
            return address
        if token in self._right:
            return token
        is_spent = self.requests.left(address) < 1 or self.writes.left(address) < 1
        if (is_spent or self.turns.is_full(address)) and await asyncio.to_thread(self._opens, token):
            return token
        return address

    def _opens(self, token: str) -> bool:
        """Return whether a token opens anything, and remember it."""
        is_own = self._is_keepers(token) or self._is_witness(token)
        is_right = is_own or self.live.links.find(token) is not None
        self._remember(token, is_right=is_right)
        return is_right

    def _remember(self, token: str, *, is_right: bool) -> None:
        """Keep a token that is right, drop one that is not; of more than `_MOST_KNOWN` the oldest go."""
        if not is_right:
            self._right.pop(token, None)
            return
        self._right[token] = None
        while len(self._right) > _MOST_KNOWN:
            self._right.popitem(last=False)

    def make_context(self, request: WebRequest, token: str, seat: str | None = None) -> RequestContext:
        """Return the context of a link; `seat` is another seat whose page is asked for, if it may be shown.

        Whoever writes has joined; whoever reads may be a preview. Raises NotFoundException, the same for
        every wrong token, and counts it; TooManyRequestsException after too many wrong ones.
        """
        link = self.live.find_link(parse_token(token)) if len(token) <= _LONGEST_TOKEN else None
        self._remember(parse_token(token), is_right=link is not None)
        if link is None:
            raise self._count_wrong(request)
        if request.method not in _READS:
            self.live.note_joined(link)
        phone_key = parse_phone_key(request.cookies.get(COOKIE))
        own = chosen_language(request) if link.role == WATCH else None  # many watch by one link
        lang = own or link.lang or browser_language(request)
        is_reachable = self.is_reachable_at(request)
        context = RequestContext(
            self.live,
            link,
            parse_token(token),
            lang,
            self.base_of(request),
            is_reachable=is_reachable,
            start=f"/h/{self.host_token}" if not is_reachable and _comes_from_here(request) else "",
            by_name=f"{self.local_name}:{urlsplit(self.base).port}" if self.local_name else "",
            phone_key=phone_key,
            is_secure=self._came_by_https(request),
        )
        if seat is not None:
            context.lend_to(seat)
        return context

    def _came_by_https(self, request: WebRequest) -> bool:
        """Return whether a request came by https: as a proxy here says, or by the host name announced."""
        announced = urlsplit(self.base)
        by_name = (
            announced.scheme == _HTTPS and name_of(request.headers.get("host", "")) == announced.hostname
        )
        return by_name or request.scope["scheme"] == _HTTPS

    def require_keeper(self, token: str, request: WebRequest) -> None:
        """Raise as `make_context` unless a token is that of who started the service."""
        if not self._is_keepers(parse_token(token)):
            raise self._count_wrong(request)
        self._remember(parse_token(token), is_right=True)

    def _is_keepers(self, token: str) -> bool:
        return compare_digest(token.encode(), self.host_token.encode())

    def open_witness_book(self, token: str, request: WebRequest) -> WitnessBook:
        """Open the book of what is witnessed here; raise as `make_context` for every wrong token."""
        is_right = len(token) <= _LONGEST_TOKEN and self._is_witness(parse_token(token))
        if not is_right:
            raise self._count_wrong(request)
        self._remember(parse_token(token), is_right=True)
        return book_beside(self.live.store, self.live.links.keyring.token("witness origin").encode())

    def _is_witness(self, token: str) -> bool:
        return bool(self.witness_token) and compare_digest(token.encode(), self.witness_token.encode())

    def _count_wrong(
        self, request: ASGIConnection[Any, Any, Any, Any]
    ) -> NotFoundException | TooManyRequestsException:
        """Count a wrong token; return what to raise."""
        return NotFoundException() if self.guesses.spend(visitor_of(request)) else TooManyRequestsException()


def _is_own_address(connection: ASGIConnection[Any, Any, Any, Any]) -> bool:
    """Return whether a request names the very address of this machine that it came to.

    No page elsewhere has that address for its own, whatever its name points at.
    """
    server = connection.scope["server"]
    at = parse_address(name_of(connection.headers.get("host", "")))
    return at is not None and server is not None and at == parse_address(server[0])


def is_heavy(connection: ASGIConnection[Any, Any, Any, Any]) -> bool:
    """Return whether a request has a large body, or does not say how large."""
    if connection.scope["method"] in _READS:  # type: ignore[typeddict-item]
        return False
    length = connection.headers.get("content-length", "")
    return not length.isdecimal() or int(length[:9]) > LIGHT_BYTES


def _token_in(connection: ASGIConnection[Any, Any, Any, Any]) -> str:
    """Return the token in the path or the header of a request; an empty string where there is none."""
    steps = connection.scope["path"].split("/", 3)
    if len(steps) > 2 and steps[1] in {"s", "live", "h"}:
        shown = steps[2]
    else:
        shown = connection.headers.get("authorization", "").partition(" ")[2]
    return parse_token(shown) if 0 < len(shown) <= _LONGEST_TOKEN else ""


def visitor_of(connection: ASGIConnection[Any, Any, Any, Any]) -> str:
    """Return the address a request comes from; "?" where it is unknown."""
    return name_of(connection.client.host) if connection.client else "?"


def _comes_from_here(connection: ASGIConnection[Any, Any, Any, Any]) -> bool:
    """Return whether a request comes from this machine itself, by its address; a proxy here says whose."""
    ip = parse_address(visitor_of(connection))
    return ip is not None and ip.is_loopback


LANGUAGE_COOKIE = "referee-language"
"""The name of the cookie with the language that somebody chose who has no link of their own."""


def chosen_language(request: ASGIConnection[Any, Any, Any, Any]) -> str | None:
    """Return the language that was chosen in a browser for whatever has none of its own; None: not chosen."""
    chosen = request.cookies.get(LANGUAGE_COOKIE)
    return chosen if chosen in LANGUAGES else None


def browser_language(request: ASGIConnection[Any, Any, Any, Any]) -> str:
    """Return the language chosen in a browser, else the one it prefers of those the service has.

    Where it has none of them, that is the first language of the service.
    """
    accepted = request.headers.get("accept-language", "").split(",")
    preferred = sorted(accepted, key=_weight_of, reverse=True)
    found = (language_of(part.partition(";")[0].strip()) for part in preferred if _weight_of(part))
    return chosen_language(request) or next(filter(None, found), LANGUAGES[0])


def asked_language(request: ASGIConnection[Any, Any, Any, Any]) -> str:
    """Return the language a query asks for, else that of the browser."""
    wanted = request.query_params.get("lang")
    return wanted if wanted in LANGUAGES else browser_language(request)


def _weight_of(accepted: str) -> float:
    """Return the weight of a part of `Accept-Language`: 1 where it says none, 0 where that is no number."""
    _, has_weight, weight = accepted.replace(" ", "").partition(";q=")
    try:
        return float(weight) if has_weight else 1.0
    except ValueError:
        return 0.0


Access = NamedDependency[AccessControl]
"""Annotation of a handler's parameter `access`."""
