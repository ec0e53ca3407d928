"""The same as JSON: what is now, what may be done, what was done; described by OpenAPI."""

from typing import Annotated, Any, Literal

import msgspec
from litestar import Response, Router, get, post, put
from litestar.datastructures import ResponseHeader
from litestar.di import Provide
from litestar.exceptions import ClientException, NotAuthorizedException, NotFoundException
from litestar.openapi import OpenAPIConfig, ResponseSpec
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.openapi.spec import Components, SecurityScheme
from litestar.params import Parameter
from litestar.response import Stream
from msgspec import Meta

from events.codec import MalformedError, vocabulary
from events.stores.protocol import Conflict
from events.table import SwitchValue, TableOpened
from referee.draw import svg_board
from referee.kernel.registry import GAMES, UnknownGameError, find_game
from referee.kernel.verdict import Refused
from referee.l10n import LANGUAGES
from referee.rulebooks import books, find_rule, search_rules, source_of
from referee.service.table import Recorded
from referee.web import acts
from referee.web.entrance import Asked, House
from referee.web.links import DEVICE, SEAT
from referee.web.offers import words_of
from referee.web.pages.dispute import case_of, seen_differences
from referee.web.pages.log import entries
from referee.web.pages.refused import book_of
from referee.web.parts import connection
from referee.web.proposals import answer as answer_proposal
from referee.web.seeing import Seen, readable
from referee.web.streams import event as frame
from referee.web.streams import streamed
from referee.web.threads import threaded
from referee.web.visit import Visit

Name = Annotated[str, Meta(pattern=r"^[\w-]{1,64}$")]
Key = Annotated[str, Meta(min_length=1, max_length=100, description="The same key gets the same answer.")]
Revision = Annotated[int, Meta(ge=0, le=2**53, description="The revision this was decided on.")]
Text = Annotated[str, Meta(max_length=2000)]
Seq = Annotated[int, Meta(ge=1, le=2**53)]


