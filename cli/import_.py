"""`referee import`: bring a file in as a table."""

from pathlib import Path
from typing import Annotated

import typer

from cli.problems import Problem
from cli.session import Session
from cli.tables import open_store

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

    session = ctx.ensure_object(Session)
    file.open("rb").close()
    try:
        imported = import_file(open_store(session, create=True), file, table)
    except ImportRefusedError as error:
        checked = error.checked
        raise Problem(
            "cli.import_refused",
            f"referee check {file}",
            1,
            where=f"{file}:{checked.line}",
            rules=" ".join(checked.rules),
            why=checked.refused,
        ) from None
    if session.as_json:
        session.emit({"table": imported.table, "revision": imported.revision})
        return
    print(imported.table)
    session.tell(session.say("cli.imported", file=str(file), table=imported.table, entries=imported.revision))
