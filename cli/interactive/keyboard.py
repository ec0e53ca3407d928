"""One keyboard for the whole table: prompts, completion, and the curtain before a secret."""

import sys
from collections.abc import Sequence

from cli.frame.session import Session

CLEAR = "\x1b[2J\x1b[3J\x1b[H"
"""Wipes the screen and what has scrolled off it, so that nobody scrolls back to a secret."""


class Keyboard:
    """Lines typed by people, or piped in by a test; the end of input is an answer too (None)."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.is_live = sys.stdin.isatty()
        self.shows_secret = False
        self._offered: Sequence[str] = ()
        if self.is_live:
            self._complete()

    def _complete(self) -> None:
        """Let Tab complete whole lines of notation."""
        try:
            import readline
        except ImportError:  # Windows has none; typing works without
            return
        readline.set_auto_history(False)
        readline.set_completer_delims("")
        readline.set_completer(self._candidate)
        readline.parse_and_bind("tab: complete")

    def _candidate(self, typed: str, number: int) -> str | None:
        """Give the `number`th line that goes on from what was typed."""
        fitting = [line for line in self._offered if line.lower().startswith(typed.lower())]
        return fitting[number] if number < len(fitting) else None

    def ask(self, prompt: str, offered: Sequence[str] = (), *, secret: bool = False) -> str | None:
        """Read one line; None at the end of input. A secret leaves no trace."""
        self._offered = offered
        self.shows_secret |= secret
        if not self.is_live:
            return self._piped(prompt, secret=secret)
        try:
            line = input(prompt).strip()
        except EOFError:
            return None
        if line and not secret:
            self._remember(line)
        return line

    def _piped(self, prompt: str, *, secret: bool) -> str | None:
        """Read a line that nobody types, and show it as if somebody had."""
        print(prompt, end="", file=sys.stderr, flush=True)
        line = sys.stdin.readline()
        self.session.tell("" if secret else line.rstrip("\n"))
        return line.strip() if line else None

    @staticmethod
    def _remember(line: str) -> None:
        """Let the arrow keys bring a line back."""
        from contextlib import suppress

        with suppress(ImportError):
            import readline

            readline.add_history(line)

    def hand_to(self, name: str) -> str | None:
        """Draw the curtain until `name` sits at the keyboard; give what was typed there, None at the end."""
        self.wipe_secret()
        return self.ask(self.session.say("cli.hand_over", seat=name), secret=True)

    def wipe_secret(self) -> None:
        """Clear the screen if it shows somebody's secret; what everybody may read stays."""
        if self.shows_secret and self.is_live and sys.stderr.isatty():
            print(CLEAR, end="", file=sys.stderr, flush=True)
        self.shows_secret = False
