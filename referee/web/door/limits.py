"""What one visitor may ask for, and the headers every answer carries."""

import time
from collections import OrderedDict
from collections.abc import Callable

import msgspec

CSP = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)

HEADERS = {
    "Content-Security-Policy": CSP,
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
    "Cache-Control": "no-store",
}
"""On every answer; `no-store` because a page may hold a hand of cards."""


class Limits(msgspec.Struct, frozen=True, kw_only=True):
    """How much is enough: bytes of a body, writes and wrong links a minute, streams."""

    body: int = 64 * 1024
    requests: int = 1200
    writes: int = 240
    guesses: int = 20
    streams_per_link: int = 6
    streams: int = 600


class Budget:
    """Counts what each visitor did in the last minute."""

    def __init__(self, most: int, clock: Callable[[], float] = time.monotonic) -> None:
        self.most, self._clock = most, clock
        self._spent: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def left(self, visitor: str) -> float:
        """Tell how much a visitor may still do; it comes back steadily over a minute."""
        spent, at = self._spent.get(visitor, (0.0, self._clock()))
        return self.most - max(0.0, spent - (self._clock() - at) * self.most / 60)

    def spend(self, visitor: str) -> bool:
        """Count one; False where there was nothing left."""
        left = self.left(visitor)
        if left < 1:
            return False
        self._spent[visitor] = (self.most - left + 1, self._clock())
        self._spent.move_to_end(visitor)
        while len(self._spent) > 10_000:
            self._spent.popitem(last=False)
        return True


def is_same_origin(origin: str | None, site: str | None, host: str) -> bool:
    """Whether a write comes from a page of this service.

    `null` is what browsers say for a page that sends no referrer; the link in the address, which no
    other page knows, still has to be right.
    """
    if site is not None and site not in {"same-origin", "none"}:
        return False
    return origin in {None, "null"} or (origin or "").partition("://")[2] == host
