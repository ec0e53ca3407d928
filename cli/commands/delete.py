"""`referee delete`: remove a table; its log is written into a file first."""

from typing import Annotated

import typer

from cli.files import report_archived
from cli.parameters import complete_tables
from cli.problems import NO
from cli.questions import ask_consent, ask_name_again
from cli.session import Session
from cli.tables import open_store, problem_of_unknown_table
from referee.service.commands.archive import delete, phones_of

EXAMPLE = """\
referee delete evening
referee delete evening --yes evening
"""


def command(
    ctx: typer.Context,
    name: Annotated[
        str, typer.Argument(metavar="TABLE", help="The name of a table.", autocompletion=complete_tables)
    ],
    yes: Annotated[
        str | None, typer.Option("--yes", metavar="TABLE", help="Ask nothing: the name once more.")
    ] = None,
) -> None:
    """Remove a table; its log is written into a file first."""
    session = ctx.ensure_object(Session)
    session.subject = name
    store = open_store(session)
    head = store.head(name)
    if not head.revision:
        raise problem_of_unknown_table(name, store)
    args = {"table": name, "entries": head.revision, "phones": phones_of(store, name)}
    asked = session.say("cli.will_delete", **args)
    if yes != name and not (ask_consent(session, asked) and ask_name_again(session, name)):
        raise typer.Exit(NO)
    raise typer.Exit(report_archived(session, delete(store, name)))
