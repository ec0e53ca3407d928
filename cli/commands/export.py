"""`referee export`: write a table out."""

import sys
from collections.abc import Iterator
from enum import StrEnum
from shlex import quote
from typing import Annotated

import typer

from cli.files import refuse_to_replace, write_output
from cli.output.rows import read_log_index, read_rows, row_in_words
from cli.output.sentences import draw_board, result_in_words
from cli.parameters import Force, Out, SourceArgument
from cli.problems import NO, Problem
from cli.session import Session
from cli.sources import Source, find_source, moment
from referee.draw import svg_file
from referee.draw.documents.markdown import escape, fence
from referee.draw.documents.replay import as_replay
from referee.draw.picks import find_offers
from referee.service.answers.files import InForm
from referee.service.files.exporting import export_record, export_text
from referee.service.logs.log_index import secrets_of
from referee.service.logs.sources import proved
from referee.service.timeline import make_timeline

EXAMPLE = """\
referee export evening --to jsonl --out evening.jsonl
referee export evening --to record
referee export evening --to text --out evening.txt
referee export evening --to svg --out board.svg
referee export evening --to html --out film.html
referee export evening --to codes
"""


class _Form(StrEnum):
    """What a table can be written as."""

    jsonl = "jsonl"
    record = "record"
    text = "text"
    svg = "svg"
    md = "md"
    html = "html"
    codes = "codes"


def command(
    ctx: typer.Context,
    source: Annotated[str, SourceArgument],
    to: Annotated[
        _Form,
        typer.Option(
            help="The log, a record as JSON or as text, the board, notes, a film to watch, or codes to scan."
        ),
    ] = _Form.jsonl,
    out: Out = "-",
    *,
    force: Force = False,
) -> None:
    """Write a table out: log, record, board, notes, a film or codes."""
    session = ctx.ensure_object(Session)
    found = find_source(session, source)
    refuse_to_replace(out, f"export {quote(source)} --to {to.value} --out", force=force)
    if to in {_Form.jsonl, _Form.record, _Form.text, _Form.codes} and _has_secrets(found):
        session.tell(session.say("cli.face_down_export"))
    lines = _FORMS[to](session, found)
    if out == "-":
        _print_lines(session, found, to, lines)
    else:
        write_output(session, out, to.value, lines)
    found.finish()


def _has_secrets(source: Source) -> bool:
    """Return whether a log holds what somebody at the table may not know yet."""
    secrets = secrets_of(source.log)
    return bool(secrets.face_down) or secrets.has_hidden_cards


def _print_lines(session: Session, found: Source, to: _Form, lines: Iterator[str]) -> None:
    """Print lines; with --json, forms that are not JSON themselves go into one JSON object."""
    if session.as_json and to in {_Form.svg, _Form.md, _Form.text, _Form.html, _Form.codes}:
        session.emit(InForm(source=found.label, form=to.value, text="\n".join(lines)))
        return
    for line in lines:
        sys.stdout.write(line + "\n")


def _write_log(_session: Session, source: Source) -> Iterator[str]:
    """Yield the lines of the log; raise DamagedLogError where its chain breaks."""
    return (line.decode() for line in proved(source.log))


def _write_record(_session: Session, source: Source) -> Iterator[str]:
    """Return the bare acts and observations as JSON lines."""
    return (line.decode() for line in export_record(source.log))


def _write_text(session: Session, source: Source) -> Iterator[str]:
    """Return the record as people write it, in the reader's language."""
    return export_text(source.log, session.lang)


def _write_svg(session: Session, source: Source) -> Iterator[str]:
    """Yield the current board, as everybody may see it, as SVG."""
    now = moment(source)
    offers = find_offers(now.game, now.state, None)
    yield svg_file(now.game.view(now.state, None), session.lang, offers=offers)


def _write_notes(session: Session, source: Source) -> Iterator[str]:
    """Yield the game as Markdown: who won, the board, every entry."""
    now = moment(source)
    yield f"# {escape(source.label)}"
    yield ""
    yield escape(result_in_words(session, now.state, now.game))
    yield ""
    yield from fence(draw_board(session, now.game, now.state))
    yield ""
    log_index = read_log_index(source)
    for row in read_rows(session, source, log_index, None):
        words = escape(row_in_words(session, log_index, row))
        yield f"{row.seq}. {words if row.in_force else f'~~{words}~~'}"


def _write_film(session: Session, source: Source) -> Iterator[str]:
    """Yield the game as one page that plays by itself, as everybody may see it."""
    yield as_replay(make_timeline(source.log, secrets_of(source.log)), session.lang)


def _write_codes(session: Session, source: Source) -> Iterator[str]:
    """Yield codes that a phone scans on the page where games are brought in, each with its number."""
    from referee.service.files.codes import CodesError, pack_log, write_codes  # 10 ms, for codes alone
    from referee.web.access.address import qr_text  # the same

    try:
        codes = write_codes(pack_log(proved(source.log)), "")
    except CodesError as error:
        raise Problem(error.reason, f"referee export {quote(source.label)}", NO, **error.args_) from None
    for n, code in enumerate(codes, 1):
        yield session.say("copies.n_of", n=n, of=len(codes))
        yield from qr_text(code).splitlines()


_FORMS = {
    _Form.jsonl: _write_log,
    _Form.record: _write_record,
    _Form.text: _write_text,
    _Form.svg: _write_svg,
    _Form.md: _write_notes,
    _Form.html: _write_film,
    _Form.codes: _write_codes,
}
