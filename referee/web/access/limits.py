"""How much one visitor may ask for, and the headers of every answer. A visitor is a link or an address."""

import asyncio
import sys
import time
from collections import OrderedDict, deque
from collections.abc import Callable

import msgspec

_CSP = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)

HEADERS = {
    "Content-Security-Policy": _CSP,
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(self), geolocation=()",
    "Cache-Control": "no-store",
}
"""On every answer; `no-store` because a page may hold a hand of cards."""


BODY = 64 * 1024
"""How many bytes a body may have."""

UPLOAD = 16 << 20
"""How many bytes the body has with which the keeper hands in files."""


class Limits(msgspec.Struct, frozen=True, kw_only=True):
    """Requests, writes and wrong links a minute; requests in work (`at_once`) and waiting (`queue`); streams.

    `requests`, `writes`, `at_once` and `queue` hold for a link that opens something, and once more for
    everything else that comes from one address. Streams beyond a limit replace older ones.
    """

    requests: int = 600
    writes: int = 240
    guesses: int = 20
    at_once: int = 3
    queue: int = 32
    streams_per_link: int = 6
    streams: int = 600


class Budget:
    """How much of `most` a minute each visitor has left; divided by the `services` that share a store."""

    def __init__(
        self,
        most: int,
        clock: Callable[[], float] = time.monotonic,
        services: Callable[[], int] = lambda: 1,
    ) -> None:
        self._most, self._clock, self._services = most, clock, services
        self._spent: OrderedDict[str, tuple[float, float]] = OrderedDict()

    @property
    def most(self) -> float:
        """Return how much a visitor may do in a minute, at this service."""
        return max(1.0, self._most / self._services())

    def left(self, visitor: str) -> float:
        """Return how much a visitor may still do; it refills steadily over a minute."""
        spent, at = self._spent.get(visitor, (0.0, self._clock()))
        return self.most - max(0.0, spent - (self._clock() - at) * self.most / 60)

    def spend(self, visitor: str) -> bool:
        """Count one; return False, and count nothing, where nothing was left."""
        left = self.left(visitor)
        if left < 1:
            return False
        self._spent[visitor] = (self.most - left + 1, self._clock())
        self._spent.move_to_end(visitor)
        while len(self._spent) > 10_000:
            self._spent.popitem(last=False)
        return True


class BusyError(Exception):
    """A visitor asks for more at once than can wait."""


class Turns:
    """Lets each visitor have `at_once` requests in work and `queue` waiting: others come in between."""

    def __init__(self, at_once: int, queue: int = sys.maxsize) -> None:
        self.at_once, self.queue = at_once, queue
        self._working: dict[str, int] = {}
        self._waiting: dict[str, deque[asyncio.Future[None]]] = {}

    async def take(self, visitor: str, within: "Turn | None" = None) -> "Turn":
        """Wait for a turn; closing it closes `within`, too. Raises BusyError where too many wait already."""
        await self._take(visitor)
        return Turn(self, visitor, within)

    def is_full(self, visitor: str) -> bool:
        """Return whether no more requests of a visitor can wait."""
        return len(self._waiting.get(visitor, ())) >= self.queue

    async def _take(self, visitor: str) -> None:
        if self._working.get(visitor, 0) < self.at_once:
            self._working[visitor] = self._working.get(visitor, 0) + 1
            return
        if self.is_full(visitor):
            raise BusyError
        waiting = self._waiting.setdefault(visitor, deque())
        turn = asyncio.get_running_loop().create_future()
        waiting.append(turn)
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self.give_back(visitor)
            else:
                waiting.remove(turn)
            raise

    def give_back(self, visitor: str) -> None:
        """End a turn: the request of this visitor that waits longest has the next."""
        waiting = self._waiting.get(visitor)
        while waiting:
            turn = waiting.popleft()
            if not turn.done():
                turn.set_result(None)
                return
        self._waiting.pop(visitor, None)
        self._working[visitor] -= 1
        if not self._working[visitor]:
            del self._working[visitor]


class Turn:
    """A turn, until it is closed."""

    def __init__(self, turns: Turns, visitor: str, within: "Turn | None" = None) -> None:
        self._turns: Turns | None = turns
        self._visitor, self._within = visitor, within

    def close(self) -> None:
        """End the turn, and the one it was taken within; a second call does nothing."""
        turns, self._turns = self._turns, None
        if turns is not None:
            turns.give_back(self._visitor)
        if self._within is not None:
            self._within.close()


def is_same_origin(origin: str | None, site: str | None, host: str) -> bool:
    """Return whether a write comes from a page of this service: its `Origin`, `Sec-Fetch-Site` and `Host`.

    `null` is what browsers say for a page that sends no referrer; the link in the address, which no
    other page knows, still has to be right.
    """
    if site is not None and site not in {"same-origin", "none"}:
        return False
    return origin in {None, "null"} or (origin or "").partition("://")[2] == host
