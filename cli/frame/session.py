"""What one start of the program knows: language, form of the answer, where the tables are."""

import os
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager
from typing import TYPE_CHECKING, TextIO, TypeVar

if TYPE_CHECKING:
    from events.base import Event
    from events.stores.protocol import ServedStore
    from referee.kernel.table import TableState
    from referee.service.answers import Answer

Opened = TypeVar("Opened")

WITHOUT_TABLES = {
    "demo",
    "games",
    "check",
    "copy",
    "events",
    "schema",
    "rule",
    "simulate",
    "study",
    "scaffold",
}
"""Commands that open no database."""


class Session:
    """The shared options, and the two streams: data on stdout, talk on stderr.

    `plays` is the table round this keyboard, `speaks` that table and the seat behind the curtain, if any;
    `stores` are those the call has opened, by where they are; `numbers` those of acts that it has printed,
    by whose list they stand in.
    """

    def __init__(self) -> None:
        self.as_json = False
        self.command: str | None = None
        self.subject: str | None = None
        self.flag: str | None = None
        self.db_flag: str | None = None
        self.plays: str | None = None
        self.speaks: tuple[str, str] | None = None
        self.numbers: dict[str, set[int]] = {}
        self._opened = ExitStack()
        self.stores: dict[str, ServedStore] = {}
        self._settings: dict[str, str] | None = None

    @property
    def settings(self) -> dict[str, str]:
        """Give what a person set for good; a mistake in the file is told once."""
        if self._settings is None:
            from cli.frame.settings import read_settings

            self._settings, wrong = read_settings()
            for each in wrong:
                self.tell(self.say(each.message_id, **each.args))
        return self._settings

    @contextmanager
    def call(self) -> Iterator[None]:
        """Run one call, perhaps inside another; close what it kept open when it ends."""
        around = self._opened, self.stores
        self._opened, self.stores = ExitStack(), {}
        try:
            with self._opened:
                yield
        finally:
            self._opened, self.stores = around

    def keep(self, opened: AbstractContextManager[Opened]) -> Opened:
        """Keep something open until the call ends."""
        return self._opened.enter_context(opened)

    def remember(self, option: str, value: bool | str) -> None:
        """Note a shared option."""
        match option, value:
            case "json", _:
                self.as_json = True
            case "lang", str(tag):
                self.flag = read_language(tag)
            case "db", str(where):
                self.db_flag = where

    def overhear(self, args: list[str]) -> None:
        """Note the language among the words of a call, for what is said before they are all read."""
        from referee.languages import language_of

        for word, after in zip(args, [*args[1:], ""], strict=False):
            if word == "--lang" or word.startswith("--lang="):
                self.flag = language_of(after if word == "--lang" else word[7:]) or self.flag

    @property
    def lang(self) -> str:
        """Give the language: `--lang`, then REFEREE_LANG, then the settings, then the locale."""
        from referee.l10n import pick_language
        from referee.languages import language_of

        if self.flag or language_of(os.environ.get("REFEREE_LANG", "")):
            return pick_language(self.flag, os.environ)
        return pick_language(language_of(self.settings.get("lang", "")), os.environ)

    @property
    def db(self) -> str:
        """Say where the tables are kept: `--db`, REFEREE_DB, the settings, the platform's place."""
        from events.stores.places import data_folder

        named = self.db_flag or os.environ.get("REFEREE_DB") or self.settings.get("db")
        return named or str(data_folder() / "tables.db")

    def say(self, message_id: str, /, **args: object) -> str:
        """Put a message of this package into words."""
        from referee.l10n import say

        return self.advised(say(message_id, self.lang, **args))

    def advised(self, text: str) -> str:
        """Write the commands that a text advises as they are typed here: with the `--db` of this call.

        Round the keyboard of a table they are words for it.
        """
        if "referee " not in text:
            return text
        if self.plays is not None:
            from cli.interactive.keyboard_words import as_words

            text = as_words(text, self.plays)
        return text if self.db_flag is None else self.with_place(text)

    def with_place(self, text: str) -> str:
        """Add the `--db` of this call to every command that a text advises."""
        import re
        from shlex import quote

        from cli.main import COMMANDS
        from events.stores.places import without_secrets

        known = "|".join(name for name in COMMANDS if name not in WITHOUT_TABLES)
        told = f" --db {quote(without_secrets(str(self.db_flag)))}"
        return re.sub(rf"(\breferee (?:{known}))(?![\w-])(?! --db)", lambda found: found[1] + told, text)

    def notate(self, state: "TableState | None", event: "Event") -> str:
        """Write the line one types for an event, its cards as they look."""
        from referee.l10n.wording import typed_line

        return typed_line(state, event, self.lang)

    def lines(self, state: "TableState | None", events: "Sequence[Event]") -> list[str]:
        """Write the lines one types for events."""
        return [self.notate(state, event) for event in events]

    def labels(
        self, state: "TableState | None", events: "Sequence[Event]", seat: str | None = None
    ) -> list[str]:
        """Put acts into words as `seat` would say them; acts of others begin with their names.

        Where two of them read the same, each gets its notation beside it.
        """
        from referee.l10n.wording import label

        said = [label(state, event, self.lang, seat) for event in events]
        often = Counter(said)
        return [
            one if often[one] == 1 else self.say("case.with_id", what=one, id=self.notate(state, event))
            for one, event in zip(said, events, strict=True)
        ]

    def called(self, state: "TableState", events: "Sequence[Event]", seat: str | None = None) -> list[str]:
        """Give all that acts may be called, to be searched: the line of a record, its kind, the words."""
        from events.base import type_of
        from referee.l10n import noun
        from referee.l10n.wording import notate

        lines = [notate(state, event, self.lang) for event in events]
        kinds = [noun("event", type_of(event), self.lang, state.game) for event in events]
        labels = self.labels(state, events, seat)
        return list(map(" ".join, zip(lines, kinds, labels, strict=True)))

    def read(self, state: "TableState | None", line: str, seat: str | None = None) -> "Event":
        """Read a line of notation; `seat` is who speaks. Raises NotationError."""
        from referee.l10n.wording import parse

        return parse(state, line, self.lang, seat)

    def tell(self, text: str = "") -> None:
        """Talk to the person: stderr, so that data stays clean."""
        print(set_out(self.advised(text), sys.stderr), file=sys.stderr, flush=True)

    def tell_all(self, lines: "Sequence[str]") -> None:
        """Talk in several lines."""
        for line in lines:
            self.tell(line)

    def emit(self, answer: "Answer | Mapping[str, object]") -> None:
        """Print an answer as a line of JSON; a command that a game brings has objects of its own."""
        import msgspec

        print(msgspec.json.encode(answer).decode())


def set_out(text: str, stream: TextIO) -> str:
    """Break the lines of a text between words where a terminal would break them within; else leave it."""
    if not stream.isatty():
        return text
    from cli.frame.wrapping import folded

    return folded(text)


def read_language(text: str) -> str:
    """Read a language as people write it."""
    from referee.l10n import LANGUAGES, UnknownLanguageError, pick_language

    try:
        return pick_language(text, {})
    except UnknownLanguageError:
        from cli.frame.problems import Problem

        raise Problem("cli.usage.language", asked=text, known=LANGUAGES) from None


def is_painted(stream: TextIO) -> bool:
    """Whether colour belongs on a stream: a terminal, and nobody asked for none."""
    return not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb" and stream.isatty()


def bold(text: str, stream: TextIO) -> str:
    """Make text stand out where colour belongs."""
    return f"\x1b[1m{text}\x1b[0m" if is_painted(stream) else text
