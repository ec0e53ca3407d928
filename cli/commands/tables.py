"""`referee tables`: the tables there are."""

import typer

from cli.problems import Problem
from cli.session import Session
from cli.tables import open_store
from events.stores.protocol import TableRow
from referee.draw.width import in_columns
from referee.l10n.catalogs import edition_words
from referee.languages import listed
from referee.service.answers.tables import make_table_listed as answer_listed

EXAMPLE = """\
referee tables
"""

_COLUMNS = ("table", "game", "book", "entries", "opened", "seats")


def command(ctx: typer.Context) -> None:
    """List the tables."""
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
            session.emit(answer_listed(row))
    elif rows:
        head, *lines = in_columns([_heads(session), *(_cells(session, row) for row in rows)])
        session.tell(head)
        print("\n".join(lines))
    else:
        session.tell(session.say("cli.no_tables", db=where))


def _heads(session: Session) -> list[str]:
    return [session.say(f"cli.column_{name}") for name in _COLUMNS]


def _cells(session: Session, row: TableRow) -> list[str]:
    """Return the cells of a table's row; `?` for an unknown game, `-` for an unknown edition."""
    game = session.say("cli.game_name", game=row.game) if row.game else "?"
    book = edition_words(row.game, row.edition, session.lang) if row.game and row.edition else "-"
    opened = (row.opened_at or "")[:16].replace("T", " ")
    people = listed((row.names.get(seat, seat) for seat in row.seats), session.lang)
    return [row.table, game, book, str(row.revision), opened, people]
