"""`referee tables`: the tables there are."""

from typing import TYPE_CHECKING

import typer

from cli.frame.problems import Problem
from cli.frame.session import Session
from cli.tables.find_table import open_store

if TYPE_CHECKING:
    from events.stores.protocol import TableRow

EXAMPLE = """\
Example:

\b
  referee tables
"""

COLUMNS = ("table", "game", "book", "entries", "opened", "seats")


def command(ctx: typer.Context) -> None:
    """List the tables."""
    from referee.service.answers.tables import make_table_listed

    session = ctx.ensure_object(Session)
    try:
        store = open_store(session)
        rows, where = store.tables(), store.where
    except Problem as problem:
        if problem.message_id != "cli.no_tables":
            raise
        rows, where = (), str(problem.args_["db"])
    if session.as_json:
        for row in rows:
            session.emit(make_table_listed(row))
    elif rows:
        from referee.draw.width import in_columns

        head, *lines = in_columns([heads(session), *(cells(session, row) for row in rows)])
        session.tell(head)
        print("\n".join(lines))
    else:
        session.tell(session.say("cli.no_tables", db=where))


def heads(session: Session) -> list[str]:
    """Say what each column is."""
    return [session.say(f"cli.column_{name}") for name in COLUMNS]


def cells(session: Session, row: "TableRow") -> list[str]:
    """Tell of one table, as people call its game, its book and who sits there."""
    from referee.l10n.catalogs import edition_words
    from referee.languages import listed

    game = session.say("cli.game_name", game=row.game) if row.game else "?"
    book = edition_words(row.game, row.edition, session.lang) if row.game and row.edition else "-"
    opened = (row.opened_at or "")[:16].replace("T", " ")
    people = listed((row.names.get(seat, seat) for seat in row.seats), session.lang)
    return [row.table, game, book, str(row.revision), opened, people]
