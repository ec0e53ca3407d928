"""How far something long is: a bar on stderr, for a person who waits, never where a program reads."""

import sys
from collections.abc import Iterable, Iterator
from typing import TypeVar

import typer

from cli.session import Session

T = TypeVar("T")

LONG = 20_000
"""So many lines take about a second; fewer need no bar."""


def watched(session: Session, items: Iterable[T], length: int, *, least: int = 0) -> Iterator[T]:
    """Pass items on, showing how many of them are done; fewer than `least` are not worth a bar."""
    if session.as_json or length < least or not sys.stderr.isatty():
        yield from items
        return
    with typer.progressbar(items, length=length, file=sys.stderr) as bar:
        yield from bar
