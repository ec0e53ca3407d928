"""What a program tells a table: acts, answers, disputes, votes, links, language, the rematch."""

from typing import Any

import msgspec
from litestar import Response, post, put
from litestar.exceptions import ClientException
from litestar.params import JSONBody

from events.base import Event
from events.codec import MalformedError
from events.envelope import encode
from referee.kernel.registry import codec_for
from referee.kernel.verdict import Refused
from referee.kernel.vocabulary import explain
from referee.service.answers import verdicts
from referee.service.answers.tables import LinkMade, RematchOpen
from referee.service.answers.verdicts import ToldAgain
from referee.service.tables.request import Noted, Request
from referee.web.access.seat_links import DEVICE, SEAT
from referee.web.acts import disputes, new_tables, table_acts, tell_again
from referee.web.acts.new_tables import follow, next_table
from referee.web.acts.request_context import RequestContext
from referee.web.acts.write_once import request_of
from referee.web.api.showing import ANSWERS, ERRORS, LINK, FromLink, writes
from referee.web.api.showing import answer as described
from referee.web.api.types import (
    Act,
    Again,
    LanguageWanted,
    LinkWanted,
    Question,
    Reply,
    Vote,
    Write,
)
from referee.web.api.words import again_answered, answered, line_answered
from referee.web.streams.disk_threads import threaded


def named(context: RequestContext, what: str, data: Write) -> Request:
    """Name a write by its key, and by what is asked with it."""
    return request_of(context, data.seen, data.key, what, msgspec.json.encode(data))


@writes("/api/table/acts", "Tell what was done, or what the table showed")
@threaded
def act(context: FromLink, data: JSONBody[Act]) -> Response[Any]:
    """Record an action with its consequences, all or nothing."""
    if (data.event is None) == (data.notation is None):
        raise ClientException("give either `event` or `notation`", status_code=400)

    def read() -> Event | Refused:
        if data.notation is not None:
            return table_acts.read_line(context, data.notation)
        return table_acts.read_event(context, msgspec.json.encode(data.event).decode())

    try:
        request = named(context, "acts", data)
        if isinstance(data.instead_of, int):
            return answered(context, table_acts.amend(context, request, data.instead_of, read))
        outcome = table_acts.tell(context, request, read, anyway=data.anyway is True)
        event = read() if isinstance(outcome, Refused) and outcome.rules else None
    except MalformedError as error:
        raise ClientException(unreadable(context, data.event, error), status_code=400) from None
    if event is not None and not isinstance(event, Refused):
        return answered(context, outcome, event)
    return (
        answered(context, outcome)
        if data.notation is None
        else line_answered(context, outcome, data.notation)
    )


def unreadable(context: RequestContext, event: object, error: MalformedError) -> str:
    """Say in the words of the vocabulary what is wrong with an event: what is nearest, what is allowed."""
    return context.say(
        "web.no_event", why=explain(codec_for(context.game.id), msgspec.json.encode(event), error)
    )


@writes("/api/table/answers", "Agree or object to what the table is asked, or withdraw it")
@threaded
def reply(context: FromLink, data: JSONBody[Reply]) -> Response[Any]:
    """Answer what the table is asked."""
    request = named(context, "answers", data)
    return answered(context, table_acts.reply(context, request, data.proposal, data.reply))


@writes(
    "/api/table/again",
    "Record again what was taken back, up to the first that is not possible",
    {200: described(ToldAgain, "Recorded, as far as it goes.")},
)
@threaded
def record_again(context: FromLink, data: JSONBody[Again]) -> Response[Any]:
    """Record again what waits, as far as it is possible and this link's to say."""
    request = named(context, "again", data)
    outcome = tell_again.record_again(context, request, skip=data.skip, drop=data.drop)
    return again_answered(context, outcome)


@writes("/api/table/disputes", "Ask about an entry")
@threaded
def dispute(context: FromLink, data: JSONBody[Question]) -> Response[Any]:
    """Put a question on record."""
    request = named(context, "disputes", data)
    act = "" if data.act is None else encode(data.act).decode()
    try:
        return answered(context, disputes.ask(context, request, data.at, data.topic, data.question, act))
    except MalformedError as error:
        raise ClientException(unreadable(context, data.act, error), status_code=400) from None


@writes("/api/table/votes", "Vote on a dispute")
@threaded
def vote(context: FromLink, data: JSONBody[Vote]) -> Response[Any]:
    """Vote; more than half settle it."""
    request = named(context, "votes", data)
    return answered(context, disputes.vote(context, request, data.dispute, data.decision))


@post(
    "/api/table/links",
    status_code=201,
    summary="Give out a new link (screen)",
    security=LINK,
    responses={
        201: described(LinkMade, "Given out."),
        **ANSWERS,
        **ERRORS,
    },
)
@threaded
def link(context: FromLink, data: JSONBody[LinkWanted]) -> Response[Any]:
    """Give out a new link."""
    role = data.role or (SEAT if data.seat else DEVICE)
    outcome = new_tables.reissue(context, named(context, "links", data), role, data.seat)
    if not isinstance(outcome, Noted):
        return answered(context, outcome)
    token = context.live.links.keyring.token(outcome.body["nonce"])
    return Response(LinkMade(token=token, address=f"{context.base}/s/{token}/"), status_code=201)


@put(
    "/api/table/language",
    status_code=202,
    summary="Change the language of a link",
    security=LINK,
    responses={202: described(verdicts.Noted, "Noted."), 409: ANSWERS[409], **ERRORS},
)
@threaded
def language(context: FromLink, data: JSONBody[LanguageWanted]) -> Response[Any]:
    """Change the language; that is decided on no position, so any `seen` up to now will do."""
    return answered(context, new_tables.speak(context, named(context, "language", data), data.lang))


@post(
    "/api/table/rematch",
    status_code=201,
    summary="Open the next table for the same people",
    security=LINK,
    responses={
        201: described(RematchOpen, "Open."),
        **ANSWERS,
        **ERRORS,
    },
)
@threaded
def rematch(context: FromLink, data: JSONBody[Write]) -> Response[Any]:
    """Open the rematch of a finished game, or find the one that is open; lead this link's holder there."""
    outcome = new_tables.rematch(context, named(context, "rematch", data))
    if not isinstance(outcome, Noted):
        return answered(context, outcome)
    table = next_table(context.live, context.link.table)
    token = follow(context.live, context.link, table) if table else None  # it may be gone since
    return Response(RematchOpen(table=table or outcome.body["table"], token=token), status_code=201)


HANDLERS = [act, reply, record_again, dispute, vote, link, language, rematch]
