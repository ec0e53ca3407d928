"""`referee report`: the timeline of a game as one self-contained file."""

import sys
from enum import StrEnum
from shlex import quote
from typing import Annotated

import typer

from cli.files import refuse_to_replace, write_output
from cli.parameters import Force, Out, SourceArgument
from cli.session import Session
from cli.sources import find_source
from referee.draw.documents.markdown import as_markdown
from referee.draw.documents.report import as_html, as_svg
from referee.service.answers.files import InForm
from referee.service.logs.log_index import secrets_of
from referee.service.logs.sources import Log
from referee.service.timeline import make_timeline

EXAMPLE = """\
referee report evening --out evening.html
referee report evening --to md --lang ja
referee report game.jsonl --to svg --out end.svg
"""


class _Form(StrEnum):
    """What a report can be written as."""

    html = "html"
    md = "md"
    svg = "svg"


def command(
    ctx: typer.Context,
    source: Annotated[str, SourceArgument],
    to: Annotated[_Form, typer.Option(help="A page, Markdown, or the board at the end.")] = _Form.html,
    out: Out = "-",
    *,
    force: Force = False,
) -> None:
    """Write the story of a game into one file."""
    session = ctx.ensure_object(Session)
    found = find_source(session, source)
    refuse_to_replace(out, f"report {quote(source)} --to {to.value} --out", force=force)
    text = _render_report(session, found.log, to)
    if session.as_json and out == "-":
        session.emit(InForm(source=found.label, form=to.value, text=text))
    elif out == "-":
        sys.stdout.write(text)
    else:
        write_output(session, out, to.value, text)
    found.finish()


def _render_report(session: Session, log: Log, to: _Form) -> str:
    """Return the report of a log as it stands, redacted for everybody."""
    write = {_Form.html: as_html, _Form.md: as_markdown, _Form.svg: as_svg}[to]
    return write(make_timeline(log, secrets_of(log)), session.lang)
