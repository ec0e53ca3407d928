"""`referee export`: write a table out."""

import sys
from collections.abc import Iterator
from enum import StrEnum
from shlex import quote
from typing import Annotated

import typer

from cli.frame.session import Session
from cli.frame.written import Force, refuse_to_replace, written_to
from cli.tables.find_table import Source, SourceArgument, find_source, moment

EXAMPLE = """\
Examples:

\b
  referee export evening --to jsonl --out evening.jsonl
  referee export evening --to record
  referee export evening --to text --out evening.txt
  referee export evening --to svg --out board.svg
  referee export evening --to html --out film.html
"""


class Form(StrEnum):
    """What a table can be written as."""

    jsonl = "jsonl"
    record = "record"
    text = "text"
    svg = "svg"
    md = "md"
    html = "html"


def command(
    ctx: typer.Context,
    source: Annotated[str, SourceArgument],
    to: Annotated[
        Form, typer.Option(help="The log, a record as JSON or as text, the board, notes, or a film to watch.")
    ] = Form.jsonl,
    out: Annotated[str, typer.Option(metavar="FILE", help="Where to; - is stdout.")] = "-",
    *,
    force: Force = False,
) -> None:
    """Write a table out: log, record, board, notes or a film."""
    session = ctx.ensure_object(Session)
    found = find_source(session, source)
    refuse_to_replace(out, f"export {quote(source)} --to {to.value} --out", force=force)
    if to in {Form.jsonl, Form.record, Form.text} and holds_secrets(found):
        session.tell(session.say("cli.face_down_export"))
    lines = FORMS[to](session, found)
    if out == "-":
        write_out(session, found, to, lines)
    else:
        written_to(session, out, to.value, lines)
    found.finish()


def holds_secrets(source: Source) -> bool:
    """Whether a log tells what somebody may not know yet."""
    from referee.service.logs.log_index import secrets_of

    secrets = secrets_of(source.log)
    return bool(secrets.face_down) or secrets.has_hidden_cards


def write_out(session: Session, found: Source, to: Form, lines: Iterator[str]) -> None:
    """Write to stdout; with --json, lines that are not JSON go into one object."""
    if session.as_json and to in {Form.svg, Form.md, Form.text, Form.html}:
        from referee.service.answers.files import InForm

        session.emit(InForm(source=found.label, form=to.value, text="\n".join(lines)))
        return
    for line in lines:
        sys.stdout.write(line + "\n")


def as_log(_session: Session, source: Source) -> Iterator[str]:
    """Write the entries as they are."""
    from referee.service.logs.sources import proved

    return (line.decode() for line in proved(source.log))


def as_record(_session: Session, source: Source) -> Iterator[str]:
    """Write the bare actions and observations."""
    from referee.service.files.exporting import export_record

    return (line.decode() for line in export_record(source.log))


def as_text(session: Session, source: Source) -> Iterator[str]:
    """Write the record as people write it, in the reader's language."""
    from referee.service.files.exporting import export_text

    return export_text(source.log, session.lang)


def as_svg(session: Session, source: Source) -> Iterator[str]:
    """Draw the board as everybody may see it."""
    from referee.draw import svg_file

    now = moment(source)
    yield svg_file(now.game.view(now.state, None), session.lang)


def as_notes(session: Session, source: Source) -> Iterator[str]:
    """Write the game as Markdown: who won, the board, every entry."""
    from cli.commands.log.log import read, read_log_index, words_in
    from cli.output.sentences import board, result
    from referee.draw.documents.markdown import escape, fence

    now = moment(source)
    yield f"# {escape(source.label)}"
    yield ""
    yield escape(result(session, now.state, now.game))
    yield ""
    yield from fence(board(session, now.game, now.state))
    yield ""
    for row in read(session, source, read_log_index(source), None):
        words = escape(words_in(session, row))
        yield f"{row.seq}. {words if row.in_force else f'~~{words}~~'}"


def as_film(session: Session, source: Source) -> Iterator[str]:
    """Write the game as one page that plays by itself, as everybody may see it."""
    from referee.draw.documents.replay import as_replay
    from referee.service.logs.log_index import secrets_of
    from referee.service.timeline import make_timeline

    yield as_replay(make_timeline(source.log, secrets_of(source.log)), session.lang)


FORMS = {
    Form.jsonl: as_log,
    Form.record: as_record,
    Form.text: as_text,
    Form.svg: as_svg,
    Form.md: as_notes,
    Form.html: as_film,
}
