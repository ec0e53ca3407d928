"""How far long work has come: a bar on stderr for a person who waits, never for a program that reads."""

import io
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, redirect_stdout
from typing import TextIO, TypeVar

import typer

from cli.frame.session import Session

T = TypeVar("T")

LONG = 20_000
"""So many lines take about a second; fewer need no bar."""

LONG_BYTES = 5_000_000
"""So many bytes take about as long."""

STEPS = 1000
"""A bar is drawn anew at most so often."""


def watched(session: Session, items: Iterable[T], length: int, *, least: int = 0) -> Iterator[T]:
    """Pass items on, showing how many of them are done; fewer than `least` are not worth a bar."""
    with bar(session, length, least=least) as advance:
        for item in items:
            yield item
            advance(1)


@contextmanager
def bar(session: Session, length: int, *, least: int = 0) -> Iterator[Callable[[int], None]]:
    """Show a bar; give the function that moves it on. Less work than `least` gets no bar."""
    if session.as_json or length < least or not sys.stderr.isatty():
        yield lambda _: None
        return
    steps = max(1, length // STEPS)
    with (
        typer.progressbar(length=length, file=sys.stderr, update_min_steps=steps) as shown,
        redirect_stdout(AboveTheBar(sys.stdout)),
    ):
        yield shown.update
        shown.update_min_steps = 1
        shown.update(length - shown.pos)


class AboveTheBar(io.TextIOBase):
    """Writes what is found while a bar is drawn in its place; the bar is drawn again below."""

    def __init__(self, stdout: TextIO) -> None:
        self._stdout = stdout
        self._at_start = stdout.isatty()

    def write(self, text: str) -> int:
        if self._at_start:
            sys.stderr.write("\r\x1b[2K")
            sys.stderr.flush()
        self._at_start = text.endswith("\n") and self._stdout.isatty()
        return self._stdout.write(text)

    def flush(self) -> None:
        self._stdout.flush()
