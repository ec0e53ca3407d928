"""`referee import`: bring a file in as a table."""

import shlex
from pathlib import Path
from typing import Annotated, Any

import typer

from cli.frame.problems import Problem
from cli.frame.session import Session
from cli.tables.find_table import open_store

EXAMPLE = """\
Examples:

\b
  referee import game.jsonl
  referee import game.jsonl --table evening
"""


def command(
    ctx: typer.Context,
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A record or an exported log.")],
    table: Annotated[str | None, typer.Option(metavar="NAME", help="What to call the table.")] = None,
) -> None:
    """Bring a file in as a table."""
    from referee.service.importing import ImportRefusedError, import_file
    from referee.service.replay import EmptyLogError

    session = ctx.ensure_object(Session)
    session.subject = str(file)
    file.open("rb").close()
    try:
        imported = import_file(open_store(session, create=True), file, table)
    except EmptyLogError:
        raise Problem("cli.empty_file", file=str(file)) from None
    except ImportRefusedError as error:
        raise not_imported(file, error.checked) from None
    if session.as_json:
        session.emit({"table": imported.table, "revision": imported.revision})
        return
    print(imported.table)
    session.tell(session.say("cli.imported", file=str(file), table=imported.table, entries=imported.revision))


def not_imported(file: Path, checked: Any) -> Problem:
    """Say which line stopped the import, or that the table needs another name."""
    name = shlex.quote(str(file))
    is_named = checked.refused.reason in ("table.already_open", "table.bad_table_name")
    hint = f"referee import {name} --table NAME" if is_named else f"referee check {name}"
    where = " ".join((f"{file}:{checked.line}:", *checked.rules))
    return Problem("cli.import_refused", hint, 1, where=where, why=checked.refused)
