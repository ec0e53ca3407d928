"""Notices: what whoever runs the program should hear beside every answer, in their own language."""

from datetime import timedelta
from logging import getLogger
from typing import Any

from referee.l10n import say

LOG = getLogger(__name__)


class Notice:
    """Something to be told: `reason` is a message id, `args` its arguments; English where nobody words it."""

    def __init__(self, reason: str, **args: Any) -> None:
        self.reason, self.args = reason, args

    def __str__(self) -> str:
        return say(self.reason, "en", **self.args)


def notify(reason: str, **args: Any) -> None:
    """Tell whoever runs the program."""
    LOG.warning(Notice(reason, **args))


def hours_of(time: timedelta) -> str:
    """Write a time in hours, minutes and seconds, as every language does."""
    minutes, seconds = divmod(int(time.total_seconds()), 60)
    return f"{minutes // 60}:{minutes % 60:02}:{seconds:02}"
