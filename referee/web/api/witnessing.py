"""What another machine's referee has witnessed here: signed heads, and nothing else of its tables."""

from typing import Annotated, Any

import msgspec
from litestar import Response, get, post
from litestar.di import NamedDependency
from litestar.exceptions import NotAuthorizedException, NotFoundException
from litestar.params import FromPath, JSONBody, QueryParameter

from referee.l10n import say
from referee.service.answers.acts import Failed
from referee.service.answers.files import Witnessed
from referee.service.audit.witness import WitnessBook, name_of
from referee.web.api.showing import ERRORS, LINK, answer, shown_by
from referee.web.api.types import Heads
from referee.web.entrance import AtEntrance, WebRequest, browser_language, visitor_of
from referee.web.streams.disk_threads import threaded

PAGE = 200
"""Notes given at once."""


def book_of(request: WebRequest, entrance: AtEntrance) -> WitnessBook:
    """Open the book to whoever shows the link of a witness; the same answer for every wrong one."""
    try:
        return entrance.witness(shown_by(request), request)
    except NotFoundException:
        raise NotAuthorizedException from None


BookOpen = NamedDependency[WitnessBook]
"""How a handler asks for the link of a witness."""


@post(
    "/api/witness",
    status_code=200,
    summary="Have heads of another machine witnessed (witness)",
    security=LINK,
    responses={
        200: answer(tuple[Witnessed, ...], "Kept."),
        409: answer(Failed, "They do not follow what was witnessed before."),
        **ERRORS,
    },
)
@threaded
def witness(request: WebRequest, book: BookOpen, data: JSONBody[Heads]) -> Response[Any]:
    """Keep signed heads, all or none; never one that goes back behind what was witnessed, or beside it."""
    refused = book.keep(name_of(data.sender), data.notes, visitor_of(request))
    if refused is None:
        return Response(tuple(Witnessed(**msgspec.structs.asdict(each)) for each in data.notes))
    message = say(refused.reason, browser_language(request), **refused.args)
    return Response(Failed(message=message, error=refused.reason), status_code=409)


@get(
    "/api/witness/{name:str}",
    summary="What was witnessed here of a sender (witness)",
    security=LINK,
    responses=ERRORS,
)
@threaded
def witnessed(
    book: BookOpen, name: FromPath[str], after: Annotated[int, QueryParameter(ge=0, le=2**31)] = 0
) -> tuple[Witnessed, ...]:
    """Give the notes of a sender in order, a page at a time."""
    notes = book.notes(name)[after : after + PAGE]
    return tuple(Witnessed(**msgspec.structs.asdict(each)) for each in notes)


HANDLERS = [witness, witnessed]
