"""`referee report`: the story of a game, one self-contained file to keep or send."""

import sys
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from cli.session import Session
from cli.tables import SourceArgument, find_source

EXAMPLE = """\
Examples:

\b
  referee report evening --out evening.html
  referee report evening --to md --lang ja
  referee report game.jsonl --to svg --out end.svg
"""


class Form(StrEnum):
    """What a report can be."""

    html = "html"
    md = "md"
    svg = "svg"


def command(
    ctx: typer.Context,
    source: Annotated[str, SourceArgument],
    to: Annotated[Form, typer.Option(help="A page, Markdown, or the board at the end.")] = Form.html,
    out: Annotated[Path | None, typer.Option(metavar="FILE", help="Where to; else stdout.")] = None,
) -> None:
    """Write the story of a game into one file."""
    from referee.service.replay import head_of
    from referee.service.retelling import story_of
    from referee.service.secrecy import secrets_of

    session = ctx.ensure_object(Session)
    found = find_source(session, source)
    head = head_of(found.log)
    text = written(session, story_of(found.log), secrets_of(found.log), head, to)
    if session.as_json and out is None:
        session.emit({"source": found.label, "form": to.value, "text": text})
    elif out is None:
        sys.stdout.write(text)
    else:
        out.write_text(text, encoding="utf-8")
        session.tell(session.say("cli.written", file=str(out)))
    found.finish()


def written(session: Session, story: object, secrets: object, head: object, to: Form) -> str:
    """Write the report in a form."""
    from referee.draw import svg_board
    from referee.draw.report import as_html, as_markdown
    from referee.service.chronicle import chronicle

    told = chronicle(story, head.revision, head.hash, secrets)  # type: ignore[attr-defined, arg-type]
    if to is Form.svg:
        return svg_board(told.game.view(told.state, None), session.lang) + "\n"
    return as_html(told, session.lang) if to is Form.html else as_markdown(told, session.lang)
