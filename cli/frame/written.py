"""What was written into a file instead of being printed: never over one there is, unless asked for."""

import os
from collections.abc import Iterable
from pathlib import Path
from shlex import quote
from typing import Annotated

import typer

from cli.frame.problems import NO, Problem
from cli.frame.session import Session

Force = Annotated[bool, typer.Option("--force", help="Write over a file there is.")]


def refuse_to_replace(out: str, typed: str, *, force: bool) -> None:
    """Say that a file is there already, and how to write over it: what was `typed`, its file left out.

    Nothing is said where the file is new, or is no file.
    """
    path = Path(out)
    is_no_file = path.exists() and not path.is_file()
    if out == "-" or force or is_no_file or not os.path.lexists(path):
        return
    raise Problem("cli.file_is_there", f"referee {typed} {quote(out)} --force", NO, file=out)


def written_to(session: Session, out: str, form: str, lines: str | Iterable[str]) -> None:
    """Write a text, or lines as they come, into the file `out`, and say so."""
    from referee.service.files.written_files import write_file

    written = write_file(Path(out), lines.rstrip("\n").split("\n") if isinstance(lines, str) else lines)
    if session.as_json:
        from referee.service.answers.files import Written

        session.emit(Written(file=out, form=form, lines=written))
    else:
        session.tell(session.say("cli.written", file=out))
