"""Entries as they come, resumed by revision."""

from typing import Annotated

import msgspec
from litestar import get
from litestar.datastructures import ResponseHeader
from litestar.openapi import ResponseSpec
from litestar.params import QueryParameter
from litestar.response import Stream

from referee.service.answers.log import LogRow
from referee.web.api.showing import ERRORS, LINK, FromLink
from referee.web.api.words import row_of
from referee.web.entrance import AtEntrance, WebRequest
from referee.web.event_streams import event as frame
from referee.web.event_streams import stream_answer
from referee.web.streams.disk_threads import threaded

ENTRIES = ResponseSpec(
    LogRow,
    description="Events named `entry`, the entry as `data`, its seq as `id`.",
    generate_examples=False,
    media_type="text/event-stream",
)


@get(
    "/api/table/stream",
    summary="Entries as they come (server-sent events)",
    security=LINK,
    responses={200: ENTRIES, **ERRORS},
    response_headers=[ResponseHeader(name="Cache-Control", value="no-store")],
)
@threaded
def stream(
    request: WebRequest,
    context: FromLink,
    entrance: AtEntrance,
    since: Annotated[int, QueryParameter(ge=0, le=2**53)] = 0,
) -> Stream:
    """Stream every entry after `since`, or after the Last-Event-ID a client comes back with."""
    last = request.headers.get("last-event-id", "")
    sent = int(last) if last.isascii() and last.isdecimal() and len(last) < 16 else since

    def render() -> list[bytes] | None:
        nonlocal sent
        if entrance.live.links.find(context.token) is None:
            return None
        now = context.reread()
        if now.moment.revision <= sent:
            return []
        news = [each for each in now.entries if each.entry.seq > sent]
        sent = max((each.entry.seq for each in news), default=sent)
        return [
            frame("entry", each.entry.seq, msgspec.json.encode(row_of(now, each)).decode()) for each in news
        ]

    return stream_answer(request, entrance, context, render)


HANDLERS = [stream]
