"""What the commands that games bring may ask of the terminal: see `referee.service.terminal`."""

from pathlib import Path
from typing import Any, TextIO

from cli.files import refuse_to_replace
from cli.problems import USAGE, Problem
from cli.session import Session
from cli.sources import find_file
from cli.terminal import is_painted
from referee.service.answers import Answer


class GameTerminal:
    """A session as a game's own command knows it."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self.as_json, self.lang = session.as_json, session.lang
        self.say, self.tell = session.say, session.tell

    def emit(self, answer: Answer | dict[str, Any]) -> None:
        self._session.emit(answer)

    def problem(self, message_id: str, hint: str | None = None, code: int = USAGE, **args: object) -> Problem:
        return Problem(message_id, hint, code, **args)

    def find_file(self, file: Path) -> Path:
        return find_file(self._session, file)

    def refuse_to_replace(self, out: str, typed: str, *, force: bool) -> None:
        refuse_to_replace(out, typed, force=force)

    def is_painted(self, stream: TextIO) -> bool:
        return is_painted(stream)
