"""What a game's own command, a module in `commands/` of its package, may ask of the terminal."""

from pathlib import Path
from typing import Any, Protocol, TextIO, cast

from referee.service.answers import Answer

TERMINAL = "referee.terminal"
"""The key of a command's context (`ctx.meta`) under which the terminal puts itself."""


class Terminal(Protocol):
    """One call of a command: data goes to stdout, talk to stderr. `as_json`: it is to answer with objects."""

    as_json: bool

    @property
    def lang(self) -> str: ...

    def say(self, message_id: str, /, **args: object) -> str:
        """Return a message in the reader's language."""

    def tell(self, text: str = "") -> None:
        """Print talk to stderr."""

    def emit(self, answer: Answer | dict[str, Any]) -> None:
        """Print an answer to stdout as JSON."""

    def problem(self, message_id: str, hint: str | None = None, code: int = 2, **args: object) -> Exception:
        """Return what ends the command when it is raised: a message, a command as hint, an exit code."""

    def find_file(self, file: Path) -> Path:
        """Return the file that is read where `file` is named; for - a copy of stdin."""

    def refuse_to_replace(self, out: str, typed: str, *, force: bool) -> None:
        """Raise where `out` is a file already, but for "-"; `typed` is the call without it, for the hint."""

    def is_painted(self, stream: TextIO) -> bool:
        """Return whether colour belongs on a stream."""


def terminal_of(ctx: Any) -> Terminal:
    """Return the terminal that calls a command, given the command's context."""
    return cast("Terminal", ctx.meta[TERMINAL])
