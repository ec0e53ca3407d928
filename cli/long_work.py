"""Long work: a progress bar on stderr, and how to go on after an interruption."""

import io
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, redirect_stdout
from typing import TextIO, TypeVar

import typer

from cli.problems import Problem
from cli.session import Session


@contextmanager
def long_work(session: Session, goes_on: str) -> Iterator[None]:
    """Turn errors of a cluster, or of a folder with other work in it, into a Problem.

    `goes_on` is the id of the message printed on an interruption, which is raised again.
    """
    from referee.service.simulation.executor import ClusterError, OtherWorkError  # a bar needs none: 20 ms

    try:
        yield
    except KeyboardInterrupt:
        session.tell(session.say(goes_on))
        raise
    except OtherWorkError as error:
        raise Problem("crew.other_work", folder=error.args[0]) from None
    except ClusterError as error:
        raise Problem(error.reason, **error.args_) from None


T = TypeVar("T")

LONG = 20_000
"""So many lines take about a second; fewer need no bar."""

LONG_BYTES = 5_000_000
"""So many bytes take about as long."""

_STEPS = 1000
"""A bar is drawn anew at most so often."""


def iter_with_bar(session: Session, items: Iterable[T], length: int, *, least: int = 0) -> Iterator[T]:
    """Yield the items while a bar shows how many are done; fewer than `least` get no bar."""
    with progress_bar(session, length, least=least) as advance:
        for item in items:
            yield item
            advance(1)


@contextmanager
def progress_bar(session: Session, length: int, *, least: int = 0) -> Iterator[Callable[[int], None]]:
    """Show a bar and yield the function that advances it.

    No bar below `least`, with --json, or without a terminal.
    """
    if session.as_json or length < least or not sys.stderr.isatty():
        yield lambda _: None
        return
    steps = max(1, length // _STEPS)
    with (
        typer.progressbar(length=length, file=sys.stderr, update_min_steps=steps) as shown,
        redirect_stdout(_AboveTheBar(sys.stdout)),
    ):
        yield shown.update
        shown.update_min_steps = 1
        shown.update(length - shown.pos)


class _AboveTheBar(io.TextIOBase):
    """A stdout that prints in the line of the progress bar, which is drawn again below it."""

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
