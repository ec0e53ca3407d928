"""The clock that dates entries: this machine's, unless it jumps while the program runs."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from time import monotonic

from referee.service.notices import notify

try:
    from time import CLOCK_BOOTTIME, clock_gettime

    clock_gettime(CLOCK_BOOTTIME)  # Emscripten has the name, and no such clock

    def _ticks() -> float:
        """Return seconds that go on steadily, also while the machine sleeps."""
        return clock_gettime(CLOCK_BOOTTIME)
except (ImportError, OSError):  # not Linux
    _ticks = monotonic

Clock = Callable[[], datetime]

_JUMP = timedelta(days=1)
"""More than this between two entries is a notice; a clock that jumps further ahead is not followed."""


class SteadyClock:
    """The time in UTC; a jump ahead of more than a day is not followed, and gives one notice.

    It then goes on by `ticks`, seconds of a clock that is never set, until `wall` agrees again. Where the
    clock is right after the jump, starting the program anew takes it over.
    """

    def __init__(self, wall: Clock = lambda: datetime.now(UTC), ticks: Callable[[], float] = _ticks) -> None:
        self._wall, self._ticks = wall, ticks
        self._last: tuple[datetime, float] | None = None
        self._has_noticed = False

    def __call__(self) -> datetime:
        """Return the time, see the class; may give the notice."""
        now, ticks = self._wall(), self._ticks()
        if self._last is not None:
            expected = self._last[0] + timedelta(seconds=ticks - self._last[1])
            if now - expected > _JUMP:
                if not self._has_noticed:
                    notify("table.clock_jumped", then=day_of(expected), now=day_of(now))
                    self._has_noticed = True
                return expected
        self._last, self._has_noticed = (now, ticks), False
        return now


def notify_of_gap(table: str, last: datetime, now: datetime) -> None:
    """Give a notice where an entry is dated more than a day after the one before."""
    if now - last > _JUMP:
        notify("table.dated_later", table=table, last=day_of(last), now=day_of(now))


def day_of(at: datetime) -> str:
    """Return the day (ISO) in the time zone of this machine, which stands where people play.

    A time that this zone cannot express, at the ends of the calendar, has the day of `at` itself.
    """
    try:
        return at.astimezone().date().isoformat()
    except (OverflowError, OSError, ValueError):
        return at.date().isoformat()


utc_now = SteadyClock()
