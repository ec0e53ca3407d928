"""Handlers that touch the disk run in threads, not in the loop that serves the streams."""

import asyncio
from collections.abc import Awaitable, Callable
from functools import wraps
from typing import Any, ParamSpec, TypeVar

from referee.service.logs.chain import DamagedLogError
from referee.service.logs.replay import EmptyLogError

P = ParamSpec("P")
T = TypeVar("T")

_CONTEXT = "context"
"""The name of a handler's parameter for the request context."""


def threaded(function: Callable[P, T]) -> Callable[P, Awaitable[T]]:
    """Run a handler in a thread; once more where its table was removed or renamed meanwhile.

    Its link is looked up anew then: one that opens nothing any more raises NotAuthorizedException, one of a
    renamed table goes on there. What was written before is answered as it was.

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
    if _CONTEXT in kwargs:
        kwargs = {**kwargs, _CONTEXT: kwargs[_CONTEXT].found_again()}
    return function(*args, **kwargs)
