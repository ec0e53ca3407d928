"""Routes with a link to a table: reading it, writing to it, its entries as they come."""

from typing import Annotated, Any, Literal

import msgspec
from litestar import Response, get, post, put
from litestar.datastructures import ResponseHeader
from litestar.exceptions import ClientException, NotFoundException
from litestar.openapi import ResponseSpec
from litestar.params import FromPath, FromQuery, JSONBody, QueryParameter
from litestar.response import Stream
from msgspec.structs import replace

from events.base import Event
from events.codec import MalformedError
from events.envelope import encode
from referee.draw import svg_board
from referee.draw.picks import find_offers
from referee.kernel.game import NotationError
from referee.kernel.registry import codec_for
from referee.kernel.verdict import Refused
from referee.kernel.vocabulary import explain
from referee.service.answers import json_value, verdicts
from referee.service.answers.catching_up import WorkedOut
from referee.service.answers.tables import (
    LinkMade,
    LogRow,
    Now,
    RematchOpen,
    Score,
    Shown,
    Waiting,
    bearing_on,
    position_of,
)
from referee.service.answers.tables import make_score as score_told
from referee.service.answers.verdicts import Case, ToldAgain
from referee.service.catch_up.reading import answers_in, explain_facts, facts_in, read_told
from referee.service.commands import undo
from referee.service.commands.consent import answer_proposal
from referee.service.logs.secrecy import public_score
from referee.service.tables.request import Noted, Request
from referee.web.access.links import DEVICE, SEAT
from referee.web.access_control import Access, WebRequest
from referee.web.acts import new_tables, table_acts
from referee.web.acts.new_tables import find_next_table, find_next_token
from referee.web.acts.request_context import RequestContext
from referee.web.acts.table_acts import analyse, make_request, run_command
from referee.web.api.responses import (
    case_response,
    caught_up_response,
    describe_entry,
    describe_table,
    describe_waiting,
    line_response,
    log_rows,
    make_response,
    reapply_response,
)
from referee.web.api.schema import (
    ANSWERS,
    ERRORS,
    LINK,
    Act,
    Again,
    LanguageWanted,
    LinkContext,
    LinkWanted,
    Question,
    Reply,
    StandsNow,
    Vote,
    Write,
    answer_spec,
    writes,
)
from referee.web.event_streams import format_event as frame
from referee.web.event_streams import make_stream
from referee.web.pages.end import timeline_file
from referee.web.streams.disk_threads import threaded


@get("/api/table", summary="The table now", security=LINK, responses=ERRORS)
@threaded
def table_now(context: LinkContext) -> Now:
    """Tell the table as this link may see it."""
    return describe_table(context)


@get("/api/table/log", summary="The log", security=LINK, responses=ERRORS)
@threaded
def log(context: LinkContext, since: Annotated[int, QueryParameter(ge=0, le=2**53)] = 0) -> list[LogRow]:
    """List the entries after a revision."""
    return log_rows(context, since)


@get("/api/table/again", summary="What waits to be recorded again", security=LINK, responses=ERRORS)
@threaded
def again(context: LinkContext) -> list[Waiting]:
    """List what was taken back and not dealt with since."""
    return describe_waiting(context)


@get(
    "/api/table/moments/{seq:int}",
    summary="The table at an entry",
    security=LINK,
    responses={
        200: answer_spec(Shown, "As it was believed; beside it stands what the board was drawn from."),
        **ERRORS,
    },
)
@threaded
def moment(context: LinkContext, seq: FromPath[int]) -> Response[Any]:
    """Tell what was believed at an entry."""
    if not 1 <= seq <= len(context.entries):
        raise NotFoundException
    after = context.entries[seq - 1].after
    shown = Shown(source=context.link.table, **position_of(context.game, after, seq, context.seat))
    return Response({**json_value(context.game.view(after, context.seat)), **json_value(shown)})


@get(
    "/api/table/board",
    summary="The board as SVG",
    security=LINK,
    media_type="image/svg+xml",
    responses=ERRORS,
)
@threaded
def picture(context: LinkContext, size: FromQuery[Literal["phone", "table"]] = "table") -> Response[str]:
    """Draw the board."""
    offers = find_offers(context.game, context.state, context.seat)
    return Response(svg_board(context.view, context.lang, size, offers), media_type="image/svg+xml")


@get("/api/table/score", summary="The score", security=LINK, responses=ERRORS)
@threaded
def score(context: LinkContext) -> Score:
    """Add up the score as it stands."""
    rematch = find_next_table(context.live, context.link.table)
    tally = public_score(context.game, context.state)
    rulings = bearing_on(context.game, context.state, tally, lambda: context.log_index.effective)
    return score_told(context.game, context.state, tally, rulings, rematch)


