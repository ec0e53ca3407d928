"""`referee show`: the board of a table or a file, now or at any entry, as anybody may see it."""

import sys
from enum import StrEnum
from pathlib import Path
from shlex import quote
from typing import Annotated

import typer

from cli.frame.problems import Problem
from cli.frame.session import Session
from cli.frame.written import Force, refuse_to_replace
from cli.help import completions
from cli.tables.find_table import Moment, SourceArgument, find_source, known_seat, moment

EXAMPLE = """\
Examples:

\b
  referee show evening
  referee show evening --at 41 --as B
  referee show game.jsonl --to svg --out board.svg
"""


class Picture(StrEnum):
    """What the board can be shown as."""

    text = "text"
    svg = "svg"
    png = "png"


At = Annotated[
    int | None, typer.Option("--at", metavar="N", help="After entry N (of a record: after line N).")
]
AsSeat = Annotated[
    str | None,
    typer.Option(
        "--as",
        metavar="SEAT",
        help="As this seat; else as everybody may see it.",
        autocompletion=completions.seats,
    ),
]


def command(
    ctx: typer.Context,
    source: Annotated[str, SourceArgument],
    at: At = None,
    seat: AsSeat = None,
    to: Annotated[Picture, typer.Option(help="As text, or as a picture.")] = Picture.text,
    out: Annotated[str, typer.Option(metavar="FILE", help="Where to; - is stdout.")] = "-",
    svg: Annotated[str | None, typer.Option(metavar="FILE", help="The same as --to svg --out FILE.")] = None,
    *,
    force: Force = False,
) -> None:
    """Show the board of a table or a file."""
    session = ctx.ensure_object(Session)
    found = find_source(session, source)
    now = moment(found, at)
    seat = known_seat(found.label, now.state, seat)
    if svg is not None:
        to, out = Picture.svg, svg
    refuse_to_replace(out, f"show {quote(source)} --to {to.value} --out", force=force)
    if to != Picture.text:
        draw(session, now, seat, to, out)
    if session.as_json:
        from referee.service.answers.tables import Shown, position_of

        session.emit(Shown(source=found.label, **position_of(now.game, now.state, now.revision, seat)))
    elif to == Picture.text:
        from cli.output.sentences import board

        write(session, board(session, now.game, now.state, seat), out)


def draw(session: Session, now: Moment, seat: str | None, to: Picture, out: str) -> None:
    """Draw the board as a picture."""
    from referee.draw import svg_file

    drawn = svg_file(now.game.view(now.state, seat), session.lang)
    if to == Picture.svg:
        write(session, drawn, out)
        return
    picture = as_png(drawn)
    if out == "-":
        sys.stdout.buffer.write(picture)
    else:
        from referee.service.files.written_files import write_bytes

        write_bytes(Path(out), picture)
        session.tell(session.say("cli.written", file=out))


def as_png(drawn: str) -> bytes:
    """Turn an SVG picture into a PNG."""
    try:
        from resvg_py import svg_to_bytes
    except ModuleNotFoundError:
        raise Problem("cli.no_png", "pip install 'referee[png]'") from None
    return bytes(svg_to_bytes(svg_string=drawn, background="white", zoom=2))


def write(session: Session, text: str, out: str) -> None:
    """Write to a file, or to stdout."""
    if out == "-":
        sys.stdout.write(text + "\n")
        return
    from referee.service.files.written_files import write_file

    write_file(Path(out), [text])
    session.tell(session.say("cli.written", file=out))
