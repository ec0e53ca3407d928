"""Litestar's client for tests without its second thread: its loop runs only while somebody waits for it."""

import asyncio
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from inspect import isawaitable
from typing import Any

from litestar.testing.client import base

from referee.web.streams.live_tables import LiveTables


class Loop(asyncio.BaseEventLoop):
    """A loop that waits for nothing but time: there are no sockets inside a browser."""

    def __init__(self) -> None:
        super().__init__()
        self._selector = self

    def select(self, timeout: float | None) -> None:
        """Sleep. Raise RuntimeError where nothing would ever end that (`timeout` is None)."""
        if timeout is None:
            raise RuntimeError("the loop waits for what another thread would do")
        time.sleep(timeout)

    def _process_events(self, events: None) -> None:
        """Return: no socket has any."""

    def _write_to_self(self) -> None:
        """Return: no other thread wakes this one."""


class Portal:
    """What `anyio.from_thread.BlockingPortal` is to the client."""

    def __init__(self) -> None:
        self._loop = Loop()

    def call(self, function: Callable[..., Any], *args: Any) -> Any:
        return self._loop.run_until_complete(_call(function, *args))

    def start_task_soon(self, function: Callable[..., Any], *args: Any) -> asyncio.Task[Any]:
        task = self._loop.create_task(_call(function, *args))
        task.add_done_callback(lambda done: done.exception())  # as a thread's: nobody need ask for it
        return task

    def close(self) -> None:
        self._loop.close()


async def _call(function: Callable[..., Any], *args: Any) -> Any:
    result = function(*args)
    return await result if isawaitable(result) else result


@contextmanager
def start_portal(**_: Any) -> Iterator[Portal]:
    """Stand in for `anyio.from_thread.start_blocking_portal`."""
    portal = Portal()
    try:
        yield portal
    finally:
        portal.close()


def install() -> None:
    """Have every client of this process use one thread."""
    asyncio._set_running_loop(None)  # Pyodide has its own, which always runs
    base.start_blocking_portal = start_portal
    LiveTables.watch = lambda _: None  # no other process writes what this one could miss
