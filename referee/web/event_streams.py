"""Server-sent events: whole views pushed to pages, entries pushed to programs."""

import asyncio
from collections.abc import AsyncIterator, Callable

from litestar.response import Stream

from events.stores.protocol import AwayError
from referee.service.logs.replay import EmptyLogError
from referee.web.access_control import AccessControl, WebRequest, visitor_of
from referee.web.acts.request_context import RequestContext
from referee.web.streams.live_tables import HEARTBEAT_SECONDS, Listener

_RETRY = b"retry: 1000\n\n"
"""How long, in milliseconds, a browser waits before it comes back."""

_AGAIN_SECONDS = 1.0
"""How soon a database that does not answer is asked again."""

_HEARTBEAT = b": still here\n\n"

Render = Callable[[], list[bytes] | None]
"""Returns the events to send, none where nothing is new; None where the link is dead."""


def format_event(name: str, id: int, data: str) -> bytes:
    """Return one server-sent event as bytes."""
    lines = "".join(f"data: {line}\n" for line in data.split("\n"))
    return f"event: {name}\nid: {id}\n{lines}\n".encode()


def make_stream(
    request: WebRequest, access: AccessControl, context: RequestContext, render: Render
) -> Stream:
    """Return a stream of what `render` returns, at first and at every change; whoever follows has joined."""
    access.live.note_joined(context.link)
    address, headers = visitor_of(request), {"X-Accel-Buffering": "no"}
    drawn = _iter_frames(access, context, render, address)
    return Stream(drawn, media_type="text/event-stream", headers=headers)


async def _iter_frames(
    access: AccessControl, context: RequestContext, render: Render, address: str
) -> AsyncIterator[bytes]:
    """Yield what is rendered at every change, a heartbeat where there is none.

    It ends with "gone" (the link is dead) or "replaced", or when the service stops. Changes while a stream
    waits for its turn to render are seen together. While a database does not answer it is asked again;
    "away" and "back" say so.
    """
    limits = access.limits
    listener: Listener = access.live.listen(context.link, address)
    access.live.replace_surplus(limits.streams // access.live.services, limits.streams_per_link, context.link)

    is_away = False

    def look() -> list[bytes] | None:
        listener.begin_look()
        nonlocal is_away
        was_away, is_away = is_away, False
        try:
            news = render()
        except AwayError:
            is_away = True
            return [format_event("away", 0, "")]
        except EmptyLogError:
            return None
        return [format_event("back", 0, ""), *news] if was_away and news is not None else news

    try:
        yield _RETRY
        while not access.live.is_stopped:
            turn = await access.drawing.take(str(context.link.id))
            try:
                is_over = listener.is_replaced or access.live.is_stopped
                news = [] if is_over else await asyncio.to_thread(look)
            finally:
                turn.close()
            if news is None:
                yield format_event("gone", 0, "")
                return
            for frame in news:
                yield frame
            patience = _AGAIN_SECONDS if is_away else HEARTBEAT_SECONDS
            while not (access.live.is_stopped or listener.is_replaced or await listener.changed(patience)):
                if is_away:
                    break
                yield _HEARTBEAT
            if listener.is_replaced:
                yield format_event("replaced", 0, "")
                return
    finally:
        access.live.leave(listener)
