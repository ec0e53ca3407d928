"""Connections of the service: closed when nothing is said on them, and room made for newcomers."""

import asyncio
from collections import Counter
from itertools import count
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

SILENT_SECONDS = 10.0
"""How long a request may take to arrive whole; a connection that says nothing lives as long."""

SPARE_FILES = 128
"""Files the service needs for itself: the store, the listening socket, what it imports."""

MOST_CONNECTIONS = 4096
"""However many files a program may have open here, so many connections are enough."""

_order = count()


class Connection(H11Protocol):
    """One connection of a visitor, timed until each request has arrived whole."""

    silent_seconds = SILENT_SECONDS
    most = MOST_CONNECTIONS

    def __init__(self, *args: Any, **how: Any) -> None:
        super().__init__(*args, **how)
        self.came = next(_order)
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
        """Take a connection; the oldest of whoever has most gives way where there are too many."""
        super().connection_made(transport)
        self._time()
        if len(self.connections) > self.most:
            make_room(self.connections, self.most)

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget a connection."""
        self._stop_timing()
        super().connection_lost(exc)

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


def make_room(connections: set[Any], most: int) -> None:
    """Close the oldest connection of the address that has most; one without an answer under way first."""
    still_open = [each for each in connections if not each.transport.is_closing()]
    if len(still_open) <= most:
        return
    greediest = Counter(each.visitor for each in still_open).most_common(1)[0][0]
    theirs = (each for each in still_open if each.visitor == greediest)
    oldest = min(theirs, key=lambda each: (not each.is_arriving, each.came))
    oldest.transport.abort()


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
