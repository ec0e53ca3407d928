"""What a program reads of a table with a link: now, the log, any moment, the board, score, disputes."""

from typing import Annotated, Any, Literal

from litestar import Response, get
from litestar.exceptions import NotFoundException
from litestar.params import FromPath, FromQuery, QueryParameter

from referee.draw import svg_board
from referee.service.answers import json_value
from referee.service.answers.tables import LogRow, Now, Score, Shown, Waiting, bearing_on, position_of
from referee.service.answers.tables import make_score as score_told
from referee.service.disputes.analysis import Analysis
from referee.service.logs.secrecy import is_score_public, score_of
from referee.web.acts.disputes import case_of
from referee.web.acts.new_tables import next_table
from referee.web.api.showing import ERRORS, LINK, FromLink, answer
from referee.web.api.words import case_told, now_of, told, waiting_told
from referee.web.pages.end import timeline_file
from referee.web.streams.disk_threads import threaded


@get("/api/table", summary="The table now", security=LINK, responses=ERRORS)
@threaded
def table_now(context: FromLink) -> Now:
    """Tell the table as this link may see it."""
    return now_of(context)


@get("/api/table/log", summary="The log", security=LINK, responses=ERRORS)
@threaded
def log(context: FromLink, since: Annotated[int, QueryParameter(ge=0, le=2**53)] = 0) -> list[LogRow]:
    """List the entries after a revision."""
    return told(context, since)


@get("/api/table/again", summary="What waits to be recorded again", security=LINK, responses=ERRORS)
@threaded
def again(context: FromLink) -> list[Waiting]:
    """List what was taken back and not dealt with since."""
    return waiting_told(context)


@get(
    "/api/table/moments/{seq:int}",
    summary="The table at an entry",
    security=LINK,
    responses={
        200: answer(Shown, "As it was believed; beside it stands what the board was drawn from."),
        **ERRORS,
    },
)
@threaded
def moment(context: FromLink, seq: FromPath[int]) -> Response[Any]:
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
def picture(context: FromLink, size: FromQuery[Literal["phone", "table"]] = "table") -> Response[str]:
    """Draw the board."""
    return Response(svg_board(context.view, context.lang, size), media_type="image/svg+xml")


@get("/api/table/score", summary="The score", security=LINK, responses=ERRORS)
@threaded
def score(context: FromLink) -> Score:
    """Add up the score as it stands."""
    rematch = next_table(context.live, context.link.table)
    tally = score_of(context.game, context.state) if is_score_public(context.game, context.state) else None
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
def report(context: FromLink) -> Response[str]:
    """Tell a finished game as one file to keep."""
    timeline = timeline_file(context)
    if timeline is None:
        raise NotFoundException
    return Response(timeline, media_type="text/html")


@get(
    "/api/table/case",
    summary="A dispute laid open",
    security=LINK,
    responses={200: answer(Analysis, "What bears on it, and every way to rule."), **ERRORS},
)
@threaded
def case(
    context: FromLink,
    at: Annotated[int | None, QueryParameter(ge=1, le=2**53)] = None,
    topic: Annotated[str | None, QueryParameter(max_length=40)] = None,
) -> Response[Any]:
    """Tell what bears on an entry, every way to rule, and whether it matters."""
    return case_told(context, case_of(context, at, topic))


HANDLERS = [table_now, log, again, moment, picture, score, report, case]
