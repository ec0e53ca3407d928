"""One call of the program: language, settings, form of the answer, and where the tables are."""

import os
import re
import shlex
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager
from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING, NamedTuple, TypeVar

import msgspec

from cli.command_list import AT_THE_KEYBOARD, COMMANDS, WITHOUT_TABLES
from cli.problems import Problem
from cli.terminal import fold_for
from events.base import type_of
from events.stores.places import without_secrets
from referee.l10n import LANGUAGES, UnknownLanguageError, noun, pick_language, say
from referee.languages import language_of

if TYPE_CHECKING:
    from events.base import Event
    from events.stores.protocol import ServedStore
    from referee.kernel.table import TableState
    from referee.service.answers import Answer


SETTINGS = ("lang", "db", "seats")
"""What the file may say."""

_OTHER_SETTINGS = {"language": "lang", "database": "db"}
"""What a setting is called as well."""


class _WrongSetting(NamedTuple):
    """A mistake in the settings file: a message id and its arguments."""

    message_id: str
    args: dict[str, str | tuple[str, ...]]


def _settings_file() -> Path:
    """Return the path of the settings: REFEREE_CONFIG, else this platform's usual place."""
    if named := os.environ.get("REFEREE_CONFIG"):
        return Path(named)
    home = Path.home()
    if sys.platform == "win32":
        return Path(os.environ.get("APPDATA", home / "AppData" / "Roaming")) / "referee" / "config.toml"
    if sys.platform == "darwin":
        return home / "Library" / "Application Support" / "referee" / "config.toml"
    return Path(os.environ.get("XDG_CONFIG_HOME") or home / ".config") / "referee" / "config.toml"


def _read_settings() -> tuple[dict[str, str], list[_WrongSetting]]:
    """Return the settings, and what is wrong in their file, which is skipped; both empty without a file."""
    file = _settings_file()
    try:
        text = file.read_text(encoding="utf-8")
    except (OSError, ValueError, RuntimeError):
        return {}, []
    import tomllib  # a cold start without settings: 2 ms less

    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        return {}, [
            _WrongSetting("cli.bad_settings", {"file": str(file), "why": str(error), "known": SETTINGS})
        ]
    wrong = {key: _judge_setting(str(file), key, value) for key, value in data.items()}
    right = (key for key in data if wrong[key] is None)
    found = {_OTHER_SETTINGS.get(key, key): _parse_setting(data[key]) or "" for key in right}
    return found, [each for each in wrong.values() if each is not None]


def _judge_setting(file: str, key: str, value: object) -> _WrongSetting | None:
    """Return what is wrong with one setting, None where nothing is."""
    setting, text = _OTHER_SETTINGS.get(key, key), _parse_setting(value)
    if setting not in SETTINGS:
        return _WrongSetting("cli.unknown_setting", {"file": file, "key": key, "known": SETTINGS})
    if text is None:
        return _WrongSetting("cli.setting_is_a_text", {"file": file, "key": key})
    if setting == "lang" and language_of(text) is None:
        return _WrongSetting(
            "cli.setting_names_no_language", {"file": file, "key": key, "value": text, "known": LANGUAGES}
        )
    return None


def _parse_setting(value: object) -> str | None:
    """Return a text, a list of texts joined by commas, or None where it is neither."""
    if isinstance(value, list) and all(isinstance(each, str) for each in value):
        return ",".join(value)
    return value if isinstance(value, str) else None


Opened = TypeVar("Opened")


