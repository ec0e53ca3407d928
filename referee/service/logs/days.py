"""The day on which something was recorded, as people there call it."""

from datetime import datetime


def day_of(at: datetime) -> str:
    """Write the day of a moment in the time zone of this machine, which stands where people play."""
    try:
        return at.astimezone().date().isoformat()
    except (OverflowError, OSError, ValueError):  # the first and the last day there is
        return at.date().isoformat()
