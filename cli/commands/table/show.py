"""`referee show`: the board of a table or a file, now or at any entry, as anybody may see it."""

import sys
from pathlib import Path
from typing import Annotated, Any

import typer

from cli.frame.session import Session
from cli.tables.find_table import Moment, Source, SourceArgument, find_source, known_seat, moment

EXAMPLE = """\
Examples:

\b
  referee show evening
  referee show evening --at 41 --as B
  referee show game.jsonl --svg board.svg
"""

At = Annotated[
    int | None, typer.Option("--at", metavar="N", help="After entry N (of a record: after line N).")
]
Asker = Annotated[
    str | None, typer.Option("--as", metavar="SEAT", help="As this seat; else as everybody may see it.")
]


def command(
    ctx: typer.Context,
    source: Annotated[str, SourceArgument],
    at: At = None,
    seat: Asker = None,
    svg: Annotated[str | None, typer.Option(metavar="FILE", help="Draw into a file; - is stdout.")] = None,
) -> None:
    """Show the board of a table or a file."""
    session = ctx.ensure_object(Session)
    found = find_source(session, source)
    now = moment(found, at)
    seat = known_seat(found.label, now.state, seat)
    if svg is not None:
        draw(session, now, seat, svg)
    if session.as_json:
        session.emit(described(found, now, seat))
    elif svg is None:
        from cli.telling.sentences import board

        print(board(session, now.game, now.state, seat))


def described(source: Source, now: Moment, seat: str | None) -> dict[str, Any]:
    """Give a moment as one plain object, secrets of other seats left out."""
    game, state = now.game, now.state
    return {
        "source": source.label,
        "game": game.id,
        "edition": state.edition,
        "seats": state.seats,
        "names": state.names,
        "house": {name: getattr(state.switches, name) for name in state.house},
        "phase": game.phase(state),
        "turn": game.turn(state),
        "acting": game.acting(state),
        "revision": now.revision,
        "position": game.position(state, seat),
        "winners": game.winners(state),
    }


def draw(session: Session, now: Moment, seat: str | None, svg: str) -> None:
    """Draw the board as SVG."""
    from referee.draw import svg_file

    drawn = svg_file(now.game.view(now.state, seat), session.lang)
    if svg == "-":
        sys.stdout.write(drawn + "\n")
    else:
        from cli.frame.written_files import write_file

        write_file(Path(svg), [drawn])
        session.tell(session.say("cli.written", file=svg))
