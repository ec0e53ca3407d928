"""Connections of the service: closed when nothing is said on them, and room made for newcomers."""

import asyncio
from collections import OrderedDict
from collections.abc import Iterable
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from referee.web.access.limits import Budget

SILENT_SECONDS = 10.0
"""How long a request may take to arrive whole; a connection that says nothing lives as long."""

SPARE_FILES = 128
"""Files the service needs for itself: the store, the listening socket, what it imports."""

MOST_CONNECTIONS = 4096
"""However many files a program may have open here, so many connections are enough."""

MOST_PER_ADDRESS = 48
"""A browser opens six; so many phones may share an address."""

MOST_A_MINUTE = 240
"""Connections an address may open in a minute without waiting."""

APART_SECONDS = 0.05
"""Whoever opens more is heard so often: slowly, and never locked out."""

HERE = frozenset({"127.0.0.1", "::1", "?"})
"""This machine itself, and what stands before the service on it: counted with all, not by themselves."""


class Room:
    """The open connections of a service by address, the oldest of each first."""

    def __init__(
        self, most: int = MOST_CONNECTIONS, per_address: int = MOST_PER_ADDRESS, a_minute: int = MOST_A_MINUTE
    ) -> None:
        self.most, self.per_address = most, per_address
        self.count = 0
        self._budget = Budget(a_minute)
        self._by_address: dict[str, dict[Connection, None]] = {}
        self._heard: OrderedDict[str, float] = OrderedDict()

    def enter(self, connection: "Connection") -> None:
        """Take a connection in; where there are too many, one of whoever has most gives way."""
        visitor = connection.visitor
        theirs = self._by_address.setdefault(visitor, {})
        theirs[connection] = None
        self.count += 1
        if visitor not in HERE and not self._budget.spend(visitor):
            connection.hear_later(self.place_in_line(visitor, connection.loop.time()))
        if visitor not in HERE and len(theirs) > self.per_address:
            self.close(oldest(theirs))
        elif self.count > self.most:
            self.close(oldest(self._greediest()))

    def _greediest(self) -> "dict[Connection, None]":
        address = max(self._by_address, key=lambda each: len(self._by_address[each]))
        return self._by_address[address]

    def place_in_line(self, visitor: str, now: float) -> float:
        """Give the seconds until one more connection of an address is heard."""
        self._heard[visitor] = max(self._heard.pop(visitor, now), now) + APART_SECONDS
        while len(self._heard) > MOST_CONNECTIONS:
            self._heard.popitem(last=False)
        return self._heard[visitor] - now

    def leave(self, connection: "Connection") -> None:
        """Forget a connection; once more does nothing."""
        theirs = self._by_address.get(connection.visitor, {})
        if connection in theirs:
            del theirs[connection]
            self.count -= 1
        if not theirs:
            self._by_address.pop(connection.visitor, None)

    def close(self, connection: "Connection") -> None:
        """Close a connection, and forget it at once."""
        self.leave(connection)
        connection.transport.abort()


def oldest(connections: "Iterable[Connection]") -> "Connection":
    """Choose the oldest connection; before all others, one on which no answer is under way."""
    found = tuple(connections)
    return next((each for each in found if each.is_arriving), found[0])


class Connection(H11Protocol):
    """One connection of a visitor, timed until each request has arrived whole."""

    silent_seconds = SILENT_SECONDS
    room = Room()

    def __init__(self, *args: Any, **how: Any) -> None:
        super().__init__(*args, **how)
        self._deadline: asyncio.TimerHandle | None = None

    @property
    def visitor(self) -> str:
        """Name the address this connection comes from."""
        return self.client[0] if self.client else "?"

    @property
    def is_arriving(self) -> bool:
        """Whether a request is waited for, or has arrived only in part."""
        if self.conn.their_state is h11.SEND_BODY:
            return True
        return self.conn.their_state is h11.IDLE and self.timeout_keep_alive_task is None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Take a connection, as far as there is room."""
        super().connection_made(transport)
        self._time()
        self.room.enter(self)

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget a connection."""
        self.room.leave(self)
        self._stop_timing()
        super().connection_lost(exc)

    def hear_later(self, seconds: float) -> None:
        """Read what is said on this connection only after a while."""
        self.flow.pause_reading()
        self.loop.call_later(seconds, self._hear)

    def _hear(self) -> None:
        if not self.transport.is_closing():
            self.flow.resume_reading()

    def data_received(self, data: bytes) -> None:
        """Take what came."""
        super().data_received(data)
        self._time()

    def on_response_complete(self) -> None:
        """Wait for the next request; what came of it already is timed."""
        super().on_response_complete()
        self._time()

    def _time(self) -> None:
        """Time a request from its first byte on: bytes that drip in do not prolong it."""
        if not self.is_arriving:
            self._stop_timing()
        elif self._deadline is None:
            self._deadline = self.loop.call_later(self.silent_seconds, self.transport.abort)

    def _stop_timing(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None


def raise_file_limit() -> int:
    """Ask the system for as many open files as it allows; give how many connections that leaves room for."""
    try:
        import resource
    except ImportError:
        return MOST_CONNECTIONS // 8
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST_CONNECTIONS + SPARE_FILES
    if soft != resource.RLIM_INFINITY and soft < wanted:
        soft = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    if soft == resource.RLIM_INFINITY:
        return MOST_CONNECTIONS
    return max(16, min(MOST_CONNECTIONS, soft - SPARE_FILES))
