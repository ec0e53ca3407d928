"""`referee show`: the board of a table or a file, now or at any entry, as anybody may see it."""

import sys
from enum import StrEnum
from pathlib import Path
from shlex import quote
from typing import Annotated

import typer

from cli.files import refuse_to_replace
from cli.output.sentences import draw_board
from cli.parameters import At, Force, Out, SourceArgument, Viewer
from cli.problems import Problem
from cli.session import Session
from cli.sources import Moment, find_source, moment
from cli.tables import get_seat
from referee.draw import svg_file
from referee.draw.picks import find_offers
from referee.service.answers.tables import Shown, position_of
from referee.service.files.written_files import write_bytes, write_file

EXAMPLE = """\
referee show evening
referee show evening --at 41 --as B
referee show game.jsonl --to svg --out board.svg
"""


class _Picture(StrEnum):
    """What a board can be written as."""

    text = "text"
    svg = "svg"
    png = "png"


def command(
    ctx: typer.Context,
    source: Annotated[str, SourceArgument],
    at: At = None,
    seat: Viewer = None,
    to: Annotated[_Picture, typer.Option(help="As text, or as a picture.")] = _Picture.text,
    out: Out = "-",
    svg: Annotated[str | None, typer.Option(metavar="FILE", help="The same as --to svg --out FILE.")] = None,
    *,
    force: Force = False,
) -> None:
    """Show the board of a table or a file."""
    session = ctx.ensure_object(Session)
    found = find_source(session, source)
    now = moment(found, at)
    seat = get_seat(found.label, now.state, seat)
    if svg is not None:
        to, out = _Picture.svg, svg
    refuse_to_replace(out, f"show {quote(source)} --to {to.value} --out", force=force)
    if to != _Picture.text:
        _draw_picture(session, now, seat, to, out)
    if session.as_json:
        session.emit(Shown(source=found.label, **position_of(now.game, now.state, now.revision, seat)))
    elif to == _Picture.text:
        _write(session, draw_board(session, now.game, now.state, seat), out)


def _draw_picture(session: Session, now: Moment, seat: str | None, to: _Picture, out: str) -> None:
    """Draw the board as seen by a seat (None: everybody) as SVG or PNG, into a file or to stdout."""
    offers = find_offers(now.game, now.state, seat)
    drawn = svg_file(now.game.view(now.state, seat), session.lang, offers=offers)
    if to == _Picture.svg:
        _write(session, drawn, out)
        return
    picture = _render_png(drawn)
    if out == "-":
        sys.stdout.buffer.write(picture)
    else:
        write_bytes(Path(out), picture)
        session.tell(session.say("cli.written", file=out))


def _render_png(drawn: str) -> bytes:
    """Return an SVG picture as PNG; raise Problem where the extra `png` is not installed."""
    try:
        from resvg_py import svg_to_bytes  # an extra
    except ModuleNotFoundError:
        raise Problem("cli.no_png", "pip install 'referee[png]'") from None
    return bytes(svg_to_bytes(svg_string=drawn, background="white", zoom=2))


def _write(session: Session, text: str, out: str) -> None:
    """Write a text into a file, and print that it was written; - is stdout."""
    if out == "-":
        sys.stdout.write(text + "\n")
        return
    write_file(Path(out), [text])
    session.tell(session.say("cli.written", file=out))
