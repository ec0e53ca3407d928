"""Routes without a link to a table: games and rules, tables for the keeper, the book of a witness."""

from typing import Annotated, Any

import msgspec
from litestar import Response, get, post
from litestar.di import NamedDependency
from litestar.exceptions import NotAuthorizedException, NotFoundException
from litestar.params import FromPath, FromQuery, JSONBody, QueryParameter

from events.codec import MalformedError
from events.table import TableOpened
from referee.kernel.registry import all_games, find_game, is_game
from referee.kernel.verdict import Refused
from referee.l10n import LANGUAGES, say
from referee.rulebooks import books, find_rule
from referee.rulebooks.search import search_rules
from referee.service.answers import verdicts
from referee.service.answers.asking import QuestionAnswered, make_question_answered
from referee.service.answers.files import Witnessed
from referee.service.answers.tables import (
    GameListed,
    Opened,
    TableListed,
    make_game_listed,
    make_opened,
    make_table_listed,
)
from referee.service.answers.verdicts import Failed, Refusal, RuleTold, make_rule
from referee.service.ask.address import write_address
from referee.service.ask.ask import ask
from referee.service.ask.asked import Asked
from referee.service.ask.words import explain_malformed
from referee.service.audit.witness import WitnessBook, name_of
from referee.web.access_control import NEEDS_NO_LINK, Access, WebRequest, browser_language, visitor_of
from referee.web.acts.new_tables import all_links, open_once
from referee.web.acts.table_acts import digest
from referee.web.api.schema import (
    ANSWERS,
    ERRORS,
    LINK,
    Heads,
    KeeperOnly,
    Lang,
    Opening,
    PositionAsked,
    answer_spec,
    bearer_token,
)
from referee.web.streams.disk_threads import threaded


@get("/api/games", summary="The games, their editions and options", responses=ERRORS)
@threaded
def games(lang: FromQuery[Lang] = "en") -> list[GameListed]:
    """List the games the referee knows."""
    return [make_game_listed(find_game(name), lang) for name in all_games()]


@get("/api/events/{game:str}", summary="The events of a game, as JSON Schema", responses=ERRORS)
@threaded
def events(game: FromPath[str]) -> dict[str, Any]:
    """Describe every event of a game."""
    if not is_game(game):
        raise NotFoundException
    return msgspec.json.schema(find_game(game).vocabulary)


@get("/api/rules", summary="Search the rules", responses=ERRORS)
@threaded
def rules(
    q: Annotated[str, QueryParameter(max_length=200)] = "",
    game: Annotated[str, QueryParameter(max_length=40)] = "",
    lang: FromQuery[Lang] = "en",
) -> list[RuleTold]:
    """Find the rules that hold every word."""
    if game and game not in books():
        raise NotFoundException
    return [make_rule(found, lang) for found in search_rules(q, lang, game or None)]


@get("/api/rules/{rule:str}", summary="One rule, with rulings that show it", responses=ERRORS)
@threaded
def one_rule(rule: FromPath[str], lang: FromQuery[Lang] = "en") -> RuleTold:
    """Tell a rule with its sources."""
    found = find_rule(rule)
    if found is None:
        raise NotFoundException
    return make_rule(found, lang)


@get("/api/tables", summary="The tables of the store (keeper)", security=LINK, responses=ERRORS)
@threaded
def tables(keeper: KeeperOnly, access: Access) -> list[TableListed]:  # noqa: ARG001 - lets nobody else in
    """List the tables."""
    return [make_table_listed(row) for row in access.live.tables()]


@post(
    "/api/tables",
    status_code=201,
    summary="Open a table (keeper)",
    security=LINK,
    responses={
        201: answer_spec(Opened, "Open."),
        422: ANSWERS[422],
        **ERRORS,
    },
)
@threaded
def open_new(keeper: KeeperOnly, access: Access, data: JSONBody[Opening]) -> Response[Any]:  # noqa: ARG001 - the same
    """Open a table and give out its links; the same key gives the same table."""
    wanted = TableOpened(
        game=data.game,
        edition=data.edition,
        seats=data.seats,
        names=data.names,
        colours=data.colours,
        options=data.options,
        chance=data.chance,
    )
    asked = digest(msgspec.json.encode(data))
    opening = open_once(access.live, f"keeper: {data.key}", asked, wanted, data.table)
    if isinstance(opening, Refused):
        return _refuse_opening(opening)
    links = all_links(access.live, opening.table, wanted.seats)
    state = access.live.now(opening.table).state
    return Response(make_opened(opening.table, state, opening.revision, links), status_code=201)


