"""What only who started the service may do: list the tables, open one, go on with one."""

from typing import Any

import msgspec
from litestar import Response, get, post
from litestar.exceptions import NotFoundException
from litestar.params import FromPath, JSONBody

from events.table import TableOpened
from referee.kernel.verdict import Refused
from referee.l10n import LANGUAGES, say
from referee.service.table import Asked as Named
from referee.web.acts.new_tables import all_links, open_once
from referee.web.acts.write_once import digest
from referee.web.api.showing import ANSWERS, ERRORS, LINK, Kept, answer
from referee.web.api.types import No, Opened, Opening, Row
from referee.web.api.words import rules_told
from referee.web.door.entrance import AtEntrance
from referee.web.live.disk_threads import threaded


@get("/api/tables", summary="The tables of the store (keeper)", security=LINK, responses=ERRORS)
@threaded
def tables(keeper: Kept, entrance: AtEntrance) -> list[Row]:  # noqa: ARG001 - lets nobody else in
    """List the tables."""
    return [Row(r.table, r.game, r.edition, r.seats, r.revision) for r in entrance.live.tables()]


@post(
    "/api/tables",
    status_code=201,
    summary="Open a table (keeper)",
    security=LINK,
    responses={
        201: answer(Opened, "Open."),
        422: ANSWERS[422],
        **ERRORS,
    },
)
@threaded
def open_new(keeper: Kept, entrance: AtEntrance, data: JSONBody[Opening]) -> Response[Any]:  # noqa: ARG001 - the same
    """Open a table and give out its links; the same key gives the same table."""
    opened = TableOpened(
        game=data.game,
        edition=data.edition,
        seats=data.seats,
        names=data.names,
        options=data.options,
        chance=data.chance,
    )
    named = Named(f"keeper: {data.key}", digest(msgspec.json.encode(data)))
    opening = open_once(entrance.live, named, opened, data.table)
    if isinstance(opening, Refused):
        return refused_opening(opening)
    links = all_links(entrance.live, opening.table, opened.seats)
    return Response(Opened(table=opening.table, revision=opening.revision, links=links), status_code=201)


def refused_opening(refused: Refused) -> Response[Any]:
    """Say why no table was opened."""
    message = say(refused.reason, LANGUAGES[0], **refused.args)
    rules = rules_told(refused.rules, LANGUAGES[0])
    no = No(reason=refused.reason, message=message, rules=rules, possible=[])
    return Response(no, status_code=422)


@get(
    "/api/tables/{table:str}/links",
    summary="The links of a table (keeper)",
    security=LINK,
    responses={200: answer(Opened, "Open."), **ERRORS},
)
@threaded
def links_of(keeper: Kept, entrance: AtEntrance, table: FromPath[str]) -> Opened:  # noqa: ARG001 - the same
    """Give the links of a table there is, to go on with it; they all go on working."""
    if not entrance.live.store.head(table).revision:
        raise NotFoundException
    now = entrance.live.now(table)
    return Opened(table=table, revision=now.revision, links=all_links(entrance.live, table, now.state.seats))


HANDLERS = [tables, open_new, links_of]
