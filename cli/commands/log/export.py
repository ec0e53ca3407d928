"""`referee export`: write a table out."""

import sys
from collections.abc import Iterator
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from cli.frame.session import Session
from cli.frame.written_files import write_file
from cli.tables.find_table import Source, SourceArgument, find_source, moment

EXAMPLE = """\
Examples:

\b
  referee export evening --to jsonl --out evening.jsonl
  referee export evening --to record
  referee export evening --to svg --out board.svg
"""


class Form(StrEnum):
    """What a table can be written as."""

    jsonl = "jsonl"
    record = "record"
    svg = "svg"
    md = "md"


def command(
    ctx: typer.Context,
    source: Annotated[str, SourceArgument],
    to: Annotated[
        Form, typer.Option(help="The whole log, a bare record, the board, or notes of the game.")
    ] = Form.jsonl,
    out: Annotated[str, typer.Option(metavar="FILE", help="Where to; - is stdout.")] = "-",
) -> None:
    """Write a table out: log, record, board or notes."""
    session = ctx.ensure_object(Session)
    found = find_source(session, source)
    if to in {Form.jsonl, Form.record} and holds_secrets(found):
        session.tell(session.say("cli.face_down_export"))
    lines = FORMS[to](session, found)
    if out == "-":
        write_out(session, found, to, lines)
    else:
        written = write_file(Path(out), lines)
        if session.as_json:
            session.emit({"file": out, "form": to.value, "lines": written})
        else:
            session.tell(session.say("cli.written", file=out))
    found.finish()


def holds_secrets(source: Source) -> bool:
    """Whether a log tells what somebody may not know yet."""
    from referee.service.history import secrets_of

    secrets = secrets_of(source.log)
    return bool(secrets.face_down) or secrets.keeps_any


def write_out(session: Session, found: Source, to: Form, lines: Iterator[str]) -> None:
    """Write to stdout; what is no JSON is put into one object with --json."""
    if session.as_json and to in {Form.svg, Form.md}:
        session.emit({"source": found.label, "form": to.value, "text": "\n".join(lines)})
        return
    for line in lines:
        sys.stdout.write(line + "\n")


def as_log(_session: Session, source: Source) -> Iterator[str]:
    """Write the entries as they are."""
    from referee.service.export import export_log

    return (line.decode() for line in export_log(source.log))


def as_record(_session: Session, source: Source) -> Iterator[str]:
    """Write the bare actions and observations."""
    from referee.service.export import export_record

    return (line.decode() for line in export_record(source.log))


def as_svg(session: Session, source: Source) -> Iterator[str]:
    """Draw the board as everybody may see it."""
    from referee.draw import svg_file

    now = moment(source)
    yield svg_file(now.game.view(now.state, None), session.lang)


def as_notes(session: Session, source: Source) -> Iterator[str]:
    """Write the game as Markdown: who won, the board, every entry."""
    from cli.commands.log.log import read, read_history, told
    from cli.telling.sentences import board, result

    now = moment(source)
    yield f"# {source.label}"
    yield ""
    yield result(session, now.state, now.game)
    yield ""
    yield "```"
    yield from board(session, now.game, now.state).splitlines()
    yield "```"
    yield ""
    for row in read(source, read_history(source), None):
        struck = told(session, row)[8:].strip()
        yield f"{row['seq']}. {struck if row['in_force'] else f'~~{struck}~~'}"


FORMS = {Form.jsonl: as_log, Form.record: as_record, Form.svg: as_svg, Form.md: as_notes}