@get(
    "/api/table/report",
    summary="The story of a finished game, one HTML file",
    security=LINK,
    media_type="text/html",
    responses=ERRORS,
)
@threaded
def report(context: LinkContext) -> Response[str]:
    """Tell a finished game as one file to keep."""
    timeline = timeline_file(context)
    if timeline is None:
        raise NotFoundException
    return Response(timeline, media_type="text/html")


@get(
    "/api/table/case",
    summary="A dispute laid open",
    security=LINK,
    responses={200: answer_spec(Case, "What bears on it, and every way to rule."), **ERRORS},
)
@threaded
def case(
    context: LinkContext,
    at: Annotated[int | None, QueryParameter(ge=1, le=2**53)] = None,
    topic: Annotated[str | None, QueryParameter(max_length=40)] = None,
) -> Response[Any]:
    """Tell what bears on an entry, every way to rule, and whether it matters."""
    return case_response(context, analyse(context, at, topic))


def _request_of(context: RequestContext, what: str, data: Write) -> Request:
    """Return the request of a write; `what` names its route."""
    return make_request(context, data.seen, data.key, what, msgspec.json.encode(data))


@writes("/api/table/acts", "Tell what was done, or what the table showed")
@threaded
def act(context: LinkContext, data: JSONBody[Act]) -> Response[Any]:
    """Record an action with its consequences, all or nothing."""
    if (data.event is None) == (data.notation is None):
        raise ClientException("give either `event` or `notation`", status_code=400)

    def read() -> Event | Refused:
        if data.notation is not None:
            return table_acts.parse_line(context, data.notation)
        return table_acts.parse_event(context, msgspec.json.encode(data.event).decode())

    try:
        request = _request_of(context, "acts", data)
        if isinstance(data.instead_of, int):
            return make_response(context, table_acts.amend(context, request, data.instead_of, read))
        outcome = table_acts.record(context, request, read, anyway=data.anyway is True)
        event = read() if isinstance(outcome, Refused) and outcome.rules else None
    except MalformedError as error:
        raise ClientException(_explain_unreadable(context, data.event, error), status_code=400) from None
    if event is not None and not isinstance(event, Refused):
        return make_response(context, outcome, event)
    return (
        make_response(context, outcome)
        if data.notation is None
        else line_response(context, outcome, data.notation)
    )


def _explain_unreadable(context: RequestContext, event: object, error: MalformedError) -> str:
    """Return what is wrong with an event, in words: what is nearest, what is allowed."""
    return context.say(
        "web.no_event", why=explain(codec_for(context.game.id), msgspec.json.encode(event), error)
    )


@writes(
    "/api/table/catchup",
    "Tell how the board stands now, and have worked out what was played",
    {200: answer_spec(WorkedOut, "Recorded; or what to ask, or why nothing was.")},
)
@threaded
def catchup(context: LinkContext, data: JSONBody[StandsNow]) -> Response[Any]:
    """Record the acts worked out from how the board stands, where there is one way; else ask."""
    game, state = context.game, context.state
    try:
        told = facts_in(game, state, data.facts)
        told |= read_told(game, state, data.said, context.lang, context.seat)
        answers = answers_in(game, state, data.answers)
    except MalformedError as error:
        what = explain_facts(game, data.facts, error)
        raise ClientException(context.say("web.asked_wrongly", what=what), status_code=400) from None
    except NotationError as error:
        raise ClientException(context.say(error.reason, **error.args_), status_code=400) from None
    if not told:
        raise ClientException(context.say("catchup.nothing_told"), status_code=400)
    request = replace(_request_of(context, "catchup", data), agreed=data.agreed)
    try:
        came = table_acts.catch_up(context, request, told, answers, data.reason)
    except LookupError as error:
        known = ", ".join(fact.name for fact in game.facts.declared)
        what = context.say("cli.no_fact", path=error.args[0], known=known)
        raise ClientException(what, status_code=400) from None
    return caught_up_response(context, came, told)


@writes("/api/table/answers", "Agree or object to what the table is asked, or withdraw it")
@threaded
def reply(context: LinkContext, data: JSONBody[Reply]) -> Response[Any]:
    """Answer what the table is asked."""
    request = _request_of(context, "answers", data)
    return make_response(context, run_command(context, request, answer_proposal, data.proposal, data.reply))


@writes(
    "/api/table/again",
    "Record again what was taken back, up to the first that is not possible",
    {200: answer_spec(ToldAgain, "Recorded, as far as it goes.")},
)
@threaded
def record_again(context: LinkContext, data: JSONBody[Again]) -> Response[Any]:
    """Record again what waits, as far as it is possible and this link's to say."""
    request = _request_of(context, "again", data)
    outcome = run_command(context, request, undo.reapply, skip=data.skip, drop=data.drop)
    return reapply_response(context, outcome)


