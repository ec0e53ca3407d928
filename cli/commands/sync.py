"""`referee sync`: bring a table and its exported log to the same state, whichever is ahead."""

import shlex
from pathlib import Path
from typing import Annotated

import typer
from msgspec.structs import asdict

from cli.files import ask_about_doubts, problem_of_doubts
from cli.problems import NO, Problem
from cli.session import Session
from cli.tables import open_store
from referee.kernel.table import judge_table_name
from referee.service.answers.files import Synced
from referee.service.files.file_lines import numbered_lines
from referee.service.files.importing import (
    DoubtfulError,
    ForkedError,
    extend_table,
    import_file,
    own_name,
    whole_log,
)
from referee.service.files.written_files import write_file
from referee.service.logs.sources import StoredLog, is_log, proved

EXAMPLE = """\
referee sync evening.jsonl
referee sync /media/stick/evening.jsonl --table evening
referee sync evening.jsonl --yes
"""


def command(
    ctx: typer.Context,
    file: Annotated[Path, typer.Argument(metavar="FILE", help="An exported log; made where there is none.")],
    table: Annotated[
        str | None, typer.Option(metavar="NAME", help="Which table; else the one of the file.")
    ] = None,
    *,
    yes: Annotated[
        bool, typer.Option("--yes", help="Add what does not follow all the same, and ask nothing.")
    ] = False,
) -> None:
    """Bring a table and its file together, both ways."""
    session = ctx.ensure_object(Session)
    session.subject = str(file)
    if str(file) == "-":
        raise Problem("cli.sync_both_ways", "referee import -")
    store = open_store(session, create=True)
    name = _table_of_file(file, table)
    is_here, is_there = bool(store.head(name).revision), _has_entries(file)
    if not is_here and not is_there:
        raise Problem("cli.sync_nothing", "referee tables", table=name, file=str(file))
    behind, ahead = 0, store.head(name).revision
    if is_here and is_there:
        behind, ahead = _go_on(session, store, name, file, yes=yes)
    if not is_here:
        behind = import_file(store, file).revision
    elif ahead:
        _write_log(store, name, file)
    answer = Synced(
        table=name, file=str(file), revision=store.head(name).revision, into_table=behind, into_file=ahead
    )
    if session.as_json:
        session.emit(answer)
    else:
        session.tell(session.say("cli.synced", **asdict(answer)))


def _has_entries(file: Path) -> bool:
    """Return whether a file is there and holds more than blank lines."""
    return file.exists() and next(numbered_lines(file), None) is not None


def _table_of_file(file: Path, table: str | None) -> str:
    """Return the table of which a file is the log; for a file without entries `table`, or its own name."""
    if not _has_entries(file):
        return table or file.stem
    _, first = next(numbered_lines(file))
    if not is_log(first):
        raise Problem("cli.sync_no_log", f"referee import {shlex.quote(str(file))}", NO, file=str(file))
    name = own_name(first)
    if why := judge_table_name(name):
        raise Problem("cli.import_refused", "referee tables", NO, where=f"{file}:1:", why=why)
    if table not in {None, name}:
        raise Problem("cli.sync_other_table", code=NO, file=str(file), table=name, asked=table)
    return name


def _go_on(session: Session, store: object, name: str, file: Path, *, yes: bool) -> tuple[int, int]:
    """Add the file's further entries to the table; return how many, and how many the file lacks."""
    try:
        accept = ask_about_doubts(session, yes=yes)
        found = extend_table(store, name, lambda: whole_log(lambda: numbered_lines(file)), accept)  # type: ignore[arg-type]
    except ForkedError as error:
        raise _problem_of_fork(file, name, error.refused) from None
    except DoubtfulError as error:
        raise problem_of_doubts(session, file, name, error) from None
    return found.behind, found.ahead


def _problem_of_fork(file: Path, table: str, why: object) -> Problem:
    """Return the Problem of a table and a file that differ, from where on, and how to keep both."""
    hint = f"referee import {shlex.quote(str(file))} --table {shlex.quote(f'{table}-2')}"
    return Problem("cli.forked", hint, 1, file=str(file), table=table, why=why)


def _write_log(store: object, name: str, file: Path) -> None:
    """Write the whole log of the table over the file, which must hold nothing that the table lacks."""
    write_file(file.resolve(), (line.decode() for line in proved(StoredLog(store, name))))  # type: ignore[arg-type]