class Session:
    """What one call shares: data goes to stdout, talk to stderr.

    `subject` is the table or file it is about, `keyboard_table` the table of `referee play`, None elsewhere;
    `seat_behind_curtain` that table and the seat that alone sees the screen, or None. `stores` are those
    opened, by where they are; `numbers` those of acts that were printed, by whose list they stand in;
    `options_asked` the answers to the question with which a command ended, none where it asked nothing.
    """

    def __init__(self) -> None:
        self.as_json = False
        self.command: str | None = None
        self.subject: str | None = None
        self.lang_flag: str | None = None
        self.db_flag: str | None = None
        self.keyboard_table: str | None = None
        self.seat_behind_curtain: tuple[str, str] | None = None
        self.numbers: dict[str, set[int]] = {}
        self.options_asked: tuple[str, ...] = ()
        self._opened = ExitStack()
        self.stores: dict[str, ServedStore] = {}
        self._settings: dict[str, str] | None = None

    @property
    def settings(self) -> dict[str, str]:
        """Return the settings of the file, read once; what is wrong in it is printed."""
        if self._settings is None:
            self._settings, wrong = _read_settings()
            for each in wrong:
                self.tell(self.say(each.message_id, **each.args))
        return self._settings

    @contextmanager
    def call(self) -> Iterator[None]:
        """Enter one call, perhaps within another; stores and files opened in it are closed at its end."""
        around = self._opened, self.stores
        self._opened, self.stores = ExitStack(), {}
        try:
            with self._opened:
                yield
        finally:
            self._opened, self.stores = around

    def enter(self, opened: AbstractContextManager[Opened]) -> Opened:
        """Enter a context manager that is exited when the call ends; return what it yields."""
        return self._opened.enter_context(opened)

    def note_option(self, option: str, value: bool | str) -> None:
        """Set a shared option; raise Problem for an unknown language."""
        match option, value:
            case "json", _:
                self.as_json = True
            case "lang", str(tag):
                self.lang_flag = parse_language(tag)
            case "db", str(where):
                self.db_flag = where

    def note_language(self, args: list[str]) -> None:
        """Set the language found in `args`, for messages before they are all parsed.

        Unknown ones are ignored.
        """
        for word, after in zip(args, [*args[1:], ""], strict=False):
            if word == "--lang" or word.startswith("--lang="):
                self.lang_flag = language_of(after if word == "--lang" else word[7:]) or self.lang_flag

    @property
    def lang(self) -> str:
        """Return the language: of `--lang`, REFEREE_LANG, the settings or the locale, the first there is."""
        if self.lang_flag or language_of(os.environ.get("REFEREE_LANG", "")):
            return pick_language(self.lang_flag, os.environ)
        return pick_language(language_of(self.settings.get("lang", "")), os.environ)

    @property
    def db(self) -> str:
        """Return where the tables are: `--db`, REFEREE_DB, the settings, or the platform's place."""
        from events.stores.places import data_folder  # the same

        named = self.db_flag or os.environ.get("REFEREE_DB") or self.settings.get("db")
        return named or str(data_folder() / "tables.db")

    def say(self, message_id: str, /, **args: object) -> str:
        """Return a message in the language of the session."""
        return self.adapt_commands(say(message_id, self.lang, **args))

    def adapt_commands(self, text: str) -> str:
        """Return a text with the commands in it as one types them here: with the `--db` of this call.

        In `referee play` they are words for the keyboard.
        """
        if "referee " not in text:
            return text
        if self.keyboard_table is not None:
            text = _as_keyboard_words(text, self.keyboard_table)
        return text if self.db_flag is None else self._with_db(text)

    def _with_db(self, text: str) -> str:
        """Return a text with the `--db` of this call after every command in it that opens tables."""
        known = "|".join(name for name in COMMANDS if name not in WITHOUT_TABLES)
        option = f" --db {quote(without_secrets(str(self.db_flag)))}"
        return re.sub(rf"(\breferee (?:{known}))(?![\w-])(?! --db)", lambda found: found[1] + option, text)

    def notate(self, state: "TableState | None", event: "Event") -> str:
        """Return the line one types for an event, its cards as they look."""
        from referee.l10n.wording import typed_line  # a cold start of --help without it: 4 ms

        return typed_line(state, event, self.lang)

    def lines(self, state: "TableState | None", events: "Sequence[Event]") -> list[str]:
        """Return the lines one types for some events."""
        return [self.notate(state, event) for event in events]

    def labels(
        self, state: "TableState | None", events: "Sequence[Event]", seat: str | None = None
    ) -> list[str]:
        """Return acts in words as `seat` would say them; acts of others begin with their names.

        Where two of them read the same, each gets its notation beside it.
        """
        from referee.l10n.wording import label  # the same

        said = [label(state, event, self.lang, seat) for event in events]
        often = Counter(said)
        return [
            one if often[one] == 1 else self.say("case.with_id", what=one, id=self.notate(state, event))
            for one, event in zip(said, events, strict=True)
        ]

    def search_texts(
        self, state: "TableState", events: "Sequence[Event]", seat: str | None = None
    ) -> list[str]:
        """Return for each act one text with all it may be searched by: notation, kind and words."""
        from referee.l10n.wording import notate  # the same

        lines = [notate(state, event, self.lang) for event in events]
        kinds = [noun("event", type_of(event), self.lang, state.game) for event in events]
        labels = self.labels(state, events, seat)
        return list(map(" ".join, zip(lines, kinds, labels, strict=True)))

    def parse(self, state: "TableState | None", line: str, seat: str | None = None) -> "Event":
        """Return the act that a line of notation means; `seat` is who speaks. Raises NotationError."""
        from referee.l10n.wording import parse  # the same

        return parse(state, line, self.lang, seat)

    def tell(self, text: str = "") -> None:
        """Print to stderr, commands adapted and lines folded to the terminal."""
        print(fold_for(self.adapt_commands(text), sys.stderr), file=sys.stderr, flush=True)

    def tell_all(self, lines: Sequence[str]) -> None:
        for line in lines:
            self.tell(line)

    def emit(self, answer: "Answer | Mapping[str, object]") -> None:
        """Print an answer as a line of JSON."""
        print(msgspec.json.encode(answer).decode())


def parse_language(text: str) -> str:
    """Return the tag of a language as people write it; raise Problem."""
    try:
        return pick_language(text, {})
    except UnknownLanguageError:
        raise Problem("cli.usage.language", asked=text, known=LANGUAGES) from None


def _as_keyboard_words(text: str, table: str) -> str:
    """Return a text in which commands at `table` stand without `referee` and its name."""
    named = rf"\breferee ({'|'.join(AT_THE_KEYBOARD)}) {re.escape(shlex.quote(table))}(?![\w-])"
    return re.sub(named, r"\1", text)
