"""What a program shows to come in, and how its routes are described."""

from typing import Any

from litestar import post
from litestar.di import NamedDependency
from litestar.exceptions import NotAuthorizedException, NotFoundException
from litestar.openapi import ResponseSpec

from referee.web.api.types import Failed, No, Pending, Stale, Written
from referee.web.entrance import Asked, House, Housed
from referee.web.visit import Visit

Visiting = NamedDependency[Visit]
"""How a handler asks for the visit of the link a program shows."""

LINK = [{"link": []}]

ANSWERS = {
    409: ResponseSpec(Stale, description="The table has gone on."),
    422: ResponseSpec(No, description="The referee says no."),
}
ERRORS = {
    400: ResponseSpec(Failed, description="Not understood.", generate_examples=False),
    401: ResponseSpec(Failed, description="No link, or a dead one.", generate_examples=False),
    403: ResponseSpec(Failed, description="From another page.", generate_examples=False),
    404: ResponseSpec(Failed, description="Not there.", generate_examples=False),
    413: ResponseSpec(Failed, description="Too long.", generate_examples=False),
    429: ResponseSpec(Failed, description="Too much at once.", generate_examples=False),
    503: ResponseSpec(Failed, description="The file cannot be used just now.", generate_examples=False),
}
WRITES = {
    200: ResponseSpec(Written, description="Recorded."),
    202: ResponseSpec(Pending, description="Asked of the others, or noted."),
    **ANSWERS,
    **ERRORS,
}


def shown_by(request: Asked) -> str:
    """Read the token a program shows."""
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    if scheme.lower() != "bearer" or not token:
        raise NotAuthorizedException
    return token


def visit_of(request: Asked, house: Housed) -> Visit:
    """Find the link a program shows; the same answer for every wrong one."""
    try:
        return house.visit(request, shown_by(request))
    except NotFoundException:
        raise NotAuthorizedException from None


def keeper_of(request: Asked, house: House) -> None:
    """Let in only who started the service."""
    try:
        house.keeper(shown_by(request), request)
    except NotFoundException:
        raise NotAuthorizedException from None


def writes(path: str, summary: str) -> Any:
    """Describe a write."""
    return post(path, status_code=200, summary=summary, security=LINK, responses=WRITES)
