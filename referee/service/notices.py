"""Notices: what whoever runs the program should know beside every answer, in their own language."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any


class Notice:
    """A message: `reason` is its id, `args` its arguments; its text is English where no listener words it."""

    def __init__(self, reason: str, **args: Any) -> None:
        self.reason, self.args = reason, args

    def __str__(self) -> str:
        from referee.l10n import say  # reads every message

        return say(self.reason, "en", **self.args)


LISTENERS: list[Callable[[Notice], None]] = []
"""Functions that show a notice; where there are none, notices are logged as warnings."""


def notify(reason: str, **args: Any) -> None:
    """Give a notice to every listener; log it as a warning where there are none."""
    notice = Notice(reason, **args)
    for show in LISTENERS:
        show(notice)
    if not LISTENERS:
        from logging import getLogger  # 2 ms of every start

        getLogger(__name__).warning(notice)


def format_hours(time: timedelta) -> str:
    """Format a time as `H:MM:SS`."""
    minutes, seconds = divmod(int(time.total_seconds()), 60)
    return f"{minutes // 60}:{minutes % 60:02}:{seconds:02}"
