"""The same as JSON: what is now, what may be done, what was done; described by OpenAPI."""

from typing import Annotated, Any, Literal

import msgspec
from litestar import Response, Router, get, post, put
from litestar.datastructures import ResponseHeader
from litestar.di import NamedDependency, Provide
from litestar.exceptions import ClientException, NotAuthorizedException, NotFoundException
from litestar.openapi import OpenAPIConfig, ResponseSpec
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.openapi.spec import Components, SecurityScheme
from litestar.params import FromPath, FromQuery, JSONBody, QueryParameter
from litestar.response import Stream

from events.codec import MalformedError, vocabulary
from events.stores.protocol import Conflict
from events.table import TableOpened
from referee.draw import svg_board
from referee.kernel.registry import GAMES, UnknownGameError, find_game
from referee.kernel.verdict import Refused
from referee.l10n import LANGUAGES
from referee.rulebooks import books, search_rules
from referee.web import acts
from referee.web.api_types import (
    Act,
    CaseTold,
    Failed,
    GameListed,
    LanguageWanted,
    LinkMade,
    LinkWanted,
    No,
    Now,
    Opened,
    Opening,
    Pending,
    Question,
    Reply,
    Row,
    RuleTold,
    ScoreTold,
    Stale,
    Told,
    Vote,
    WayTold,
    Write,
    Written,
)
from referee.web.api_words import answered, now_of, rule_told, rules_told, told
from referee.web.entrance import Asked, House, Housed
from referee.web.links import DEVICE, SEAT
from referee.web.pages.dispute import case_of, seen_differences
from referee.web.pages.log import entries
from referee.web.proposals import answer as answer_proposal
from referee.web.seeing import may_tally
from referee.web.streams import event as frame
from referee.web.streams import streamed
from referee.web.threads import threaded
from referee.web.visit import Visit

Visiting = NamedDependency[Visit]

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
}
LINK = [{"link": []}]


def visit_of(request: Asked, house: Housed) -> Visit:
    """Find the link a program shows."""
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    if scheme.lower() != "bearer" or not token:
        raise NotAuthorizedException
    try:
        return house.visit(request, token)
    except NotFoundException:
        raise NotAuthorizedException from None


def keeper_of(request: Asked, house: House) -> None:
    """Let in only who started the service."""
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    if scheme.lower() != "bearer" or not token:
        raise NotAuthorizedException
    try:
        house.keeper(token, request)
    except NotFoundException:
        raise NotAuthorizedException from None


@get("/api/games", summary="The games and their editions", responses=ERRORS)
@threaded
def games() -> list[GameListed]:
    """List the games the referee knows."""
    charters = [find_game(name).charter for name in GAMES]
    return [
        GameListed(c.id, list(c.players), {e: dict(v) for e, v in c.editions.items()}, c.rules_version)
        for c in charters
    ]


@get("/api/events/{game:str}", summary="The events of a game, as JSON Schema", responses=ERRORS)
@threaded
def events(game: FromPath[str]) -> dict[str, Any]:
    """Describe every event of a game."""
    if game not in GAMES:
        raise NotFoundException
    return msgspec.json.schema(vocabulary(game))


@get("/api/rules", summary="Search the rules", responses=ERRORS)
@threaded
def rules(
    q: Annotated[str, QueryParameter(max_length=200)] = "",
    game: Annotated[str, QueryParameter(max_length=40)] = "",
    lang: FromQuery[Literal["en", "zh-Hans", "ja"]] = "en",
) -> list[RuleTold]:
    """Find the rules that hold every word."""
    if game and game not in books():
        raise NotFoundException
    return rules_told(tuple(rule.id for rule in search_rules(q, lang, game or None)), lang)


@get("/api/rules/{rule:str}", summary="One rule", responses=ERRORS)
@threaded
def one_rule(rule: FromPath[str], lang: FromQuery[Literal["en", "zh-Hans", "ja"]] = "en") -> RuleTold:
    """Tell a rule with its sources."""
    found = rule_told(rule, lang)
    if found is None:
        raise NotFoundException
    return found


@get("/api/tables", summary="The tables of the store (keeper)", security=LINK, responses=ERRORS)
@threaded
def tables(request: Asked, house: Housed) -> list[Row]:
    """List the tables."""
    keeper_of(request, house)
    return [Row(r.table, r.game, r.edition, r.seats, r.revision) for r in house.hub.tables()]


