"""`referee copy`: every table of one store into another, with all that is kept of it."""

from typing import Annotated

import typer

from cli.long_work import long_work
from cli.problems import DAMAGED
from cli.session import Session
from cli.tables import problem_of_no_tables
from events.stores import open_store
from events.stores.protocol import NoStoreError
from referee.service.answers.files import Copied as CopiedAnswer
from referee.service.files.copying import Copied, copy_store

EXAMPLE = """\
referee copy tables.db postgresql://referee@db.example/tables
referee copy postgresql://referee@db.example/tables evening.db
"""

_CODES = {"other": 1, "damaged": DAMAGED}


def command(
    ctx: typer.Context,
    origin: Annotated[str, typer.Argument(metavar="FROM", help="A file of tables, or postgresql://…")],
    target: Annotated[str, typer.Argument(metavar="TO", help="Where they go; laid out where it is new.")],
) -> None:
    """Copy all tables to another file or database."""
    session = ctx.ensure_object(Session)
    try:
        source = session.enter(open_store(origin))
    except NoStoreError as error:
        raise problem_of_no_tables(error.args_["path"]) from None
    code, copied_to = 0, session.enter(open_store(target, create=True))
    with long_work(session, "crew.goes_on"):
        for copied in copy_store(source, copied_to):
            code = max(code, _CODES.get(copied.outcome, 0))
            _report(session, copied)
    raise typer.Exit(code)


def _report(session: Session, copied: Copied) -> None:
    """Print what became of one table, and what is wrong with it if anything."""
    found = [session.say(finding.reason, **finding.args) for finding in copied.findings]
    if session.as_json:
        told = CopiedAnswer(
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
