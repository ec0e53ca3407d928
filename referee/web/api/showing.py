"""What a program shows to come in, and how its routes are described."""

from typing import Any

from litestar import post
from litestar.di import NamedDependency
from litestar.exceptions import NotAuthorizedException, NotFoundException
from litestar.openapi import ResponseSpec

from referee.service.answers.verdicts import Accepted, Failed, Noted, Refusal, Stale
from referee.web.acts.request_context import RequestContext
from referee.web.entrance import AtEntrance, WebRequest

FromLink = NamedDependency[RequestContext]
"""How a handler asks for the visit of the link a program shows."""

LINK: list[dict[str, list[str]]] = [{"link": []}]


def answer(of: Any, description: str) -> ResponseSpec:
    """Describe an answer, without the examples that would be made up of random letters."""
    return ResponseSpec(of, description=description, generate_examples=False)


ANSWERS = {
    409: answer(Stale, "The game has gone on since `seen`."),
    422: answer(Refusal, "The referee says no."),
}
ERRORS = {
    400: answer(Failed, "Not understood."),
    401: answer(Failed, "No link, or a dead one."),
    403: answer(Failed, "From another page."),
    404: answer(Failed, "Not there."),
    413: answer(Failed, "Too long."),
    429: answer(Failed, "Too much at once."),
    503: answer(Failed, "The file of the tables cannot be used just now."),
}
WRITES = {
    200: answer(Accepted, "Recorded; where old acts were told again, a ToldAgain."),
    202: answer(Accepted | Noted, "Asked of the others, or noted."),
    **ANSWERS,
    **ERRORS,
}


def shown_by(request: WebRequest) -> str:
    """Read the token a program shows."""
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    if scheme.lower() != "bearer" or not token:
        raise NotAuthorizedException
    return token


def context_of(request: WebRequest, entrance: AtEntrance) -> RequestContext:
    """Find the link a program shows; the same answer for every wrong one."""
    try:
        return entrance.context(request, shown_by(request))
    except NotFoundException:
        raise NotAuthorizedException from None


class Keeper:
    """Whoever started the service, or was shown the address it printed."""


def keeper_of(request: WebRequest, entrance: AtEntrance) -> Keeper:
    """Let in only the keeper."""
    try:
        entrance.keeper(shown_by(request), request)
    except NotFoundException:
        raise NotAuthorizedException from None
    return Keeper()


KeeperOnly = NamedDependency[Keeper]
"""How a handler asks that only the keeper comes in."""


def writes(path: str, summary: str, others: dict[int, ResponseSpec] | None = None) -> post:
    """Describe a write."""
    return post(path, status_code=200, summary=summary, security=LINK, responses=WRITES | (others or {}))
