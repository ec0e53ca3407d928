"""`referee log`: every entry of a table or a file; what was taken back is struck through, not gone.

A card that lies face down is shown as one until it is turned up, to everybody but its seat. The
hashes are left out (`referee export` has them): the hash of so small a secret would give it away.
"""

import sys
from collections import deque
from collections.abc import Iterator
from typing import Annotated, Any

import typer

from cli.commands.table.show import Asker
from cli.frame.session import Session, is_painted
from cli.tables.find_table import Source, SourceArgument, find_source, known_seat

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
    seat: Asker = None,
) -> None:
    """List the entries of a table or a file."""
    session = ctx.ensure_object(Session)
    found = find_source(session, source)
    history = read_history(found)
    rows = read(found, history, seat)
    for row in deque(rows, maxlen=min(last, sys.maxsize)) if last else rows:
        session.emit(described(session, row)) if session.as_json else print(told(session, row))
    if history.trouble is not None:
        raise history.trouble
    found.finish()


def read_history(source: Source) -> Any:
    """Read a log once, up to what is wrong with it, if anything is."""
    from referee.service.history import History

    history = History(source.log, forgiving=True)
    if history.trouble is not None and not history.entries:
        raise history.trouble
    return history


def read(source: Source, history: Any, seat: str | None) -> Iterator[dict[str, Any]]:
    """Give a log as rows; secrets of other seats are covered."""
    game = history.game
    seat = known_seat(source.label, history.states[0], seat)
    for seq, seen in enumerate(history.seen(seat), 1):
        yield {
            "game": game,
            "before": seen.before,
            "seq": seq,
            "number": number(source, seq, seen.entry),
            "of_record": source.line_ends is not None,
            "entry": seen.entry,
            "event": seen.event,
            "shown": numbered(source, game.id, seen.event),
            "in_force": seen.in_force,
        }


def number(source: Source, seq: int, entry: Any) -> int | None:
    """Give the number by which people name an entry; None for what follows from a line of a record."""
    if source.line_ends is not None and entry.kind == "consequence":
        return None
    return source.number_of(seq)


def numbered(source: Source, game: str, event: Any) -> Any:
    """Name the entries that an event is about by the numbers people give them."""
    from referee.kernel.shared import renumbered

    return renumbered(event, game, lambda seq, _: source.number_of(seq))


def described(session: Session, row: dict[str, Any]) -> dict[str, Any]:
    """Give a row as one plain object; `line` where it is one of a record."""
    entry = row["entry"]
    return {
        "seq": row["seq"],
        "at": entry.at,
        "by": entry.by,
        "kind": entry.kind,
        "cause": entry.cause,
        "event": row["event"],
        "notation": session.notate(row["before"], row["event"]),
        "in_force": row["in_force"],
        **({"line": row["number"]} if row["of_record"] else {}),
    }


def told(session: Session, row: dict[str, Any]) -> str:
    """Write a row as a line."""
    from cli.telling.sentences import sentence

    entry = row["entry"]
    text = sentence(session, row["before"], row["shown"])
    indent = "  " if entry.kind == "consequence" else ""
    number = "" if row["number"] is None else row["number"]
    if row["in_force"]:
        return f"{number:>5}   {indent}{text}"
    struck = f"\x1b[9m{text}\x1b[29m" if is_painted(sys.stdout) else text
    return f"{number:>5} x {indent}{struck}"
