"""Errors that the person at the terminal can put right, and the exit codes of the program."""

from typing import TYPE_CHECKING

from referee.kernel.verdict import Refused

if TYPE_CHECKING:
    from referee.kernel.game import NotationError
    from referee.service.tables.table import Table


NO, USAGE, DAMAGED, NEWER, UNDECIDED, BUG = 1, 2, 3, 4, 5, 70

_NAMES_NOTHING = {
    "table.unknown_game",
    "table.unknown_edition",
    "table.unknown_option",
    "table.unknown_value",
    "table.unknown_seat",
    "table.unknown_colour",
    "table.no_such_entry",
    "table.no_such_proposal",
    "table.no_such_dispute",
}
"""Reasons to refuse a name that does not exist: that is wrong usage, wherever it is typed."""


class Problem(Exception):  # noqa: N818 -- not every problem is an error of somebody's
    """An error that people can put right: a message id with arguments, a hint (a command), an exit code.

    Without a hint, the help of the command is named. With --json it is answered as an error, or, where
    `refusal` is set, as that refusal.
    """

    def __init__(self, message_id: str, hint: str | None = None, code: int = USAGE, **args: object) -> None:
        super().__init__(message_id)
        self.message_id, self.hint, self.code, self.args_ = message_id, hint, code, args
        self.refusal: tuple[Table, Refused, str] | None = None

    def refused_at(self, table: "Table", refused: Refused) -> "Problem":
        """Let it be answered as a refusal at a table; return self."""
        self.refusal = (table, refused, "")
        return self

    def of_line(self, table: "Table", error: "NotationError", line: str) -> "Problem":
        """Let it be answered as a line that cannot be read; return self."""
        self.refusal = (table, Refused(error.reason, (), error.args_), line)
        return self


def exit_code_of(refused: Refused) -> int:
    """Return USAGE where a refusal is about a name that does not exist, else NO."""
    return USAGE if refused.reason in _NAMES_NOTHING else NO