@writes("/api/table/disputes", "Ask about an entry")
@threaded
def dispute(context: LinkContext, data: JSONBody[Question]) -> Response[Any]:
    """Put a question on record."""
    request = _request_of(context, "disputes", data)
    act = "" if data.act is None else encode(data.act).decode()
    try:
        return make_response(
            context, table_acts.ask_question(context, request, data.at, data.topic, data.question, act)
        )
    except MalformedError as error:
        raise ClientException(_explain_unreadable(context, data.act, error), status_code=400) from None


@writes("/api/table/votes", "Vote on a dispute")
@threaded
def vote(context: LinkContext, data: JSONBody[Vote]) -> Response[Any]:
    """Vote; more than half settle it."""
    request = _request_of(context, "votes", data)
    return make_response(context, table_acts.vote(context, request, data.dispute, data.decision))


@post(
    "/api/table/links",
    status_code=201,
    summary="Give out a new link (screen)",
    security=LINK,
    responses={
        201: answer_spec(LinkMade, "Given out."),
        **ANSWERS,
        **ERRORS,
    },
)
@threaded
def link(context: LinkContext, data: JSONBody[LinkWanted]) -> Response[Any]:
    """Give out a new link."""
    role = data.role or (SEAT if data.seat else DEVICE)
    outcome = new_tables.reissue_link(context, _request_of(context, "links", data), role, data.seat)
    if not isinstance(outcome, Noted):
        return make_response(context, outcome)
    token = context.live.links.keyring.token(outcome.body["nonce"])
    return Response(LinkMade(token=token, address=f"{context.base}/s/{token}/"), status_code=201)


@put(
    "/api/table/language",
    status_code=202,
    summary="Change the language of a link",
    security=LINK,
    responses={202: answer_spec(verdicts.Noted, "Noted."), 409: ANSWERS[409], **ERRORS},
)
@threaded
def language(context: LinkContext, data: JSONBody[LanguageWanted]) -> Response[Any]:
    """Change the language; that is decided on no position, so any `seen` up to now will do."""
    return make_response(
        context, new_tables.set_language(context, _request_of(context, "language", data), data.lang)
    )


@post(
    "/api/table/rematch",
    status_code=201,
    summary="Open the next table for the same people",
    security=LINK,
    responses={
        201: answer_spec(RematchOpen, "Open."),
        **ANSWERS,
        **ERRORS,
    },
)
@threaded
def rematch(context: LinkContext, data: JSONBody[Write]) -> Response[Any]:
    """Open the rematch of a finished game, or find the one that is open; lead this link's holder there."""
    outcome = new_tables.open_rematch(context, _request_of(context, "rematch", data))
    if not isinstance(outcome, Noted):
        return make_response(context, outcome)
    table = find_next_table(context.live, context.link.table)
    token = find_next_token(context.live, context.link, table) if table else None  # it may be gone since
    return Response(RematchOpen(table=table or outcome.body["table"], token=token), status_code=201)


_ENTRIES = ResponseSpec(
    LogRow,
    description="Events named `entry`, the entry as `data`, its seq as `id`.",
    generate_examples=False,
    media_type="text/event-stream",
)


@get(
    "/api/table/stream",
    summary="Entries as they come (server-sent events)",
    security=LINK,
    responses={200: _ENTRIES, **ERRORS},
    response_headers=[ResponseHeader(name="Cache-Control", value="no-store")],
)
@threaded
def stream(
    request: WebRequest,
    context: LinkContext,
    access: Access,
    since: Annotated[int, QueryParameter(ge=0, le=2**53)] = 0,
) -> Stream:
    """Stream every entry after `since`, or after the Last-Event-ID a client comes back with."""
    last = request.headers.get("last-event-id", "")
    sent = int(last) if last.isascii() and last.isdecimal() and len(last) < 16 else since

    def render() -> list[bytes] | None:
        nonlocal sent
        if access.live.links.find(context.token) is None:
            return None
        now = context.reread()
        if now.moment.revision <= sent:
            return []
        news = [each for each in now.entries if each.entry.seq > sent]
        sent = max((each.entry.seq for each in news), default=sent)
        return [
            frame("entry", each.entry.seq, msgspec.json.encode(describe_entry(now, each)).decode())
            for each in news
        ]

    return make_stream(request, access, context, render)


HANDLERS = [
    table_now,
    log,
    again,
    moment,
    picture,
    score,
    report,
    case,
    act,
    catchup,
    reply,
    record_again,
    dispute,
    vote,
    link,
    language,
    rematch,
    stream,
]