@post(
    "/api/ask",
    status_code=200,
    summary="Whether something may be done in a position, without a table",
    opt={NEEDS_NO_LINK: True},
    responses={
        200: answer_spec(QuestionAnswered, "The answer."),
        422: answer_spec(Refusal, "The facts cannot be together, or no table opens so."),
        **ERRORS,
    },
)
@threaded
def ask_about_position(data: JSONBody[PositionAsked], access: Access) -> Response[Any]:
    """Answer a question about a position that stands in no log; nothing is kept of it."""
    if not is_game(data.game):
        known = all_games()
        message = say("cli.unknown_game", data.lang, game=data.game, known=known)
        failed = Failed(message=message, error="cli.unknown_game", hint="GET /api/games")
        return Response(failed, status_code=404)
    asked = Asked(**{name: getattr(data, name) for name in Asked.__struct_fields__})
    try:
        found = ask(asked, data.lang)
    except MalformedError as error:
        what = say("cli.bad_event", data.lang, why=explain_malformed(asked, error))
        failed = Failed(message=what, error="cli.bad_event", hint=f"GET /api/events/{data.game}")
        return Response(failed, status_code=400)
    if isinstance(found, Refused):
        return Response(verdicts.make_refusal(found, {}, data.lang), status_code=422)
    decided = access.live.decided_before(found.game, [each.rule.id for each in found.rules], found.act)
    return Response(make_question_answered(found, data.lang, write_address(asked), decided))


def _refuse_opening(refused: Refused) -> Response[Any]:
    return Response(verdicts.make_refusal(refused, {}, LANGUAGES[0]), status_code=422)


@get(
    "/api/tables/{table:str}/links",
    summary="The links of a table (keeper)",
    security=LINK,
    responses={200: answer_spec(Opened, "Open."), **ERRORS},
)
@threaded
def links_of(keeper: KeeperOnly, access: Access, table: FromPath[str]) -> Opened:  # noqa: ARG001 - the same
    """Give the links of a table there is, to go on with it; they all go on working."""
    if not access.live.store.head(table).revision:
        raise NotFoundException
    now = access.live.now(table)
    return make_opened(table, now.state, now.revision, all_links(access.live, table, now.state.seats))


_PAGE = 200
"""How many notes are sent at once."""


def open_book(request: WebRequest, access: Access) -> WitnessBook:
    """Return the book for the token of a witness. Raises NotAuthorizedException for every wrong one."""
    try:
        return access.open_witness_book(bearer_token(request), request)
    except NotFoundException:
        raise NotAuthorizedException from None


_OpenBook = NamedDependency[WitnessBook]
"""Annotation of a handler's parameter `book`: only with the token of a witness."""


@post(
    "/api/witness",
    status_code=200,
    summary="Have heads of another machine witnessed (witness)",
    security=LINK,
    responses={
        200: answer_spec(tuple[Witnessed, ...], "Kept."),
        409: answer_spec(Failed, "They do not follow what was witnessed before."),
        **ERRORS,
    },
)
@threaded
def witness(request: WebRequest, book: _OpenBook, data: JSONBody[Heads]) -> Response[Any]:
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
    book: _OpenBook, name: FromPath[str], after: Annotated[int, QueryParameter(ge=0, le=2**31)] = 0
) -> tuple[Witnessed, ...]:
    """Give the notes of a sender in order, a page at a time."""
    notes = book.notes(name)[after : after + _PAGE]
    return tuple(Witnessed(**msgspec.structs.asdict(each)) for each in notes)


HANDLERS = [games, events, rules, one_rule, ask_about_position, tables, open_new, links_of]
WITNESS_HANDLERS = [witness, witnessed]