class Write(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """What every write says: the revision it was decided on, and a key of its own."""

    seen: Revision
    key: Key


class Opening(Write, kw_only=True):
    """A table to open; `table` left out: the next free number."""

    game: str
    seats: tuple[str, ...]
    names: dict[str, str] = {}
    edition: str | None = None
    options: dict[str, SwitchValue] = {}
    chance: Literal["table", "referee"] = "table"
    table: Name | None = None
    seen: Revision = 0


class Act(Write, kw_only=True):
    """An action or observation: as an event (see /api/events/{game}) or as a line of notation.

    A take-back, a correction or a house rule is asked of the table first.
    """

    event: dict[str, Any] | None = None
    notation: Text | None = None


class Reply(Write, kw_only=True):
    """An answer to what the table is asked."""

    reply: Literal["agree", "object", "withdraw"]


class Question(Write, kw_only=True):
    """A question about an entry."""

    at: Seq | None = None
    topic: Text = ""
    question: Text = ""


class Vote(Write, kw_only=True):
    """A vote on a dispute; more than half of the seats settle it."""

    dispute: Text
    decision: Text


class LinkWanted(Write, kw_only=True):
    """A new link for a seat, or for one device that is handed round; the old one is dead."""

    seat: str | None = None


class LanguageWanted(Write, kw_only=True):
    """The language of a link from here on."""

    lang: Literal["en", "zh-Hans", "ja"]


class GameListed(msgspec.Struct):
    """What a table of a game can agree on."""

    game: str
    players: list[int]
    editions: dict[str, dict[str, SwitchValue]]
    rules_version: int


class Row(msgspec.Struct):
    """One table of the store."""

    table: str
    game: str | None
    edition: str | None
    seats: tuple[str, ...]
    revision: int


class Possible(msgspec.Struct):
    """Something that may be done now."""

    event: dict[str, Any]
    notation: str
    words: str


class Asking(msgspec.Struct):
    """What a seat asks of the table."""

    by: str
    event: dict[str, Any]
    agreed: tuple[str, ...]
    objected: tuple[str, ...]


class Now(msgspec.Struct, kw_only=True):
    """A table as this link may see it."""

    table: str
    revision: int
    role: str
    seat: str | None
    lang: str
    acting: tuple[str, ...]
    winners: tuple[str, ...] | None
    connected: dict[str, str]
    view: dict[str, Any]
    possible: list[Possible]
    asked: Asking | None


class Told(msgspec.Struct, kw_only=True):
    """An entry as this link may read it."""

    seq: int
    at: str
    by: str
    kind: str
    cause: int | None
    event: dict[str, Any]
    notation: str
    words: str
    in_force: bool


class Written(msgspec.Struct, kw_only=True):
    """On disk: entries `first` to `revision`."""

    verdict: Literal["recorded"] = "recorded"
    first: int
    revision: int
    words: list[str]


class Pending(msgspec.Struct, kw_only=True):
    """Asked of the table, or noted; nothing is recorded yet."""

    verdict: Literal["asked"] = "asked"
    revision: int


class RuleTold(msgspec.Struct, kw_only=True):
    """A rule with its sources."""

    id: str
    title: str
    text: str
    sources: list[str]
    confidence: str
    editions: tuple[str, ...]
    see: tuple[str, ...]


class No(msgspec.Struct, kw_only=True):
    """The referee says no: why, by which rules, and what may be done instead."""

    verdict: Literal["refused"] = "refused"
    reason: str
    message: str
    rules: list[RuleTold]
    possible: list[Possible]


class Stale(msgspec.Struct, kw_only=True):
    """The table has gone on since `seen`; this is how it is now."""

    verdict: Literal["stale"] = "stale"
    seen: int
    now: Now | None


class Failed(msgspec.Struct, kw_only=True):
    """Not understood, not found, or too much."""

    verdict: Literal["error"] = "error"
    message: str


class Opened(msgspec.Struct, kw_only=True):
    """A new table and its links: tokens are told this once."""

    verdict: Literal["recorded"] = "recorded"
    table: str
    revision: int
    links: dict[str, str]


class LinkMade(msgspec.Struct, kw_only=True):
    """A new link."""

    verdict: Literal["recorded"] = "recorded"
    token: str
    address: str


class ScoreTold(msgspec.Struct, kw_only=True):
    """The score as it stands."""

    over: bool
    winners: tuple[str, ...] | None
    tally: dict[str, Any] | None


class WayTold(msgspec.Struct, kw_only=True):
    """One way to rule, and what it would change."""

    decision: str
    editions: tuple[str, ...]
    in_force: bool
    rules: tuple[str, ...]
    changes: list[str]


class CaseTold(msgspec.Struct, kw_only=True):
    """A dispute laid open."""

    at: int
    topic: str | None
    rules: list[RuleTold]
    ways: list[WayTold]


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


def visit_of(request: Asked, house: House) -> Visit:
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


def possible(visit: Visit) -> list[Possible]:
    """List what the link may do now, and what the table may tell."""
    game, state = visit.game, visit.state
    events = [e for seat in (visit.seat, "table") if seat for e in game.legal(state, seat)]
    return [
        Possible(msgspec.to_builtins(e), game.notate(state, e), words_of(state, e, visit.lang))
        for e in events
    ]


def now_of(visit: Visit) -> Now:
    """Tell a table as a link may see it."""
    asked = visit.proposal
    game, state = visit.game, visit.state
    return Now(
        table=visit.link.table,
        revision=visit.moment.revision,
        role=visit.link.role,
        seat=visit.seat,
        lang=visit.lang,
        acting=game.acting(state),
        winners=game.winners(state),
        connected={seat: connection(visit, seat) for seat in state.seats},
        view=msgspec.to_builtins(visit.view, str_keys=True),
        possible=possible(visit),
        asked=None
        if asked is None
        else Asking(asked.by, msgspec.json.decode(asked.event), asked.agreed, asked.objected),
    )


def told(visit: Visit, each: Seen) -> Told:
    """Tell an entry; without its hash, which would give a small secret away."""
    entry = each.entry
    return Told(
        seq=entry.seq,
        at=entry.at.isoformat(),
        by=entry.by,
        kind=entry.kind,
        cause=entry.cause,
        event=msgspec.to_builtins(each.event),
        notation=visit.game.notate(each.before, each.event),
        words=words_of(each.before, each.event, visit.lang),
        in_force=each.in_force,
    )


def rule_told(id: str, lang: str) -> RuleTold | None:
    """Tell a rule."""
    rule = find_rule(id)
    if rule is None:
        return None
    return RuleTold(
        id=rule.id,
        title=rule.title.of(lang),
        text=rule.text(lang),
        sources=[source_of(book_of(rule.id), source) for source in rule.sources],
        confidence=rule.confidence,
        editions=rule.editions,
        see=rule.see,
    )


def rules_told(ids: tuple[str, ...], lang: str) -> list[RuleTold]:
    """Tell the rules there are of some ids."""
    return [rule for rule in (rule_told(id, lang) for id in ids) if rule is not None]


def answered(visit: Visit, outcome: Any) -> Response[Any]:
    """Tell what came of a write."""
    fresh = Visit(visit.hub, visit.link, visit.token, visit.lang, visit.base, seat=visit.seat)
    match outcome:
        case Refused():
            return Response(refused_told(fresh, outcome), status_code=422)
        case Conflict(seen, _):
            return Response(Stale(seen=seen, now=now_of(fresh)), status_code=409)
        case Recorded():
            events = [readable(fresh.game, fact.event, fresh.state, fresh.seat) for fact in outcome.facts]
            words = [
                words_of(None, event, visit.lang) if i else words_of(visit.state, event, visit.lang)
                for i, event in enumerate(events)
            ]
            return Response(
                Written(first=outcome.first, revision=outcome.revision, words=words), status_code=200
            )
    return Response(Pending(revision=fresh.moment.revision), status_code=202)


def refused_told(visit: Visit, refused: Refused) -> No:
    """Tell a refusal."""
    return No(
        reason=refused.reason,
        message=visit.say(refused.reason, **refused.args),
        rules=rules_told(refused.rules, visit.lang),
        possible=possible(visit)[:100],
    )


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
def events(game: str) -> dict[str, Any]:
    """Describe every event of a game."""
    if game not in GAMES:
        raise NotFoundException
    return msgspec.json.schema(vocabulary(game))


@get("/api/rules", summary="Search the rules", responses=ERRORS)
@threaded
def rules(
    q: Annotated[str, Parameter(max_length=200)] = "",
    game: Annotated[str, Parameter(max_length=40)] = "",
    lang: Literal["en", "zh-Hans", "ja"] = "en",
) -> list[RuleTold]:
    """Find the rules that hold every word."""
    if game and game not in books():
        raise NotFoundException
    return rules_told(tuple(rule.id for rule in search_rules(q, lang, game or None)), lang)


@get("/api/rules/{rule:str}", summary="One rule", responses=ERRORS)
@threaded
def one_rule(rule: str, lang: Literal["en", "zh-Hans", "ja"] = "en") -> RuleTold:
    """Tell a rule with its sources."""
    found = rule_told(rule, lang)
    if found is None:
        raise NotFoundException
    return found


@get("/api/tables", summary="The tables of the store (keeper)", security=LINK, responses=ERRORS)
@threaded
def tables(request: Asked, house: House) -> list[Row]:
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
def open_new(request: Asked, house: House, data: Opening) -> Response[Any]:
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
def table_now(visit: Visit) -> Now:
    """Tell the table as this link may see it."""
    return now_of(visit)


@get("/api/table/log", summary="The log", security=LINK, responses=ERRORS)
@threaded
def log(visit: Visit, since: Annotated[int, Parameter(ge=0, le=2**53)] = 0) -> list[Told]:
    """List the entries after a revision."""
    return [told(visit, each) for each in entries(visit) if each.entry.seq > since]


@get("/api/table/moments/{seq:int}", summary="The table at an entry", security=LINK, responses=ERRORS)
@threaded
def moment(visit: Visit, seq: int) -> dict[str, Any]:
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
def picture(visit: Visit, size: Literal["phone", "table"] = "table") -> Response[str]:
    """Draw the board."""
    return Response(svg_board(visit.view, visit.lang, size), media_type="image/svg+xml")


@get("/api/table/score", summary="The score", security=LINK, responses=ERRORS)
@threaded
def score(visit: Visit) -> ScoreTold:
    """Add up the score as it stands."""
    winners = visit.game.winners(visit.state)
    tally = msgspec.to_builtins(visit.game.tally(visit.state)) if visit.game.tally else None
    return ScoreTold(over=winners is not None, winners=winners, tally=tally)


@get("/api/table/case", summary="A dispute laid open", security=LINK, responses=ERRORS)
@threaded
def case(
    visit: Visit,
    at: Annotated[int | None, Parameter(ge=1, le=2**53)] = None,
    topic: Annotated[str | None, Parameter(max_length=40)] = None,
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
def act(visit: Visit, data: Act) -> Response[Any]:
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
def reply(visit: Visit, data: Reply) -> Response[Any]:
    """Answer what the table is asked."""
    return checked(visit, data) or answered(visit, answer_proposal(visit.hub, visit.link, data.reply))


def checked(visit: Visit, data: Write) -> Response[Any] | None:
    """Refuse what was decided on a revision that is past."""
    if data.seen == visit.moment.revision:
        return None
    return answered(visit, Conflict(data.seen, visit.moment.revision))


@writes("/api/table/disputes", "Ask about an entry")
@threaded
def dispute(visit: Visit, data: Question) -> Response[Any]:
    """Put a question on record."""
    return checked(visit, data) or answered(visit, acts.ask(visit, data.at, data.topic, data.question))


@writes("/api/table/votes", "Vote on a dispute")
@threaded
def vote(visit: Visit, data: Vote) -> Response[Any]:
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
def link(visit: Visit, data: LinkWanted) -> Response[Any]:
    """Give out a new link."""
    made = acts.reissue(visit, SEAT if data.seat else DEVICE, data.seat)
    if isinstance(made, Refused):
        return answered(visit, made)
    return Response(LinkMade(token=made, address=f"{visit.base}/s/{made}/"), status_code=201)


@put("/api/table/language", summary="Change the language of a link", security=LINK, responses=ERRORS)
@threaded
def language(visit: Visit, data: LanguageWanted) -> Now:
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
    visit: Visit,
    house: House,
    since: Annotated[int, Parameter(ge=0, le=2**53)] = 0,
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