@post(
    "/api/tables",
    status_code=201,
    summary="Open a table (keeper)",
    security=LINK,
    responses={**ANSWERS, **ERRORS},
)
@threaded
def open_new(request: Asked, house: Housed, data: JSONBody[Opening]) -> Response[Any]:
    """Open a table and give out its links."""
    keeper_of(request, house)
    try:
        game = find_game(data.game)
    except UnknownGameError:
        refused = Refused("table.unknown_game", ("TAB-OPEN-01",), {"game": data.game})
        return refused_opening(refused)
    opened = TableOpened(
        game=game.id,
        edition=data.edition,
        seats=data.seats,
        names=data.names,
        options=data.options,
        chance=data.chance,
    )
    name = data.table or house.hub.free_name(game.id)
    answer = house.hub.open(name, acts.seeded(opened), f"keeper:{data.key}")
    if isinstance(answer, Refused):
        return refused_opening(answer)
    links = acts.all_links(house.hub, name, opened.seats)
    return Response(Opened(table=name, revision=answer.revision, links=links), status_code=201)


def refused_opening(refused: Refused) -> Response[Any]:
    """Say why no table was opened."""
    from referee.l10n import say

    message = say(refused.reason, LANGUAGES[0], **refused.args)
    no = No(
        reason=refused.reason, message=message, rules=rules_told(refused.rules, LANGUAGES[0]), possible=[]
    )
    return Response(no, status_code=422)


@get("/api/table", summary="The table now", security=LINK, responses=ERRORS)
@threaded
def table_now(visit: Visiting) -> Now:
    """Tell the table as this link may see it."""
    return now_of(visit)


@get("/api/table/log", summary="The log", security=LINK, responses=ERRORS)
@threaded
def log(visit: Visiting, since: Annotated[int, QueryParameter(ge=0, le=2**53)] = 0) -> list[Told]:
    """List the entries after a revision."""
    return [told(visit, each) for each in entries(visit) if each.entry.seq > since]


@get("/api/table/moments/{seq:int}", summary="The table at an entry", security=LINK, responses=ERRORS)
@threaded
def moment(visit: Visiting, seq: FromPath[int]) -> dict[str, Any]:
    """Tell what was believed at an entry."""
    walked = entries(visit)
    if not 1 <= seq <= len(walked):
        raise NotFoundException
    view: dict[str, Any] = msgspec.to_builtins(
        visit.game.view(walked[seq - 1].after, visit.seat), str_keys=True
    )
    return view


@get(
    "/api/table/board",
    summary="The board as SVG",
    security=LINK,
    media_type="image/svg+xml",
    responses=ERRORS,
)
@threaded
def picture(visit: Visiting, size: FromQuery[Literal["phone", "table"]] = "table") -> Response[str]:
    """Draw the board."""
    return Response(svg_board(visit.view, visit.lang, size), media_type="image/svg+xml")


@get("/api/table/score", summary="The score", security=LINK, responses=ERRORS)
@threaded
def score(visit: Visiting) -> ScoreTold:
    """Add up the score as it stands."""
    winners = visit.game.winners(visit.state)
    tally = msgspec.to_builtins(visit.game.tally(visit.state)) if may_tally(visit.game, visit.state) else None
    return ScoreTold(over=winners is not None, winners=winners, tally=tally)


@get("/api/table/case", summary="A dispute laid open", security=LINK, responses=ERRORS)
@threaded
def case(
    visit: Visiting,
    at: Annotated[int | None, QueryParameter(ge=1, le=2**53)] = None,
    topic: Annotated[str | None, QueryParameter(max_length=40)] = None,
) -> CaseTold:
    """Tell what bears on an entry, every way to rule, and whether it matters."""
    found = case_of(visit, at, topic)
    if found is None:
        raise NotFoundException
    story, laid = found
    ways = [
        WayTold(
            decision=p.decision,
            editions=p.editions,
            in_force=p.in_force,
            rules=p.rules,
            changes=seen_differences(visit, story, p),
        )
        for p in laid.possibilities
    ]
    return CaseTold(at=laid.at, topic=laid.topic, rules=rules_told(laid.rules, visit.lang), ways=ways)


def writes(path: str, summary: str) -> Any:
    """Describe a write."""
    spec = {
        200: ResponseSpec(Written, description="Recorded."),
        202: ResponseSpec(Pending, description="Asked."),
    }
    return post(
        path, status_code=200, summary=summary, security=LINK, responses={**spec, **ANSWERS, **ERRORS}
    )


