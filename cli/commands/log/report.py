"""`referee report`: the story of a game, one self-contained file to keep or send."""

import sys
from enum import StrEnum
from shlex import quote
from typing import TYPE_CHECKING, Annotated

import typer

from cli.frame.session import Session
from cli.frame.written import Force, refuse_to_replace, written_to
from cli.tables.find_table import SourceArgument, find_source

if TYPE_CHECKING:
    from referee.service.logs.sources import Log

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
    out: Annotated[str, typer.Option(metavar="FILE", help="Where to; - is stdout.")] = "-",
    *,
    force: Force = False,
) -> None:
    """Write the story of a game into one file."""
    session = ctx.ensure_object(Session)
    found = find_source(session, source)
    refuse_to_replace(out, f"report {quote(source)} --to {to.value} --out", force=force)
    text = report_in(session, found.log, to)
    if session.as_json and out == "-":
        from referee.service.answers.files import InForm

        session.emit(InForm(source=found.label, form=to.value, text=text))
    elif out == "-":
        sys.stdout.write(text)
    else:
        written_to(session, out, to.value, text)
    found.finish()


def report_in(session: Session, log: "Log", to: Form) -> str:
    """Write the report in a form."""
    from referee.draw.documents.report import as_html, as_svg
    from referee.draw.documents.report_markdown import as_markdown
    from referee.service.logs.log_index import secrets_of
    from referee.service.timeline import make_timeline

    write = {Form.html: as_html, Form.md: as_markdown, Form.svg: as_svg}[to]
    return write(make_timeline(log, secrets_of(log)), session.lang)
