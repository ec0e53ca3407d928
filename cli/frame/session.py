"""What one start of the program knows: language, form of the answer, where the tables are."""

import os
import sys
from collections.abc import Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from typing import Any, TypeVar

Opened = TypeVar("Opened")


class Session:
    """The shared options, and the two streams: data on stdout, talk on stderr."""

    def __init__(self) -> None:
        self.as_json = False
        self.command: str | None = None
        self.subject: str | None = None
        self.flag: str | None = None
        self.db_flag: str | None = None
        self._opened = ExitStack()

    @contextmanager
    def call(self) -> Iterator[None]:
        """Run one call, perhaps in the middle of another; what it keeps open is closed when it ends."""
        around, self._opened = self._opened, ExitStack()
        try:
            with self._opened:
                yield
        finally:
            self._opened = around

    def keep(self, opened: AbstractContextManager[Opened]) -> Opened:
        """Keep something open until the call ends."""
        return self._opened.enter_context(opened)

    def remember(self, option: str, value: Any) -> None:
        """Note a shared option."""
        match option:
            case "json":
                self.as_json = True
            case "lang":
                self.flag = read_language(value)
            case "db":
                self.db_flag = value

    def overhear(self, args: list[str]) -> None:
        """Note the language among the words of a call, for what is said before they are all read."""
        from referee.l10n.language import language_of

        for word, after in zip(args, [*args[1:], ""], strict=False):
            if word == "--lang" or word.startswith("--lang="):
                self.flag = language_of(after if word == "--lang" else word[7:]) or self.flag

    @property
    def lang(self) -> str:
        """Give the language: `--lang`, then REFEREE_LANG, then the locale."""
        from referee.l10n import pick_language

        return pick_language(self.flag, os.environ)

    @property
    def db(self) -> str:
        """Say where the tables are kept: `--db`, then REFEREE_DB, then the platform's place."""
        from events.stores.places import data_folder

        return self.db_flag or os.environ.get("REFEREE_DB") or str(data_folder() / "tables.db")

    def say(self, message_id: str, **args: Any) -> str:
        """Put a message of this package into words."""
        from referee.l10n import say

        return say(message_id, self.lang, **args)

    def notate(self, state: Any, event: Any) -> str:
        """Write the line one types for an event."""
        from referee.l10n.wording import notate

        return notate(state, event, self.lang)

    def read(self, state: Any, line: str, seat: str | None = None) -> Any:
        """Read a line of notation; `seat` is who speaks. Raises NotationError."""
        from referee.l10n.wording import parse

        return parse(state, line, self.lang, seat)

    def tell(self, text: str = "") -> None:
        """Talk to the person: stderr, so that data stays clean."""
        print(text, file=sys.stderr, flush=True)

    def emit(self, value: Any) -> None:
        """Print one value as a line of JSON."""
        import msgspec

        print(msgspec.json.encode(value).decode())


def read_language(text: str) -> str:
    """Read a language as people write it."""
    from referee.l10n import LANGUAGES, UnknownLanguageError, pick_language

    try:
        return pick_language(text, {})
    except UnknownLanguageError:
        from cli.frame.problems import Problem

        raise Problem("cli.usage.language", asked=text, known=LANGUAGES) from None


def is_painted(stream: Any) -> bool:
    """Whether colour belongs on a stream: a terminal, and nobody asked for none."""
    return not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb" and stream.isatty()


def bold(text: str, stream: Any) -> str:
    """Make text stand out where colour belongs."""
    return f"\x1b[1m{text}\x1b[0m" if is_painted(stream) else text
