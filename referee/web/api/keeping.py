"""What only who started the service may do: list the tables, open one, go on with one."""

from typing import Any

import msgspec
from litestar import Response, get, post
from litestar.exceptions import NotFoundException
from litestar.params import FromPath, JSONBody

from events.table import TableOpened
from referee.kernel.verdict import Refused
from referee.l10n import LANGUAGES
from referee.service.answers import verdicts
from referee.service.answers.tables import Opened, TableListed, make_opened, make_table_listed
from referee.web.acts.new_tables import all_links, open_once
from referee.web.acts.write_once import digest
from referee.web.api.showing import ANSWERS, ERRORS, LINK, KeeperOnly, answer
from referee.web.api.types import Opening
from referee.web.entrance import AtEntrance
from referee.web.streams.disk_threads import threaded


@get("/api/tables", summary="The tables of the store (keeper)", security=LINK, responses=ERRORS)
@threaded
def tables(keeper: KeeperOnly, entrance: AtEntrance) -> list[TableListed]:  # noqa: ARG001 - lets nobody else in
    """List the tables."""
    return [make_table_listed(row) for row in entrance.live.tables()]


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
def open_new(keeper: KeeperOnly, entrance: AtEntrance, data: JSONBody[Opening]) -> Response[Any]:  # noqa: ARG001 - the same
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
    opening = open_once(entrance.live, f"keeper: {data.key}", asked, wanted, data.table)
    if isinstance(opening, Refused):
        return refused_opening(opening)
    links = all_links(entrance.live, opening.table, wanted.seats)
    state = entrance.live.now(opening.table).state
    return Response(make_opened(opening.table, state, opening.revision, links), status_code=201)


def refused_opening(refused: Refused) -> Response[Any]:
    """Say why no table was opened."""
    return Response(verdicts.make_refusal(refused, {}, LANGUAGES[0]), status_code=422)


@get(
    "/api/tables/{table:str}/links",
    summary="The links of a table (keeper)",
    security=LINK,
    responses={200: answer(Opened, "Open."), **ERRORS},
)
@threaded
def links_of(keeper: KeeperOnly, entrance: AtEntrance, table: FromPath[str]) -> Opened:  # noqa: ARG001 - the same
    """Give the links of a table there is, to go on with it; they all go on working."""
    if not entrance.live.store.head(table).revision:
        raise NotFoundException
    now = entrance.live.now(table)
    return make_opened(table, now.state, now.revision, all_links(entrance.live, table, now.state.seats))


HANDLERS = [tables, open_new, links_of]