@writes("/api/table/acts", "Tell what was done, or what the table showed")
@threaded
def act(visit: Visiting, data: JSONBody[Act]) -> Response[Any]:
    """Record an action with its consequences, all or nothing."""
    if (data.event is None) == (data.notation is None):
        raise ClientException("give either `event` or `notation`", status_code=400)
    try:
        event = (
            acts.read_line(visit, data.notation)
            if data.notation is not None
            else acts.read_event(visit, msgspec.json.encode(data.event).decode())
        )
    except MalformedError as error:
        raise ClientException(str(error), status_code=400) from None
    if isinstance(event, Refused):
        return answered(visit, event)
    return answered(visit, acts.tell(visit, event, data.seen, acts.own_key(visit, data.key)))


@writes("/api/table/answers", "Agree or object to what the table is asked")
@threaded
def reply(visit: Visiting, data: JSONBody[Reply]) -> Response[Any]:
    """Answer what the table is asked."""
    return checked(visit, data) or answered(visit, answer_proposal(visit.hub, visit.link, data.reply))


def checked(visit: Visit, data: Write) -> Response[Any] | None:
    """Refuse what was decided on a revision that is past."""
    if data.seen == visit.moment.revision:
        return None
    return answered(visit, Conflict(data.seen, visit.moment.revision))


@writes("/api/table/disputes", "Ask about an entry")
@threaded
def dispute(visit: Visiting, data: JSONBody[Question]) -> Response[Any]:
    """Put a question on record."""
    return checked(visit, data) or answered(visit, acts.ask(visit, data.at, data.topic, data.question))


@writes("/api/table/votes", "Vote on a dispute")
@threaded
def vote(visit: Visiting, data: JSONBody[Vote]) -> Response[Any]:
    """Vote; more than half settle it."""
    return checked(visit, data) or answered(visit, acts.vote(visit, data.dispute, data.decision))


@post(
    "/api/table/links",
    status_code=201,
    summary="Give out a new link (screen)",
    security=LINK,
    responses={**ANSWERS, **ERRORS},
)
@threaded
def link(visit: Visiting, data: JSONBody[LinkWanted]) -> Response[Any]:
    """Give out a new link."""
    made = acts.reissue(visit, SEAT if data.seat else DEVICE, data.seat)
    if isinstance(made, Refused):
        return answered(visit, made)
    return Response(LinkMade(token=made, address=f"{visit.base}/s/{made}/"), status_code=201)


@put("/api/table/language", summary="Change the language of a link", security=LINK, responses=ERRORS)
@threaded
def language(visit: Visiting, data: JSONBody[LanguageWanted]) -> Now:
    """Change the language."""
    visit.hub.links.speak(visit.link, data.lang)
    visit.lang = data.lang
    return now_of(visit)


@get(
    "/api/table/stream",
    summary="Entries as they come (server-sent events)",
    security=LINK,
    responses=ERRORS,
    response_headers=[ResponseHeader(name="Cache-Control", value="no-store")],
)
@threaded
def stream(
    request: Asked,
    visit: Visiting,
    house: Housed,
    since: Annotated[int, QueryParameter(ge=0, le=2**53)] = 0,
) -> Stream:
    """Stream every entry after `since`, or after the Last-Event-ID a client comes back with."""
    last = request.headers.get("last-event-id", "")
    sent = int(last) if last.isascii() and last.isdecimal() and len(last) < 16 else since

    def render() -> list[bytes]:
        nonlocal sent
        now = Visit(house.hub, visit.link, visit.token, visit.lang, visit.base)
        if house.hub.links.find(visit.token) is None:
            return [frame("gone", sent, "{}")]
        if now.moment.revision <= sent:
            return []
        news = [each for each in entries(now) if each.entry.seq > sent]
        sent = max((each.entry.seq for each in news), default=sent)
        return [
            frame("entry", each.entry.seq, msgspec.json.encode(told(now, each)).decode()) for each in news
        ]

    return streamed(house, visit, render)


def openapi() -> OpenAPIConfig:
    """Describe the API."""
    bearer = SecurityScheme(type="http", scheme="bearer", description="The last part of a link's address.")
    return OpenAPIConfig(
        title="Referee",
        version="1",
        path="/api/schema",
        description="Everything the pages do. Every write carries `seen` and `key`.",
        components=Components(security_schemes={"link": bearer}),
        render_plugins=[JsonRenderPlugin(path="/openapi.json")],
        create_examples=False,
    )


HANDLERS = [
    games,
    events,
    rules,
    one_rule,
    tables,
    open_new,
    table_now,
    log,
    moment,
    picture,
    score,
    case,
    act,
    reply,
    dispute,
    vote,
    link,
    language,
    stream,
]
API = [Router("/", route_handlers=HANDLERS, dependencies={"visit": Provide(threaded(visit_of))})]
