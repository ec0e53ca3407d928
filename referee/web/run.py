"""The service running on a socket, until it is told to end."""

import socket
import sys
from typing import TYPE_CHECKING, Any

import uvicorn

from referee.web.access.connections import Connection, Room, raise_file_limit

if TYPE_CHECKING:
    from types import FrameType

    from litestar import Litestar

GRACE_SECONDS = 1
"""How long open answers may hold up the end."""

KEEP_ALIVE_SECONDS = 30

SWITCH_SECONDS = 0.001
"""How long a page that is drawn in a thread may keep the loop from its streams and connections."""

AT_A_TIME = 16
"""Connections taken before those that are open are looked after again."""

WAITING = 1024
"""Connections that may wait to be taken."""


class Server(uvicorn.Server):
    """A server that takes a few connections at a time, however many knock."""

    app: "Litestar"

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Listen; asyncio takes as many at a time as may wait, so more are let wait afterwards."""
        await super().startup(sockets)
        for listening in sockets or ():
            listening.listen(WAITING)

    def handle_exit(self, sig: int, frame: "FrameType | None") -> None:
        """End the streams first: they would be waited for."""
        self.app.state.entrance.live.stop()
        super().handle_exit(sig, frame)


def server_of(app: "Litestar", **how: Any) -> Server:
    """Make a server; no addresses are logged, because a link is a secret."""
    config = uvicorn.Config(
        app,
        http=Connection,
        log_level="error",
        access_log=False,
        server_header=False,
        date_header=False,
        timeout_graceful_shutdown=GRACE_SECONDS,
        timeout_keep_alive=KEEP_ALIVE_SECONDS,
        backlog=AT_A_TIME,
        ws="none",
        lifespan="on",
        **how,
    )
    server = Server(config)
    server.app = app
    return server


def run(app: "Litestar", listening: socket.socket) -> None:
    """Serve until Ctrl-C."""
    sys.setswitchinterval(SWITCH_SECONDS)
    Connection.room = Room(raise_file_limit())
    server_of(app).run(sockets=[listening])
