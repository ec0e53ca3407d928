"""The service on a socket until it is told to end; connections that are silent or too many are closed."""

import asyncio
import socket
import sys
from collections import OrderedDict
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import h11
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from referee.web.access.limits import Budget

if TYPE_CHECKING:
    from types import FrameType

    from litestar import Litestar

_SILENT_SECONDS = 10.0
"""How long a request may take to arrive whole; a connection that says nothing lives as long."""

_SPARE_FILES = 128
"""Files the service needs for itself: the store, the listening socket, what it imports."""

_MOST_CONNECTIONS = 4096
"""However many files a program may have open here, so many connections are enough."""

_MOST_PER_ADDRESS = 48
"""A browser opens six; so many phones may share an address."""

_MOST_A_MINUTE = 240
"""Connections an address may open in a minute without waiting."""

_APART_SECONDS = 0.05
"""Each connection beyond these is read so much later: an address is slowed down, and never locked out."""

_HERE = frozenset({"127.0.0.1", "::1", "?"})
"""This machine itself, and a proxy on it: connections from here count among all, not for their address."""

_GRACE_SECONDS = 1
"""How long open answers may delay the end."""

_KEEP_ALIVE_SECONDS = 30

_SWITCH_SECONDS = 0.001
"""How long a page that is drawn in a thread may keep the loop from its streams and connections."""

_AT_A_TIME = 16
"""Connections accepted before those that are open are looked after again."""

_WAITING = 1024
"""Connections that may wait to be accepted."""


class ConnectionPool:
    """The open connections of a service by address, the oldest of each first."""

    def __init__(
        self,
        most: int = _MOST_CONNECTIONS,
        per_address: int = _MOST_PER_ADDRESS,
        a_minute: int = _MOST_A_MINUTE,
    ) -> None:
        self.most, self.per_address = most, per_address
        self.count = 0
        self._budget = Budget(a_minute)
        self._by_address: dict[str, dict[Connection, None]] = {}
        self._next_read: OrderedDict[str, float] = OrderedDict()

    def add(self, connection: "Connection") -> None:
        """Add a connection; where there are too many, close one of the address that has most."""
        visitor = connection.visitor
        theirs = self._by_address.setdefault(visitor, {})
        theirs[connection] = None
        self.count += 1
        if visitor not in _HERE and not self._budget.spend(visitor):
            connection.read_later(self.delay(visitor, connection.loop.time()))
        if visitor not in _HERE and len(theirs) > self.per_address:
            self._close(_oldest(theirs))
        elif self.count > self.most:
            address = max(self._by_address, key=lambda each: len(self._by_address[each]))
            self._close(_oldest(self._by_address[address]))

    def delay(self, visitor: str, now: float) -> float:
        """Return the seconds until one more connection of an address is read; the next one waits longer."""
        self._next_read[visitor] = max(self._next_read.pop(visitor, now), now) + _APART_SECONDS
        while len(self._next_read) > _MOST_CONNECTIONS:
            self._next_read.popitem(last=False)
        return self._next_read[visitor] - now

    def remove(self, connection: "Connection") -> None:
        """Forget a connection; a second call does nothing."""
        theirs = self._by_address.get(connection.visitor, {})
        if connection in theirs:
            del theirs[connection]
            self.count -= 1
        if not theirs:
            self._by_address.pop(connection.visitor, None)

    def _close(self, connection: "Connection") -> None:
        self.remove(connection)
        connection.transport.abort()


def _oldest(connections: "Iterable[Connection]") -> "Connection":
    """Return the oldest connection that waits for a request; where there is none, the oldest of all."""
    found = tuple(connections)
    return next((each for each in found if each.is_arriving), found[0])


class Connection(H11Protocol):
    """One connection of a visitor, timed until each request has arrived whole."""

    silent_seconds = _SILENT_SECONDS
    pool = ConnectionPool()

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self._deadline: asyncio.TimerHandle | None = None

    @property
    def visitor(self) -> str:
        """Address this connection comes from; "?" where it is unknown."""
        return (
            self.client[0].removeprefix("::ffff:") if self.client else "?"
        )  # IPv4 on a socket of both kinds

    @property
    def is_arriving(self) -> bool:
        """Return whether a request is awaited, or has arrived only in part."""
        if self.conn.their_state is h11.SEND_BODY:
            return True
        return self.conn.their_state is h11.IDLE and self.timeout_keep_alive_task is None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._time()
        self.pool.add(self)

    def connection_lost(self, exc: Exception | None) -> None:
        self.pool.remove(self)
        self._stop_timing()
        super().connection_lost(exc)

    def read_later(self, seconds: float) -> None:
        """Read what arrives on this connection only after a while."""
        self.flow.pause_reading()
        self.loop.call_later(seconds, self._resume_reading)

    def _resume_reading(self) -> None:
        if not self.transport.is_closing():
            self.flow.resume_reading()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        self._time()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        self._time()  # what has arrived of the next request is timed, too

    def _time(self) -> None:
        """Time a request from its first byte on: bytes that drip in do not prolong it."""
        if not self.is_arriving:
            self._stop_timing()
        elif self._deadline is None:
            self._deadline = self.loop.call_later(self.silent_seconds, self.transport.abort)

    def _stop_timing(self) -> None:
        """Cancel the timer of a silent connection, if one runs."""
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None


def _raise_file_limit() -> int:
    """Ask the system for as many open files as needed; return how many connections there is room for."""
    try:
        import resource  # not on Windows
    except ImportError:
        return _MOST_CONNECTIONS // 8
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = _MOST_CONNECTIONS + _SPARE_FILES
    if soft != resource.RLIM_INFINITY and soft < wanted:
        soft = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    if soft == resource.RLIM_INFINITY:
        return _MOST_CONNECTIONS
    return max(16, min(_MOST_CONNECTIONS, soft - _SPARE_FILES))


class Server(uvicorn.Server):
    """A server that accepts a few connections at a time, however many wait."""

    app: "Litestar"

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Listen; asyncio accepts as many at a time as may wait, so more are let wait afterwards."""
        await super().startup(sockets)
        for listening in sockets or ():
            listening.listen(_WAITING)

    def handle_exit(self, sig: int, frame: "FrameType | None") -> None:
        """End the streams first: they would be waited for."""
        self.app.state.access.live.stop()
        super().handle_exit(sig, frame)


def _make_server(app: "Litestar", **options: Any) -> Server:
    """Return a server; `options` as of `uvicorn.Config`. It logs no addresses: a link is a secret."""
    config = uvicorn.Config(
        app,
        http=Connection,
        log_level="error",
        access_log=False,
        server_header=False,
        date_header=False,
        timeout_graceful_shutdown=_GRACE_SECONDS,
        timeout_keep_alive=_KEEP_ALIVE_SECONDS,
        backlog=_AT_A_TIME,
        ws="none",
        lifespan="on",
        **options,
    )
    server = Server(config)
    server.app = app
    return server


def run(app: "Litestar", listening: socket.socket) -> None:
    """Serve until Ctrl-C."""
    sys.setswitchinterval(_SWITCH_SECONDS)
    Connection.pool = ConnectionPool(_raise_file_limit())
    _make_server(app).run(sockets=[listening])
