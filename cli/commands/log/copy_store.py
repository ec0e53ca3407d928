"""`referee copy`: every table of one store into another, with all that is kept of it."""

from typing import TYPE_CHECKING, Annotated

import typer

from cli.frame.cluster import long_work
from cli.frame.session import Session
from cli.tables.find_table import no_tables

if TYPE_CHECKING:
    from referee.service.files.copying import Copied

EXAMPLE = """\
Examples:

\b
  referee copy tables.db postgresql://referee@db.example/tables
  referee copy postgresql://referee@db.example/tables evening.db
"""

DAMAGED = 3
CODES = {"other": 1, "damaged": DAMAGED}


def command(
    ctx: typer.Context,
    origin: Annotated[str, typer.Argument(metavar="FROM", help="A file of tables, or postgresql://…")],
    target: Annotated[str, typer.Argument(metavar="TO", help="Where they go; laid out where it is new.")],
) -> None:
    """Copy all tables to another file or database."""
    from events.stores import open_store
    from events.stores.protocol import NoStoreError
    from referee.service.files.copying import copy_store

    session = ctx.ensure_object(Session)
    try:
        source = session.keep(open_store(origin))
    except NoStoreError as error:
        raise no_tables(error.args_["path"]) from None
    code, copied_to = 0, session.keep(open_store(target, create=True))
    with long_work(session, "crew.goes_on"):
        for copied in copy_store(source, copied_to):
            code = max(code, CODES.get(copied.outcome, 0))
            report(session, copied)
    raise typer.Exit(code)


def report(session: Session, copied: "Copied") -> None:
    """Say what became of a table."""
    found = [session.say(finding.reason, **finding.args) for finding in copied.findings]
    if session.as_json:
        from referee.service.answers.files import Copied

        told = Copied(
            table=copied.table,
            outcome=copied.outcome,
            entries=copied.entries,
            written=copied.written,
            damaged=copied.damaged,
            findings=tuple(found),
        )
        session.emit(told)
        return
    outcome = f"{copied.outcome}_{copied.damaged}" if copied.damaged else copied.outcome
    print(session.say(f"cli.copy.{outcome}", table=copied.table, entries=copied.entries))
    for each in found:
        print(f"  {each}")
