"""Who comes in: links looked up, wrong ones counted, languages found."""

from typing import Any

from litestar.connection import ASGIConnection, Request
from litestar.di import NamedDependency
from litestar.exceptions import ClientException, NotFoundException, TooManyRequestsException

from referee.l10n import LANGUAGES
from referee.l10n.language import language_of
from referee.web.acts.phone_secrets import COOKIE, read_signet
from referee.web.acts.visit import Visit
from referee.web.door.limits import Budget, Limits, is_same_origin
from referee.web.door.seat_links import DEVICE
from referee.web.door.tokens import typed
from referee.web.live.live_tables import LiveTables

Asked = Request[Any, Any, Any]


class Entrance:
    """What every request needs: the live tables, the budgets, the keeper's word, where phones find us."""

    def __init__(self, live: LiveTables, limits: Limits, host_token: str, base: str) -> None:
        self.live, self.limits, self.host_token, self.base = live, limits, host_token, base
        self.requests, self.writes, self.guesses = (
            Budget(limits.requests),
            Budget(limits.writes),
            Budget(limits.guesses),
        )

    def check(self, connection: ASGIConnection[Any, Any, Any, Any]) -> None:
        """Let a request in, or say why not."""
        visitor, headers = visitor_of(connection), connection.headers
        if not self.requests.spend(visitor):
            raise TooManyRequestsException
        if connection.scope["method"] in {"GET", "HEAD"}:  # type: ignore[typeddict-item]
            return
        if not is_same_origin(headers.get("origin"), headers.get("sec-fetch-site"), headers.get("host", "")):
            raise ClientException(status_code=403)
        if not self.writes.spend(visitor):
            raise TooManyRequestsException

    def visit(self, request: Asked, token: str, seat: str | None = None) -> Visit:
        """Find what a link opens. Raises NotFoundException, the same for every wrong one."""
        visitor = visitor_of(request)
        if self.guesses.left(visitor) < 1:
            raise TooManyRequestsException
        link = self.live.open_link(typed(token)) if len(token) <= 64 else None
        if link is None:
            self.guesses.spend(visitor)
            raise NotFoundException
        signet = read_signet(request.cookies.get(COOKIE))
        lang = link.lang or spoken_by(request)
        visit = Visit(self.live, link, typed(token), lang, self.base, signet=signet)
        if link.role == DEVICE and seat in visit.open_to_device():
            visit.seat = seat
        return visit

    def keeper(self, token: str, request: Asked) -> None:
        """Let in only who started the service."""
        from hmac import compare_digest

        visitor = visitor_of(request)
        if self.guesses.left(visitor) < 1:
            raise TooManyRequestsException
        if not compare_digest(typed(token).encode(), self.host_token.encode()):
            self.guesses.spend(visitor)
            raise NotFoundException


def visitor_of(connection: ASGIConnection[Any, Any, Any, Any]) -> str:
    """Name a visitor by its address."""
    return connection.client.host if connection.client else "?"


def spoken_by(request: ASGIConnection[Any, Any, Any, Any]) -> str:
    """Find the language a browser asks for."""
    for part in request.headers.get("accept-language", "").split(","):
        if found := language_of(part.partition(";")[0].strip()):
            return found
    return LANGUAGES[0]


AtEntrance = NamedDependency[Entrance]
"""How a handler asks for the entrance."""
