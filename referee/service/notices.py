"""Notices: what whoever runs the program should hear beside every answer, in their own language."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any


class Notice:
    """Something to be told: `reason` is a message id, `args` its arguments; English where nobody words it."""

    def __init__(self, reason: str, **args: Any) -> None:
        self.reason, self.args = reason, args

    def __str__(self) -> str:
        from referee.l10n import say

        return say(self.reason, "en", **self.args)


LISTENERS: list[Callable[[Notice], None]] = []
"""Who tells notices to whoever runs the program; where nobody does, they are logged."""


def notify(reason: str, **args: Any) -> None:
    """Tell whoever runs the program."""
    notice = Notice(reason, **args)
    for tell in LISTENERS:
        tell(notice)
    if not LISTENERS:
        from logging import getLogger  # 2 ms of every start

        getLogger(__name__).warning(notice)


def hours_of(time: timedelta) -> str:
    """Write a time in hours, minutes and seconds, as every language does."""
    minutes, seconds = divmod(int(time.total_seconds()), 60)
    return f"{minutes // 60}:{minutes % 60:02}:{seconds:02}"
