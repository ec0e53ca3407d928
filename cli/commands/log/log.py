"""`referee log`: every entry of a table or a file; what was taken back is struck through, not gone.

A card that lies face down is shown as one until it is turned up, to everybody but its seat. The
hashes are left out (`referee export` has them): the hash of so small a secret would give it away.
"""

import sys
from collections import deque
from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated

import typer

from cli.commands.table.show import AsSeat
from cli.frame.session import Session, is_painted
from cli.tables.find_table import Source, SourceArgument, find_source, known_seat

if TYPE_CHECKING:
    from referee.service.answers.tables import LogRow
    from referee.service.logs.log_index import LogIndex, VisibleEntry

EXAMPLE = """\
Examples:

\b
  referee log evening
  referee log evening --last 10
  referee log game.jsonl --json
"""


def command(
    ctx: typer.Context,
    source: Annotated[str, SourceArgument],
    last: Annotated[int | None, typer.Option(metavar="N", min=1, help="Only the last N entries.")] = None,
    seat: AsSeat = None,
) -> None:
    """List the entries of a table or a file."""
    session = ctx.ensure_object(Session)
    found = find_source(session, source)
    log_index = read_log_index(found)
    rows = read(session, found, log_index, seat)
    for row in deque(rows, maxlen=min(last, sys.maxsize)) if last else rows:
        session.emit(row) if session.as_json else print(told(session, row))
    if log_index.trouble is not None:
        raise log_index.trouble
    found.finish()


def read_log_index(source: Source) -> "LogIndex":
    """Read a log once, up to its first damage if it has any."""
    from referee.service.logs.log_index import LogIndex

    log_index = LogIndex(source.log, forgiving=True)
    if log_index.trouble is not None and not log_index.entries:
        raise log_index.trouble
    return log_index


def read(session: Session, source: Source, log_index: "LogIndex", seat: str | None) -> Iterator["LogRow"]:
    """Give a log as rows; rows of a record name their line, and secrets of other seats are covered."""
    from msgspec import UNSET

    from referee.service.answers.tables import make_log_row

    seat = known_seat(source.label, log_index.states[0], seat)
    for seen in log_index.view(seat):
        line = UNSET if source.line_ends is None else line_of(source, seen)
        yield make_log_row(log_index, seen, session.lang, seat, line)


def line_of(record: Source, seen: "VisibleEntry") -> int | None:
    """Give the line of a record that became an entry; None for a consequence."""
    return None if seen.entry.kind == "consequence" else record.number_of(seen.entry.seq)


def words_in(session: Session, row: "LogRow") -> str:
    """Say a row in words; a house rule also as it is typed."""
    from cli.output.sentences import with_typed

    is_rule = row.event["type"] == "house_ruled"
    return with_typed(session, row.words, row.event["option"], row.event["value"]) if is_rule else row.words


def told(session: Session, row: "LogRow") -> str:
    """Write a row as a line."""
    from msgspec import UNSET

    words = words_in(session, row)
    number = row.seq if row.line is UNSET else row.line
    indent = "  " if row.kind == "consequence" else ""
    shown = "" if number is None else number
    if row.in_force:
        return f"{shown:>5}   {indent}{words}"
    struck = f"\x1b[9m{words}\x1b[29m" if is_painted(sys.stdout) else words
    return f"{shown:>5} x {indent}{struck}"
