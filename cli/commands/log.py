"""`referee log`: every entry of a table or a file; what was taken back is struck through, not gone.

A card that lies face down is shown as one until it is turned up, to everybody but its seat. The
hashes are left out (`referee export` has them): the hash of so small a secret would give it away.
"""

import sys
from collections import deque
from typing import Annotated

import typer
from msgspec import UNSET

from cli.output.rows import read_log_index, read_rows, row_in_words
from cli.parameters import SourceArgument, Viewer
from cli.session import Session
from cli.sources import find_source
from cli.terminal import is_painted
from referee.service.answers.tables import LogRow
from referee.service.logs.log_index import LogIndex

EXAMPLE = """\
referee log evening
referee log evening --last 10
referee log game.jsonl --json
"""


def command(
    ctx: typer.Context,
    source: Annotated[str, SourceArgument],
    last: Annotated[int | None, typer.Option(metavar="N", min=1, help="Only the last N entries.")] = None,
    seat: Viewer = None,
) -> None:
    """List the entries of a table or a file."""
    session = ctx.ensure_object(Session)
    found = find_source(session, source)
    log_index = read_log_index(found)
    rows = read_rows(session, found, log_index, seat)
    for row in deque(rows, maxlen=min(last, sys.maxsize)) if last else rows:
        session.emit(row) if session.as_json else print(_row_line(session, log_index, row))
    if log_index.trouble is not None:
        raise log_index.trouble
    found.finish()


def _row_line(session: Session, log_index: LogIndex, row: LogRow) -> str:
    """Return a row as a line: number, x where it was taken back, words (struck through on a terminal).

    What follows from an entry, or was worked out from it, is indented below it.
    """
    words = row_in_words(session, log_index, row)
    number = row.seq if row.line is UNSET else row.line
    indent = "  " * ((row.kind == "consequence") + (log_index.source_of(row.seq) is not None))
    shown = "" if number is None else number
    if row.in_force:
        return f"{shown:>5}   {indent}{words}"
    struck = f"\x1b[9m{words}\x1b[29m" if is_painted(sys.stdout) else words
    return f"{shown:>5} x {indent}{struck}"
