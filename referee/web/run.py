"""Run the service on a socket until it is stopped."""

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
    """An uvicorn server that accepts few connections at a time, so that open ones are served in between."""

    app: "Litestar"

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start to listen, then raise the backlog: asyncio takes one number for both."""
        await super().startup(sockets)
        for listening in sockets or ():
            listening.listen(WAITING)

    def handle_exit(self, sig: int, frame: "FrameType | None") -> None:
        """End the event streams first, since the shutdown would wait for them."""
        self.app.state.entrance.live.stop()
        super().handle_exit(sig, frame)


def server_of(app: "Litestar", **how: Any) -> Server:
    """Return a server; `how` are further options of uvicorn. Addresses are not logged: a link is a secret."""
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
    """Serve until Ctrl-C. Sets the thread switch interval and the file limit of the process."""
    sys.setswitchinterval(SWITCH_SECONDS)
    Connection.room = Room(raise_file_limit())
    server_of(app).run(sockets=[listening])
