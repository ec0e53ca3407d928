"""Work that touches the disk, kept off the loop that serves the streams."""

import asyncio
from collections.abc import Awaitable, Callable
from functools import wraps
from typing import Any, ParamSpec, TypeVar

from referee.service.logs.chain import DamagedLogError
from referee.service.logs.replay import EmptyLogError

P = ParamSpec("P")
T = TypeVar("T")

CONTEXT = "context"
"""What a handler calls the visit of the link that a program shows."""


def threaded(function: Callable[P, T]) -> Callable[P, Awaitable[T]]:
    """Run a handler in a thread; once more where its table was put away meanwhile.

    Everything is looked up anew then: a link that opens nothing any more is answered so, one of a table that
    has another name goes on there. What was written before is answered as it was.

    Litestar's own `sync_to_thread` wraps a handler again for every route it is registered on.
    """

    @wraps(function)
    async def run(*args: P.args, **kwargs: P.kwargs) -> T:
        try:
            return await asyncio.to_thread(function, *args, **kwargs)
        except (EmptyLogError, DamagedLogError):
            return await asyncio.to_thread(_run_anew, function, args, kwargs)

    return run


def _run_anew(function: Callable[..., T], args: tuple[Any, ...], kwargs: dict[str, Any]) -> T:
    """Run a handler again, with the link it was asked with looked up anew."""
    if CONTEXT in kwargs:
        kwargs = {**kwargs, CONTEXT: kwargs[CONTEXT].found_again()}
    return function(*args, **kwargs)
