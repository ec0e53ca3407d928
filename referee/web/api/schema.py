"""What the API takes, as types; the token a program shows; how answers are described in OpenAPI."""

from typing import TYPE_CHECKING, Annotated, Any, Literal

import msgspec
from litestar import post
from litestar.di import NamedDependency
from litestar.exceptions import NotAuthorizedException, NotFoundException
from litestar.openapi import ResponseSpec
from msgspec import Meta

from events.base import Seats
from events.table import Colours, Names, OptionValues
from referee.languages import LANGUAGES
from referee.service.answers.verdicts import Accepted, Failed, Noted, Refusal, Stale
from referee.service.ask.asked import Asked
from referee.service.audit.witness import MOST_AT_ONCE, Hash, Note
from referee.web.access_control import Access, WebRequest
from referee.web.acts.request_context import RequestContext

if TYPE_CHECKING:
    Lang = str
else:
    Lang = Literal[LANGUAGES]

Name = Annotated[str, Meta(pattern=r"^[\w-]{1,64}$")]
_Key = Annotated[
    str,
    Meta(
        min_length=1,
        max_length=100,
        pattern=r"^[^\x00]+$",
        description="The same key gets the same answer.",
    ),
]
_Revision = Annotated[int, Meta(ge=0, le=2**53, description="The revision this was decided on.")]
_Text = Annotated[str, Meta(max_length=2000)]
_Seq = Annotated[int, Meta(ge=1, le=2**53)]


_MOST_ACTS, _MOST_RECORDED = 40, 400
"""So many acts may be asked about: each is done again in every completion of the position."""


class Write(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """What every write says: the revision it was decided on, and a key of its own."""

    seen: _Revision
    key: _Key


class Opening(Write, kw_only=True):
    """A table to open; `table` left out: the next free number."""

    game: str
    seats: Seats
    names: Names = {}
    colours: Colours = {}
    edition: str | None = None
    options: OptionValues = {}
    chance: Literal["table", "referee"] = "table"
    table: Name | None = None
    seen: _Revision = 0


class Act(Write, kw_only=True):
    """An action or observation: as an event (see /api/events/{game}) or as a line of notation.

    A take-back, a correction or a house rule is asked of the table first; so is what is refused and to
    be played `anyway`. `instead_of` is an entry in whose place it is put.
    """

    event: dict[str, Any] | None = None
    notation: _Text | None = None
    anyway: bool | msgspec.UnsetType = msgspec.UNSET
    instead_of: _Seq | msgspec.UnsetType = msgspec.UNSET


class StandsNow(Write, kw_only=True):
    """How the board stands now, as much of it as is known; what was played is worked out from it.

    `facts` are as `position` of the table, or single facts by their paths (`canoes.A.1.at`); `said` are facts
    in words. `answers` are those to the questions asked before, by `path`. `agreed`: who agreed, where a
    screen speaks for all.
    """

    facts: dict[str, Any] = {}
    said: Annotated[tuple[_Text, ...], Meta(max_length=_MOST_ACTS)] = ()
    answers: dict[str, Any] = {}
    reason: _Text = ""
    agreed: Seats = ()


class Reply(Write, kw_only=True):
    """An answer to what the table is asked; `proposal` is its id."""

    proposal: _Text
    reply: Literal["agree", "object", "withdraw"]


class Again(Write, kw_only=True):
    """What was taken back, to be recorded again as far as it goes; `skip` drops the first, `drop` all."""

    skip: bool = False
    drop: bool = False


class Question(Write, kw_only=True):
    """A question about an entry, or about `act`, which was refused."""

    at: _Seq | None = None
    act: dict[str, Any] | None = None
    topic: _Text = ""
    question: _Text = ""


class Vote(Write, kw_only=True):
    """A vote on a dispute; more than half of the seats settle it."""

    dispute: _Text
    decision: _Text


class PositionAsked(Asked, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A question about a position; `lang` is the language of the answer. 64 kB at most."""

    seats: Seats = ()
    record: Annotated[tuple[dict[str, Any], ...], Meta(max_length=_MOST_RECORDED)] | None = None
    acts: Annotated[tuple[dict[str, Any], ...], Meta(max_length=_MOST_ACTS)] = ()
    question: _Text = ""
    lang: Lang = LANGUAGES[0]


class LinkWanted(Write, kw_only=True):
    """A new link for a seat, for one device that is handed round, or for the screen; the old one is dead.

    `role` left out: the seat's where one is named, else the device's.
    """

    seat: str | None = None
    role: Literal["seat", "device", "screen"] | None = None


class LanguageWanted(Write, kw_only=True):
    """The language of a link from here on."""

    lang: Lang


class Heads(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """Heads to be witnessed; `sender` is the word only whoever signs them has."""

    sender: Hash
    notes: Annotated[tuple[Note, ...], Meta(min_length=1, max_length=MOST_AT_ONCE)]


LinkContext = NamedDependency[RequestContext]
"""Annotation of a handler's parameter `context`: the context of the link a program shows."""

LINK: list[dict[str, list[str]]] = [{"link": []}]


def answer_spec(of: Any, description: str) -> ResponseSpec:
    """Return the description of an answer, without examples: they would be of random letters."""
    return ResponseSpec(of, description=description, generate_examples=False)


ANSWERS = {
    409: answer_spec(Stale, "The game has gone on since `seen`."),
    422: answer_spec(Refusal, "The referee says no."),
}
ERRORS = {
    400: answer_spec(Failed, "Not understood."),
    401: answer_spec(Failed, "No link, or a dead one."),
    403: answer_spec(Failed, "From another page."),
    404: answer_spec(Failed, "Not there."),
    413: answer_spec(Failed, "Too long."),
    429: answer_spec(Failed, "Too much at once."),
    503: answer_spec(Failed, "The file of the tables cannot be used just now."),
}
WRITES = {
    200: answer_spec(Accepted, "Recorded; where old acts were told again, a ToldAgain."),
    202: answer_spec(Accepted | Noted, "Asked of the others, or noted."),
    **ANSWERS,
    **ERRORS,
}


def bearer_token(request: WebRequest) -> str:
    """Return the token a program shows. Raises NotAuthorizedException where it shows none."""
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    if scheme.lower() != "bearer" or not token:
        raise NotAuthorizedException
    return token


def find_context(request: WebRequest, access: Access) -> RequestContext:
    """Return the context of the link whose token a request bears; NotAuthorizedException if it is none."""
    try:
        return access.make_context(request, bearer_token(request))
    except NotFoundException:
        raise NotAuthorizedException from None


class Keeper:
    """Proof that the request has the token of whoever started the service."""


def require_keeper(request: WebRequest, access: Access) -> Keeper:
    """Return a proof that the keeper asks. Raises NotAuthorizedException."""
    try:
        access.require_keeper(bearer_token(request), request)
    except NotFoundException:
        raise NotAuthorizedException from None
    return Keeper()


KeeperOnly = NamedDependency[Keeper]
"""Annotation of a handler's parameter `keeper`: only the keeper may ask."""


def writes(path: str, summary: str, others: dict[int, ResponseSpec] | None = None) -> post:
    """Return a decorator for a write; `others` are further answers, or replace common ones."""
    return post(path, status_code=200, summary=summary, security=LINK, responses=WRITES | (others or {}))
