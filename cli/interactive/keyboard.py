"""Read lines at one keyboard: prompts, completion, the curtain before a secret, words for the keyboard."""

import re
import shlex
import sys
from collections.abc import Sequence
from contextlib import suppress

from cli.command_list import AT_THE_KEYBOARD
from cli.session import Session
from referee.kernel.folding import fold
from referee.languages import words_for

CLEAR = "\x1b[2J\x1b[3J\x1b[H"
"""Wipes the screen and what has scrolled off it, so that nobody scrolls back to a secret."""


class Keyboard:
    """Reads lines that people type, or that are piped in.

    `is_live`: somebody types. `shows_secret`: only one seat may see what is on the screen.
    """

    def __init__(self, session: Session) -> None:
        self.session = session
        self.is_live = sys.stdin.isatty()
        self.shows_secret = False
        self._offered: Sequence[str] = ()
        if self.is_live:
            self._complete()

    def _complete(self) -> None:
        """Let Tab complete the offered lines; nothing happens without readline (Windows)."""
        try:
            import readline  # not on Windows
        except ImportError:  # Windows has none; typing works without
            return
        readline.set_auto_history(False)
        readline.set_completer_delims("")
        readline.set_completer(self._candidate)
        readline.parse_and_bind("tab: complete")

    def _candidate(self, typed: str, number: int) -> str | None:
        """Return the `number`th offered line that goes on from what was typed, None after the last."""
        fitting = [line for line in self._offered if line.lower().startswith(typed.lower())]
        return fitting[number] if number < len(fitting) else None

    def ask(self, prompt: str, offered: Sequence[str] = (), *, secret: bool = False) -> str | None:
        """Return one line without blanks around it, or None at the end of input.

        Tab completes the lines `offered`. With `secret` the line is not kept in the history, and
        `wipe_secret` will clear the screen.
        """
        self._offered = offered
        self.shows_secret |= secret
        if not self.is_live:
            return self._read_piped(prompt, secret=secret)
        try:
            line = input(prompt).strip()
        except EOFError:
            return None
        if line and not secret:
            self._remember(line)
        return line

    def _read_piped(self, prompt: str, *, secret: bool) -> str | None:
        """Return a line that nobody types, and print it as if somebody had."""
        print(prompt, end="", file=sys.stderr, flush=True)
        line = sys.stdin.readline()
        self.session.tell("" if secret else line.rstrip("\n"))
        return line.strip() if line else None

    @staticmethod
    def _remember(line: str) -> None:
        """Add a line to the history, where there is readline."""
        with suppress(ImportError):
            import readline  # not on Windows

            readline.add_history(line)

    def hand_to(self, name: str) -> str | None:
        """Draw the curtain until `name` sits there; return what was typed, None at the end of input."""
        self.wipe_secret()
        return self.ask(self.session.say("cli.hand_over", seat=name), secret=True)

    def wipe_secret(self) -> None:
        """Clear screen and scrollback if they show somebody's secret."""
        if self.shows_secret and self.is_live and sys.stderr.isatty():
            print(CLEAR, end="", file=sys.stderr, flush=True)
        self.shows_secret = False


ELSEWHERE = ("rule", "games", "events", "schema")
"""Commands that need no table."""

ITS_OWN = ("?", "why", "show", "back", "undo", "anyway", "as", "lang", "quit")

NO_COMMANDS = ("?", "why", "undo", "anyway", "as", "lang", "help", "quit", "exit", "q")
"""Words that are no commands: with `referee` before them they are never taken for an act of the game."""

ENDING = "end"
"""The word for ending a turn, a step or the evening: it is asked which is meant, and nothing is closed."""

_WRITTEN_ON = re.compile(r"([^\x00-\x7f]+?)([0-9０-９A-Za-z-].*)")
"""A word with a number or an id right after it, without a blank, as in 撤回2."""

WIDE_BLANK = {0x3000: " "}
"""The blank of an input method for Chinese or Japanese."""


def words_here() -> dict[str, str]:
    """Return the words for the keyboard and commands by what people call them, in any language."""
    return {**words_for("commands"), **words_for("keyboard")}


def split_first_word(line: str) -> tuple[str, str]:
    """Return the first word and the rest; without a blank, the word ends before a number or an id."""
    word, _, rest = line.translate(WIDE_BLANK).partition(" ")
    if (run_on := _WRITTEN_ON.fullmatch(word)) is not None:
        word, rest = run_on[1], f"{run_on[2]} {rest}"
    return word, rest.strip()


def begins_with_keyword(line: str) -> bool:
    """Return whether a line begins with a word that is looked up before acts are; `?` is not one of them."""
    first = fold(line.translate(WIDE_BLANK).partition(" ")[0]).lower()
    return first != "?" and first in {*ITS_OWN, *AT_THE_KEYBOARD, *ELSEWHERE, *NO_COMMANDS, "legal"}


def is_for_the_keyboard(line: str) -> bool:
    """Return whether a line is a word for the keyboard (alone, with a number or options) or a command."""
    if line.startswith("referee "):
        return True
    called, rest = split_first_word(line)
    known = {*ITS_OWN, *AT_THE_KEYBOARD, *ELSEWHERE, *words_here(), "exit", "q"}
    return called.casefold() in known and (not rest or rest.isdecimal() or rest.startswith("--"))


def split_words(line: str) -> list[str]:
    """Return the words as a shell would split them; at the blanks where a quote does not close."""
    try:
        return shlex.split(line)
    except ValueError:
        return line.split()
