"""Work that touches the disk, kept off the loop that serves the streams."""

import asyncio
from collections.abc import Awaitable, Callable
from functools import wraps
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")


def threaded(function: Callable[P, T]) -> Callable[P, Awaitable[T]]:
    """Run a handler in a thread.

    Litestar's own `sync_to_thread` wraps a handler again for every route it is registered on.
    """

    @wraps(function)
    async def run(*args: P.args, **kwargs: P.kwargs) -> T:
        return await asyncio.to_thread(function, *args, **kwargs)

    return run
