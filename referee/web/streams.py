"""Server-sent events: whole views pushed to pages, entries pushed to programs."""

import asyncio
from collections.abc import AsyncIterator, Callable
from urllib.parse import parse_qsl

from litestar import get
from litestar.exceptions import HTTPException, TooManyRequestsException
from litestar.params import FromPath, FromQuery
from litestar.response import Stream

from referee.web.entrance import Asked, House, Housed
from referee.web.frame import main_part
from referee.web.hub import Listener
from referee.web.routes import page_at
from referee.web.threads import threaded
from referee.web.visit import Visit

RETRY = b"retry: 1000\n\n"
"""How long, in milliseconds, a browser waits before it comes back."""

HEARTBEAT = b": still here\n\n"

Render = Callable[[], list[bytes] | None]
"""Gives what is new; None where the link is dead."""


def event(name: str, id: int, data: str) -> bytes:
    """Write one event of a stream."""
    lines = "".join(f"data: {line}\n" for line in data.split("\n"))
    return f"event: {name}\nid: {id}\n{lines}\n".encode()


def check_room(house: House, visit: Visit) -> None:
    """Refuse a stream too many."""
    streams = house.hub.listening(visit.link.table)
    if streams[visit.link.seat] >= house.limits.streams_per_link or house.hub.streams >= house.limits.streams:
        raise TooManyRequestsException


def streamed(house: House, visit: Visit, render: Render) -> Stream:
    """Answer with a stream: what `render` gives, now and whenever the table changes."""
    check_room(house, visit)
    headers = {"X-Accel-Buffering": "no"}
    return Stream(frames(house, visit, render), media_type="text/event-stream", headers=headers)


async def frames(house: House, visit: Visit, render: Render) -> AsyncIterator[bytes]:
    """Render again at every change; a heartbeat where there is none.

    What changes while a stream waits for its turn to render is seen with the rest.
    """
    listener: Listener = house.hub.listen(visit.link)

    def look() -> list[bytes] | None:
        listener.look()
        return render()

    try:
        yield RETRY
        while not house.hub.is_stopped:
            news = await asyncio.to_thread(look)
            if news is None:
                yield event("gone", 0, "")
                return
            for frame in news:
                yield frame
            while not (house.hub.is_stopped or await listener.changed()):
                yield HEARTBEAT
    finally:
        house.hub.leave(listener)


@get("/live/{token:str}", include_in_schema=False)
@threaded
def live(request: Asked, token: FromPath[str], house: Housed, page: FromQuery[str] = "") -> Stream:
    """Follow a page as the game goes on."""
    visit = house.visit(request, token)
    return streamed(house, visit, following(visit, page))


def following(visit: Visit, page: str) -> Render:
    """Draw a page again whenever asked; what looks as it did, or is as far, is not sent twice."""
    path, _, asked = page.partition("?")
    query = dict(parse_qsl(asked))
    last: str | int = ""

    def render() -> list[bytes] | None:
        nonlocal last
        if visit.hub.links.find(visit.token) is None:
            return None
        now = visit.again()
        try:
            shown = page_at(now, path, query)
        except HTTPException:
            return []
        drawn = main_part(now, shown) if shown.live else ""
        name, news = ("page", drawn) if drawn else ("revision", now.moment.revision)
        if news == last:
            return []
        last = news
        return [event(name, now.moment.revision, str(drawn))]

    return render
