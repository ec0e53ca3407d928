"""Server-sent events: whole views pushed to pages, entries pushed to programs."""

import asyncio
from collections.abc import AsyncIterator, Callable

from litestar.response import Stream

from events.stores.protocol import AwayError
from referee.service.logs.replay import EmptyLogError
from referee.web.acts.request_context import RequestContext
from referee.web.entrance import Entrance, WebRequest, visitor_of
from referee.web.streams.live_tables import HEARTBEAT_SECONDS, Listener

RETRY = b"retry: 1000\n\n"
"""How long, in milliseconds, a browser waits before it comes back."""

AGAIN_SECONDS = 1.0
"""How soon a database that does not answer is asked again."""

HEARTBEAT = b": still here\n\n"

Render = Callable[[], list[bytes] | None]
"""Returns the events to send, [] where nothing is new, None where the link is dead."""


def event(name: str, id: int, data: str) -> bytes:
    """Return one server-sent event; `data` may have several lines, `id` is the table's revision."""
    lines = "".join(f"data: {line}\n" for line in data.split("\n"))
    return f"event: {name}\nid: {id}\n{lines}\n".encode()


def stream_answer(request: WebRequest, entrance: Entrance, context: RequestContext, render: Render) -> Stream:
    """Return the answer that streams the events of `render`, at once and at every change of the table."""
    address, headers = visitor_of(request), {"X-Accel-Buffering": "no"}
    drawn = frames(entrance, context, render, address)
    return Stream(drawn, media_type="text/event-stream", headers=headers)


async def frames(
    entrance: Entrance, context: RequestContext, render: Render, address: str
) -> AsyncIterator[bytes]:
    """Yield the events of `render` at once and at every change; a heartbeat where nothing changes.

    Changes while the stream waits for its turn are rendered together. Where the database does not answer, the
    page gets `away`, it is asked again each second, then `back`. The stream ends with `gone` (render returned
    None, or an empty log), with `replaced`, or when the service stops.
    """
    limits = entrance.limits
    listener: Listener = entrance.live.listen(context.link, address)
    entrance.live.keep_to(limits.streams // entrance.live.services, limits.streams_per_link, context.link)

    is_away = False

    def look() -> list[bytes] | None:
        listener.look()
        nonlocal is_away
        was_away, is_away = is_away, False
        try:
            news = render()
        except AwayError:
            is_away = True
            return [event("away", 0, "")]
        except EmptyLogError:
            return None
        return [event("back", 0, ""), *news] if was_away and news is not None else news

    try:
        yield RETRY
        while not entrance.live.is_stopped:
            turn = await entrance.drawing.take(str(context.link.id))
            try:
                news = [] if listener.is_replaced else await asyncio.to_thread(look)
            finally:
                turn.close()
            if news is None:
                yield event("gone", 0, "")
                return
            for frame in news:
                yield frame
            patience = AGAIN_SECONDS if is_away else HEARTBEAT_SECONDS
            while not (entrance.live.is_stopped or listener.is_replaced or await listener.changed(patience)):
                if is_away:
                    break
                yield HEARTBEAT
            if listener.is_replaced:
                yield event("replaced", 0, "")
                return
    finally:
        entrance.live.leave(listener)
