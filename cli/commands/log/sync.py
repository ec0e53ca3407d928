"""`referee sync`: bring a table and its exported log to the same state, whichever is ahead."""

import shlex
from pathlib import Path
from typing import Annotated

import typer

from cli.frame.problems import NO, Problem
from cli.frame.session import Session
from cli.tables.find_table import open_store
from referee.service.files.written_files import write_file

EXAMPLE = """\
Examples:

\b
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
    from msgspec.structs import asdict

    from referee.service.answers.files import Synced

    session = ctx.ensure_object(Session)
    session.subject = str(file)
    if str(file) == "-":
        raise Problem("cli.sync_both_ways", "referee import -")
    store = open_store(session, create=True)
    name = table_of(file, table)
    is_here, is_there = bool(store.head(name).revision), holds_anything(file)
    if not is_here and not is_there:
        raise Problem("cli.sync_nothing", "referee tables", table=name, file=str(file))
    behind, ahead = 0, store.head(name).revision
    if is_here and is_there:
        behind, ahead = compare(session, store, name, file, yes=yes)
    if not is_here:
        from referee.service.files.importing import import_file

        behind = import_file(store, file).revision
    elif ahead:
        write(store, name, file)
    told = Synced(
        table=name,
        file=str(file),
        revision=store.head(name).revision,
        into_table=behind,
        into_file=ahead,
    )
    if session.as_json:
        session.emit(told)
    else:
        session.tell(session.say("cli.synced", **asdict(told)))


def holds_anything(file: Path) -> bool:
    """Whether a file is there and holds more than blank lines."""
    from referee.service.files.file_lines import numbered_lines

    return file.exists() and next(numbered_lines(file), None) is not None


def table_of(file: Path, table: str | None) -> str:
    """Name the table that a file is the log of; for a file that holds nothing, the one of its own name."""
    from referee.kernel.table import judge_table_name
    from referee.service.files.file_lines import numbered_lines
    from referee.service.files.importing import own_name
    from referee.service.logs.sources import is_log

    if not holds_anything(file):
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


def compare(session: Session, store: object, name: str, file: Path, *, yes: bool) -> tuple[int, int]:
    """Add the file's extra entries to the table; count them, and those that the file lacks."""
    from cli.output.doubts import ask_about_doubts, doubtful
    from referee.service.files.file_lines import numbered_lines
    from referee.service.files.importing import DoubtfulError, ForkedError, extend_table, whole_log

    try:
        accept = ask_about_doubts(session, yes=yes)
        found = extend_table(store, name, lambda: whole_log(lambda: numbered_lines(file)), accept)  # type: ignore[arg-type]
    except ForkedError as error:
        raise forked(file, name, error.refused) from None
    except DoubtfulError as error:
        raise doubtful(session, file, name, error) from None
    return found.behind, found.ahead


def forked(file: Path, table: str, why: object) -> Problem:
    """Say where a fork begins, and how to keep both."""
    hint = f"referee import {shlex.quote(str(file))} --table {shlex.quote(f'{table}-2')}"
    return Problem("cli.forked", hint, 1, file=str(file), table=table, why=why)


def write(store: object, name: str, file: Path) -> None:
    """Write the table's log over its file, which holds nothing that the table lacks."""
    from referee.service.logs.sources import StoredLog, proved

    write_file(file.resolve(), (line.decode() for line in proved(StoredLog(store, name))))  # type: ignore[arg-type]
